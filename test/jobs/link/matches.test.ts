/**
 * Pairs, matches and the one-to-one choice of a link among equal texts.
 *
 * Oracle   the plain way: every document of A with every one of B, and the rule for many copies spelled out; copies found by scanning.
 * Covers   random copies and similar texts under every limit; that the work grows with documents and pairs, not with copies times copies,
 *          by counting how often copy lists are read.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CopyLists } from '../../../src/jobs/dedupe/copies.js'
import { Matches, type SimilarNodes } from '../../../src/jobs/link/matches.js'

/** Documents by their texts; texts that are alike, as pairs of texts with a similarity. */
interface Case {
  readonly left: readonly number[]
  readonly right: readonly number[]
  readonly alike: ReadonlyMap<string, number>
  readonly maxCopies: number
}

async function matchesOf({ left, right, alike, maxCopies }: Case, oneToOne: boolean, count?: () => void) {
  const texts = [...left, ...right]
  const first = Uint32Array.from(texts, (text) => texts.indexOf(text))
  const documents = Uint32Array.from(new Set(first))
  const similar: SimilarNodes[] = []
  for (const [key, similarity] of alike) {
    const [a, b] = key.split(',').map((text) => documents.indexOf(texts.indexOf(Number(text)))) as [number, number]
    if (a >= 0 && b >= 0) similar.push([a, b, similarity])
  }
  const copies = { first, distinct: documents }
  const lists = new CopyLists(copies)
  const counting = (list: Uint32Array) =>
    new Proxy(Array.from(list), {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) count?.()
        return Reflect.get(target, name)
      },
    })
  const counted = { firsts: lists.firsts, of: (text: number) => counting(lists.of(text)) }
  const search = { copies, candidates: { documents, distance: undefined } }
  return new Matches(search, similar, { start: left.length, maxCopies, oneToOne }, ...(count ? [counted] : []))
}

/** Every pair, one after the other. */
function plainPairs({ left, right, alike, maxCopies }: Case) {
  const similarity = (x: number, y: number) => (x === y ? 1 : (alike.get(`${x},${y}`) ?? alike.get(`${y},${x}`)))
  const isFew = (side: readonly number[], text: number) => side.filter((other) => other === text).length <= maxCopies
  return left.flatMap((x, a) =>
    right.flatMap((y, b) => {
      const value = similarity(x, y)
      if (value === undefined) return []
      const [isFirstA, isFirstB] = [left.indexOf(x) === a, right.indexOf(y) === b]
      const bothSpeak = (isFirstA || isFew(left, x)) && (isFirstB || isFew(right, y))
      const isListed = bothSpeak || (x === y && (isFirstA || isFirstB))
      return isListed ? [{ a, b: left.length + b, similarity: value }] : []
    }),
  )
}

const texts = fc.array(fc.nat(5), { minLength: 1, maxLength: 14 })
const cases: fc.Arbitrary<Case> = fc
  .record({
    left: texts,
    right: texts,
    scores: fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.constantFrom(0.8, 0.9, 1)), { maxLength: 8 }),
    maxCopies: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ left, right, scores, maxCopies }) => {
    const distinct = scores.filter(([x, y]) => x < y).map(([x, y, score]) => [`${x},${y}`, score] as const)
    return { left, right, maxCopies, alike: new Map(distinct) }
  })

it('gives what the plain way gives', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      const matches = await matchesOf(given, false)
      const plain = plainPairs(given)
      expect(Array.from(matches.pairs(), ({ a, b, similarity }) => ({ a, b, similarity }))).toEqual(plain)
      const everyPair = plainPairs({ ...given, maxCopies: 1000 })
      const { left, right } = given
      // The best match does not depend on how many copies are listed.
      expect(Array.from(matches.best(), ({ b, match }) => [b, match?.a, match?.similarity])).toEqual(
        right.map((_, i) => {
          const mine = everyPair.filter(({ b }) => b === left.length + i)
          const most = Math.max(...mine.map(({ similarity }) => similarity))
          const best = mine.find(({ similarity }) => similarity === most)
          return [left.length + i, best?.a, best?.similarity]
        }),
      )
      const chosen = [...(await matchesOf(given, true)).pairs()]
      for (const side of ['a', 'b'] as const) expect(new Set(chosen.map((pair) => pair[side])).size).toBe(chosen.length)
      for (const { a, b, similarity } of chosen) expect(everyPair).toContainEqual({ a, b, similarity })
      // Greedy: what was not chosen has an end in a chosen pair that is at least as similar.
      for (const pair of everyPair)
        expect(chosen.some(({ a, b, similarity }) => (a === pair.a || b === pair.b) && (similarity as number) >= pair.similarity)).toBe(
          true,
        )
      const many = [...new Set([...left, ...right])].filter((text) =>
        [left, right].some((side) => side.filter((other) => other === text).length > given.maxCopies),
      )
      expect(matches.manyCopies).toBe(many.length)
    }),
  )
})

it.each([
  ['more copies than are paired, on both sides', (n: number) => [n, n]],
  ['many copies in A, few in B', (n: number) => [n, 3]],
  ['few copies in A, many in B', (n: number) => [3, n]],
])('does work that grows with documents and pairs: %s', async (_, sizes) => {
  const measure = async (n: number) => {
    const [ofA, ofB] = sizes(n) as [number, number]
    const given = {
      left: Array.from({ length: ofA }, () => 0),
      // A text that is alike, so that there is more than equal ones to look at.
      right: [...Array.from({ length: ofB }, () => 0), 1],
      alike: new Map([['0,1', 0.9]]),
      maxCopies: 10,
    }
    let reads = 0
    const matches = await matchesOf(given, false, () => reads++)
    let pairs = 0
    for (const _pair of matches.pairs()) pairs++
    for (const _match of matches.best()) pairs++
    return { reads, size: ofA + ofB + pairs }
  }
  // Creating a counted list is no reading: only elements count.
  const [small, large] = [await measure(200), await measure(1600)]
  expect(small.reads).toBeGreaterThan(200)
  expect(small.reads).toBeLessThan(small.size * 8)
  expect(large.reads).toBeLessThan(large.size * 8)
})
