/**
 * One row a group, through every door that merges.
 *
 * Oracle   rows that were merged by hand; and the command, to the byte, for the service and the page.
 * Covers   the command, the library over rows and over a file, documents in memory as a browser has them, and a task of the service; the sources of
 *          values, ties, ids of groups of an earlier run; rules in a text, an object and a file; records that cannot be judged; what is refused, in the
 *          same words.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import * as browser from '../../src/browser.js'
import * as node from '../../src/index.js'
import { over, type Started, startService, upload } from '../server/started.js'
import { temporaryFolder, writeLines } from '../support/files.js'
import { leitongHere } from './in-process.js'
import { MERGE_FIELDS, MERGE_ROWS, MERGE_RULES, MERGED_BY_HAND } from './merging.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
writeLines(at('rows.jsonl'), MERGE_ROWS)
writeFileSync(at('fields.json'), JSON.stringify(MERGE_FIELDS))
writeFileSync(
  at('rules.json'),
  JSON.stringify({ name: 'longest', phone: 'newest:date', tags: { rule: 'all' }, amount: { rule: 'max' }, note: 'longest' }),
)

const options = { measure: 'fields', threshold: 0.8, fields: MERGE_FIELDS } as const
const flags = ['--measure', 'fields', '--threshold', '0.8', '--fields', at('fields.json')]
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown)
const read = (name: string) => readFileSync(at(name), 'utf8')

async function byCommand(rules: string, ...more: readonly string[]) {
  const args = ['dedupe', at('rows.jsonl'), ...flags, '--merge', rules, ...more]
  return leitongHere([...args, '-o', at('merged.jsonl'), '--merge-sources', at('sources.jsonl')])
}

/** What a result of the library says, in the form of the table above. */
const said = (result: { merged(rules?: node.MergeInput): Generator<node.Merged> }, rules?: node.MergeInput) =>
  Array.from(result.merged(rules), ({ group, members, row, sources, ties }) => ({ group, members, row, sources, ties }))

type Dedupe = (rows: readonly object[], options: object) => Promise<node.DedupeResult | browser.DedupeResult>

async function task(service: Started, body: object) {
  const { status, json } = await service.ask('POST', '/tasks', { kind: 'dedupe', ...body })
  if (status !== 202) return { status, json, results: {} as Record<string, string> }
  const done = await over(service, json.id)
  const results: Record<string, string> = {}
  for (const { name } of done.results) results[name] = (await service.ask('GET', `/tasks/${json.id}/results/${name}`)).text
  return { status, json: done, results }
}

