/**
 * Tables as text with a title above the header, as offices export them.
 *
 * Oracle   the same table without the title.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { dedupe } from '../../../src/index.js'
import { jsonLines, leitong, temporaryFolder } from '../../support/files.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const LAMP = '我家门前的路灯坏了两个星期，请尽快派人来修理，谢谢。'
const BENCH = '港口边的长椅油漆已经脱落，希望在夏天之前重新粉刷一遍。'
const rowsBy = (delimiter: string) =>
  [
    ['编号', '来信内容', '日期'],
    ['001', LAMP, '2024-05-01'],
    ['002', BENCH, '2024-05-02'],
    ['003', LAMP, '2024-05-03'],
  ]
    .map((row) => `${row.join(delimiter)}\r\n`)
    .join('')
const TABLE = rowsBy(',')
const TEXT = ['--text-field', '来信内容']

const run = async (args: readonly string[], code = 0, input?: string) => {
  const ran = await leitong(args, { cwd: folder, ...(input === undefined ? {} : { input }) })
  expect(ran.code, ran.stderr).toBe(code)
  return ran
}

it.each([
  ['as a spreadsheet saves it', 'a.csv', `来信登记表,,\r\n${TABLE}`, 2],
  ['in a line of its own', 'b.csv', `来信登记表\r\n${TABLE}`, 2],
  ['with another delimiter', 'c.csv', `来信登记表, 2024\r\n\r\n${rowsBy(';')}`, 3],
  ['with what stands beside it', 'd.csv', `来信登记表,,\r\n填报单位,信访局,\r\n${TABLE}`, 3],
  ['that goes over two lines', 'e.csv', `"来信\n登记表",,\r\n${TABLE}`, 2],
  ['in TSV', 'f.tsv', `来信登记表\t\t\r\n${rowsBy('\t')}`, 2],
  ['in GBK', 'g.csv', iconv.encode(`来信登记表,,\r\n${TABLE}`, 'gbk'), 2],
  ['in UTF-16', 'h.csv', Buffer.from(`\uFEFF来信登记表,,\r\n${TABLE}`, 'utf16le'), 2],
])('a title %s is passed over, said, and stays in what is kept', async (_, name, content, row) => {
  writeFileSync(at(name), content)
  const { stdout, stderr } = await run(['dedupe', name, ...TEXT, '-o', `kept-${name}`, '--removed', `removed-${name}.jsonl`])
  expect(stdout + stderr).toContain(`${name}: its header is in row ${row}`)
  const [removed] = jsonLines(at(`removed-${name}.jsonl`)) as { id: string; duplicate_of: string }[]
  expect(removed).toMatchObject({ id: `${name}:${row + 3}`, duplicate_of: `${name}:${row + 1}` })
  const kept = readFileSync(at(`kept-${name}`))
  // The last row is gone, and nothing else.
  expect(kept.equals(readFileSync(at(name)).subarray(0, kept.length))).toBe(true)
  expect(JSON.parse((await run(['dedupe', name, ...TEXT, '--json'])).stdout)).toMatchObject({
    headers: [{ file: name, headerRow: row }],
    documents: 3,
    removed: 1,
  })
  const named = await run(['dedupe', name, ...TEXT, '--header-row', String(row), '--id-field', '编号', '--removed', 'named.jsonl'])
  expect(named.stdout + named.stderr).not.toContain('header')
  expect(jsonLines(at('named.jsonl'))).toMatchObject([{ id: '003', duplicate_of: '001' }])
})

it('is known by its shape where no column is named, and annotations keep it', async () => {
  writeFileSync(at('people.csv'), 'Letters of 2024,,\nid,name,town\n1,Ann,Ulm\n2,Ann,Ulm\n3,Bo,Bonn\n')
  for (const measure of ['match', 'fields'])
    expect((await run(['dedupe', 'people.csv', '--measure', measure])).stdout).toContain('its header is in row 2')
  await run(['dedupe', 'people.csv', '--measure', 'fields', '-o', 'annotated.csv', '--annotate'])
  const [title, header, ...rows] = readFileSync(at('annotated.csv'), 'utf8').trimEnd().split('\n')
  expect([title, header?.startsWith('id,name,town,')]).toEqual(['Letters of 2024,,', true])
  expect(new Set(rows.map((row) => row.split(',').length))).toEqual(new Set([header?.split(',').length]))
  // A column of row numbers has no name, and the others have.
  for (const header of [',name,town', ',town']) {
    const row = header === ',town' ? '1,Ulm\n2,Ulm\n' : '1,Ann,Ulm\n2,Ann,Ulm\n'
    writeFileSync(at('numbered.csv'), `${header}\n${row}`)
    expect(JSON.parse((await run(['dedupe', 'numbered.csv', '--measure', 'fields', '--json'])).stdout)).toMatchObject({ documents: 2 })
  }
})

it('reads a header that an option names, and refuses a row without one', async () => {
  writeFileSync(at('far.csv'), `${'note\n'.repeat(20)}${rowsBy(';')}`)
  await run(['dedupe', 'far.csv', ...TEXT, '--header-row', '21'])
  for (const row of ['26', '5000']) {
    const { stderr } = await run(['dedupe', 'far.csv', ...TEXT, '--header-row', row], 2)
    expect(stderr).toContain(`option "header-row" cannot be ${row}`)
  }
  writeFileSync(at('lines.jsonl'), '{"text":"a text of some words"}\n')
  expect((await run(['dedupe', 'lines.jsonl', '--header-row', '2'], 2)).stderr).toContain('--header-row is for Excel files, CSV and TSV')
})

it('is the same at the other doors', async () => {
  writeFileSync(at('old.csv'), `来信登记表\r\n${TABLE}`)
  writeFileSync(at('plain.csv'), TABLE)
  const linked = async (name: string) => {
    const { stdout, stderr } = await run(['link', name, 'plain.csv', ...TEXT, '--id-field', '编号', '--pairs', 'pairs.jsonl'])
    return { said: stdout + stderr, pairs: jsonLines(at('pairs.jsonl')) }
  }
  const [titled, plain] = [await linked('old.csv'), await linked('plain.csv')]
  expect(titled.pairs).toEqual(plain.pairs)
  expect(titled.said).toContain('old.csv: its header is in row 2')
  await run(['index', 'create', 'letters.db'])
  const added = await run(['index', 'add', 'letters.db', 'old.csv', ...TEXT, '--id-field', '编号'])
  expect(added.stdout + added.stderr).toContain('old.csv: its header is in row 2')
  const synced = await run(['sync', 'old.csv', 'synced.db', '--create', ...TEXT, '--id-field', '编号'])
  expect(synced.stdout.trim().split('\n')).toHaveLength(3)
  expect(synced.stderr).toContain('old.csv: its header is in row 2')
  const piped = await run(['dedupe', '-', ...TEXT, '--json'], 0, `来信登记表\r\n${TABLE}`)
  expect(JSON.parse(piped.stdout)).toMatchObject({ documents: 3, removed: 1 })
  writeFileSync(at('one.csv'), `来信登记表\r\n${TABLE.split('\r\n').slice(0, 2).join('\r\n')}`)
  expect((await run(['compare', 'one.csv', 'one.csv', ...TEXT])).stdout).toMatch(/1/)
  const { summary } = await dedupe({ files: [at('old.csv')] }, { textField: '来信内容' })
  expect(summary).toMatchObject({ documents: 3, removed: 1, headers: [{ headerRow: 2 }] })
})
