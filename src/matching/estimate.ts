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
  const { count, sums } = expected(chances, isSingle)
  const [low, share, high] = sums.map((sum) => sum / count) as [number, number, number]
  return count ? { share, low, high } : undefined
}

/**
 * The share of the matches that is taken: those that are expected among the taken pairs, of those that are expected among all that were compared. It lies
 * between what it is where the odds of the taken pairs are a margin lower and those of the others higher, and the other way round.
 *
 * @param taken     chances of the pairs that were taken
 * @param left      chances of those that were not
 * @param compared  the share of the matches that was compared
 * @param isSingle  the chances follow from one similarity
 * @returns         undefined where no match is expected
 */
export function recallOf(taken: Iterable<number>, left: Iterable<number>, compared: number, isSingle: boolean): Estimate | undefined {
  const [of, others] = [expected(taken, isSingle).sums, expected(left, isSingle).sums]
  const [low, share, high] = of.map((sum, i) => (compared * sum) / (sum + (others[2 - i] as number))) as [number, number, number]
  return Number.isFinite(share) ? { share, low, high } : undefined
}

/** How many of the pairs are matches by their chances: where all odds are a margin lower, as they are, and where they are a margin higher. */
function expected(
  chances: Iterable<number>,
  isSingle: boolean,
): { readonly count: number; readonly sums: readonly [number, number, number] } {
  const sums: [number, number, number] = [0, 0, 0]
  let count = 0
  const by = isSingle ? 1 / SURE : 1
  for (const chance of chances) {
    for (const [at, factor] of [by / MARGIN, by, by * MARGIN].entries()) sums[at] = (sums[at] as number) + withOdds(chance, factor)
    count++
  }
  return { count, sums }
}
