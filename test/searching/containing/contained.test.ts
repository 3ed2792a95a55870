/**
 * searching/containing: which texts hold enough of the features of a smaller one, and does a live structure find the same?
 *
 * Oracle   sets of features, every pair looked at.
 * Covers   any features, also ones that differ in one half only; any threshold; sizes of any ratio, equal ones, and texts without features;
 *          texts that are left out; an index in many parts and features that are read from elsewhere, with the same pairs in the same
 *          order; limits on frequent features and on larger texts, which find no wrong pair and are counted; texts that come one at a time.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containedPairs } from '../../../src/searching/containing/contained.js'
import { FeatureLists } from '../../../src/searching/containing/feature-lists.js'
import { neededOf, type Overflow, TextFeatures } from '../../../src/searching/containing/text-features.js'

/** Features that collide in either half, so that comparing one half only would show; some in most texts, some in one. */
const feature = fc
  .tuple(fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 400 })), fc.constantFrom(0, 1, 0x80000000, 0xffffffff))
  .map(([low, high]) => ({ low, high }))
const nameOf = ({ low, high }: { low: number; high: number }) => `${high}:${low}`
const text = fc.uniqueArray(feature, { maxLength: 40, selector: nameOf, size: 'max' })
type Text = { low: number; high: number }[]
/** Texts, and cuts of texts with other features beside. */
const texts = fc
  .array(fc.tuple(text, fc.option(fc.tuple(fc.nat(30), fc.nat(30), fc.nat(40))), fc.integer({ min: 0, max: 3 })), {
    minLength: 1,
    maxLength: 25,
    size: 'max',
  })
  .map((given) => {
    const made: Text[] = []
    for (const [own, cut, beside] of given) {
      if (!cut || !made.length) made.push(own)
      else {
        const [of, from, length] = cut
        const source = made[of % made.length] as Text
        const taken = [...source.slice(from, from + length), ...own.slice(0, beside)]
        made.push([...new Map(taken.map((one) => [nameOf(one), one])).values()])
      }
    }
    return made
  })

const wordsOf = (one: Text) => Uint32Array.from(one.flatMap(({ low, high }) => [low, high]))

function featuresOf(given: readonly Text[], each: number, room = Number.POSITIVE_INFINITY, overflow?: () => Overflow): TextFeatures {
  const features = new TextFeatures(room, overflow)
  for (let at = 0; at < given.length; at += each) {
    const some = given.slice(at, at + each)
    const ends = some.map((_, i) => some.slice(0, i + 1).flat().length)
    features.add(wordsOf(some.flat()), Uint32Array.from(ends))
  }
  return features
}

class Elsewhere implements Overflow {
  readonly words: number[] = []
  append(words: Uint32Array): void {
    this.words.push(...words)
  }
  read(at: number, into: Uint32Array): void {
    into.set(this.words.slice(at, at + into.length))
  }
  close(): void {}
}

/** Pairs by definition, each as the smaller and the larger; of equally large ones the earlier first. */
function oracle(given: readonly Text[], isText: (text: number) => boolean, threshold: number): string[] {
  const sets = given.map((one) => new Set(one.map(nameOf)))
  const found: string[] = []
  for (let a = 0; a < given.length; a++)
    for (let b = a + 1; b < given.length; b++) {
      const [left, right] = [sets[a] as Set<string>, sets[b] as Set<string>]
      if (!isText(a) || !isText(b) || !left.size || !right.size) continue
      const shared = [...left].filter((name) => right.has(name)).length
      if (shared / Math.min(left.size, right.size) >= threshold - 1e-12) found.push(left.size <= right.size ? `${a} ${b}` : `${b} ${a}`)
    }
  return found.sort()
}

const ROOMY = { room: 2 ** 30, mostPairs: 1e7 }
const THRESHOLD = fc.oneof(fc.constantFrom(0.01, 0.5, 0.8, 0.9, 1, 1 / 3, 2 / 3), fc.double({ min: 0.001, max: 1, noNaN: true }))

