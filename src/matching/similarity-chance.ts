/** Similarities as chances, where no model says how likely a match is; and the rank of a pair as evidence. */
import { exp, ln } from '../hashing/logarithms.js'
import type { ScoredEdges } from './groups.js'
import type { MatchModel } from './model/model.js'

/** The similarity that is as likely as not a match: the threshold of the measure `fields`. */
export const EVEN = 0.8
/** How much the logarithm of the odds grows with the similarity: 0.65 has a chance of a hundredth. */
const SLOPE = 30
/** Sums of products of decimals end a little beside what they mean. */
export const ROUNDING = 1e-12

/** @param even  the similarity that is as likely as not a match */
export const chanceOf = (similarity: number, even = EVEN, slope = SLOPE): number => 1 / (1 + exp(slope * (even - similarity - ROUNDING)))

/** The similarity of a chance that {@link chanceOf} gave. */
const similarityOf = (chance: number): number => EVEN - ROUNDING - ln(1 / chance - 1) / SLOPE

/** The similarities that are as likely as not a match: of two rows that are each other's best across two tables, and of others. */
interface Rank {
  readonly best: number
  readonly other: number
  /** How much the logarithm of the odds grows with the similarity. */
  readonly slope: number
}

/**
 * Two rows that are like no other row as much as each other are a match far sooner than two of which one has a better partner. Chosen on public
 * tables of one column, where 0.4 to 0.6 and 0.85 to 1 do as well; whole rows share much less of their pieces.
 */
const RANKS: Readonly<Record<NonNullable<MatchModel['way']>, Rank>> = {
  fields: { best: 0.5, other: 0.9, slope: 10 },
  text: { best: 0.25, other: 0.8, slope: SLOPE },
}

/** The score without a look at the rank from which a pair may reach a chance with it. */
export function leastUnranked(way: NonNullable<MatchModel['way']>, chance: number): number {
  const { best, slope } = RANKS[way]
  const odds = ln(Math.max(chance, 1e-9) / Math.max(1 - chance, 1e-9))
  return chanceOf(Math.max(0, best + odds / slope - ROUNDING))
}

/**
 * Scores of pairs across two tables with what their rank says.
 *
 * @param edges  chances of similarities; every pair that is as alike as one of these must be among them
 */
export function ranked({ size, a, b, chance }: ScoredEdges, way: NonNullable<MatchModel['way']>, rows: number): ScoredEdges {
  const { best, other, slope } = RANKS[way]
  const bestOf = new Float64Array(rows)
  for (let edge = 0; edge < size; edge++)
    for (const row of [a[edge] as number, b[edge] as number]) bestOf[row] = Math.max(bestOf[row] as number, chance[edge] as number)
  const scores = Float64Array.from({ length: size }, (_, edge) => {
    const own = chance[edge] as number
    const isBest = own === bestOf[a[edge] as number] && own === bestOf[b[edge] as number]
    return chanceOf(similarityOf(own), isBest ? best : other, slope)
  })
  return { size, a, b, chance: scores }
}
