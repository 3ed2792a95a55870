/**
 * How many pairs across two tables stand out from their rivals: an estimate of the matches that a way of scoring finds, without labels, by which two ways
 * can be compared whatever their scores mean.
 *
 * A row that has no match is given the best of rows that it has nothing to do with. What that looks like shows on the rows that have one: it is what they
 * would be given if their match were not there, the decoy. Where of all rows a share d has a decoy of a score and more, and s rows are given a pair of it,
 * (s − n·d) / (1 − d) of n rows have a match. Decoys are from the search of mass spectra: Elias, Gygi (2007), doi:10.1038/nmeth1019.
 */
import { firstWhere } from '../../hashing/binary-search.js'
import type { Scope } from '../candidates/key-index.js'
import type { ScoredEdges } from '../groups.js'
import { RowJudge } from '../judge.js'
import type { Matching } from '../matching.js'
import { ScoredPairs } from '../scored-pairs.js'
import { chanceOf } from '../similarity-chance.js'
import { surestFirst } from './ranking.js'

export interface StandingOut {
  /** About so many of the sampled rows have a match that the scores tell from others. */
  readonly matches: number
  /** The best harmonic mean of the precision and recall that pairs from one score on have, by the estimate. */
  readonly f1: number
  /** That score. */
  readonly from: number
}

/** Rows of the smaller table that are looked at, spread evenly over it. */
const SAMPLED = 2000
/** Rows of both tables up to which two ways are compared: the second one has keys and pieces of its own for every row. */
export const COMPARED_UP_TO = 1 << 18
/** Pairs of a way from which its estimate tells something. */
const LEAST_PAIRS = 50
/** The surest half of the matches has the rows whose decoys are looked at. */
const SURE = 0.5
const ROUNDS = 4
/** Scores at which the estimate is made: so many quantiles of the pairs. Where decoys are nearly as many as pairs it is none. */
const STEPS = 40
const MOST_DECOYS = 0.5
/** Scores from which pairs are looked at: chances of a model, and cosines told as chances. */
const LEAST_CHANCE = 1e-4
export const LEAST_COSINE = 0.1
/**
 * So many times the matches of the model must stand out by the texts, before they take its place: 1.18 to 1.31 where a model has learned something
 * else, 1.00 and less where it has not, on whole tables and parts of them (docs/quality.md).
 */
const MORE = 1.1
/**
 * Rows with several likely pairs from which a thing seems to be listed several times: what stands beside a match is another match then, and no decoy.
 */
const REPEATED = 0.2
const LIKELY = 0.5

/** Whether plain texts find clearly more than a model that seems sound, and no less surely. Of two tables that list things once, about. */
export function isOutdone(matching: Matching, byText: () => Matching, { rows, split = 0 }: Scope): boolean {
  if (rows > COMPARED_UP_TO) return false
  const smaller = split <= rows - split ? 'a' : 'b'
  const sampled = smaller === 'a' ? sample(0, split) : sample(split, rows)
  const pairs = scored(matching, sampled, LEAST_CHANCE)
  if (repeated(pairs, rows) >= REPEATED) return false
  const own = standingOut(pairs, smaller, { rows, all: sampled.size })
  if (!own) return false
  const other = standingOut(scored(byText(), sampled, chanceOf(LEAST_COSINE)), smaller, { rows, all: sampled.size })
  return other !== undefined && other.matches >= MORE * own.matches && other.f1 >= own.f1
}

/** The share of the rows with a pair that is likelier than not which have two and more of them. */
function repeated({ size, a, b, chance }: ScoredEdges, rows: number): number {
  const counts = new Uint32Array(rows)
  for (let edge = 0; edge < size; edge++) {
    if ((chance[edge] as number) < LIKELY) continue
    for (const row of [a[edge] as number, b[edge] as number]) counts[row] = (counts[row] as number) + 1
  }
  let [some, more] = [0, 0]
  for (const count of counts) {
    some += Number(count > 0)
    more += Number(count > 1)
  }
  return some ? more / some : 0
}

/** Pairs from a score on, and the share of the decoys that reach it. */
interface Look {
  readonly pairs: number
  readonly from: number
  readonly share: number
}

