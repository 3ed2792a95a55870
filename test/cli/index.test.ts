/**
 * `leitong index`: what each command prints and how it ends.
 *
 * Oracle   the index of the library at the same place.
 * Covers   create, add (also --if-new, --create, standard input, rejects, --strict), query by inputs and text, remove, stats,
 *          compact, export, import, verify; ids of every type; other options, missing indexes, unknown stores; the
 *          configuration file; an index with a corpus model, elsewhere and exported.
 */
import { execFile } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Exported, type LiveIndex, type LiveOptions, openIndex } from '../../src/index.js'
import { COMMAND, jsonLines, leitong, temporaryFolder, writeLines } from '../support/files.js'

const folder = temporaryFolder()
const run = (args: readonly string[], input = '') => leitong(['index', ...args], { cwd: folder, input })
const lines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const BRIDGE = 'The committee met on Monday to discuss the new bridge over the river and its cost.'
const DOCUMENTS = [
  { id: 'a', text: BRIDGE },
  { id: 7, text: BRIDGE.replace('cost', 'price') },
  { text: 'Nothing here is like anything above.' },
]
/** The id that the last document gets for its place in the file. */
const UNNAMED = 'in.jsonl:3'
writeLines(join(folder, 'in.jsonl'), DOCUMENTS)
const none = { duplicate_of: null, similarity: null, distance: null }

/** An index of the library in the folder of the command. */
const openHere = (name: string, options: LiveOptions = {}): Promise<LiveIndex> => openIndex(join(folder, name), options)

/** Makes an index that holds the documents of in.jsonl, as the command would. */
async function makeFilled(name: string, options: LiveOptions = { threshold: 0.7 }): Promise<void> {
  await using index = await openHere(name, options)
  for (const document of DOCUMENTS) await index.add({ id: UNNAMED, ...document })
}

async function query(name: string, text: string) {
  await using index = await openHere(name, { create: false })
  return index.query(text)
}

async function exportOf(name: string): Promise<Exported[]> {
  await using index = await openHere(name, { create: false })
  const all: Exported[] = []
  for await (const line of index.export()) all.push(line)
  return all
}

describe('leitong index create and add', () => {
  it('creates an empty index', async () => {
    const created = await run(['create', 'empty', '--threshold', '0.7'])
    expect([created.code, lines(created.stdout)]).toEqual([
      0,
      [{ url: 'empty', documents: 0, signature: expect.stringContaining('leitong1 minhash num_perm=128') }],
    ])
    await using index = await openHere('empty', { create: false })
    expect(index.options.threshold).toBe(0.7)
  })

  it('says of each document whether it is new', async () => {
    await (await openHere('added', { threshold: 0.7 })).close()
    expect(lines((await run(['add', 'added', 'in.jsonl'])).stdout)).toEqual([
      { id: 'a', status: 'new', stored: true, ...none, group: 'a' },
      { id: 7, status: 'duplicate', stored: true, duplicate_of: 'a', similarity: 0.875, distance: null, group: 'a' },
      { id: UNNAMED, status: 'new', stored: true, ...none, group: UNNAMED },
    ])
  })

  it('leaves out with --if-new what is alike, and reports what cannot be judged', async () => {
    await makeFilled('offered')
    const offered = await run(['add', 'offered', '-', '--if-new'], `${JSON.stringify({ id: 'b', text: BRIDGE })}\nnot json\n`)
    expect(lines(offered.stdout)).toEqual([
      { id: 'b', status: 'duplicate', stored: false, duplicate_of: 'a', similarity: 1, distance: null, group: 'a' },
    ])
    expect([offered.code, offered.stderr]).toEqual([0, expect.stringContaining('not judged: -:2:')])
  })

  it('shows with `replaced` that another document stood under the id', async () => {
    await makeFilled('replaced')
    const replacing = await run(['add', 'replaced', '-'], `${JSON.stringify({ id: 7, text: 'Nothing here is like the bridge.' })}\n`)
    expect(lines(replacing.stdout)).toEqual([{ id: 7, status: 'new', stored: true, replaced: true, ...none, group: 7 }])
    expect(replacing.stderr).toMatch(
      /warning: 1 document replaced another with another text and the same id, which is no longer in the index\. If they are other documents, "id" does not tell them apart, .*--id-field ''/,
    )
  })

  it('keeps the rows of two files that both count from 1, with ids by file and line', async () => {
    writeFileSync(join(folder, 'january.csv'), `id,text\n1,${BRIDGE}\n`)
    writeFileSync(join(folder, 'february.csv'), 'id,text\n1,Nothing here is like the bridge.\n')
    const { stdout, stderr } = await run(['add', '--create', 'months', 'january.csv', 'february.csv', '--id-field', ''])
    expect(lines(stdout).map(({ id, replaced }) => [id, replaced])).toEqual([
      ['january.csv:2', undefined],
      ['february.csv:2', undefined],
    ])
    expect(stderr).not.toMatch(/replaced/)
  })

  it('ends with --strict at the first record that cannot be judged', async () => {
    await makeFilled('strict')
    expect((await run(['add', 'strict', '-', '--strict'], 'not json\n')).code).toBe(3)
  })

  it('takes options from the configuration file, but not the keep rule of a batch', async () => {
    const elsewhere = temporaryFolder()
    writeLines(join(elsewhere, 'in.jsonl'), [{ id: 1, body: BRIDGE }])
    writeFileSync(join(elsewhere, 'leitong.config.json'), JSON.stringify({ method: 'simhash', textField: ['body'], keep: 'longest' }))
    const { code, stdout, stderr } = await leitong(['index', 'add', 'ix', 'in.jsonl', '--create'], { cwd: elsewhere })
    expect([code, lines(stdout)[0]?.['status']]).toEqual([0, 'new'])
    expect(stderr).toBe('leitong: options from leitong.config.json: method, textField, keep\n1 new, 0 duplicates, 0 known\n')
  })
})

