/** What the scores of a run say of its result: a share, and between what it lies. */

export interface Estimate {
  readonly share: number
  readonly low: number
  readonly high: number
}

/** Odds of chances that were learned without labels are right within this factor, on public tables (docs/quality.md). */
const MARGIN = 4
/** A chance that follows from one similarity alone is too sure by as much again. */
const SURE = 4

/** A chance whose odds are so many times those that are given. */
export const withOdds = (chance: number, factor: number) => (factor * chance) / (1 + (factor - 1) * chance)

/**
 * The share of the taken pairs that are matches: their mean chance, and what it is where all odds are a margin lower or higher.
 *
 * @param isSingle  the chances follow from one similarity
 * @returns         undefined where there is no pair
 */
export function precisionOf(chances: Iterable<number>, isSingle: boolean): Estimate | undefined {
  const sums = [0, 0, 0]
  let count = 0
  const by = isSingle ? 1 / SURE : 1
  for (const chance of chances) {
    for (const [at, factor] of [by, by / MARGIN, by * MARGIN].entries()) sums[at] = (sums[at] as number) + withOdds(chance, factor)
    count++
  }
  const [share, low, high] = sums.map((sum) => sum / count) as [number, number, number]
  return count ? { share, low, high } : undefined
}
