import { spelledOptions } from '../../options/names.js'
import type { Options } from '../../options/options.js'
import { signatureName } from '../../signing/signature.js'
import { VERSION } from '../../version.js'
import type { Run } from './dedupe.js'

/** What one run did, in numbers; the same object for the terminal, `--json`, the report and the library. */
export interface Summary {
  readonly version: string
  readonly documents: number
  /** Bytes of the records that were judged. */
  readonly bytes: number
  readonly kept: number
  readonly removed: number
  readonly groups: number
  /** Records that could not be judged; they are kept. */
  readonly rejects: number
  /** Documents whose text occurs before. */
  readonly copies: number
  readonly seconds: Readonly<Record<'read' | 'search' | 'verify' | 'write' | 'total', number>>
  /** The most memory the process held, in bytes. */
  readonly peakMemory: number
  readonly plan: string
  readonly signature: string
  /** What limits were met; all 0 when every pair was looked at. */
  readonly limits: {
    /** Texts with more than `maxCopies` copies, of which pairs name the first one only. */
    readonly manyCopies: number
    /** Buckets that held too many kept documents (or fingerprints too many copies) to look at every pair. */
    readonly crowded: number
    /** Bytes of signatures that went to disk. */
    readonly spilledBytes: number
    /** One feature of so many was looked at, because all did not fit the memory (method `rare`). */
    readonly sampled: number
  }
  readonly options: Options
}

/** A summary as it is printed: options as the command spells them. */
export const printedSummary = (summary: Summary) => ({ ...summary, options: spelledOptions(summary.options) })

export function summarize({
  options,
  documents,
  decisions: outcome,
  seconds,
  plan,
  manyCopies,
  crowded,
  spilledBytes,
  sampled,
}: Run): Summary {
  const rounded = Object.fromEntries(
    Object.entries(seconds).map(([phase, value]) => [phase, Math.round(value * 1000) / 1000]),
  ) as Run['seconds']
  const total = Object.values(rounded).reduce((sum, value) => sum + value, 0)
  return {
    version: VERSION,
    documents: documents.count,
    bytes: documents.bytes,
    kept: documents.count - outcome.removed + documents.rejects.length,
    removed: outcome.removed,
    groups: outcome.groups.length,
    rejects: documents.rejects.length,
    copies: documents.count - outcome.copies.distinct.length,
    seconds: { ...rounded, total: Math.round(total * 1000) / 1000 },
    // The system counts in kilobytes.
    peakMemory: process.resourceUsage().maxRSS * 1024,
    plan,
    signature: signatureName(options),
    limits: { manyCopies, crowded, spilledBytes, sampled },
    options,
  }
}
