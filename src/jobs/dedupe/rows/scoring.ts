/** The planned comparisons, made: scored pairs that the rules allow. */
import { PairMap } from '../../../grouping/pair-map.js'
import type { Scope } from '../../../matching/candidates/key-index.js'
import type { ScoredEdges } from '../../../matching/groups.js'
import type { JudgeSpec, RowJudge } from '../../../matching/judge.js'
import { type ScoredRange, scoreCandidates } from '../../../matching/score-candidates.js'
import { ScoredPairs } from '../../../matching/scored-pairs.js'
import { inOrder } from '../../../searching/in-order.js'
import type { ScoreJob } from '../../../working/tasks.js'
import type { RunContext } from '../run-context.js'
import { type Piece, pieces } from './pieces.js'
import type { ComparisonPlan } from './plan.js'

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
 * Threads take ranges of pairs as they come free; what they find is put together in the order of the ranges, so that it does not depend on them.
 *
 * @param judge  of `spec`
 * @param least  the score from which pairs are held
 * @param room   bytes that tables of keys may take together
 */
export async function scorePairs(
  { indexes, comparisons }: ComparisonPlan,
  spec: JudgeSpec,
  judge: RowJudge,
  scope: Scope,
  { least, room }: { readonly least: number; readonly room: number },
  context: RunContext,
): Promise<Scored> {
  const { pool, hooks } = context
  const job = scoreJob(spec, least)
  const score = async ({ candidates, range }: Piece): Promise<ScoredRange> => {
    if (pool.isThreaded) return pool.run({ kind: 'score', job, candidates, range })
    await context.pause()
    return scoreCandidates(candidates, range, judge, least)
  }
  const found = new ScoredPairs()
  let compared = 0
  for await (const [, scored] of inOrder(pieces(indexes, room, pool.width), pool.width, score)) {
    hooks.signal?.throwIfAborted()
    found.append(scored)
    compared += scored.compared
    hooks.progress?.('verify', compared, comparisons)
  }
  for (const pairs of batches(equalRows(spec, scope))) {
    const isKnown = pairs.map(() => false)
    for (const index of indexes)
      pairs.forEach(([a, b], i) => {
        isKnown[i] ||= index.holds(a, b)
      })
    pairs.forEach(([a, b], i) => {
      if (isKnown[i]) return
      compared++
      const own = judge.score(a, b, least)
      if (own >= least && judge.allows(a, b)) found.add(a, b, own)
    })
  }
  const { size, a, b, score: scores } = found
  const edges = { size, a: a.subarray(0, size), b: b.subarray(0, size), chance: scores.subarray(0, size) }
  return { edges, compared, histogram: histogramOf(edges.chance) }
}

let jobs = 0

function scoreJob({ model, ...judge }: JudgeSpec, least: number): ScoreJob {
  return { number: jobs++, judge, model: model && sharedBytes(JSON.stringify(model)), least }
}

/** Lists of at most 65 536 things. */
function* batches<Thing>(things: Iterable<Thing>): Generator<Thing[]> {
  let batch: Thing[] = []
  for (const thing of things) {
    batch.push(thing)
    if (batch.length < 65_536) continue
    yield batch
    batch = []
  }
  yield batch
}

function sharedBytes(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}

function histogramOf(scores: Float64Array): number[] {
  const histogram = new Array<number>(BARS).fill(0)
  for (const score of scores) {
    const bar = Math.min(BARS - 1, Math.floor(score * BARS))
    histogram[bar] = (histogram[bar] as number) + 1
  }
  return histogram
}

/** Rows that are equal field by field, each with the first one (across two tables: with the first one of the other). */
function* equalRows({ fields }: JudgeSpec, { rows, split }: Scope): Generator<readonly [a: number, b: number]> {
  const columns = fields.map(({ column }) => column.rows)
  // A Map ends at 2^24 rows.
  const first = new PairMap()
  const equal = (a: number, b: number) => columns.every((column) => column[a] === column[b])
  const last = split ?? rows
  for (let row = 0; row < last; row++) {
    const hash = hashRow(columns, row)
    const slot = first.find(hash)
    if (slot < 0) first.set(hash, row)
    else if (split === undefined && equal(first.valueAt(slot), row)) yield [first.valueAt(slot), row]
  }
  for (let row = last; row < rows; row++) {
    const slot = first.find(hashRow(columns, row))
    if (slot >= 0 && equal(first.valueAt(slot), row)) yield [first.valueAt(slot), row]
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