/** Rows from one on and before another, evenly spread. */
function sample(from: number, to: number): ReadonlySet<number> {
  const count = Math.min(SAMPLED, to - from)
  return new Set(Array.from({ length: count }, (_, i) => from + Math.floor((i * (to - from)) / count)))
}

/** The planned pairs of some rows, scored. */
function scored({ fields, model, indexes }: Matching, sampled: ReadonlySet<number>, least: number): ScoredEdges {
  const judge = new RowJudge({ fields, weights: fields.map(() => 1), least: 1, model })
  const found = new ScoredPairs()
  indexes.forEach((index, key) => {
    const before = indexes.slice(0, key)
    index.forEach(0, index.blocks, (a, b) => {
      if (!(sampled.has(a) || sampled.has(b)) || before.some((other) => other.holds(a, b))) return
      const score = judge.score(a, b, least)
      if (score >= least) found.add(a, b, score)
    })
  })
  const { size, a, b, score } = found
  return { size, a: a.subarray(0, size), b: b.subarray(0, size), chance: score.subarray(0, size) }
}

/**
 * @param edges  every pair that may be a match, of the rows of one table that are looked at
 * @param of     where these rows stand in the pairs
 * @param all    how many rows are looked at
 * @param rows   of both tables
 * @returns      undefined where too few pairs have a partner of their own
 */
export function standingOut(
  edges: ScoredEdges,
  of: 'a' | 'b',
  { rows, all }: { readonly rows: number; readonly all: number },
): StandingOut | undefined {
  const { a, b, chance } = edges
  const order = surestFirst(edges)
  /** The pair of each row, where every row is in one pair at most. */
  const pairOf = new Int32Array(rows).fill(-1)
  const chosen: number[] = []
  for (const edge of order) {
    const [left, right] = [a[edge] as number, b[edge] as number]
    if ((pairOf[left] as number) >= 0 || (pairOf[right] as number) >= 0) continue
    pairOf[left] = pairOf[right] = edge
    chosen.push(edge)
  }
  if (chosen.length < LEAST_PAIRS) return undefined
  const [own, others] = of === 'a' ? [a, b] : [b, a]
  const decoyOf = new Map<number, number>()
  for (const edge of order) {
    const row = own[edge] as number
    const pair = pairOf[row] as number
    if (pair < 0 || pair === edge || decoyOf.has(row)) continue
    const rival = pairOf[others[edge] as number] as number
    if (rival < 0 || (chance[rival] as number) < (chance[edge] as number)) decoyOf.set(row, chance[edge] as number)
  }
  const decoys = (pairs: number) => Float64Array.from(chosen.slice(0, pairs), (edge) => decoyOf.get(own[edge] as number) ?? 0).sort()
  const looksAt = (against: Float64Array): Look[] =>
    Array.from({ length: STEPS }, (_, step) => {
      const pairs = Math.max(1, Math.floor(((step + 1) * chosen.length) / STEPS))
      const from = chance[chosen[pairs - 1] as number] as number
      return { pairs, from, share: 1 - firstWhere(0, against.length, (at) => (against[at] as number) >= from) / against.length }
    }).filter(({ share }) => share < MOST_DECOYS)
  const matchesBy = (looks: readonly Look[]) => Math.max(1, ...looks.map(({ pairs, share }) => (pairs - all * share) / (1 - share)))
  // The surest half of all pairs at first, and then of those that are matches by it: rows without a match have no decoys.
  let looks = looksAt(decoys(Math.ceil(SURE * chosen.length)))
  let matches = matchesBy(looks)
  for (let round = 1; round < ROUNDS; round++) {
    looks = looksAt(decoys(Math.max(LEAST_PAIRS / 2, Math.ceil(SURE * Math.min(matches, chosen.length)))))
    matches = matchesBy(looks)
  }
  if (!looks.length) return undefined
  let best = { f1: 0, from: 1 }
  for (const { pairs, from, share } of looks) {
    const f1 = (2 * (pairs - (all - matches) * share)) / (pairs + matches)
    if (f1 > best.f1) best = { f1, from }
  }
  return { matches, ...best }
}
