/** Figures of a run on a cluster, under the names that they have on one machine. */

import type { RowsSummary } from '../../jobs/dedupe/rows/summary.js'
import { signatureName } from '../../methods/methods.js'
import type { Options } from '../../options/options.js'
import { recordPlan } from '../../reading/row-plans.js'
import { fieldsName } from '../../signing/fields-name.js'
import { FORMATS } from '../../sources/formats/formats.js'
import type { FieldsSpec } from '../../sources/rows/fields-file.js'
import { bothScripts, type ScriptCounts } from '../../tokenizing/chinese/script.js'
import { VERSION } from '../../version.js'
import type { ListedFile } from '../inputs/listing.js'
import type { Figures, Step, Steps } from '../steps.js'

export interface ClusterSummary {
  readonly version: string
  readonly documents: number
  /** Bytes of the files. */
  readonly bytes: number
  readonly files: number
  readonly kept: number
  readonly removed: number
  readonly groups: number
  readonly rejects: number
  readonly copies: number
  readonly signature: string
  readonly limits: { readonly manyCopies: number; readonly crowded: number; readonly unpaired: number }
  /** Where texts in both scripts of Chinese occur: how many in each. */
  readonly scripts?: ScriptCounts
  /** Under a measure of rows. */
  readonly rows?: RowsSummary
  /** Seconds of each step that was done; those that were there already took none. */
  readonly seconds: Readonly<Partial<Record<Step, number>>>
  /** Steps that an earlier run had left. */
  readonly found: readonly Step[]
  /** Where the steps are. */
  readonly work: string
  readonly options: Options
}

interface Ran {
  readonly files: readonly ListedFile[]
  readonly options: Options
  /** Of rows: what of them is compared. */
  readonly spec: FieldsSpec | undefined
  readonly folder: string
  readonly steps: Steps
  readonly figures: Figures
}

export function summarize({ files, options, spec, folder, steps, figures }: Ran): ClusterSummary {
  const { documents = 0, rejects = 0, texts = 0, many = 0, removed = 0, groups = 0, crowded = 0, unpaired = 0 } = figures
  const { simplified = 0, traditional = 0 } = figures
  return {
    version: VERSION,
    documents,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    files: files.length,
    kept: documents - removed + rejects,
    removed,
    groups,
    rejects,
    copies: documents - texts,
    signature: signatureName(options) + fieldsName(recordPlan(options, FORMATS.jsonl, spec)),
    limits: { manyCopies: many, crowded, unpaired },
    ...bothScripts({ simplified, traditional }),
    seconds: steps.seconds,
    found: steps.found,
    work: folder,
    options,
  }
}