describe('texts that hold smaller ones', () => {
  it('are found as by definition, for any texts and threshold', () => {
    let pairs = 0
    let unequal = 0
    fc.assert(
      fc.property(texts, THRESHOLD, fc.integer({ min: 1, max: 5 }), fc.nat(4), (given, threshold, each, leftOut) => {
        const isText = (one: number) => leftOut === 0 || one % 5 !== leftOut
        const chosen = Uint32Array.from(given.keys()).filter(isText)
        const found = containedPairs(featuresOf(given, each), chosen, { threshold, ...ROOMY })
        const named = Array.from({ length: found.pairs.length / 2 }, (_, i) => {
          const [held, holder] = [chosen[found.pairs[2 * i] as number] as number, chosen[found.pairs[2 * i + 1] as number] as number]
          pairs++
          if ((given[holder] as Text).length > 2 * (given[held] as Text).length) unequal++
          return `${held} ${holder}`
        })
        expect(named.sort()).toEqual(oracle(given, isText, threshold))
        expect(found).toMatchObject({ rounds: 1, crowded: 0 })
        return true
      }),
    )
    // The test has seen what it is about.
    expect(pairs).toBeGreaterThan(500)
    expect(unequal).toBeGreaterThan(50)
  })

  it('are found across two sides alone, whatever pairs each side has of its own', () => {
    let [across, within] = [0, 0]
    fc.assert(
      fc.property(
        texts,
        THRESHOLD,
        fc.array(fc.constantFrom(1, 2, 3), { minLength: 64, maxLength: 64 }),
        fc.constantFrom(40, 2 ** 30),
        (given, threshold, drawn, room) => {
          const all = Uint32Array.from(given.keys())
          const sides = Uint8Array.from(all, (text) => drawn[text % 64] as number)
          const expected = oracle(given, () => true, threshold).filter((pair) => {
            const [a, b] = pair.split(' ').map((text) => sides[Number(text)] as number) as [number, number]
            if ((a | b) === 3) across++
            else within++
            return (a | b) === 3
          })
          const { pairs, dense, crowded } = containedPairs(featuresOf(given, 3), all, { ...ROOMY, threshold, room, sides })
          expect({ dense, crowded }).toEqual({ crowded: 0 })
          expect(Array.from({ length: pairs.length / 2 }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`).sort()).toEqual(expected)
        },
      ),
    )
    expect(Math.min(across, within)).toBeGreaterThan(200)
  })

  it('are looked at across two sides alone, and the search ends where there are too many', () => {
    // Three templates, 40 texts of each on either side, and a word of its own in each.
    const given = Array.from({ length: 240 }, (_, i) => [
      ...Array.from({ length: 20 }, (__, n) => ({ low: 100 * (i % 3) + n + 1, high: 1 })),
      { low: i + 1, high: 2 },
    ])
    const all = Uint32Array.from(given.keys())
    const sides = Uint8Array.from(all, (i) => (i < 120 ? 1 : 2))
    const found = (most: object) => containedPairs(featuresOf(given, 50), all, { threshold: 0.9, ...ROOMY, sides, ...most })
    // Even where all pairs together are dense.
    const across = found({ mostJudged: 3 * 40 * 40 })
    expect(across).toMatchObject({ judged: 3 * 40 * 40, crowded: 0 })
    expect(across).not.toHaveProperty('tooMany')
    expect(across.pairs.length / 2).toBe(3 * 40 * 40)
    for (const most of [{ mostPairs: 100 }, { mostJudged: 25 }]) {
      const { judged, tooMany, dense } = found(most)
      expect({ tooMany, dense }).toEqual({ tooMany: true })
      // What one text more meets on the other side.
      expect(judged).toBeGreaterThan(100)
      expect(judged).toBeLessThanOrEqual(100 + 40)
    }
  })

  it('share a bucket where there are too many pairs, and no pair that holds enough is ruled out', () => {
    let dense = 0
    fc.assert(
      fc.property(texts, THRESHOLD, fc.integer({ min: 1, max: 5 }), (given, threshold, each) => {
        const all = Uint32Array.from(given.keys())
        const found = containedPairs(featuresOf(given, each), all, { threshold, ...ROOMY, mostJudged: 0 })
        const expected = oracle(given, () => true, threshold)
        if (!found.dense) {
          expect(expected).toEqual([])
          return
        }
        dense++
        const { members, ends, maybe } = found.dense
        const named = new Set<string>()
        ends.forEach((end, bucket) => {
          const of = members.subarray(ends[bucket - 1] ?? 0, end)
          expect([...of]).toEqual([...new Set(of)].sort((a, b) => a - b))
          for (const a of of)
            for (const b of of) {
              if (a >= b || !maybe(a, b)) continue
              expect(maybe(b, a)).toBe(true)
              const isHeld = (given[a] as Text).length <= (given[b] as Text).length
              named.add(isHeld ? `${a} ${b}` : `${b} ${a}`)
            }
        })
        expect([...named].sort()).toEqual(expected)
      }),
    )
    expect(dense).toBeGreaterThan(30)
  })

  it('are the same with little memory: an index in parts, features elsewhere', () => {
    let rounds = 0
    fc.assert(
      fc.property(texts, fc.constantFrom(0.3, 0.8, 1), fc.integer({ min: 1, max: 600 }), fc.nat(400), (given, threshold, room, held) => {
        const all = Uint32Array.from(given.keys())
        const whole = containedPairs(featuresOf(given, 3), all, { threshold, ...ROOMY })
        const elsewhere = new Elsewhere()
        const parted = containedPairs(
          featuresOf(given, 3, held, () => elsewhere),
          all,
          { ...ROOMY, threshold, room },
        )
        rounds = Math.max(rounds, parted.rounds)
        const named = ({ pairs }: typeof whole) =>
          Array.from({ length: pairs.length / 2 }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`).sort()
        expect(named(parted)).toEqual(named(whole))
        expect(parted.indexed).toBe(whole.indexed)
      }),
    )
    expect(rounds).toBeGreaterThan(3)
  })

  it('are limited where a feature is frequent or a text has very many larger ones, and that is counted', () => {
    // A small text of frequent features in 1500 larger ones.
    const common = [1, 2, 3].map((low) => ({ low, high: 0 }))
    const given = [
      common,
      ...Array.from({ length: 1500 }, (_, i) => [...common, ...[0, 1, 2, 3].map((n) => ({ low: 10 * i + n + 100, high: 7 }))]),
    ]
    const all = Uint32Array.from(given.keys())
    const free = containedPairs(featuresOf(given, 100), all, { threshold: 0.9, ...ROOMY })
    expect(free.pairs.length / 2).toBe(1500)
    expect(free.crowded).toBe(0)
    const crowded = containedPairs(featuresOf(given, 100), all, { threshold: 0.9, room: 2 ** 30, mostPairs: 1 })
    expect(crowded.pairs.length / 2).toBe(1000)
    expect(crowded.crowded).toBe(1)
    const limited = containedPairs(featuresOf(given, 100), all, { threshold: 0.9, ...ROOMY, steps: 100 })
    expect(limited.pairs.length / 2).toBeGreaterThanOrEqual(999)
    expect(limited.pairs.length / 2).toBeLessThan(1500)
    expect(limited.crowded).toBeGreaterThan(0)
  })

  it('keep their sizes when features are let go', () => {
    const features = featuresOf(
      [
        [{ low: 1, high: 2 }],
        [],
        [
          { low: 1, high: 2 },
          { low: 3, high: 4 },
        ],
      ],
      2,
    )
    features.release()
    expect([0, 1, 2].map((one) => features.sizeOf(one))).toEqual([1, 0, 2])
  })
})

describe('features that must be shared', () => {
  it('are never more than the measure asks for, and at most one fewer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), THRESHOLD, (size, threshold) => {
        let exact = Math.max(1, Math.floor(size * threshold) - 2)
        while (exact / size + 1e-12 < threshold) exact++
        const needed = neededOf(size, threshold)
        expect(needed).toBeLessThanOrEqual(exact)
        expect(needed).toBeGreaterThanOrEqual(exact - 1)
      }),
    )
  })
})

describe('texts that come one at a time', () => {
  it('are found as by definition, whichever holds the other', () => {
    let found = 0
    fc.assert(
      fc.property(texts, THRESHOLD, (given, threshold) => {
        const lists = new FeatureLists(threshold)
        given.forEach((one, number) => {
          const alike: number[] = []
          lists.find(wordsOf(one), (other) => alike.push(other))
          const expected = oracle(given.slice(0, number + 1), () => true, threshold).map((pair) => pair.split(' ').map(Number))
          expect(alike.sort((a, b) => a - b)).toEqual(
            expected.flatMap(([a, b]) => (a === number ? [b] : b === number ? [a] : [])).sort((a, b) => (a as number) - (b as number)),
          )
          found += alike.length
          lists.add(wordsOf(one))
          expect([...lists.wordsOf(number)]).toEqual([...wordsOf(one)])
        })
      }),
    )
    expect(found).toBeGreaterThan(500)
  })
})
