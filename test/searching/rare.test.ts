/**
 * searching/rare: which texts share features that few other texts have?
 *
 * Oracle   Sets of features, every pair looked at.
 * Covers   any features, also ones that differ in one half of their bits only; copies left out; any limit and threshold; any way of
 *          handing documents in; the sample: the first that fits, whatever the order, and exact within it; features that go elsewhere and come back.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexRare, NO_TEXT, Postings } from '../../src/searching/rare.js'
import { createRandom } from '../support/texts.js'

/** Features that collide in either half, so that comparing one half only would show. */
const feature = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 1, 0x80000000, 0xff000001, 0xffffffff))
  .map(([low, high]) => ({ low, high }))
const nameOf = ({ low, high }: { low: number; high: number }) => `${high}:${low}`
const documents = fc.array(fc.uniqueArray(feature, { maxLength: 25, selector: nameOf, size: 'max' }), {
  minLength: 1,
  maxLength: 25,
  size: 'max',
})
type Documents = { low: number; high: number }[][]

function add(postings: Postings, given: Documents): void {
  postings.add(
    Uint32Array.from(given.flat().flatMap(({ low, high }) => [low, high])),
    Uint32Array.from(given.map((_, i) => given.slice(0, i + 1).flat().length)),
  )
}

/** S of every pair above 0, by definition. */
function oracle(given: Documents, isText: (document: number) => boolean, rarest: number, sample: number): Map<string, number> {
  const sets = given.map((features, i) => new Set(isText(i) ? features.filter(({ low }) => low % sample === 0).map(nameOf) : []))
  const rare = sets.map((set) => [...set].filter((name) => sets.filter((other) => other.has(name)).length <= rarest))
  const found = new Map<string, number>()
  for (let a = 0; a < rare.length; a++) {
    for (let b = a + 1; b < rare.length; b++) {
      const [left, right] = [new Set(rare[a]), new Set(rare[b])]
      const common = [...left].filter((name) => right.has(name)).length
      if (common) found.set(`${a} ${b}`, common / (left.size + right.size - common))
    }
  }
  return found
}

/** A place in memory that stands for a file. */
class Elsewhere {
  readonly words: number[] = []
  isClosed = false
  append(words: Uint32Array): void {
    this.words.push(...words)
  }
  read(at: number, into: Uint32Array): void {
    into.set(this.words.slice(at, at + into.length))
  }
  close(): void {
    this.isClosed = true
  }
}

describe('the index of rare features', () => {
  it('finds the pairs and similarities of the definition, for any sample', () => {
    let pairs = 0
    fc.assert(
      fc.property(
        documents,
        fc.array(
          fc.nat(5).map((n) => !n),
          { minLength: 25, maxLength: 25 },
        ),
        fc.integer({ min: 2, max: 6 }),
        fc.constantFrom(0, 0.1, 0.3, 1),
        fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 300 })),
        fc.integer({ min: 1, max: 25 }),
        (given, copies, rarest, threshold, capacity, piece) => {
          const isText = (document: number) => !copies[document] || document === 0
          const postings = new Postings(capacity)
          for (let i = 0; i < given.length; i += piece) add(postings, given.slice(i, i + piece))
          const { sample, length } = postings
          const sampled = (every: number) => given.flat().filter(({ low }) => low % every === 0).length
          expect(length).toBe(sampled(sample))
          expect(length).toBeLessThanOrEqual(capacity)
          if (sample > 1) expect(sampled(sample / 2)).toBeGreaterThan(capacity)

          const texts = given.flatMap((_, i) => (isText(i) ? [i] : []))
          const textOf = Uint32Array.from(given, (_, i) => (isText(i) ? texts.indexOf(i) : NO_TEXT))
          const check = (filled: Postings) => {
            const index = indexRare(filled, textOf, texts.length, rarest)
            const expected = oracle(given, isText, rarest, filled.sample)
            const found = new Map<string, number>()
            index.pairs(threshold, (a, b) => found.set(`${texts[a]} ${texts[b]}`, index.similarity(a, b)))
            expect([...found].sort()).toEqual([...expected].filter(([, similarity]) => similarity >= threshold).sort())
            pairs += found.size
            for (let a = 0; a < texts.length; a++)
              for (let b = a + 1; b < texts.length; b++) expect(index.similarity(b, a)).toBe(expected.get(`${texts[a]} ${texts[b]}`) ?? 0)
          }
          check(postings)

          // With a place elsewhere nothing is sampled while it is filled, and later only what several texts share counts.
          const elsewhere = new Elsewhere()
          const spilling = new Postings(capacity, () => elsewhere)
          for (let i = 0; i < given.length; i += piece) add(spilling, given.slice(i, i + piece))
          expect(spilling.length).toBe(given.flat().length)
          expect(spilling.spilled).toBe(4 * elsewhere.words.length)
          check(spilling)
          expect(elsewhere.isClosed).toBe(elsewhere.words.length > 0)
        },
      ),
      { numRuns: 150 },
    )
    expect(pairs).toBeGreaterThan(300)
  })

  it('sees all features where only what texts share has room in memory, and samples where not even that has', () => {
    const random = createRandom(7)
    const feature = () => ({ low: Math.floor(random() * 2 ** 32), high: Math.floor(random() * 2 ** 32) })
    const texts = Array.from({ length: 400 }, () => Array.from({ length: 100 }, feature))
    // Every text but the first has five features of the one before.
    for (let i = 1; i < texts.length; i++)
      (texts[i] as ReturnType<typeof feature>[]).push(...(texts[i - 1] as ReturnType<typeof feature>[]).slice(0, 5))
    const pairsOf = (postings: Postings) => {
      for (const text of texts) add(postings, [text])
      const found: string[] = []
      const index = indexRare(
        postings,
        Uint32Array.from(texts, (_, i) => i),
        texts.length,
        8,
      )
      index.pairs(0.01, (a, b) => found.push(`${a} ${b} ${index.similarity(a, b)}`))
      return { found, sample: postings.sample }
    }
    const all = pairsOf(new Postings(1e6))
    expect(all.found.length).toBeGreaterThanOrEqual(399)
    expect(pairsOf(new Postings(9000, () => new Elsewhere()))).toEqual(all)
    expect(pairsOf(new Postings(9000)).sample).toBe(8)
    expect(pairsOf(new Postings(1500, () => new Elsewhere())).sample).toBeGreaterThan(1)
  })

  it('sees nothing in what more texts have than are allowed', () => {
    const template = Array.from({ length: 50 }, (_, low) => ({ low, high: 7 }))
    const pairsOf = (texts: number) => {
      const postings = new Postings(1e6)
      add(
        postings,
        Array.from({ length: texts }, (_, i) => [...template, { low: 1000 + i, high: 9 }]),
      )
      let found = 0
      indexRare(
        postings,
        Uint32Array.from({ length: texts }, (_, i) => i),
        texts,
        8,
      ).pairs(0.14, () => found++)
      return found
    }
    expect(pairsOf(8)).toBe(28)
    expect(pairsOf(9)).toBe(0)
  })
})