describe('merged rows', () => {
  it('of the command', async () => {
    expect((await byCommand(MERGE_RULES)).code).toBe(0)
    expect(linesOf(read('merged.jsonl'))).toEqual(
      MERGED_BY_HAND.map(({ group, members, row }) => ({ ...row, leitong_group: group, leitong_size: members.length })),
    )
    expect(linesOf(read('sources.jsonl'))).toEqual(
      MERGED_BY_HAND.map(({ row: _, sources, ...others }) => ({
        ...others,
        // One id stands alone.
        sources: Object.fromEntries(Object.entries(sources).map(([field, ids]) => [field, ids.length === 1 ? ids[0] : ids])),
      })),
    )
    const [text, sources] = [read('merged.jsonl'), read('sources.jsonl')]
    expect((await byCommand(at('rules.json'))).code).toBe(0)
    expect([read('merged.jsonl'), read('sources.jsonl')]).toEqual([text, sources])
  })

  it('of the library, over rows and over a file', async () => {
    for (const input of [MERGE_ROWS, { files: [at('rows.jsonl')] }]) {
      const result = await node.dedupe(input as typeof MERGE_ROWS, { ...options, merge: MERGE_RULES })
      expect(said(result)).toEqual(MERGED_BY_HAND)
      expect(said(result, at('rules.json'))).toEqual(MERGED_BY_HAND)
      await result.close()
    }
  })

  it('of documents in memory, as a browser has them', async () => {
    const result = await browser.dedupe(MERGE_ROWS, { ...options, merge: MERGE_RULES })
    expect(said(result)).toEqual(MERGED_BY_HAND)
    const rules = JSON.parse(read('rules.json'))
    expect(said(result, rules)).toEqual(MERGED_BY_HAND)
    // Texts, of which one cannot be judged, and ids that functions say; texts that come alone have no field but the text.
    const documents = [{ text: 'one and two and three', n: 1 }, { n: 5 }, { text: 'one and two and three', n: 3 }]
    const given = { id: (document: object) => documents.indexOf(document as never) + 7 }
    for (const [texts, how, rule] of [
      [documents, {}, 'n=max'],
      [documents, given, 'n=max'],
      [['one and two', 'one and two', 'else'], {}, 'text=first'],
    ] as const) {
      const [here, there] = [await browser.dedupe(texts as never, how), await node.dedupe(texts as never, how)]
      const merged = said(here, rule)
      expect(merged).toEqual(said(there, rule))
      expect(merged.map(({ members }) => members.length)).toEqual(rule === 'n=max' ? [2, 0] : [2, 1])
      expect(Object.keys(merged[0]?.row ?? {})).toEqual(rule === 'n=max' ? ['text', 'n'] : ['text'])
      await there.close()
    }
  })

  it('of tasks of the service, as files, and with groups of an earlier task', async () => {
    const service = await startService({ folders: { rows: folder } })
    const id = await upload(service, 'rows.jsonl', read('rows.jsonl'))
    const body = { source: { upload: id }, options }
    await byCommand(MERGE_RULES)
    const { json, results } = await task(service, { ...body, merge: MERGE_RULES, outputs: ['kept', 'merged', 'mergeSources'] })
    expect(json.error).toBe(null)
    expect(Object.keys(results).sort()).toEqual(['kept.jsonl', 'mergeSources.jsonl', 'merged.jsonl'])
    expect([results['merged.jsonl'], results['mergeSources.jsonl']]).toEqual([read('merged.jsonl'), read('sources.jsonl')])
    expect(linesOf(results['kept.jsonl'] ?? '')).toEqual(MERGED_BY_HAND.map(({ group }) => MERGE_ROWS.find(({ id }) => id === group)))
    // An id of before stays.
    writeFileSync(at('earlier.jsonl'), '{"group":"a name of before","members":[9]}\n')
    await byCommand(MERGE_RULES, '--groups-from', at('earlier.jsonl'))
    const later = await task(service, { ...body, merge: 'rows/rules.json', groupsFrom: { file: 'rows/earlier.jsonl' } })
    expect(JSON.stringify(later.json)).not.toContain(folder)
    expect(Object.keys(later.results).sort()).toEqual([
      'groups.jsonl',
      'mergeSources.jsonl',
      'merged.jsonl',
      'removed.jsonl',
      'report.html',
    ])
    expect(later.results['merged.jsonl']).toBe(read('merged.jsonl'))
    expect(later.results['merged.jsonl']).toContain('"leitong_group":"a name of before"')
  })

  it('of tasks of the service, as a table, and of a table of a database with its columns that are not compared', async () => {
    const database = new Database(at('city.db'))
    database.exec('create table people (id integer primary key, name text, phone text)')
    const insert = database.prepare('insert into people values (?, ?, ?)')
    for (const [id, phone] of [
      [1, null],
      [2, '0664'],
    ] as const)
      insert.run(id, 'Anna Berger', phone)
    database.close()
    const service = await startService({ databases: { city: `sqlite:${at('city.db')}` } })
    const asked = { options: { measure: 'fields', textField: ['name'] }, merge: { '*': { rule: 'first' } }, outputs: ['merged'] }
    const ofDatabase = await task(service, { source: { database: 'city', table: 'people' }, ...asked })
    expect(ofDatabase.json.error).toBe(null)
    expect(linesOf(ofDatabase.results['merged.jsonl'] ?? '')).toEqual([
      { id: 1, name: 'Anna Berger', phone: '0664', leitong_group: 1, leitong_size: 2 },
    ])
    const table = await upload(service, 'table.csv', 'id,name,phone\n1,Anna Berger,\n2,Anna Berger,0664\n')
    const { results } = await task(service, { source: { upload: table }, ...asked })
    expect(results['merged.csv']?.split(/\r?\n/)).toEqual(['id,name,phone,leitong_group,leitong_size', '1,Anna Berger,0664,1,2', ''])
  })
})

