/** Similarities as chances, where no model says how likely a match is; and the rank of a pair as evidence. */
import { exp, ln } from '../hashing/logarithms.js'
import type { Scope } from './candidates/key-index.js'
import type { ScoredEdges } from './groups.js'
import type { MatchModel } from './model/model.js'
import { surestFirst } from './rivals/ranking.js'

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
 * The share of the rows of either table that have found each other, from which the rows left over are taken to have their partners among themselves:
 * 0.7 to 0.84 are alike on the public tables (docs/quality.md). One of eight with two tables is so, a shop beside another that sells the same goods.
 */
const COVERED = 0.75
/** Rows of a table from which such a share tells something. */
const LEAST_ROWS = 50

/**
 * Scores of pairs across two tables with what their rank says. Where nearly all rows have found each other, a better partner that has found a better one
 * itself is no rival any more.
 *
 * @param edges  chances of similarities; every pair that is as alike as one of these must be among them
 * @param split  rows below it are of the first table
 */
export function ranked(
  edges: ScoredEdges,
  way: NonNullable<MatchModel['way']>,
  { rows, split }: Scope & { readonly split: number },
): ScoredEdges {
  const { size, a, b, chance } = edges
  const { best, other, slope } = RANKS[way]
  const bestOf = new Float64Array(rows)
  for (let edge = 0; edge < size; edge++)
    for (const row of [a[edge] as number, b[edge] as number]) bestOf[row] = Math.max(bestOf[row] as number, chance[edge] as number)
  const isBest = Uint8Array.from({ length: size }, (_, edge) =>
    Number(chance[edge] === bestOf[a[edge] as number] && chance[edge] === bestOf[b[edge] as number]),
  )
  const scoreOf = (edge: number) => chanceOf(similarityOf(chance[edge] as number), isBest[edge] ? best : other, slope)
  const found = new Uint8Array(rows)
  for (let edge = 0; edge < size; edge++) if (isBest[edge] && scoreOf(edge) >= 0.5) found[a[edge] as number] = found[b[edge] as number] = 1
  const isCovered = [found.subarray(0, split), found.subarray(split)].every(
    (table) => table.length >= LEAST_ROWS && table.reduce((sum, is) => sum + is, 0) >= COVERED * table.length,
  )
  if (isCovered)
    for (const edge of surestFirst(edges)) {
      const [left, right] = [a[edge] as number, b[edge] as number]
      if (found[left] || found[right]) continue
      isBest[edge] = found[left] = found[right] = 1
    }
  return { size, a, b, chance: Float64Array.from({ length: size }, (_, edge) => scoreOf(edge)) }
}
