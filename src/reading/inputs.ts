/** The inputs that a caller names: folders and patterns spelled out, formats found. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../errors.js'
import { judgesRows } from '../options/measures.js'
import type { Options } from '../options/options.js'
import { isUrl } from '../sources/databases/url.js'
import { binaryKind, KIND_BYTES } from '../sources/formats/binary.js'
import { compressionOf, readBytes } from '../sources/formats/compression.js'
import { type Format, isContainer, isDocument, isTable } from '../sources/formats/format.js'
import { FORMATS, formatOf, requireFormat } from '../sources/formats/formats.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import { spooled } from '../writing/spool.js'
import { createTemporaryFolder } from '../writing/temporary.js'
import { readHead } from './head.js'
import type { Input, StreamInput } from './input.js'
import { fileInput, listed, type PassedOver } from './listing.js'
import { recordPlan } from './row-plans.js'
import { sniffStandardInput } from './standard-input.js'
import { openTable } from './table-input.js'

export { isUrl }

/**
 * @param spec        what of rows is compared, instead of the fields file of the options
 * @param passedOver  takes what was passed over
 * @throws {LeitongError} `SOURCE_MISSING`, `FORMAT_UNKNOWN`, `FORMAT_UNREAD`; for databases `DATABASE_…`, `FIELDS_FILE`, `FIELD_MISSING`
 */
export async function expandInputs(
  inputs: readonly string[],
  options: Options,
  spec?: FieldsSpec,
  passedOver: PassedOver = new Map(),
): Promise<Input[]> {
  const found = await findInputs(inputs, options, spec, passedOver)
  if (options.fields === undefined && !spec && !judgesRows(options)) return found
  return found.map((input) => {
    const row = input.row ?? recordPlan(options, input.format, spec, input.name)
    return row ? { ...input, row } : input
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
  for (const input of inputs) {
    const stat = input === '-' || isUrl(input) ? undefined : statSync(input, { throwIfNoEntry: false })
    if (input === '-') found.push(await standardInput(options))
    else if (isUrl(input)) found.push(await openTable(input, options, spec))
    else if (stat?.isFile()) found.push(fileInput(input, formatOfFile(input, options), stat))
    else if (stat?.isDirectory()) found.push(...(await listed('**/*', options, passedOver, input)))
    // A pipe or a device has no size and cannot be read twice.
    else if (stat) found.push(streamInput(input, requireFormat(compressionOf(input).bare, options.format)))
    else if ((await import('tinyglobby')).isDynamicPattern(input)) found.push(...(await listed(input, options, passedOver)))
    else throw new LeitongError('SOURCE_MISSING', input)
  }
  if ((options.table ?? options.query) !== undefined && !found.some(({ kind }) => kind === 'table'))
    throw new LeitongError('OPTION_CONFLICT', '--table and --query are for databases, and none is read')
  if (options.sheet !== undefined && !found.some(({ format }) => isTable(format) && format.hasSheets))
    throw new LeitongError('OPTION_CONFLICT', '--sheet is for Excel files, and none is read')
  return found
}

/** The format by the file's name, and by its first bytes where these say something else. */
function formatOfFile(path: string, { format: asked }: Options): Format {
  const { bare, compression } = compressionOf(path)
  const named = asked === 'auto' ? formatOf(bare) : FORMATS[asked]
  const kind = compression ? undefined : binaryKind(readHead(path, KIND_BYTES), path)
  if (!kind || (named && kind.format === named.name)) return requireFormat(bare, asked)
  // A file that is not what its name promises is damaged or encrypted: the reader of the format says so.
  if (named && !isText(named) && !kind.format) return named
  if (!named && kind.format) return FORMATS[kind.format]
  throw new LeitongError('FORMAT_UNREAD', path, kind.is, named?.name)
}

const isText = (format: Format) => isContainer(format) || (isDocument(format) && !format.extract)

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
