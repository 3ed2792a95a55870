/** Precision, recall and F1 as the threshold moves: one pass over the pairs in the order of their scores gives them all. */
import { firstWhere } from '../hashing/binary-search.js'
import { harmonic, type PairCounts } from './metrics.js'
import { pairKey, type ScoredPair } from './pairs.js'

/** How right a threshold is. */
export interface Quality {
  readonly threshold: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** A pair with what is known of it: whether it is one in truth, and its score (0 when the search did not find it). */
export interface Judged {
  readonly same: boolean
  readonly score: number
}

/** Precision of nothing found is 1, recall of nothing to find is 1. */
function qualityOf(threshold: number, { found, truth, right }: PairCounts): Omit<Quality, 'f1'> {
  return { threshold, precision: found ? right / found : 1, recall: truth ? right / truth : 1 }
}

/** The number of pairs with this score and more, and of those among them that are right. */
interface Step {
  readonly score: number
  readonly found: number
  readonly right: number
}

/** One step for each distinct score, highest first. */
function stepsOf<Pair extends { readonly score: number }>(pairs: Iterable<Pair>, isRight: (pair: Pair) => boolean): Step[] {
  const sorted = [...pairs].sort((x, y) => y.score - x.score)
  const steps: Step[] = []
  let right = 0
  sorted.forEach((pair, i) => {
    if (isRight(pair)) right++
    if (sorted[i + 1]?.score !== pair.score) steps.push({ score: pair.score, found: i + 1, right })
  })
  return steps
}

/**
 * Precision and recall at every threshold that makes a difference: one point for each distinct score, highest first, for the
 * pairs with that score and more. Below the lowest score a method reports nothing, so the curve ends there.
 *
 * @param pairs  each pair once
 * @param truth  keys of {@link pairKey} among `count` documents
 */
export function thresholdCurve(pairs: Iterable<ScoredPair>, truth: ReadonlySet<number>, count: number): Quality[] {
  return stepsOf(pairs, ({ a, b }) => truth.has(pairKey(a, b, count))).map(({ score, found, right }) => {
    const quality = qualityOf(score, { found, truth: truth.size, right })
    return { ...quality, f1: harmonic(quality.precision, quality.recall) }
  })
}

/**
 * Precision, recall and F1 at chosen thresholds, of pairs all of which are known to be right or wrong.
 *
 * @param pairs  those that were not found included, so that recall counts them
 * @example qualityAt([{ same: true, score: 0.9 }, { same: false, score: 0.7 }], [0.8, 0.6]) // F1 1, then 2/3
 */
export function qualityAt(pairs: readonly Judged[], thresholds: readonly number[]): Quality[] {
  const truth = pairs.filter(({ same }) => same).length
  const steps = stepsOf(pairs, ({ same }) => same)
  return thresholds.map((threshold) => {
    const { found, right } = steps[firstWhere(0, steps.length, (at) => (steps[at] as Step).score < threshold) - 1] ?? { found: 0, right: 0 }
    return { ...qualityOf(threshold, { found, truth, right }), f1: found + truth ? (2 * right) / (found + truth) : 1 }
  })
}

/** A curve of at most `most` points: its ends, its best F1, and of the rest those that are evenly spread. */
export function thinCurve(points: readonly Quality[], most: number): Quality[] {
  if (points.length <= most) return [...points]
  const best = points.reduce((found, { f1 }, i) => (f1 > (points[found]?.f1 ?? 0) ? i : found), 0)
  const chosen = new Set([best])
  for (let i = 0; i < most - 1; i++) chosen.add(Math.round((i * (points.length - 1)) / (most - 2)))
  return [...chosen].sort((a, b) => a - b).flatMap((i) => points[i] ?? [])
}
