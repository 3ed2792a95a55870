/** The inputs that a caller names: folders and patterns spelled out, formats found. */
import { type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { glob, isDynamicPattern } from 'tinyglobby'
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import { isUrl } from '../sources/databases/url.js'
import { compressionOf } from '../sources/formats/compression.js'
import type { Format } from '../sources/formats/format.js'
import { FORMATS, formatOf, requireFormat } from '../sources/formats/formats.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import type { FileInput, Input, StreamInput } from './input.js'
import { recordPlan } from './row-plans.js'
import { openTable } from './table-input.js'

/**
 * @param spec  what of rows is compared, instead of the fields file of the options
 * @throws {LeitongError} `SOURCE_MISSING`, `FORMAT_UNKNOWN`; for databases `DATABASE_…`, `FIELDS_FILE`, `FIELD_MISSING`
 */
export async function expandInputs(inputs: readonly string[], options: Options, spec?: FieldsSpec): Promise<Input[]> {
  const found = await findInputs(inputs, options, spec)
  if (options.fields === undefined && !spec) return found
  return found.map((input) => {
    const row = input.row ?? recordPlan(options, input.format, spec)
    return row ? { ...input, row } : input
  })
}

async function findInputs(inputs: readonly string[], options: Options, spec: FieldsSpec | undefined): Promise<Input[]> {
  requireOneStandardInput(inputs)
  const found: Input[] = []
  for (const input of inputs) {
    const stat = input === '-' || isUrl(input) ? undefined : statSync(input, { throwIfNoEntry: false })
    if (input === '-') found.push(streamInput(input, options.format === 'auto' ? FORMATS.jsonl : FORMATS[options.format]))
    else if (isUrl(input)) found.push(await openTable(input, options, spec))
    else if (stat?.isFile()) found.push(fileInput(input, requireFormat(compressionOf(input).bare, options.format), stat))
    else if (stat?.isDirectory()) found.push(...(await listed('**/*', options, input)))
    // A pipe or a device has no size and cannot be read twice.
    else if (stat) found.push(streamInput(input, requireFormat(compressionOf(input).bare, options.format)))
    else if (isDynamicPattern(input)) found.push(...(await listed(input, options)))
    else throw new LeitongError('SOURCE_MISSING', input)
  }
  return found
}

const streamInput = (source: string, format: Format): StreamInput => ({
  kind: 'stream',
  name: source,
  source,
  format,
  compression: compressionOf(source).compression,
})

const fileInput = (name: string, format: Format, { size }: Stats): FileInput => ({
  kind: 'file',
  name,
  path: resolve(name),
  format,
  compression: compressionOf(name).compression,
  size,
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

/** Files of a folder or pattern, in the order of their names; those of no known format are passed over. */
async function listed(pattern: string, options: Options, folder?: string): Promise<FileInput[]> {
  const names = (
    await glob(pattern, { ...(folder ? { cwd: folder } : {}), onlyFiles: true, dot: false, followSymbolicLinks: false })
  ).sort()
  const files = names.flatMap((name) => {
    const path = folder ? `${folder.replace(/\/+$/, '')}/${name}` : name
    const { bare } = compressionOf(path)
    const format = options.format === 'auto' ? formatOf(bare) : requireFormat(bare, options.format)
    return format ? [fileInput(path, format, statSync(path))] : []
  })
  if (!files.length)
    throw new LeitongError(
      'SOURCE_MISSING',
      folder ?? pattern,
      names.length || folder ? 'no file in it has a format that is known by its name' : undefined,
    )
  return files
}
