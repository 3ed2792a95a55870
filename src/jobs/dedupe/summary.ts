/** Figures of a run: the same object for the terminal, `--json`, the report and the library. */

import { modelChecksum } from '../../matching/model/model-json.js'
import { signatureName } from '../../methods/methods.js'
import { weakHash } from '../../methods/weak-hash.js'
import type { Options } from '../../options/options.js'
import { keptBy } from '../../options/ranks.js'
import type { Input } from '../../reading/input.js'
import type { ReadFile } from '../../reading/open-input.js'
import { spelledOptions } from '../../resolving/names.js'
import { fieldsName } from '../../signing/fields-name.js'
import { bothScripts } from '../../tokenizing/chinese/script.js'
import { VERSION } from '../../version.js'
import type { DecisionSummary } from './decided/obeyed.js'
import type { Run } from './dedupe.js'
import type { Figures } from './figures.js'
import { pairsFrom, type RowsSummary, summarizeRows } from './rows/summary.js'
import type { RunContext, RunPhase } from './run-context.js'
import type { OldDocuments } from './search.js'
import { sharedId } from './shared-id.js'

/** One run, in numbers. */
export interface Summary extends Figures {
  readonly seconds: Readonly<Record<RunPhase | 'total', number>>
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
  /** Of old documents that the batch was held against. */
  readonly against?: OldDocuments & {
    /** Removed documents of the batch in favour of an old one. */
    readonly removed: number
  }
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
    ...bothScripts(documents.scripts),
    ...sheetsOf(context.inputs),
    ...headersOf(documents.files),
    ...(rows ? {} : weakHash(options)),
  }
}

/** The sheets of workbooks that were read. */
function sheetsOf(inputs: readonly Input[]): Pick<Figures, 'sheets'> {
  const sheets = inputs.flatMap((input) => (input.kind === 'file' && input.sheet ? [{ file: input.name, ...input.sheet }] : []))
  return sheets.length ? { sheets } : {}
}

/** The headers of tables as text that are not their first row. */
function headersOf(files: readonly ReadFile[]): Pick<Figures, 'headers'> {
  const headers = files.flatMap(({ name, format, opening: { columns, lines = 1 } }) =>
    columns && lines > 1 && (format === 'csv' || format === 'tsv') ? [{ file: name, headerRow: lines }] : [],
  )
  return headers.length ? { headers } : {}
}

/** Seconds to the millisecond, of each phase and in all. */
export function secondsOf({ seconds }: RunContext): Record<RunPhase | 'total', number> {
  const rounded = Object.fromEntries(Object.entries(seconds).map(([phase, value]) => [phase, toMilliseconds(value)])) as typeof seconds
  return { ...rounded, total: toMilliseconds(Object.values(rounded).reduce((sum, value) => sum + value, 0)) }
}

const toMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000

/** A summary as it is printed: options as the command spells them. */
export const printedSummary = <Of extends { readonly options: Options }>(summary: Of) => ({
  ...summary,
  options: spelledOptions(summary.options),
})

/** Documents of the batch whose text is that of an earlier one, or of an old one. */
function countCopies({ copies: { first, distinct }, decisions: { own } }: Run): number {
  if (own === first.length) return own - distinct.length
  const isOld = new Uint8Array(first.length)
  for (let document = own; document < first.length; document++) isOld[first[document] as number] = 1
  let texts = 0
  for (const document of distinct) if (document < own && !isOld[document]) texts++
  return own - texts
}

function countFor({ decisions }: Run): number {
  const { own } = decisions
  let removed = 0
  for (const { kept, members } of decisions.groups) if (kept >= own) for (const member of members) if (member < own) removed++
  return removed
}

export function summarize(run: Run): Summary {
  const { context, decisions, spilledBytes, sampled, rows, obeyed, old } = run
  const { documents, options } = context
  const { version, rejects, plan, signature, limits, ...more } = commonFigures(run)
  const shared = sharedId(decisions, documents)
  return {
    version,
    documents: documents.own,
    bytes: documents.bytes,
    kept: documents.own - decisions.removed + rejects,
    removed: decisions.removed,
    groups: decisions.groups.length,
    rejects,
    copies: countCopies(run),
    seconds: secondsOf(context),
    // The system counts in kilobytes.
    peakMemory: process.resourceUsage().maxRSS * 1024,
    plan,
    signature,
    ...more,
    limits: { ...limits, spilledBytes, sampled },
    ...keptBy(options, documents.ranked),
    ...(shared ? { sharedId: shared } : {}),
    options,
    ...(rows
      ? {
          rows: summarizeRows(rows, documents.count, decisions.grouping.cut ?? 0, pairsFrom(rows, options.threshold)),
        }
      : {}),
    ...(obeyed ? { decisions: obeyed.summary } : {}),
    ...(old ? { against: { ...old, removed: countFor(run) } } : {}),
  }
}
