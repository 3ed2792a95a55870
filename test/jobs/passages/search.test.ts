import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { popcount32 } from '../../../src/hashing/bits.js'
import { findPassages, type PassageSearch } from '../../../src/jobs/passages/search.js'
import { Segments } from '../../../src/jobs/passages/segments.js'
import { TextSpool } from '../../../src/jobs/passages/text-spool.js'
import { foldedWord, placeWords } from '../../../src/repeating/words.js'
import { naivePassages } from './oracle.js'

async function search(texts: readonly string[], how: Partial<PassageSearch>, sides?: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'leitong-test-'))
  const spool = new TextSpool(folder)
  try {
    for (const [i, text] of texts.entries()) spool.add(String(i), text)
    spool.finish()
    const found = await findPassages(spool, Segments.ofTexts(spool), {
      unit: 'characters',
      least: 3,
      sideOf: (text) => sides?.[text] ?? 1,
      among: sides ? 'across' : 'all',
      memory: 64 << 20,
      folder,
      number: 0,
      pause: async () => {},
      ...how,
    })
    return Array.from({ length: found.count }, (_, passage) => {
      const from = passage ? (found.ends[passage - 1] as number) : 0
      const places = []
      for (let i = from; i < (found.ends[passage] as number); i++) {
        const text = texts[found.texts[i] as number] as string
        places.push({
          text: found.texts[i] as number,
          offset: found.offsets[i] as number,
          characters: found.characters[i] as number,
          said: text.slice(found.starts[i], found.stops[i]),
        })
      }
      return { length: found.lengths[passage] as number, places }
    })
  } finally {
    spool.close()
    rmSync(folder, { recursive: true })
  }
}

/** What was found, in a form that the oracle has too. */
const plain = (found: Awaited<ReturnType<typeof search>>) =>
  found.map(({ places }) => [places[0]?.said ?? '', ...places.map(({ text, offset }) => `${text}:${offset}`)].join('|')).sort()

const naive = (texts: readonly string[], least: number, sides?: readonly number[]) =>
  naivePassages(
    texts.map((text) => Array.from(text)),
    least,
    sides,
  )
    .map(({ items, places }) => [items.split('\u0001').join(''), ...places.map(([text, offset]) => `${text}:${offset}`)].join('|'))
    .sort()

/** Letters without a meaning, the same for a seed. */
function random(seed: number, length: number): string {
  let state = seed
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return String.fromCharCode(97 + ((state >>> 16) % 26))
  }).join('')
}

const letters = fc.constantFrom('a', 'b', '文', '\u{1f600}', '\u{1f601}', '\u{20001}')
const texts = fc.array(
  fc.array(letters, { maxLength: 60 }).map((all) => all.join('')),
  { maxLength: 6 },
)

test('passages are those that comparing every place with every other finds', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 2, max: 9 }), async (given, least) => {
      const found = await search(given, { least })
      expect(plain(found)).toEqual(naive(given, least))
      for (const { length, places } of found) {
        expect(places.length).toBeGreaterThan(1)
        for (const { said, characters } of places) {
          expect(said).toBe(places[0]?.said)
          expect(Array.from(said)).toHaveLength(length)
          expect(characters).toBe(length)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('two sides: passages are what of one stands on the other', async () => {
  await fc.assert(
    fc.asyncProperty(
      texts,
      fc.integer({ min: 2, max: 9 }),
      fc.array(fc.constantFrom(1, 2), { minLength: 6, maxLength: 6 }),
      async (given, least, sides) => {
        expect(plain(await search(given, { least }, sides))).toEqual(naive(given, least, sides))
      },
    ),
    { numRuns: 300 },
  )
})

test('words are compared without case, spaces and punctuation, and found where they stand', async () => {
  const word = fc.constantFrom('Un ', 'un,', 'deux ', 'DEUX; ', 'trois\n', '四', '五。')
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(word, { maxLength: 30 }).map((all) => all.join('')),
        { maxLength: 4 },
      ),
      async (given) => {
        const wordsOf = (text: string) => {
          const { count, starts, ends } = placeWords(text)
          return Array.from({ length: count }, (_, i) => foldedWord(text.slice(starts[i], ends[i])))
        }
        const found = await search(given, { unit: 'tokens', least: 3 })
        const expected = naivePassages(given.map(wordsOf), 3)
        const said = found.map(({ places }) => wordsOf(places[0]?.said ?? '').join('\u0001')).sort()
        expect(said).toEqual(expected.map(({ items }) => items).sort())
        for (const { places } of found) for (const place of places) expect(wordsOf(place.said)).toEqual(wordsOf(places[0]?.said ?? ''))
        expect(found.reduce((sum, { places }) => sum + places.length, 0)).toBe(expected.reduce((sum, { places }) => sum + places.length, 0))
      },
    ),
    { numRuns: 200 },
  )
})

