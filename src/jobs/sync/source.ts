/** The source of a sync by its name: a table from a position on, files, or lines of standard input as they come. */
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { LeitongError } from '../../errors.js'
import { readFields } from '../../methods/fields.js'
import type { Options } from '../../options/options.js'
import { begun } from '../../reading/batches.js'
import { forgetCopies } from '../../reading/copied/objects.js'
import { readDocuments } from '../../reading/documents.js'
import type { Input } from '../../reading/input.js'
import { expandInputs } from '../../reading/inputs.js'
import type { PassedOver } from '../../reading/listing.js'
import { FieldSearch } from '../../reading/named-fields.js'
import { recordPlan } from '../../reading/row-plans.js'
import { sniffStandardInput } from '../../reading/standard-input.js'
import { isUrl } from '../../sources/databases/url.js'
import type { Fields } from '../../sources/formats/format.js'
import { FORMATS } from '../../sources/formats/formats.js'
import { jsonRow } from '../../sources/formats/json-record.js'
import { readStandardInput } from '../../sources/formats/standard-input.js'
import type { FieldsSpec } from '../../sources/rows/fields-file.js'
import { decodeItem, isRow, type SyncItem, type SyncReject, type SyncSource } from './items.js'
import { modeOf, positionColumns, type SyncPlan } from './plan.js'
import { refuseRules } from './rules.js'
import { openTable } from './table-source.js'

/**
 * @param options     with `table`, `query`, `fields` and how records are read
 * @param spec        instead of the fields file of the options
 * @param passedOver  takes what was passed over
 * @throws {LeitongError} `OPTION_CONFLICT`, `DATABASE_…`, `FIELDS_FILE`, `FIELD_MISSING`, `NOTHING_JUDGED`, `SOURCE_MISSING`
 */
export async function openSyncSource(
  source: string,
  plan: SyncPlan,
  options: Options,
  spec?: FieldsSpec,
  passedOver?: PassedOver,
): Promise<SyncSource> {
  const columns = positionColumns(plan)
  if (isUrl(source)) return openTable(source, columns, options, spec)
  if (columns.length) throw new LeitongError('OPTION_CONFLICT', `mode ${modeOf(plan)} is for databases; files and streams are read in bulk`)
  if (source === '-') return standardInput(options, spec, passedOver)
  const found = await expandInputs([source], options, spec, passedOver)
  for (const { row, name } of found) refuseRules(row, name, options)
  // Begun here, so that what cannot be compared shows before an index is made for it.
  let first: AsyncGenerator<SyncItem> | undefined = await begun(readInputs(source, options, spec, passedOver, found))
  const items = () => {
    const read = first ?? readInputs(source, options, spec, passedOver)
    first = undefined
    return read
  }
  return { name: source, isStream: false, items }
}

async function* readInputs(
  source: string,
  options: Options,
  spec: FieldsSpec | undefined,
  passedOver: PassedOver | undefined,
  found?: Input[],
): AsyncGenerator<SyncItem> {
  const inputs = found ?? (await expandInputs([source], options, spec, passedOver))
  try {
    for await (const item of readDocuments(inputs, options, true))
      yield 'text' in item ? item : { where: `${item.source}${item.line ? `:${item.line}` : ''}`, reason: item.reason }
  } finally {
    // The next look copies them anew.
    forgetCopies(inputs)
  }
}

/** JSON lines are answered each as soon as it is there; other formats and encodings come piece by piece. */
function standardInput(options: Options, spec: FieldsSpec | undefined, passedOver: PassedOver | undefined): SyncSource {
  const isPlain = ['auto', 'jsonl'].includes(options.format) && ['auto', 'utf-8'].includes(options.encoding)
  if (!isPlain) return { name: '-', isStream: true, items: () => readInputs('-', options, spec, passedOver) }
  const row = recordPlan(options, FORMATS.jsonl, spec)
  refuseRules(row, 'standard input', options)
  const fields: Fields = { ...readFields(options), ...(row ? { row } : {}) }
  return {
    name: '-',
    isStream: true,
    async *items() {
      // The first bytes are enough here: a row must not wait for those behind it.
      const { format, compression } = await sniffStandardInput(options, 1)
      if (format !== FORMATS.jsonl || compression) return yield* readInputs('-', options, spec, passedOver)
      let number = 0
      let first: SyncReject | undefined
      let isAnyJudged = false
      const search = new FieldSearch()
      search.want(row ? [] : options.textField)
      for await (const line of createInterface({ input: Readable.from(readStandardInput()), crlfDelay: Number.POSITIVE_INFINITY })) {
        number++
        const item = decodeItem(line, fields, options, `-:${number}`)
        if (!item) continue
        isAnyJudged ||= isRow(item)
        if (!isRow(item)) first ??= item
        // Every line is answered as it comes, so only the end can tell that all of it was of no use.
        if (!isAnyJudged) search.addRecord(jsonRow(line))
        yield item
      }
      if (isAnyJudged || !first || search.isDone) return
      search.finish('standard input')
      throw new LeitongError('NOTHING_JUDGED', 'standard input', number, `${first.where}: ${first.reason}`)
    },
  }
}
