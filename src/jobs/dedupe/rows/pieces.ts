/** The tables of candidates that threads work on: one, or many small ones where there is no room for it. */
import type { KeyIndex } from '../../../matching/candidates/key-index.js'
import { type PairRange, pairRanges } from '../../../matching/candidates/pairs.js'
import { type CandidateTable, candidateTable, partOfTable, strideOf, tableBytes } from '../../../matching/candidates/table.js'

/** Pairs of one task at most, and between two reports of progress. */
const RANGE = 200_000
/** Pairs of one task at least, or threads wait for tasks and not for pairs, */
const LEAST_RANGE = 5000
/** and so many tasks for each thread, so that none works alone in the end. */
const TASKS = 16

export interface Piece {
  readonly candidates: CandidateTable
  /** Of that table. */
  readonly range: PairRange
}

/**
 * What is to be compared: ranges of one table of all keys if there is room for it, else tables of some blocks each.
 *
 * @param room   bytes of all tables that are there at once
 * @param width  tables that are worked on at once
 */
export function* pieces(indexes: readonly KeyIndex[], room: number, width: number): Generator<Piece> {
  if (tableBytes(indexes) <= room) {
    const candidates = candidateTable(indexes)
    const pairs = indexes.reduce((sum, index) => sum + index.pairs, 0)
    for (const range of pairRanges(indexes, Math.min(RANGE, Math.max(LEAST_RANGE, pairs / TASKS / width)))) yield { candidates, range }
    return
  }
  // For each table the keys are looked through again, so that few large ones are better than many.
  const entries = Math.max(LEAST_ENTRIES, room / (width + 1) / (4 * strideOf(indexes) + ENTRY))
  for (const range of pairRanges(indexes, MANY_RANGES * RANGE, entries)) {
    const { key, fromBlock, toBlock } = range
    yield { candidates: partOfTable(indexes, range), range: { key, fromBlock: 0, toBlock: toBlock - fromBlock } }
  }
}

/** Bytes of an entry of a table of some blocks beside its keys, while it is made. */
const ENTRY = 24
const LEAST_ENTRIES = 200
const MANY_RANGES = 10
