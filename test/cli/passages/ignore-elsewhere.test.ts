/**
 * `--ignore` of `compare`, `index` and `sync`.
 *
 * Oracle   the same commands on texts with the passages cut by hand.
 * Covers   answers line by line, other passages, texts of which nothing is left, export and import, exit codes, both languages.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const run = (...args: string[]) => leitong(args, { cwd: folder })

const FOOTERS = [`${createText(createRandom(2), 50)}. All rights reserved.`, '来信请寄本市信访接待中心，并注明联系电话与地址。']
const ROWS = Array.from({ length: 60 }, (_, id) => {
  const own = edit(createRandom(id), createText(createRandom(id - (id % 3)), 30), id % 3 ? 0.03 : 0)
  return { id, text: `${own} ${['', ...FOOTERS][(id * 7) % 3]}` }
})
const cut = (text: string) => FOOTERS.reduce((rest, footer) => rest.split(footer).join(''), text)
const CUT = ROWS.map(({ id, text }) => ({ id, text: cut(text) }))
const write = (name: string, passages: readonly string[]) =>
  writeLines(
    path(name),
    passages.map((text) => ({ text })),
  )

beforeAll(() => {
  writeLines(path('rows.jsonl'), ROWS)
  writeLines(path('cut.jsonl'), CUT)
  write('footers.jsonl', FOOTERS)
  write('one.jsonl', FOOTERS.slice(1))
})

it('adds to an index and asks it', async () => {
  expect((await run('index', 'create', 'ours', '--ignore', 'footers.jsonl')).code).toBe(0)
  await run('index', 'create', 'cut')
  const ours = await run('index', 'add', 'ours', 'rows.jsonl', '--ignore', 'footers.jsonl')
  const byHand = await run('index', 'add', 'cut', 'cut.jsonl')
  expect(ours).toEqual(byHand)
  // The index knows its passages.
  const found = await run('index', 'query', 'ours', 'rows.jsonl')
  expect(found.stdout).toBe((await run('index', 'query', 'cut', 'cut.jsonl')).stdout)
  expect(found.stdout).not.toBe((await run('index', 'query', 'cut', 'rows.jsonl')).stdout)
  const alone = await run('index', 'query', 'ours', '--text', FOOTERS[0] as string)
  expect(alone.code).toBe(1)
})

it('refuses other passages', async () => {
  await run('index', 'create', 'other', '--ignore', 'footers.jsonl')
  const refused = await run('index', 'add', 'other', 'rows.jsonl', '--ignore', 'one.jsonl')
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toMatch(
    /ignore is "2 passages \([0-9a-f]{16}\)", not "1 passage \([0-9a-f]{16}\)"[\s\S]*create another index and import/,
  )
})

it('takes the passages along in an export', async () => {
  write('gone.jsonl', FOOTERS)
  await run('index', 'add', 'from', 'rows.jsonl', '--create', '--ignore', 'gone.jsonl')
  rmSync(path('gone.jsonl'))
  expect((await run('index', 'export', 'from', '-o', 'export.jsonl')).code).toBe(0)
  expect((await run('index', 'import', 'to', 'export.jsonl')).code).toBe(0)
  const [from, to] = [await run('index', 'query', 'from', 'rows.jsonl'), await run('index', 'query', 'to', 'rows.jsonl')]
  expect(from.code).toBe(0)
  expect(to.stdout).toBe(from.stdout)
})

it('names a text of which nothing is left, and goes on', async () => {
  writeLines(path('empty.jsonl'), [ROWS[0], { id: 'footer', text: `${FOOTERS[0]} ` }, ROWS[3]])
  const added = await run('index', 'add', 'empty', 'empty.jsonl', '--create', '--ignore', 'footers.jsonl')
  expect(added.code).toBe(0)
  expect(added.stdout.trim().split('\n')).toHaveLength(2)
  expect(added.stderr).toMatch(/"footer": nothing is left of the text/)
  const strict = await run('index', 'add', 'strict', 'empty.jsonl', '--create', '--ignore', 'footers.jsonl', '--strict')
  expect(strict.code).not.toBe(0)
  const synced = await run('sync', 'empty.jsonl', 'synced', '--create', '--ignore', 'footers.jsonl')
  expect(synced.code).toBe(0)
  expect(synced.stdout.trim().split('\n')).toHaveLength(2)
  expect(synced.stderr).toMatch(/nothing is left of the text/)
})

it('syncs', async () => {
  const ours = await run('sync', 'rows.jsonl', 'sync-ours', '--create', '--ignore', 'footers.jsonl')
  const byHand = await run('sync', 'cut.jsonl', 'sync-cut', '--create')
  expect(ours).toEqual(byHand)
})

it('compares what is left', async () => {
  const [a, b] = [ROWS[1], ROWS[2]] as [(typeof ROWS)[number], (typeof ROWS)[number]]
  writeFileSync(path('a.txt'), `${FOOTERS[0]}${a.text}`)
  writeFileSync(path('b.txt'), `${b.text}${FOOTERS[1]}`)
  writeFileSync(path('a-cut.txt'), cut(`${FOOTERS[0]}${a.text}`))
  writeFileSync(path('b-cut.txt'), cut(`${b.text}${FOOTERS[1]}`))
  for (const more of [[], ['--measure', 'containment'], ['--measure', 'weighted']]) {
    const ours = JSON.parse((await run('compare', 'a.txt', 'b.txt', '--json', '--ignore', 'footers.jsonl', ...more)).stdout)
    const byHand = JSON.parse((await run('compare', 'a-cut.txt', 'b-cut.txt', '--json', ...more)).stdout)
    expect(ours).toEqual({ ...byHand, ignored: { texts: 2, characters: expect.any(Number) } })
  }
  const own = cut(a.text)
  const pair = ['--texts', `${own} ${FOOTERS[0]}`, `${own} ${FOOTERS[1]}`, '-q']
  const whole = await run('compare', ...pair)
  const rest = await run('compare', ...pair, '--ignore', 'footers.jsonl')
  expect([whole.code, rest.code]).toEqual([1, 0])
  const said = await run('compare', 'a.txt', 'b.txt', '--ignore', 'footers.jsonl')
  expect(said.stdout).toMatch(/left out of the comparison: \d+ characters of passages in 2 texts/)
})
