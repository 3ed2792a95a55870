/** The inputs that a caller names: folders and patterns spelled out, formats found. */
import { type Stats, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { glob, isDynamicPattern } from 'tinyglobby'
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
import type { FileInput, Input, StreamInput } from './input.js'
import { recordPlan } from './row-plans.js'
import { stampOf } from './stamp.js'
import { sniffStandardInput } from './standard-input.js'
import { openTable } from './table-input.js'

/** Files of folders and patterns that no format takes, by their ending; empty for none. */
export type PassedOver = Map<string, number>

/** @example describePassedOver(new Map([['.png', 2]])) // '2 .png' */
export function describePassedOver(passedOver: PassedOver, noEnding = 'without an ending'): string {
  const kinds = [...passedOver].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return kinds.map(([ending, count]) => `${count} ${ending || noEnding}`).join(', ')
}

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
    else if (isDynamicPattern(input)) found.push(...(await listed(input, options, passedOver)))
    else throw new LeitongError('SOURCE_MISSING', input)
  }
  if ((options.table ?? options.query) !== undefined && !found.some(({ kind }) => kind === 'table'))
    throw new LeitongError('OPTION_CONFLICT', '--table and --query are for databases, and none is read')
  if (options.sheet !== undefined && !found.some(({ format }) => isTable(format) && format.hasSheets))
    throw new LeitongError('OPTION_CONFLICT', '--sheet is for Excel files, and none is read')
  return found
}

/** By its name, and by its first bytes where these say something else. */
function formatOfFile(path: string, { format: asked }: Options): Format {
  const { bare, compression } = compressionOf(path)
  const named = asked === 'auto' ? formatOf(bare) : FORMATS[asked]
  const kind = compression ? undefined : binaryKind(readHead(path, KIND_BYTES), path)
  if (!kind || (named && kind.format === named.name)) return requireFormat(bare, asked)
  // What a name promises in vain is damaged, or encrypted: the format itself says so.
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

/** What needs a file of its own is copied into one. */
async function standardInput(options: Options): Promise<Input> {
  const { format, compression } = await sniffStandardInput(options)
  if (isContainer(format) || compression) return { ...streamInput('-', format), compression }
  const path = join(createTemporaryFolder(options.temp), 'standard-input')
  for await (const _ of spooled(readBytes('-', undefined, options.maxRatio), path));
  return { kind: 'file', name: '-', path, format, compression: undefined, size: statSync(path).size }
}

const fileInput = (name: string, format: Format, { size }: Stats): FileInput => ({
  kind: 'file',
  name,
  path: resolve(name),
  format,
  compression: compressionOf(name).compression,
  size,
  stamp: stampOf(name),
})

/**
 * Standard input is read to its end: named a second time it would give nothing.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function requireOneStandardInput(inputs: readonly string[]): void {
  if (inputs.filter((input) => input === '-').length > 1)
    throw new LeitongError('OPTION_CONFLICT', '"-" is named twice, and standard input can be read once only: save one of them in a file')
}

/** @throws {LeitongError} `SOURCE_READ` for a name of other bytes than UTF-8, as old archives have them: it cannot be opened by its text */
function statOf(path: string): Stats {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat) return stat
  const why = path.includes('\ufffd') ? 'its name is not UTF-8: rename it, for example with convmv' : 'it was there a moment ago'
  throw new LeitongError('SOURCE_READ', path, why)
}

/** Files of a folder or pattern, in the order of their names; those of no known format are passed over. */
async function listed(pattern: string, options: Options, passedOver: PassedOver, folder?: string): Promise<FileInput[]> {
  const names = (
    await glob(pattern, { ...(folder ? { cwd: folder } : {}), onlyFiles: true, dot: false, followSymbolicLinks: false })
  ).sort()
  const files = names.flatMap((name) => {
    const path = folder ? `${folder.replace(/\/+$/, '')}/${name}` : name
    const { bare } = compressionOf(path)
    const format = options.format === 'auto' ? formatOf(bare) : requireFormat(bare, options.format)
    if (format) return [fileInput(path, format, statOf(path))]
    const ending = /[^./\\](\.[^./\\]+)$/.exec(bare)?.[1]?.toLowerCase() ?? ''
    passedOver.set(ending, (passedOver.get(ending) ?? 0) + 1)
    return []
  })
  if (!files.length)
    throw new LeitongError(
      'SOURCE_MISSING',
      folder ?? pattern,
      names.length || folder
        ? `no file in it has a format that is known by its name${passedOver.size ? `: ${describePassedOver(passedOver)}` : ''}`
        : undefined,
    )
  return files
}
