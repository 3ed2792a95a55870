/** The planned comparisons, made: scored pairs that the rules allow. */

import { sharedMemory } from '../../../hashing/shared.js'
import type { Scope } from '../../../matching/candidates/key-index.js'
import { tableBytes } from '../../../matching/candidates/table.js'
import { equalRows } from '../../../matching/equal-rows.js'
import type { ScoredEdges } from '../../../matching/groups.js'
import type { JudgeSpec, RowJudge } from '../../../matching/judge.js'
import { withCuts } from '../../../matching/kinds/tokens.js'
import { besideRivals, type ListedOnce, listedOnce } from '../../../matching/rivals/competing.js'
import { leastUnranked, ranked } from '../../../matching/rivals/ranked.js'
import { type ScoredRange, scoreCandidates } from '../../../matching/score-candidates.js'
import { ScoredPairs } from '../../../matching/scored-pairs.js'
import { inOrder } from '../../../searching/in-order.js'
import type { Pool } from '../../../working/pool.js'
import type { ScoreJob } from '../../../working/tasks.js'
import type { RunContext } from '../run-context.js'
import { type Piece, pieces } from './pieces.js'
import type { ComparisonPlan } from './plan.js'

/** Pairs counted by their scores. */
export const BARS = 20

/** Where the work is done: threads or the calling one, and who watches it. */
export interface ScoringHost extends Pick<RunContext, 'pause'> {
  readonly hooks: {
    readonly signal?: { throwIfAborted(): void } | undefined
    readonly progress?: ((phase: 'search' | 'verify', done: number, total: number | undefined) => void) | undefined
  }
  readonly pool: Pick<Pool, 'width' | 'isThreaded' | 'run'>
}

export interface Scored {
  /** Pairs of a least score that the rules allow; lower rows first. */
  readonly edges: ScoredEdges
  /** Comparisons that were made. */
  readonly compared: number
  /** Pairs from the least score on, in equal steps of the score from 0 to 1. */
  readonly histogram: readonly number[]
  /** Whether a score is the chance of a match, as far as is known: no model is in doubt, and what stands for one is used across two tables. */
  readonly isChance: boolean
  /** Of two tables: which of them lists each thing once, so that the pairs of a row compete. */
  readonly once?: ListedOnce
  /** A chance as far as the tables bear it out, for estimates. */
  likely(chance: number): number
  /** What the rank of a pair adds to its score, in bits. */
  readonly rankBits: ((a: number, b: number) => number | undefined) | undefined
}

/**
 * Threads take ranges of pairs as they come free; what they find is put together in the order of the ranges, so that it does not depend on them.
 * Across two tables, where scores are similarities told as chances, the rank of a pair is evidence beside its similarity.
 *
 * @param judge  of `spec`
 * @param least  the score from which pairs are held
 * @param room   bytes that tables of keys may take together
 */
export async function scorePairs(
  { indexes, comparisons, model, doubt }: ComparisonPlan,
  spec: JudgeSpec,
  judge: RowJudge,
  scope: Scope,
  { least: held, room }: { readonly least: number; readonly room: number },
  host: ScoringHost,
): Promise<Scored> {
  const { pool, hooks } = host
  const { rows, split } = scope
  const way = split === undefined ? undefined : model?.way
  const least = way ? leastUnranked(way, held) : held
  // The judge is made by now, and with it all that threads have to know of values.
  const job = pool.isThreaded ? scoreJob(spec, least) : undefined
  const score = async ({ candidates, range }: Piece): Promise<ScoredRange> => {
    if (job) return pool.run({ kind: 'score', job, candidates, range })
    await host.pause()
    return scoreCandidates(candidates, range, judge, least)
  }
  const found = new ScoredPairs()
  let compared = 0
  // Results come in the order of their tasks: behind a long one the next are under way, where one table serves them all.
  const under = tableBytes(indexes) <= room ? 4 * pool.width : pool.width
  for await (const [, scored] of inOrder(pieces(indexes, room, pool.width), under, score)) {
    hooks.signal?.throwIfAborted()
    found.append(scored)
    compared += scored.compared
    hooks.progress?.('verify', compared, comparisons)
  }
  for (const pairs of batches(equalRows(spec.fields, scope))) {
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
  const unranked = { size, a: a.subarray(0, size), b: b.subarray(0, size), chance: scores.subarray(0, size) }
  const once =
    model && !model.way && doubt === undefined && scope.split !== undefined ? listedOnce(unranked, spec.fields, scope.rows) : undefined
  const beside = once && besideRivals(unranked, once, scope.rows)
  const edges = way && split !== undefined ? ranked(unranked, way, { rows, split }) : (beside?.edges ?? unranked)
  const isChance = model !== undefined && doubt === undefined && (model.way === undefined || way === 'fields')
  return {
    edges,
    compared,
    histogram: histogramOf(edges.chance),
    isChance,
    ...(once ? { once } : {}),
    rankBits: beside?.bitsOf,
    likely: beside?.likely ?? ((chance) => chance),
  }
}

let jobs = 0

function scoreJob({ model, ...spec }: JudgeSpec, least: number): ScoreJob {
  const judge = { ...spec, fields: spec.fields.map((field) => ({ ...field, column: withCuts(field.column) })) }
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
  const shared = new Uint8Array(sharedMemory(bytes.length))
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
