/** The planned comparisons, made: scored pairs that the rules allow. */
import type { Scope } from '../../../matching/candidates/key-index.js'
import { forEachPair, pairRanges } from '../../../matching/candidates/pairs.js'
import type { ScoredEdges } from '../../../matching/groups.js'
import type { RowJudge } from '../../../matching/judge.js'
import { ScoredPairs } from '../../../matching/matching.js'
import type { RunHooks } from '../run-context.js'
import type { ComparisonPlan } from './plan.js'

/** Pairs between two reports of progress. */
const RANGE = 200_000

/** Pairs counted by their scores. */
export const BARS = 20

export interface Scored {
  /** Pairs of a least score that the rules allow; lower rows first. */
  readonly edges: ScoredEdges
  /** Comparisons that were made. */
  readonly compared: number
  /** Pairs from the least score on, in equal steps of the score from 0 to 1. */
  readonly histogram: readonly number[]
}

/**
 * @param least  the score from which pairs are held
 */
export function scorePairs(
  { indexes, comparisons }: ComparisonPlan,
  judge: RowJudge,
  scope: Scope,
  least: number,
  hooks: RunHooks,
): Scored {
  const found = new ScoredPairs()
  const histogram = new Array<number>(BARS).fill(0)
  let compared = 0
  const add = (a: number, b: number) => {
    const score = judge.score(a, b, least)
    if (score < least || !judge.allows(a, b)) return
    found.add(a, b, score)
    const bar = Math.min(BARS - 1, Math.floor(score * BARS))
    histogram[bar] = (histogram[bar] as number) + 1
  }
  for (const range of pairRanges(indexes, RANGE)) {
    hooks.signal?.throwIfAborted()
    forEachPair(indexes, range, (a, b) => {
      compared++
      add(a, b)
    })
    hooks.progress?.('verify', compared, comparisons)
  }
  for (const [a, b] of equalRows(judge, scope)) {
    if (indexes.some((index) => index.holds(a, b))) continue
    compared++
    add(a, b)
  }
  const { size, a, b, score } = found
  return { edges: { size, a: a.subarray(0, size), b: b.subarray(0, size), chance: score.subarray(0, size) }, compared, histogram }
}

/** Rows that are equal field by field, each with the first one (across two tables: with the first one of the other). */
function* equalRows({ fields }: RowJudge, { rows, split }: Scope): Generator<readonly [a: number, b: number]> {
  const columns = fields.map(({ column }) => column.rows)
  const first = new Map<number, number>()
  const equal = (a: number, b: number) => columns.every((column) => column[a] === column[b])
  const last = split ?? rows
  for (let row = 0; row < last; row++) {
    const hash = hashRow(columns, row)
    const known = first.get(hash)
    if (known === undefined) first.set(hash, row)
    else if (split === undefined && equal(known, row)) yield [known, row]
  }
  for (let row = last; row < rows; row++) {
    const known = first.get(hashRow(columns, row))
    if (known !== undefined && equal(known, row)) yield [known, row]
  }
}

/** 53 bits over the numbers of a row's values. */
function hashRow(columns: readonly Int32Array[], row: number): number {
  let low = 0x811c9dc5
  let high = 0x9e3779b9
  for (const column of columns) {
    const value = column[row] as number
    low = Math.imul(low ^ value, 0x85ebca6b)
    low ^= low >>> 13
    high = Math.imul(high + value, 0xc2b2ae35)
    high ^= (high >>> 16) ^ low
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0)
}
