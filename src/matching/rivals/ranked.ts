/** The rank of a pair across two tables as evidence, where scores are similarities told as chances. */
import { ln } from '../../hashing/logarithms.js'
import type { Scope } from '../candidates/key-index.js'
import type { ScoredEdges } from '../groups.js'
import type { MatchModel } from '../model/model.js'
import { chanceOf, ROUNDING, SLOPE, similarityOf } from '../similarity-chance.js'
import { surestFirst } from './ranking.js'
import { LEAST_COSINE, standingOut } from './standing-out.js'

/** The similarities that are as likely as not a match: of two rows that are each other's best across two tables, and of others. */
interface Rank {
  readonly best: number
  readonly other: number
  /** How much the logarithm of the odds grows with the similarity; and of pairs that are each other's best. */
  readonly slope: number
  readonly slopeOfBest: number
}

/**
 * Two rows that are like no other row as much as each other are a match far sooner than two of which one has a better partner. Chosen on public
 * tables of one column, where 0.4 to 0.6 and 0.85 to 1 do as well; whole rows share much less of their pieces, and how much shows by their rivals
 * ({@link byRivals}; 0.25 where they are too few). A chance of a hundredth, from which a join one to one takes pairs, is then 0.03 below.
 */
const RANKS: Readonly<Record<NonNullable<MatchModel['way']>, Rank>> = {
  fields: { best: 0.5, other: 0.9, slope: 10, slopeOfBest: 10 },
  text: { best: 0.25, other: 0.8, slope: SLOPE, slopeOfBest: 5 * SLOPE },
}

/** The score without a look at the rank from which a pair may reach a chance with it. Of texts all that show where matches end. */
export function leastUnranked(way: NonNullable<MatchModel['way']>, chance: number): number {
  const { best, slope } = RANKS[way]
  if (way === 'text') return chanceOf(LEAST_COSINE)
  const odds = ln(Math.max(chance, 1e-9) / Math.max(1 - chance, 1e-9))
  return chanceOf(Math.max(0, best + odds / slope - ROUNDING))
}

/**
 * Scores of pairs across two tables with what their rank says. Of texts, a better partner that has found a better one itself is no rival
 * any more, where the rows that are left over have their matches among themselves.
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
  const { other, slope, slopeOfBest } = RANKS[way]
  const known = way === 'text' ? byRivals(edges, { rows, split }) : undefined
  const best = known?.best ?? RANKS[way].best
  const bestOf = new Float64Array(rows)
  for (let edge = 0; edge < size; edge++)
    for (const row of [a[edge] as number, b[edge] as number]) bestOf[row] = Math.max(bestOf[row] as number, chance[edge] as number)
  const isBest = Uint8Array.from({ length: size }, (_, edge) =>
    Number(chance[edge] === bestOf[a[edge] as number] && chance[edge] === bestOf[b[edge] as number]),
  )
  const scoreOf = (edge: number) => {
    const similarity = similarityOf(chance[edge] as number)
    return isBest[edge] ? chanceOf(similarity, best, slopeOfBest) : chanceOf(similarity, other, slope)
  }
  if (known) {
    const isFound = new Uint8Array(rows)
    let found = 0
    for (let edge = 0; edge < size; edge++)
      if (isBest[edge] && scoreOf(edge) >= 0.5) {
        isFound[a[edge] as number] = isFound[b[edge] as number] = 1
        found++
      }
    const left: number[] = []
    for (const edge of surestFirst(edges)) {
      const [one, other] = [a[edge] as number, b[edge] as number]
      if (isFound[one] || isFound[other] || similarityOf(chance[edge] as number) < best) continue
      isFound[one] = isFound[other] = 1
      left.push(edge)
    }
    if (known.matches - found >= LEFT_OVER * left.length) for (const edge of left) isBest[edge] = 1
  }
  return { size, a, b, chance: Float64Array.from({ length: size }, (_, edge) => scoreOf(edge)) }
}

/** So much of the pairs that are left over must be missing from the matches that are expected: more are right than wrong then. */
const LEFT_OVER = 0.5

/**
 * The similarity from which pairs of whole rows that are each other's best stand out best from their rivals, in either table, and how many matches do.
 * Tables of many words share more of their pieces by chance than lists of names.
 */
function byRivals(edges: ScoredEdges, { rows, split }: Scope & { readonly split: number }) {
  const [ofFirst, ofSecond] = [standingOut(edges, 'a', { rows, all: split }), standingOut(edges, 'b', { rows, all: rows - split })]
  if (!ofFirst || !ofSecond) return undefined
  return {
    best: Math.min(similarityOf(ofFirst.from), similarityOf(ofSecond.from), RANKS.text.other),
    matches: Math.min(ofFirst.matches, ofSecond.matches),
  }
}
