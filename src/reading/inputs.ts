/** The inputs that a caller names: folders and patterns spelled out, formats found. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../errors.js'
import { methodOf } from '../methods/methods.js'
import type { Options } from '../options/options.js'
import { isUrl } from '../sources/databases/url.js'
import { compressionOf, readBytes } from '../sources/formats/compression.js'
import { type Format, isContainer, isTable } from '../sources/formats/format.js'
import { requireFormat } from '../sources/formats/formats.js'
import { isObjectUrl } from '../sources/objects/objects.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import { spooled } from '../writing/spool.js'
import { createTemporaryFolder } from '../writing/temporary.js'
import { objectInputs } from './copied/objects.js'
import { isQuery, queryInput } from './copied/query.js'
import { formatOfFile } from './head.js'
import type { Input, StreamInput } from './input.js'
import { fileInput, listed, PassedOver } from './listing.js'
import { tableReading } from './open-input.js'
import { recordPlan } from './row-plans.js'
import { sniffStandardInput } from './standard-input.js'
import { openTable } from './table-input.js'

export { isObjectUrl, isUrl }

/**
 * @param spec        what of rows is compared, instead of the fields file of the options
 * @param passedOver  takes what was passed over
 * @throws {LeitongError} `SOURCE_MISSING`, `FORMAT_UNKNOWN`, `FORMAT_UNREAD`; for databases `DATABASE_…`, `FIELDS_FILE`, `FIELD_MISSING`
 */
export async function expandInputs(
  inputs: readonly string[],
  options: Options,
  spec?: FieldsSpec,
  passedOver = new PassedOver(),
): Promise<Input[]> {
  const found = await findInputs(inputs, options, spec, passedOver)
  const read: Input[] = []
  const noteHeader = (input: Input) => (row: number) => passedOver.headers.set(input.name, row)
  for (const input of planned(found, options, spec))
    for (const one of await sheetsOf(input, options, passedOver)) read.push({ ...one, noteHeader: noteHeader(one) })
  return read
}

/** The inputs with what of their rows is compared, where rows are. @throws {LeitongError} `FIELDS_FILE` */
function planned(inputs: readonly Input[], options: Options, spec?: FieldsSpec): Input[] {
  const isOfRows = options.fields !== undefined || spec || methodOf(options).reads === 'values'
  return inputs.map((input) => {
    const row = input.row ?? (isOfRows ? recordPlan(options, input.format, spec, input.name) : undefined)
    return row ? { ...input, row } : input
  })
}

/**
 * The sheets of a workbook that are read, an input each; any other input as it is.
 *
 * @throws {LeitongError} `FIELD_MISSING` where only a sheet that nobody named has what is asked for
 */
async function sheetsOf(input: Input, options: Options, { sheets }: PassedOver): Promise<Input[]> {
  const { format } = input
  if (input.kind !== 'file' || !isTable(format) || !format.sheets || input.compression) return [input]
  const found = await format.sheets(input.path, tableReading(input, options))
  return found.map(({ name, headerRow, notRead, elsewhere }) => {
    if (elsewhere && options.sheet === undefined)
      throw new LeitongError('FIELD_MISSING', input.name, elsewhere.column, elsewhere.columns.join(', '), elsewhere.sheet)
    const sheet = { name, headerRow, notRead: options.sheet === undefined ? notRead : [] }
    if (found.length > 1 || sheet.notRead.length || (options.headerRow ?? 1) < headerRow) sheets.push({ file: input.name, ...sheet })
    return { ...input, sheet, ...(found.length > 1 ? { name: `${input.name}:${name}` } : {}) }
  })
}

async function findInputs(
  inputs: readonly string[],
  options: Options,
  spec: FieldsSpec | undefined,
  passedOver: PassedOver,
): Promise<Input[]> {
  requireOneStandardInput(inputs)
  const found: Input[] = []
  const objects: { readonly url: string; readonly at: number }[] = []
  for (const input of inputs) {
    const isNoPath = input === '-' || isUrl(input) || isObjectUrl(input) || isQuery(input)
    const stat = isNoPath ? undefined : statSync(input, { throwIfNoEntry: false })
    if (input === '-') found.push(await standardInput(options))
    else if (isQuery(input)) found.push(await queryInput(input, options))
    else if (isObjectUrl(input)) objects.push({ url: input, at: found.length })
    else if (isUrl(input)) found.push(await openTable(input, options, spec))
    else if (stat?.isFile()) found.push(fileInput(input, formatOfFile(input, input, compressionOf(input).compression, options)))
    else if (stat?.isDirectory()) found.push(...(await listed('**/*', options, passedOver, input)))
    // A pipe or a device has no size and cannot be read twice.
    else if (stat) found.push(streamInput(input, requireFormat(compressionOf(input).bare, options.format)))
    else if ((await import('tinyglobby')).isDynamicPattern(input)) found.push(...(await listed(input, options, passedOver)))
    else throw new LeitongError('SOURCE_MISSING', input)
  }
  // The dear part comes last and is done for all at once; from the last place on, so that the earlier ones stay where they are.
  const copied = await objectInputs(
    objects.map(({ url }) => url),
    options,
    passedOver,
  )
  for (const { at } of objects.toReversed()) found.splice(at, 0, ...(copied.pop() ?? []))
  if ((options.table ?? options.query) !== undefined && !found.some(({ kind }) => kind === 'table'))
    throw new LeitongError('OPTION_CONFLICT', '--table and --query are for databases, and none is read')
  const hasSheets = found.some(({ format }) => isTable(format) && format.sheets)
  if (options.sheet !== undefined && !hasSheets) throw new LeitongError('OPTION_CONFLICT', '--sheet is for Excel files, and none is read')
  if (options.headerRow !== undefined && !hasSheets && !found.some(({ format }) => format.name === 'csv' || format.name === 'tsv'))
    throw new LeitongError('OPTION_CONFLICT', '--header-row is for Excel files, CSV and TSV, and none is read')
  return found
}

const streamInput = (source: string, format: Format): StreamInput => ({
  kind: 'stream',
  name: source,
  source,
  format,
  compression: compressionOf(source).compression,
})

/** Standard input; formats that need a file are copied into one. */
async function standardInput(options: Options): Promise<Input> {
  const { format, compression } = await sniffStandardInput(options)
  if (isContainer(format) || compression) return { ...streamInput('-', format), compression }
  const path = join(createTemporaryFolder(options.temp), 'standard-input')
  for await (const _ of spooled(readBytes('-', undefined, options.maxRatio), path));
  return { kind: 'file', name: '-', path, format, compression: undefined, size: statSync(path).size }
}

/**
 * Standard input is read to its end: named a second time it would give nothing.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function requireOneStandardInput(inputs: readonly string[]): void {
  if (inputs.filter((input) => input === '-').length > 1)
    throw new LeitongError('OPTION_CONFLICT', '"-" is named twice, and standard input can be read once only: save one of them in a file')
}
