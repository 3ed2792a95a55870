/**
 * `leitong passages`.
 *
 * Oracle   the texts themselves: what stands at a place, what is left when all places are cut out by hand.
 * Covers   places of passages, texts written without them byte for byte otherwise, a library, boilerplate and what is ignored,
 *          quotations, words, records that cannot be judged, standard input, and what is refused.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom, createText } from '../../support/texts.js'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const random = createRandom(7)
const SHARED = '这一段文字在几封来信里逐字出现，😀 \\"quoted\\"\tand tabbed，以便查找。它应当只留下一次，其余各处都要去掉。'
const OTHER = 'A second passage, with an é and a line\nbreak in it, long enough to be found by anyone who looks for it.'

interface Place {
  readonly id: unknown
  readonly offset: number
  readonly length: number
}
interface Passage {
  readonly text: string
  readonly length: number
  readonly count: number
  readonly documents: number
  readonly places: readonly Place[]
  readonly sources?: readonly Place[]
}

async function passages(args: readonly string[], input?: string | Uint8Array) {
  return leitong(['passages', ...args], { cwd: folder, ...(input === undefined ? {} : { input }) })
}

const rows = [
  { id: 'a', text: `${createText(random, 20)}${SHARED}${createText(random, 20)}`, n: 1.5 },
  { id: 'b', text: `${OTHER} ${createText(random, 30)}${SHARED}` },
  { id: 3, text: createText(random, 30) },
  { id: 4, text: `${SHARED}${createText(random, 20)} ${OTHER} ${createText(random, 5)}` },
]
const textOf = (id: unknown) => rows.find((row) => row.id === id)?.text ?? ''
const stretch = (text: string, { offset, length }: Place) =>
  Array.from(text)
    .slice(offset, offset + length)
    .join('')

it('names each passage with all its places, the first one in front', async () => {
  writeLines(path('docs.jsonl'), rows)
  const ran = await passages(['docs.jsonl', '--passages', 'p.jsonl', '--min-length', '40', '--json'])
  expect(ran).toMatchObject({ code: 0, stderr: '' })
  const found = jsonLines(path('p.jsonl')) as unknown as Passage[]
  expect(found.map(({ text }) => text)).toEqual(expect.arrayContaining([expect.stringContaining(SHARED), expect.stringContaining(OTHER)]))
  for (const { text, length, places, count, documents } of found) {
    expect(Array.from(text)).toHaveLength(length)
    expect(places).toHaveLength(count)
    expect(new Set(places.map(({ id }) => id)).size).toBe(documents)
    for (const place of places) expect(stretch(textOf(place.id), place)).toBe(text)
  }
  expect(found.find(({ text }) => text.includes(SHARED))?.places.map(({ id }) => id)).toEqual(['a', 'b', 4])
  const summary = JSON.parse(ran.stdout)
  expect(summary).toMatchObject({ documents: 4, passages: found.length, with_passages: 3, unit: 'characters', min_length: 40 })
})

it('writes texts without passages, and every other byte as it was', async () => {
  const escaped = JSON.stringify(rows[1]?.text).replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const lines = [
    `\ufeff{"id": "a" ,"text":${JSON.stringify(rows[0]?.text)}, "n":1.50}`,
    '',
    'no JSON at all',
    `{"text":${escaped},"id":"b"}\r`,
    `{"id":3,"text":${JSON.stringify(rows[2]?.text)}}`,
    `{"id":4,"text":"given twice","text":${JSON.stringify(rows[3]?.text)}}`,
  ]
  writeFileSync(path('bytes.jsonl'), lines.join('\n'))
  for (const remove of ['all', 'later']) {
    const ran = await passages(['bytes.jsonl', '-o', 'left.jsonl', '--remove', remove, '--passages', 'p.jsonl', '--min-length', '40'])
    expect(ran.code, ran.stderr).toBe(0)
    const cut = new Map<unknown, Place[]>()
    for (const { places } of jsonLines(path('p.jsonl')) as unknown as Passage[])
      for (const place of places.slice(remove === 'all' ? 0 : 1)) cut.set(place.id, [...(cut.get(place.id) ?? []), place])
    const leftOf = (id: unknown) => {
      const places = cut.get(id) ?? []
      return Array.from(textOf(id))
        .filter((_, i) => !places.some(({ offset, length }) => i >= offset && i < offset + length))
        .join('')
    }
    const left = readFileSync(path('left.jsonl'), 'utf8').split('\n')
    expect(left).toHaveLength(lines.length)
    expect(left[0]).toBe(`\ufeff{"id": "a" ,"text":${JSON.stringify(leftOf('a'))}, "n":1.50}`)
    expect(left.slice(1, 3)).toEqual(lines.slice(1, 3))
    expect(JSON.parse(left[3] as string)).toEqual({ id: 'b', text: leftOf('b') })
    expect(left[3]).toMatch(/"id":"b"}\r$/)
    // What is left is spelled as it was.
    expect(left[3]).toMatch(/^[\x20-\x7e\r]*$/)
    expect(left[4]).toBe(lines[4])
    expect(left[5]).toBe(`{"id":4,"text":"given twice","text":${JSON.stringify(leftOf(4))}}`)
    expect(leftOf('a').includes(SHARED)).toBe(remove === 'later')
    expect(leftOf('b')).not.toContain(SHARED)
  }
})

it('several text fields, lists of texts, lines, one file, standard input and a compressed file', async () => {
  const line = { title: `T ${OTHER}`, turns: [{ say: SHARED }, { say: 'short' }, { say: `${OTHER} x` }], n: [1] }
  writeFileSync(path('fields.jsonl'), `${JSON.stringify(line)}\n`)
  await passages(['fields.jsonl', '--text-field', 'title,turns.say', '-o', 'fields.out'])
  expect(JSON.parse(readFileSync(path('fields.out'), 'utf8'))).toEqual({
    ...line,
    turns: [{ say: SHARED }, { say: 'short' }, { say: ' x' }],
  })
  const text = `first\r\nx${SHARED.replace('\t', ' ')}\n\nyy${SHARED.replace('\t', ' ')}zz`
  writeFileSync(path('lines.log'), text)
  const expected = `first\r\nx${SHARED.replace('\t', ' ')}\n\nyyzz`
  await passages(['lines.log', '--format', 'lines', '-o', 'lines.out', '--min-length', '40'])
  expect(readFileSync(path('lines.out'), 'utf8')).toBe(expected)
  const ran = await passages(['-', '--format', 'lines', '-o', '-', '--min-length', '40', '-q'], text)
  expect(ran).toMatchObject({ code: 0, stdout: expected, stderr: '' })
  writeFileSync(path('lines.gz'), gzipSync(text))
  await passages(['lines.gz', '--format', 'lines', '-o', 'lines.out', '--min-length', '40'])
  expect(readFileSync(path('lines.out'), 'utf8')).toBe(expected)
  writeFileSync(path('one.txt'), `\ufeff${text}`)
  await passages(['one.txt', '-o', 'one.out', '--min-length', '40'])
  expect(readFileSync(path('one.out'), 'utf8')).toBe(`\ufeff${expected}`)
})

it('finds what stands in a library, and leaves the library alone', async () => {
  writeLines(path('train.jsonl'), rows)
  writeLines(path('eval.jsonl'), [{ id: 'q', text: `Before. ${OTHER.toUpperCase().replaceAll(' ', '  ')} After.` }])
  const ran = await passages([
    'train.jsonl',
    '--within',
    'eval.jsonl',
    '--unit',
    'tokens',
    '-o',
    'clean.jsonl',
    '--passages',
    'p.jsonl',
    '--documents',
    'd.jsonl',
  ])
  expect(ran.code, ran.stderr).toBe(0)
  const found = jsonLines(path('p.jsonl')) as unknown as Passage[]
  expect(found).toHaveLength(1)
  expect(found[0]?.places.map(({ id }) => id)).toEqual(['b', 4])
  expect(found[0]?.sources?.map(({ id }) => id)).toEqual(['q'])
  const left = jsonLines(path('clean.jsonl')) as { text: string }[]
  expect(left[0]?.text).toBe(rows[0]?.text)
  expect(left[1]?.text).not.toContain('second passage')
  // Repeats within one side are no passages here.
  expect(left[3]?.text).toContain(SHARED)
  const documents = jsonLines(path('d.jsonl')) as unknown as {
    id: unknown
    share: number
    repeated: number
    characters: number
    sources: unknown[]
  }[]
  expect(documents.map(({ id }) => id)).toEqual(['b', 4])
  for (const { share, repeated, characters, sources } of documents) {
    expect(share).toBeCloseTo(repeated / characters, 3)
    expect(sources).toEqual([{ id: 'q', characters: repeated, share, passages: 1 }])
  }
})

it('near passages: stretches of one source with little between them count together', async () => {
  const source = createText(random, 120)
  const words = source.split(' ')
  words[Math.floor(words.length / 2)] = 'REPLACED'
  writeFileSync(path('a.txt'), `Own beginning. ${words.join(' ')}`)
  writeFileSync(path('b.txt'), source)
  const documentsWith = async (...more: string[]) => {
    await passages(['a.txt', '--within', 'b.txt', '--min-length', '20', '--documents', 'd.jsonl', ...more])
    return jsonLines(path('d.jsonl'))[0] as unknown as { repeated: number; passages: { length: number }[] }
  }
  const exact = await documentsWith()
  const near = await documentsWith('--gap', '30')
  expect(exact.passages).toHaveLength(2)
  expect(near.passages).toHaveLength(1)
  expect(near.repeated).toBeGreaterThan(exact.repeated)
})

it('boilerplate is listed, and is not counted where it is ignored', async () => {
  const footer = '本邮件由系统自动发出，请勿直接回复。如有疑问，请拨打热线电话咨询，谢谢您的理解与支持，祝您生活愉快。'
  const letters = Array.from({ length: 6 }, (_, i) => ({ id: i, text: `${createText(random, 30)}${footer}` }))
  const pair = createText(random, 40)
  writeLines(path('letters.jsonl'), [...letters, { id: 'x', text: `${pair} — ${footer}` }, { id: 'y', text: `… ${pair}` }])
  await passages(['letters.jsonl', '--min-length', '30', '--boilerplate', 'boilerplate.jsonl', '--boilerplate-over', '4'])
  const boilerplate = jsonLines(path('boilerplate.jsonl')) as { text: string; documents: number }[]
  expect(boilerplate).toEqual([{ documents: 7, text: expect.stringContaining(footer) }])
  await passages(['letters.jsonl', '--min-length', '30', '--ignore', 'boilerplate.jsonl', '--passages', 'p.jsonl'])
  const found = jsonLines(path('p.jsonl')) as unknown as Passage[]
  expect(found.map(({ places }) => places.map(({ id }) => id))).toEqual([['x', 'y']])
})

it('quotations do not count where that is asked for', async () => {
  writeLines(path('quoting.jsonl'), [{ id: 1, text: `他写道：“${SHARED}”，我不同意。${OTHER}` }])
  writeLines(path('library.jsonl'), [{ id: 2, text: `${OTHER} ${SHARED}` }])
  const textsWith = async (...more: string[]) => {
    await passages(['quoting.jsonl', '--within', 'library.jsonl', '--min-length', '30', '--passages', 'p.jsonl', ...more])
    return (jsonLines(path('p.jsonl')) as unknown as Passage[]).map(({ text }) => text)
  }
  expect((await textsWith()).map((text) => text.trim())).toEqual([SHARED, OTHER])
  expect((await textsWith('--without-quotes')).map((text) => text.trim())).toEqual([OTHER])
})

it('lines, paragraphs and sentences: each stays once, and what left is accounted for', async () => {
  const parts = ['First of all.', 'ＦＩＲＳＴ  of all.', 'Then 第二。', 'x', '', 'Then 第二。😀', 'Own words here.']
  const endings = { line: '\n', paragraph: '\n\n', sentence: ' ' }
  for (const [unit, ending] of Object.entries(endings)) {
    const texts = Array.from({ length: 40 }, () =>
      Array.from({ length: 1 + Math.floor(random() * 6) }, () => parts[Math.floor(random() * parts.length)]).join(ending),
    )
    writeLines(
      path('units.jsonl'),
      texts.map((text, id) => ({ id, text })),
    )
    const least = 3
    const ran = await passages(['units.jsonl', '--unit', unit, '--min-length', String(least), '-o', 'left.jsonl', '--passages', 'p.jsonl'])
    expect(ran.code, ran.stderr).toBe(0)
    const left = (jsonLines(path('left.jsonl')) as { text: string }[]).map(({ text }) => text)
    const found = jsonLines(path('p.jsonl')) as unknown as Passage[]
    // Kept and removed, put together again, are the texts.
    const later = found.flatMap(({ places }) => places.slice(1)).sort((a, b) => Number(a.id) - Number(b.id) || a.offset - b.offset)
    const together = left.map((text) => Array.from(text))
    for (const place of later) {
      const id = Number(place.id)
      together[id]?.splice(place.offset, 0, ...Array.from(texts[id] as string).slice(place.offset, place.offset + place.length))
    }
    expect(together.map((all) => all.join(''))).toEqual(texts)
    // Of each thing that is said in enough characters, one is left.
    const said = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
    if (unit === 'sentence') continue
    const cut = (text: string) =>
      text
        .split(ending)
        .map(said)
        .filter((part) => Array.from(part).length >= least)
    const kept = left.flatMap(cut)
    expect(kept).toHaveLength(new Set(kept).size)
    expect(new Set(kept)).toEqual(new Set(texts.flatMap(cut)))
    expect(found.length).toBeGreaterThan(2)
  }
})

it('bytes that are no sound UTF-8 are left alone and reported', async () => {
  const broken = Buffer.concat([Buffer.from(`{"id":9,"text":"${'x'.repeat(60)}`), Buffer.from([0xff, 0xc3]), Buffer.from('"}\n')])
  const good = rows.map((row) => JSON.stringify(row)).join('\n')
  writeFileSync(path('broken.jsonl'), Buffer.concat([broken, broken, Buffer.from(good)]))
  const ran = await passages(['broken.jsonl', '-o', 'left.jsonl', '--encoding', 'utf-8', '--min-length', '40'])
  expect(ran.code).toBe(0)
  expect(ran.stderr).toContain('2 records could not be judged')
  expect(readFileSync(path('left.jsonl')).subarray(0, 2 * broken.length)).toEqual(Buffer.concat([broken, broken]))
  // What is found is what the good rows have.
  writeFileSync(path('good.jsonl'), good)
  for (const [name, from] of [
    ['p1.jsonl', 'broken.jsonl'],
    ['p2.jsonl', 'good.jsonl'],
  ] as const)
    await passages([from, '--passages', name, '--encoding', 'utf-8', '--min-length', '40'])
  expect(readFileSync(path('p1.jsonl'), 'utf8')).toBe(readFileSync(path('p2.jsonl'), 'utf8'))
  expect(jsonLines(path('p1.jsonl')).length).toBeGreaterThan(0)
  const strict = await passages(['broken.jsonl', '--strict', '--encoding', 'utf-8'])
  expect(strict.code).toBe(3)
})

it('names a stretch once, however much of it a third text has', async () => {
  const long = 'the harbour master counted every crate twice before the last ferry of the evening left for the islands'
  const texts = [`First. ${long} and so on`, `Second! ${long}, it said`, `Third? ${long.slice(20, 80)}; no more`]
  writeFileSync(path('three.jsonl'), texts.map((text, id) => `${JSON.stringify({ id, text })}\n`).join(''))
  await passages(['three.jsonl', '--min-length', '20', '--documents', 'd.jsonl'])
  const [first] = jsonLines(path('d.jsonl')) as { sources: { id: number; passages: number }[]; stretches: { source: number }[] }[]
  expect(first?.sources.map(({ id, passages }) => [id, passages])).toEqual([
    [1, 1],
    [2, 1],
  ])
})

it('what cannot be is refused before the work, and nothing is written', async () => {
  writeFileSync(path('t.csv'), 'id,text\n1,a\n')
  expect(await passages(['t.csv', '-o', 'never'])).toMatchObject({ code: 2, stderr: expect.stringContaining('csv') })
  expect(await passages(['docs.jsonl', '--remove', 'all'])).toMatchObject({ code: 2 })
  expect(await passages(['docs.jsonl', '--min-length', '1'])).toMatchObject({ code: 2 })
  expect(await passages(['docs.jsonl', '-o', 'docs.jsonl'])).toMatchObject({ code: 2 })
  expect(await passages(['docs.jsonl', '--passages', '-', '--json'])).toMatchObject({ code: 2 })
})
