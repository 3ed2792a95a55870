/**
 * searching/joining: are all pairs of sets that reach a threshold found, and nothing else?
 *
 * Oracle   sets of names, every pair measured by the definition of the measure.
 * Covers   any sets, also members that differ in one half only and so count as one in the order; sets without members, equal ones, cuts of
 *          others; any threshold, also one that a pair meets exactly; every measure; an index in many parts and features that are read from elsewhere;
 *          sets that are left out; a join that is ended early; buckets in the place of pairs.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SET_MEASURES, type SetMeasureName } from '../../../src/comparing/set-measures.js'
import { isSimilar } from '../../../src/comparing/similar.js'
import { type Overflow, TextFeatures } from '../../../src/searching/containing/text-features.js'
import { prefixBuckets } from '../../../src/searching/joining/buckets.js'
import { joinSimilar } from '../../../src/searching/joining/join.js'

interface Member {
  readonly low: number
  readonly high: number
}
type Set_ = readonly Member[]

const member = fc
  .tuple(fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 400 })), fc.constantFrom(0, 1, 0x80000000, 0xffffffff))
  .map(([low, high]): Member => ({ low, high }))
const nameOf = ({ low, high }: Member) => `${high}:${low}`
const own = fc.uniqueArray(member, { maxLength: 40, selector: nameOf, size: 'max' })

/** Sets, and others with some members taken away and some put in. */
const sets = fc
  .array(fc.tuple(own, fc.option(fc.tuple(fc.nat(30), fc.nat(4), fc.nat(4)))), { minLength: 1, maxLength: 25, size: 'max' })
  .map((given) => {
    const made: Set_[] = []
    for (const [fresh, edit] of given) {
      const source = edit && made.length ? made[edit[0] % made.length] : undefined
      if (!edit || !source) made.push(fresh)
      else
        made.push([...new Map([...source.slice(edit[1]), ...fresh.slice(0, edit[2])].map((one) => [nameOf(one), one])).values()].reverse())
    }
    return made
  })

const wordsOf = (set: Set_) => Uint32Array.from(set.flatMap(({ low, high }) => [low, high]))