describe('leitong index, once it is filled', () => {
  beforeAll(() => makeFilled('filled'))

  it('answers a text with all that is alike, the best first', async () => {
    const found = await run(['query', 'filled', '--text', BRIDGE])
    const matches = [
      { id: 'a', similarity: 1, distance: null, group: 'a' },
      { id: 7, similarity: 0.875, distance: null, group: 'a' },
    ]
    expect([found.code, lines(found.stdout)]).toEqual([0, [{ id: null, matches }]])
  })

  it('answers inputs under their ids, with --first one match each', async () => {
    const found = lines((await run(['query', 'filled', 'in.jsonl', '--first'])).stdout)
    expect(found.map(({ id, matches }) => [id, (matches as object[]).length])).toEqual([
      ['a', 1],
      [7, 1],
      [UNNAMED, 1],
    ])
  })

  it('ends with 1 when nothing is alike', async () => {
    expect((await run(['query', 'filled', '--text', 'nothing of the kind', '--limit', '1'])).code).toBe(1)
  })

  it('refuses inputs and a text together', async () => {
    expect((await run(['query', 'filled', 'in.jsonl', '--text', 'both'])).code).toBe(2)
  })

  it('shows size and options, for people and as JSON', async () => {
    const [stats] = lines((await run(['stats', 'filled', '--json'])).stdout)
    expect(stats).toMatchObject({ documents: 3, keep: 'features', options: { threshold: 0.7, method: 'minhash' } })
    expect((await run(['stats', 'filled'])).stdout).toMatch(/^3 documents, /)
  })

  it('removes by id, then gives back the room, and is sound', async () => {
    await makeFilled('emptied')
    expect(lines((await run(['remove', 'emptied', '7', '"7"', 'a'])).stdout)).toEqual([
      { id: 7, removed: true },
      { id: '7', removed: false },
      { id: 'a', removed: true },
    ])
    // A number that is not there is looked for as a text, which ids of CSV are.
    await run(['add', 'emptied', '-'], `${JSON.stringify({ id: '12', text: 'An id of CSV.' })}\n`)
    expect(lines((await run(['remove', 'emptied', '13', '12'])).stdout)).toEqual([
      { id: 13, removed: false },
      { id: '12', removed: true },
    ])
    expect((await run(['compact', 'emptied'])).code).toBe(0)
    const verified = await run(['verify', 'emptied'])
    expect([verified.code, verified.stdout]).toEqual([0, '1 record, all sound\n'])
  })
})

describe('leitong index export and import', () => {
  let exported: Exported[]
  beforeAll(async () => {
    await makeFilled('source', { payload: 'text', method: 'simhash' })
    exported = await exportOf('source')
    writeLines(join(folder, 'out.jsonl'), exported)
  })

  it('exports into a file and to standard output', async () => {
    expect((await run(['export', 'source', '-o', 'written.jsonl'])).code).toBe(0)
    expect(jsonLines(join(folder, 'written.jsonl'))).toEqual(exported)
    expect(lines((await run(['export', 'source'])).stdout)).toEqual(exported)
  })

  it('makes the index where there is none, with the options of the export', async () => {
    expect(lines((await run(['import', 'copy', 'out.jsonl'])).stdout)).toEqual([{ url: 'copy', documents: 3 }])
    expect(await query('copy', BRIDGE)).toEqual(await query('source', BRIDGE))
  })

  it('signs texts anew where the index has other options', async () => {
    await (await openHere('other-options', { tokenizer: 'char' })).close()
    const given = exported.map((line) => JSON.stringify(line)).join('\n')
    expect(lines((await run(['import', 'other-options', '-'], given)).stdout)).toEqual([{ url: 'other-options', documents: 3 }])
  })

  it.each(['in.jsonl', 'null.jsonl', 'not-there.jsonl'])('makes no index of %s, which is no export', async (wrong) => {
    writeFileSync(join(folder, 'null.jsonl'), 'null\n')
    const refused = await run(['import', 'never', wrong])
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringMatching(/^leitong: .*jsonl/)])
    await expect(openHere('never', { create: false })).rejects.toMatchObject({ code: 'INDEX_MISSING' })
  })
})

