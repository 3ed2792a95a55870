/** The source of a sync by its name: a table from a position on, files, or lines of standard input as they come. */
import { createInterface } from 'node:readline'
import { LeitongError } from '../../errors.js'
import { fieldsOf } from '../../options/keep-rule.js'
import type { Options } from '../../options/options.js'
import { readDocuments } from '../../reading/documents.js'
import { expandInputs } from '../../reading/inputs.js'
import { recordPlan } from '../../reading/row-plans.js'
import { isUrl } from '../../sources/databases/url.js'
import type { Fields } from '../../sources/formats/format.js'
import { FORMATS } from '../../sources/formats/formats.js'
import type { FieldsSpec } from '../../sources/rows/fields-file.js'
import { decodeItem, type SyncItem, type SyncSource } from './items.js'
import { modeOf, positionColumns, type SyncPlan } from './plan.js'
import { refuseRules } from './rules.js'
import { openTable } from './table-source.js'

/**
 * @param options  with `table`, `query`, `fields` and how records are read
 * @param spec     instead of the fields file of the options
 * @throws {LeitongError} `OPTION_CONFLICT`, `DATABASE_…`, `FIELDS_FILE`, `FIELD_MISSING`, `SOURCE_MISSING`
 */
export async function openSyncSource(source: string, plan: SyncPlan, options: Options, spec?: FieldsSpec): Promise<SyncSource> {
  const columns = positionColumns(plan)
  if (isUrl(source)) return openTable(source, columns, options, spec)
  if (columns.length) throw new LeitongError('OPTION_CONFLICT', `mode ${modeOf(plan)} is for databases; files and streams are read in bulk`)
  if (source === '-') return standardInput(options, spec)
  for (const { row, name } of await expandInputs([source], options, spec)) refuseRules(row, name)
  return { name: source, isStream: false, items: () => readInputs(source, options, spec) }
}

async function* readInputs(source: string, options: Options, spec: FieldsSpec | undefined): AsyncGenerator<SyncItem> {
  for await (const item of readDocuments(await expandInputs([source], options, spec), options, true))
    yield 'text' in item ? item : { where: `${item.source}${item.line ? `:${item.line}` : ''}`, reason: item.reason }
}

/** JSON lines are answered each as soon as it is there; other formats and encodings come piece by piece. */
function standardInput(options: Options, spec: FieldsSpec | undefined): SyncSource {
  const isPlain = ['auto', 'jsonl'].includes(options.format) && ['auto', 'utf-8'].includes(options.encoding)
  if (!isPlain) return { name: '-', isStream: true, items: () => readInputs('-', options, spec) }
  const row = recordPlan(options, FORMATS.jsonl, spec)
  refuseRules(row, 'standard input')
  const fields: Fields = { ...fieldsOf(options), ...(row ? { row } : {}) }
  return {
    name: '-',
    isStream: true,
    async *items() {
      let number = 0
      for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
        number++
        const item = decodeItem(line, fields, options, `-:${number}`)
        if (item) yield item
      }
    },
  }
}
