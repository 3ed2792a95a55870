/** Two sides as one: what is alike across them and within each, and the groups that all of it makes. */
import type { Options } from '../../options/options.js'
import type { Sides } from '../../reading/sides.js'
import { type Run, runBatch } from '../dedupe/dedupe.js'
import { firstOfB } from '../dedupe/documents.js'
import { pairResults } from '../dedupe/pairs/pair-results.js'
import { pairsOf } from '../dedupe/pairs/pairs.js'
import { batchReport, reportPage } from '../dedupe/reporting/page.js'
import { groupResults, rejectResults } from '../dedupe/results.js'
import { pairsFrom, summarizeRows } from '../dedupe/rows/summary.js'
import type { RunHooks } from '../dedupe/run-context.js'
import { commonFigures, secondsOf } from '../dedupe/summary.js'
import type { LinkWriters } from './outputs.js'
import type { SidesSummary } from './summary.js'

export type Side = 'A' | 'B'

/** A batch over both sides. */
export interface JoinedRun extends Run {
  /** Documents of A; those from this number on are of B. */
  readonly ofA: number
  sideOf(document: number): Side
}

/**
 * Dedupes two sides together.
 *
 * @returns decisions and the context to write from; close it
 * @throws {LeitongError}
 */
export async function runJoined({ inputs, ofA }: Sides, options: Options, hooks: RunHooks = {}): Promise<JoinedRun> {
  const run = await runBatch(inputs, options, true, hooks, ofA)
  const start = firstOfB(run.context.documents, ofA)
  return { ...run, ofA: start, sideOf: (document) => (document < start ? 'A' : 'B') }
}

export const joinedWriters = (run: JoinedRun): LinkWriters => ({
  pairs: pairResults(run, run.sideOf),
  groups: groupResults(run, run.sideOf),
  rejects: rejectResults(run.context),
  report: () => reportPage(batchReport(run, run.sideOf)),
})

/** One run over both sides, in numbers. */
export interface JoinedSummary extends SidesSummary {
  /** Similar pairs by the sides they are of. */
  readonly pairs: { readonly AA: number; readonly AB: number; readonly BB: number }
  readonly groups: number
  /** Groups with documents of both sides. */
  readonly shared: number
}

export function summarizeJoined(run: JoinedRun): JoinedSummary {
  const { context, decisions, ofA, sideOf } = run
  const pairs = { AA: 0, AB: 0, BB: 0 }
  for (const { a, b } of pairsOf(decisions, context.options.maxCopies)) pairs[`${sideOf(a)}${sideOf(b)}` as keyof typeof pairs]++
  let shared = 0
  for (const { members } of decisions.groups) if (new Set(Array.from(members, sideOf)).size > 1) shared++
  const { version, rejects, plan, signature, limits, ...more } = commonFigures(run)
  return {
    version,
    a: ofA,
    b: context.documents.count - ofA,
    pairs,
    groups: decisions.groups.length,
    shared,
    rejects,
    seconds: secondsOf(context).total,
    plan,
    signature,
    limits,
    ...more,
    ...(run.rows
      ? {
          rows: summarizeRows(
            run.rows,
            context.documents.count,
            decisions.grouping.cut ?? 0,
            pairsFrom(run.rows, context.options.threshold),
          ),
        }
      : {}),
  }
}
