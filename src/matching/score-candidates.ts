/** The work of one thread: the candidate pairs of a range, scored by a judge. */
import type { PairRange } from './candidates/pairs.js'
import { type CandidateTable, forEachCandidate } from './candidates/table.js'
import type { RowJudge } from './judge.js'
import { ScoredPairs } from './scored-pairs.js'

/** Pairs of a least score that the rules allow, the lower row first, in the order of the candidates. */
export interface ScoredRange {
  readonly compared: number
  readonly a: Uint32Array<ArrayBuffer>
  readonly b: Uint32Array<ArrayBuffer>
  readonly score: Float64Array<ArrayBuffer>
}

/** @param least  the score from which pairs are held */
export function scoreCandidates(candidates: CandidateTable, range: PairRange, judge: RowJudge, least: number): ScoredRange {
  const found = new ScoredPairs()
  let compared = 0
  forEachCandidate(candidates, range, (a, b) => {
    compared++
    const score = judge.score(a, b, least)
    if (score >= least && judge.allows(a, b)) found.add(a, b, score)
  })
  const { size, a, b, score } = found
  return { compared, a: a.slice(0, size), b: b.slice(0, size), score: score.slice(0, size) }
}