describe('leitong index with a corpus model', () => {
  const weighted = ['--method', 'simhash', '--weight', 'tfidf', '--model']
  beforeAll(async () => {
    const texts = Array.from({ length: 20 }, (_, id) => ({ id, text: `${BRIDGE} This is number ${id % 5} of them.` }))
    writeLines(join(folder, 'corpus.jsonl'), texts)
    writeLines(join(folder, 'other.jsonl'), texts.slice(3))
    for (const name of ['corpus', 'other'])
      expect((await leitong(['model', 'build', `${name}.jsonl`, '-o', `${name}.model`], { cwd: folder })).code).toBe(0)
    const created = await run(['create', 'weighed', ...weighted, 'corpus.model'])
    expect([created.code, created.stderr]).toEqual([0, ''])
    renameSync(join(folder, 'corpus.model'), join(folder, 'moved.model'))
    const added = await leitong(['index', 'add', join(folder, 'weighed'), join(folder, 'in.jsonl')], { cwd: temporaryFolder() })
    expect([added.code, added.stderr]).toEqual([0, '3 new, 0 duplicates, 0 known\n'])
  })

  it.each([
    ['with the options it has', weighted],
    ['without them', ['--model']],
  ])('takes the model from another place, %s', async (_, named) => {
    expect((await run(['query', 'weighed', '--text', BRIDGE, ...named, 'moved.model'])).code).toBe(0)
  })

  it.each([
    ['with the options it has', weighted],
    ['without them', ['--model']],
  ])('refuses another model, %s', async (_, named) => {
    const other = await run(['query', 'weighed', '--text', BRIDGE, ...named, 'other.model'])
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('model is ')])
  })

  it('takes the model along in an export', async () => {
    await run(['export', 'weighed', '-o', 'weighed.jsonl'])
    const imported = await run(['import', 'weighed-too', 'weighed.jsonl'])
    expect([imported.stderr, lines(imported.stdout)]).toEqual(['', [{ url: 'weighed-too', documents: 3 }]])
    expect(await query('weighed-too', BRIDGE)).toEqual(await query('weighed', BRIDGE))
  })
})

describe('leitong index says what is wrong', () => {
  it('with an index that is missing', async () => {
    const missing = await run(['query', 'nowhere', '--text', 'x'])
    expect([missing.code, missing.stderr]).toEqual([3, expect.stringContaining('nowhere: there is no index')])
  })

  it('with other options than the index has, and takes the same', async () => {
    await (await openHere('strange', { method: 'simhash', distance: 4 })).close()
    const other = await run(['add', 'strange', 'in.jsonl', '--distance', '5'])
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('distance is 4, not 5')])
    expect((await run(['add', 'strange', 'in.jsonl', '--distance', '4'])).code).toBe(0)
  })

  it('with a store that nobody knows, and a file where a folder should be', async () => {
    expect((await run(['stats', 'carrier-pigeon://x'])).code).toBe(2)
    writeFileSync(join(folder, 'plain'), 'a file')
    const file = await run(['create', 'plain'])
    expect([file.code, file.stderr]).toEqual([3, expect.stringContaining('plain: ')])
  })
})

it('adds all documents, also when the reader of the answers goes', async () => {
  const rows = Array.from({ length: 3000 }, (_, i) => ({
    id: i,
    text: `letter ${i} tells of ${i * i} lamps in street ${(i * 7919) % 3001}`,
  }))
  writeLines(join(folder, 'many.jsonl'), rows)
  await openHere('left', { threshold: 0.99 }).then((index) => index.close())
  const pipe = `"${process.execPath}" "${COMMAND}" index add left many.jsonl --threshold 0.99 | head -n 2; echo "\${PIPESTATUS[0]}"`
  const { stdout } = await promisify(execFile)('bash', ['-c', pipe], { cwd: folder })
  const said = stdout.trimEnd().split('\n')
  expect([said.length, said.at(-1)]).toEqual([3, '0'])
  await using index = await openHere('left', { threshold: 0.99 })
  expect((await index.stats()).documents).toBe(rows.length)
})
