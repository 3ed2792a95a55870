/**
 * A live index that leaves passages out of its texts (`ignore`).
 *
 * Oracle   an index of the same texts with the passages cut by hand.
 * Covers   answers, groups and queries under several methods in memory and LMDB; the passages stay with the index whatever becomes of their
 *          file; other passages are refused; exports; texts of which nothing is left; rows.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type LiveOptions, openIndex } from '../../../src/index.js'
import { temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom, createText, edit } from '../../support/texts.js'

const folder = temporaryFolder()
const FOOTERS = [`${createText(createRandom(1), 60)}, all rights reserved.`, '此件由市民服务热线转办，请在十五个工作日内书面答复来信人。😀']

/** Texts of few words with long footers: with the footers unlike texts are alike, and copies with different footers are not. */
const ROWS = Array.from({ length: 120 }, (_, id) => {
  const own = edit(createRandom(id), createText(createRandom(id - (id % 3)), 30), id % 3 ? 0.03 : 0)
  return { id, text: `${own} ${['', ...FOOTERS][(id * 7) % 3]}` }
})
/** None of these texts has a passage twice, or two that overlap. */
const cut = (text: string) => FOOTERS.reduce((rest, footer) => rest.split(footer).join(''), text)
const CUT = ROWS.map(({ id, text }) => ({ id, text: cut(text) }))

let files = 0
const fileOf = (passages: readonly string[]) =>
  writeLines(
    join(folder, `footers-${files++}.jsonl`),
    passages.map((text) => ({ text })),
  )

/** What an index says of documents: when they come, and when it is asked for them. */
async function answersOf(url: string, options: LiveOptions, rows: readonly { readonly id: number; readonly text: string }[]) {
  const index = await openIndex(url, options)
  try {
    const added = []
    for await (const answer of index.addAll(rows)) added.push(answer)
    const found = []
    for (const { text } of rows.slice(0, 30)) found.push(await index.query(text))
    return { added, found }
  } finally {
    await index.close()
  }
}

const CASES: readonly (readonly [string, LiveOptions])[] = [
  ['minhash', {}],
  ['texts kept', { payload: 'text' }],
  ['signatures alone', { payload: 'none' }],
  ['simhash', { method: 'simhash' }],
  ['rare', { method: 'rare' }],
  ['containment', { measure: 'containment' }],
  ['combined', { method: 'simhash', measure: 'combined' }],
]

for (const [store, urlOf] of [
  ['memory', (name: string) => `memory:${name}`],
  ['LMDB', (name: string) => join(folder, name)],
] as const)
  it.each(CASES)(`answers as of texts that were cut by hand, in ${store}: %s`, async (name, options) => {
    const ours = await answersOf(urlOf(`${store}-${name}`), { ...options, ignore: [fileOf(FOOTERS)] }, ROWS)
    const expected = await answersOf(urlOf(`${store}-${name}-cut`), options, CUT)
    const whole = await answersOf(urlOf(`${store}-${name}-whole`), options, ROWS)
    expect(ours).toEqual(expected)
    expect(ours).not.toEqual(whole)
  })

it('keeps the passages, whatever becomes of their file', async () => {
  const url = join(folder, 'kept')
  const path = fileOf(FOOTERS)
  const before = await answersOf(url, { ignore: [path] }, ROWS.slice(0, 60))
  rmSync(path)
  const again = await openIndex(url)
  expect(await Promise.all(ROWS.slice(0, 30).map(({ text }) => again.query(text)))).toEqual(before.found)
  await again.close()
  // The same passages, elsewhere and in another order.
  const index = await openIndex(url, { ignore: [fileOf([...FOOTERS].reverse())] })
  await index.close()
})

it('refuses other passages, and says how to go on', async () => {
  const url = join(folder, 'other')
  await (await openIndex(url, { ignore: [fileOf(FOOTERS)] })).close()
  await expect(openIndex(url, { ignore: [fileOf(FOOTERS.slice(1))] })).rejects.toThrow(
    /ignore is "2 passages \([0-9a-f]{16}\)", not "1 passage \([0-9a-f]{16}\)"/,
  )
  await expect(openIndex(url, { ignore: [] })).rejects.toMatchObject({ code: 'INDEX_OPTIONS' })
  const plain = join(folder, 'plain')
  await (await openIndex(plain)).close()
  await expect(openIndex(plain, { ignore: [fileOf(FOOTERS)] })).rejects.toThrow(/ignore is "no passages"/)
})

it('exports the passages, and takes no signatures that were made without them', async () => {
  const from = await openIndex('memory:ignore-export', { ignore: [fileOf(FOOTERS)] })
  for await (const _ of from.addAll(ROWS));
  const lines = []
  for await (const line of from.export()) lines.push(line)
  const same = await openIndex('memory:ignore-import', { ignore: [fileOf(FOOTERS)] })
  expect(await same.import(lines)).toBe(ROWS.length)
  expect(await same.query(ROWS[4]?.text ?? '')).toEqual(await from.query(ROWS[4]?.text ?? ''))
  const other = await openIndex('memory:ignore-other')
  await expect(other.import(lines)).rejects.toMatchObject({ code: 'IMPORT_OPTIONS' })
  for (const index of [from, same, other]) await index.close()
})

it('takes no text of which nothing is left, and finds nothing for it', async () => {
  const index = await openIndex('memory:ignore-empty', { ignore: [fileOf(FOOTERS)] })
  for await (const _ of index.addAll(ROWS.slice(0, 9)));
  await expect(index.add({ id: 99, text: ` ${FOOTERS[0]}\n${FOOTERS[1]}` })).rejects.toThrow(/99: nothing is left of the text/)
  expect(await index.query(FOOTERS[0] as string)).toEqual([])
  await index.close()
})

it('is for texts', async () => {
  const ignore = [fileOf(FOOTERS)]
  await expect(openIndex('memory:ignore-rows', { ignore, measure: 'match', fields: { fields: { name: {} } } })).rejects.toThrow(
    /^ignore is for texts/,
  )
  await expect(openIndex('memory:ignore-given', { ignore, fingerprintField: 'hash', fingerprintBits: 64 } as LiveOptions)).rejects.toThrow(
    /^ignore is for texts/,
  )
})
