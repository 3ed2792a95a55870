/** What merging was asked for, and the merged rows of a batch. */
import { LeitongError } from '../../../errors.js'
import { ownFields } from '../../../reading/document-line.js'
import { type Input, isInMemory } from '../../../reading/input.js'
import { hasFields, isTable } from '../../../sources/formats/format.js'
import type { Run } from '../dedupe.js'
import type { OutputsWanted } from '../outputs.js'
import { requireMergeable } from './asked.js'
import { mergeRulesOf, readEarlierGroups } from './files.js'
import type { EarlierGroups } from './group-ids.js'
import { MergedRows } from './merged-rows.js'
import { PlacedRows } from './placed-rows.js'
import type { MergeRules } from './rules.js'

export interface Merging {
  readonly rules: MergeRules
  readonly earlier: EarlierGroups | undefined
}

/** @throws {LeitongError} `OPTION_CONFLICT`, `OPTION_VALUE`, `OUTPUT_FORMAT`, `SOURCE_MISSING`, `SOURCE_READ`, `FIELDS_FILE` */
export function mergingOf(wanted: OutputsWanted, inputs: readonly Input[], isAgainst: boolean): Merging | undefined {
  requireMergeable(wanted, isAgainst)
  const { merge, groupsFrom } = wanted
  if (merge === undefined) return undefined
  const other = inputs.find((input) => !isInMemory(input) && !hasFields(input.format))
  if (other) throw new LeitongError('OUTPUT_FORMAT', `--merge is for records with fields, and ${other.name} is ${other.format.name}`)
  return { rules: mergeRulesOf(merge), earlier: groupsFrom === undefined ? undefined : readEarlierGroups(groupsFrom) }
}

/** @throws {LeitongError} as {@link MergedRows}; `OPTION_CONFLICT` where columns were not read */
export function mergedOf({ context, decisions }: Run, { rules, earlier }: Merging): MergedRows {
  const { inputs, ownInputs } = context
  if (
    inputs
      .slice(0, ownInputs)
      .some((input) => !isInMemory(input) && !input.everyColumn && (input.kind === 'table' || isTable(input.format)))
  )
    throw new LeitongError('OPTION_CONFLICT', 'columns that are not compared were not read: give the rules to dedupe, as its option merge')
  const rows = new PlacedRows(context, decisions, isInMemory(inputs[0]) ? ownFields : undefined)
  return new MergedRows(rows, rules, earlier)
}
