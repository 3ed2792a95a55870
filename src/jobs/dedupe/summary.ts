/** Figures of a run: the same object for the terminal, `--json`, the report and the library. */

import { modelChecksum } from '../../matching/model/model-json.js'
import { signatureName } from '../../methods/methods.js'
import type { Options } from '../../options/options.js'
import { spelledOptions } from '../../resolving/names.js'
import { fieldsName } from '../../signing/fields-name.js'
import { VERSION } from '../../version.js'
import type { DecisionSummary } from './decided/obeyed.js'
import type { Run } from './dedupe.js'
import type { Figures } from './figures.js'
import { type RowsSummary, summarizeRows } from './rows/summary.js'
import type { Phase, RunContext } from './run-context.js'

/** One run, in numbers. */
export interface Summary extends Figures {
  readonly seconds: Readonly<Record<Phase | 'total', number>>
  /** The most memory the process held, in bytes. */
  readonly peakMemory: number
  readonly limits: Figures['limits'] & {
    /** Bytes of signatures that went to disk. */
    readonly spilledBytes: number
  }
  /** Under a measure of rows. */
  readonly rows?: RowsSummary
  /** Of the decisions of people, where there are any. */
  readonly decisions?: DecisionSummary
}

/** The figures that every summary of a batch has, whatever it was done for. */
export function commonFigures({
  context,
  candidates,
  manyCopies,
  crowded,
  unpaired = 0,
  rows,
  ignored,
}: Pick<Run, 'context' | 'candidates' | 'manyCopies' | 'crowded'> & Partial<Pick<Run, 'unpaired' | 'rows' | 'ignored'>>) {
  const { documents, options } = context
  // Wherever the model lies, and if it was learned just now: by its content it is another or the same.
  const model = rows?.plan.model
  return {
    version: VERSION,
    rejects: documents.rejects.length,
    plan: candidates.plan,
    signature:
      signatureName(model ? { ...options, model: modelChecksum(model) } : options) +
      (rows ? '' : fieldsName(context.inputs.find(({ row }) => row)?.row)),
    limits: { manyCopies, crowded, unpaired },
    ...(ignored ? { ignored } : {}),
  }
}

/** Seconds to the millisecond, of each phase and in all. */
export function secondsOf({ seconds }: RunContext): Record<Phase | 'total', number> {
  const rounded = Object.fromEntries(Object.entries(seconds).map(([phase, value]) => [phase, toMilliseconds(value)])) as typeof seconds
  return { ...rounded, total: toMilliseconds(Object.values(rounded).reduce((sum, value) => sum + value, 0)) }
}

const toMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000

/** A summary as it is printed: options as the command spells them. */
export const printedSummary = <Of extends { readonly options: Options }>(summary: Of) => ({
  ...summary,
  options: spelledOptions(summary.options),
})

export function summarize(run: Run): Summary {
  const { context, copies, decisions, spilledBytes, sampled, rows, obeyed } = run
  const { documents, options } = context
  const { version, rejects, plan, signature, limits, ignored } = commonFigures(run)
  return {
    version,
    documents: documents.count,
    bytes: documents.bytes,
    kept: documents.count - decisions.removed + rejects,
    removed: decisions.removed,
    groups: decisions.groups.length,
    rejects,
    copies: documents.count - copies.distinct.length,
    seconds: secondsOf(context),
    // The system counts in kilobytes.
    peakMemory: process.resourceUsage().maxRSS * 1024,
    plan,
    signature,
    ...(ignored ? { ignored } : {}),
    limits: { ...limits, spilledBytes, sampled },
    options,
    ...(rows ? { rows: summarizeRows(rows, documents.count, decisions.grouping.cut ?? 0) } : {}),
    ...(obeyed ? { decisions: obeyed.summary } : {}),
  }
}