describe('what is refused', () => {
  it.each([
    ['name=tallest', 'kept, first, last, longest'],
    ['=first', 'FIELD=RULE'],
    ['name=first,name=last', 'one rule for each field'],
    ['nobody=first', 'a column of the input: id, name'],
  ])('%s has the same words everywhere', async (rules, words) => {
    const service = await startService()
    const id = await upload(service, 'rows.jsonl', read('rows.jsonl'))
    const { status, json } = await task(service, { source: { upload: id }, options, merge: rules, outputs: ['merged'] })
    // What the rows have is known once they are read.
    expect(status).toBe(rules.startsWith('nobody') ? 202 : 400)
    expect(json.error.message).toContain(words)
    expect((await byCommand(rules)).stderr).toContain(words)
    for (const dedupe of [node.dedupe, browser.dedupe] as readonly Dedupe[]) {
      const result = await dedupe(MERGE_ROWS, options)
      expect(() => said(result, rules)).toThrow(words)
      await result.close()
    }
  })

  it('outputs of the service without rules, rules without outputs, and files elsewhere', async () => {
    const service = await startService({ folders: { rows: folder } })
    const body = { source: { file: 'rows/rows.jsonl' }, options }
    for (const [more, code, words] of [
      [{ outputs: ['merged'] }, 'OPTION_CONFLICT', 'the output "merged" has no rules'],
      [{ outputs: ['mergeSources'] }, 'OPTION_CONFLICT', '--merge-sources and --groups-from are for --merge'],
      [{ groupsFrom: { file: 'rows/rows.jsonl' } }, 'OPTION_CONFLICT', '--merge-sources and --groups-from are for --merge'],
      [{ merge: MERGE_RULES, outputs: ['kept'] }, 'OPTION_CONFLICT', '--merge says how --output is written, and there is none'],
      [{ merge: '/etc/passwd' }, 'SERVICE_PLACE', 'FOLDER/PATH'],
      [{ merge: MERGE_RULES, groupsFrom: { file: '/etc/passwd' } }, 'SERVICE_PLACE', 'FOLDER/PATH'],
      [{ merge: MERGE_RULES, groupsFrom: { upload: 'f'.repeat(24) } }, 'SERVICE_MISSING', 'upload'],
    ] as const) {
      const { error } = (await task(service, { ...body, ...more })).json
      expect([error.code, error.message]).toEqual([code, expect.stringContaining(words)])
    }
    const { json } = await task(service, { ...body, merge: MERGE_RULES, groupsFrom: { file: 'rows/rows.jsonl' }, outputs: ['merged'] })
    expect([json.state, json.error.code]).toEqual(['failed', 'SOURCE_READ'])
  })

  it('files, in memory', async () => {
    await expect(browser.dedupe(MERGE_ROWS, { ...options, merge: 'rules.json' })).rejects.toMatchObject({ code: 'NEEDS_NODE' })
    const result = await browser.dedupe(MERGE_ROWS, options)
    expect(() => [...result.merged('rules.json')]).toThrow('option "merge" as a file')
    expect(() => [...result.merged(MERGE_RULES, 'groups.jsonl')]).toThrow('groupsFrom')
  })
})