function featuresOf(given: readonly Set_[], room = Number.POSITIVE_INFINITY, overflow?: () => Overflow): TextFeatures {
  const features = new TextFeatures(room, overflow)
  for (const set of given) features.add(wordsOf(set), Uint32Array.of(set.length))
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

/** The measures by their definitions. */
const DEFINED: Readonly<Record<SetMeasureName, (a: number, b: number, shared: number) => number>> = {
  jaccard: (a, b, shared) => shared / (a + b - shared),
  dice: (a, b, shared) => (2 * shared) / (a + b),
  cosine: (a, b, shared) => shared / Math.sqrt(a * b),
  overlap: (a, b, shared) => shared / Math.min(a, b),
}

function oracle(given: readonly Set_[], chosen: Uint32Array, by: SetMeasureName, threshold: number): string[] {
  const names = given.map((set) => new Set(set.map(nameOf)))
  const found: string[] = []
  for (let a = 0; a < chosen.length; a++)
    for (let b = a + 1; b < chosen.length; b++) {
      const [left, right] = [names[chosen[a] as number] as Set<string>, names[chosen[b] as number] as Set<string>]
      const shared = [...left].filter((name) => right.has(name)).length
      const similarity = left.size && right.size ? DEFINED[by](left.size, right.size, shared) : left.size === right.size ? 1 : 0
      if (similarity >= threshold - 1e-12) found.push(`${a} ${b} ${similarity.toFixed(9)}`)
    }
  return found.sort()
}

async function join(features: TextFeatures, chosen: Uint32Array, by: SetMeasureName, threshold: number, room = 2 ** 30) {
  const found: string[] = []
  const summary = await joinSimilar(features, chosen, { measure: SET_MEASURES[by], threshold, isSimilar, room }, (a, b, similarity) => {
    found.push(`${a} ${b} ${similarity.toFixed(9)}`)
    return true
  })
  return { found: found.sort(), ...summary }
}

const THRESHOLD = fc.oneof(fc.constantFrom(0.01, 0.3, 0.5, 0.8, 0.9, 1, 1 / 3, 2 / 3), fc.double({ min: 0.001, max: 1, noNaN: true }))
const all = (given: readonly unknown[]) => Uint32Array.from(given.keys())

describe('pairs of sets that are alike', () => {
  for (const by of Object.keys(SET_MEASURES) as SetMeasureName[])
    it(`are those of the definition by ${by}, for any sets and threshold, in any number of parts`, async () => {
      let pairs = 0
      let parts = 0
      await fc.assert(
        fc.asyncProperty(sets, THRESHOLD, fc.nat(4), fc.constantFrom(1, 400, 2 ** 30), async (given, threshold, leftOut, room) => {
          const chosen = all(given).filter((one) => leftOut === 0 || one % 5 !== leftOut)
          const made = await join(featuresOf(given), chosen, by, threshold, room)
          expect(made.found).toEqual(oracle(given, chosen, by, threshold))
          pairs += made.found.length
          parts += made.parts
        }),
        { numRuns: 600 },
      )
      expect(pairs).toBeGreaterThan(1000)
      expect(parts).toBeGreaterThan(1200)
    })

  it('are the same where features lie elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(sets, THRESHOLD, async (given, threshold) => {
        const made = await join(
          featuresOf(given, 64, () => new Elsewhere()),
          all(given),
          'jaccard',
          threshold,
        )
        expect(made.found).toEqual(oracle(given, all(given), 'jaccard', threshold))
      }),
      { numRuns: 200 },
    )
  })

  it('that meet the threshold exactly are found at sizes where rounding is in doubt', async () => {
    for (const [shared, union] of [
      [4, 5],
      [7, 10],
      [9, 10],
      [29, 100],
      [57, 100],
      [333, 1000],
    ] as const) {
      const set = (from: number, to: number): Set_ => Array.from({ length: to - from }, (_, i) => ({ low: from + i, high: 7 * (from + i) }))
      const left = set(0, union)
      for (const right of [left.slice(0, shared), left.slice(union - shared)]) {
        expect((await join(featuresOf([left, right]), Uint32Array.of(0, 1), 'jaccard', shared / union)).found).toHaveLength(1)
        expect((await join(featuresOf([left, right]), Uint32Array.of(0, 1), 'jaccard', (shared + 1e-6) / union)).found).toHaveLength(0)
      }
    }
  })

  it('are the only ones compared where the places of what is shared rule a pair out', async () => {
    const members = (...lows: readonly number[]) => lows.map((low): Member => ({ low, high: 1 }))
    const rest = [21, 22, 23, 24, 25, 26, 27]
    // 8 of 12 are shared. The first of them is third in one set and second in the other, so at most 8 of the 9 that it takes.
    const given = [members(11, 12, 20, ...rest), members(13, 14, 20, ...rest), members(...rest, 20, 31)]
    const { found, compared } = await join(featuresOf(given), all(given), 'jaccard', 0.8)
    expect(found).toEqual([])
    expect(compared).toBe(0)
    expect((await join(featuresOf(given), all(given), 'jaccard', 0.6)).found).toEqual(oracle(given, all(given), 'jaccard', 0.6))
  })

  it('end where no more are wanted', async () => {
    const given = Array.from({ length: 30 }, (): Set_ => [{ low: 1, high: 1 }])
    let told = 0
    await joinSimilar(
      featuresOf(given),
      all(given),
      { measure: SET_MEASURES.jaccard, threshold: 0.8, isSimilar, room: 2 ** 20 },
      () => ++told < 7,
    )
    expect(told).toBe(7)
  })
})

describe('buckets of sets that share a part of their prefixes', () => {
  it('hold every pair that is alike, and tell which of their pairs are', async () => {
    let buckets = 0
    await fc.assert(
      fc.asyncProperty(sets, THRESHOLD, fc.constantFrom('jaccard', 'dice', 'cosine', 'overlap'), async (given, threshold, by) => {
        const { members, ends, maybe } = prefixBuckets(featuresOf(given), all(given), { measure: SET_MEASURES[by], threshold, isSimilar })
        const found = new Set<string>()
        let from = 0
        for (const end of ends) {
          const bucket = [...members.subarray(from, end)]
          from = end
          expect(bucket).toEqual([...new Set(bucket)].sort((a, b) => a - b))
          for (const [i, a] of bucket.entries()) for (const b of bucket.slice(i + 1)) if (maybe(a, b)) found.add(`${a} ${b}`)
        }
        expect(from).toBe(members.length)
        expect([...found].sort()).toEqual(
          oracle(given, all(given), by, threshold)
            .map((pair) => pair.split(' ').slice(0, 2).join(' '))
            .sort(),
        )
        buckets += ends.length
      }),
      { numRuns: 300 },
    )
    expect(buckets).toBeGreaterThan(1000)
  })
})