test('longer passages than a window of anchors, among text that is alone', async () => {
  const shared = [random(1, 80), random(2, 49), random(3, 120)] as const
  const given = [
    random(10, 300) + shared[0] + random(11, 200) + shared[1],
    random(12, 100) + shared[0].slice(10) + shared[2] + random(13, 50),
    `${shared[2].slice(0, 70)}${random(14, 400)}${shared[1]}`,
  ]
  for (const least of [20, 50, 70]) expect(plain(await search(given, { least }))).toEqual(naive(given, least))
})

test('texts that repeat themselves in every way', async () => {
  let [a, b] = ['a', 'ab']
  while (b.length < 400) [a, b] = [b, b + a]
  for (const least of [5, 50]) {
    expect(plain(await search([b], { least }))).toEqual(naive([b], least))
    expect(plain(await search([b, `x${b.slice(7)}`], { least }))).toEqual(naive([b, `x${b.slice(7)}`], least))
    expect(plain(await search(['abc'.repeat(100)], { least }))).toEqual(naive(['abc'.repeat(100)], least))
  }
})

test('texts for which rolling hashes are weak, and halves of characters', async () => {
  // Of Thue and Morse: unlike stretches of it have one polynomial hash modulo a power of two.
  const thueMorse = Array.from({ length: 600 }, (_, i) => (popcount32(i) % 2 ? 'b' : 'a')).join('')
  const broken = `${'\ud83d\ude00\ude00\ud83dx'.repeat(6)}\ud83d`
  for (const least of [4, 24]) {
    for (const given of [[thueMorse], [thueMorse, thueMorse.slice(100, 300)], [broken, `y${broken}\ufffd`]])
      expect(plain(await search(given, { least }))).toEqual(naive(given, least))
  }
})

test('Fibonacci strings are searched in linear time, in one table and in several', async () => {
  let [a, b] = ['a', 'ab']
  while (b.length < 200_000) [a, b] = [b, b + a]
  const whole = await search([b], { least: 50 })
  expect(whole.length).toBeGreaterThan(1)
  // Without its last two letters it has the period F(n - 2), and a is F(n - 1) long.
  expect(Math.max(...whole.map(({ length }) => length))).toBe(a.length - 2)
  for (const { places } of whole) for (const { said } of places) expect(said === places[0]?.said).toBe(true)
  // Four tables.
  expect(await search([b], { least: 50, tableMemory: 1 << 20 })).toEqual(whole)
})

test('what repeats takes the memory of its different parts, once', async () => {
  // 50 copies in 50 surroundings: 500 000 characters that repeat, 10 000 different ones.
  const letter = random(7, 10_000)
  const given = Array.from({ length: 50 }, (_, i) => `${String.fromCharCode(0x4e00 + i)}${letter}${String.fromCharCode(0x5e00 + i)}`)
  const found = await search(given, { least: 50, memory: 1 << 20 })
  expect(found[0]?.places).toHaveLength(50)
  expect(found[0]?.length).toBe(10_000)
})

test('one character a million times is one passage with two places', async () => {
  const [passage, ...others] = await search(['a'.repeat(1_000_000)], { least: 50 })
  expect(others).toEqual([])
  expect(passage?.length).toBe(999_999)
  expect(passage?.places.map(({ offset }) => offset)).toEqual([0, 1])
})

test('what does not fit into the table is found in parts, and is the same', async () => {
  const given = Array.from(
    { length: 40 },
    (_, i) => `${i} begins. ${'The same words stand in many of these. '.repeat(1 + (i % 3))}${i * i} ends.`,
  )
  const whole = await search(given, { least: 20 })
  // A table of 16 slots: hundreds of parts.
  expect(await search(given, { least: 20, tableMemory: 80 })).toEqual(whole)
  expect(whole.length).toBeGreaterThan(2)
})

test('what repeats beyond the memory is said, not guessed', async () => {
  await expect(search(['a'.repeat(100_000)], { least: 50, memory: 1 << 20 })).rejects.toMatchObject({ code: 'REPEATS_MEMORY' })
})
