/** What the caller named, as files: folders and patterns spelled out, formats and encodings found. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { glob, isDynamicPattern } from 'tinyglobby'
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import { isUrl } from '../sources/databases/url.js'
import { compressionOf } from '../sources/formats/compression.js'
import { FORMATS, formatOf, requireFormat } from '../sources/formats/formats.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import type { InputFile } from './input.js'
import { recordPlan } from './row-plans.js'
import { openTable } from './table-input.js'

/**
 * @param spec  what of rows is compared, instead of the fields file of the options
 * @throws {LeitongError} `SOURCE_MISSING`, `FORMAT_UNKNOWN`; for databases `DATABASE_…`, `FIELDS_FILE`, `FIELD_MISSING`
 */
export async function expandInputs(inputs: readonly string[], options: Options, spec?: FieldsSpec): Promise<InputFile[]> {
  const files = await findInputs(inputs, options, spec)
  if (options.fields === undefined && !spec) return files
  return files.map((file) => {
    const row = file.row ?? recordPlan(options, file.format, spec)
    return row ? { ...file, row } : file
  })
}

async function findInputs(inputs: readonly string[], options: Options, spec: FieldsSpec | undefined): Promise<InputFile[]> {
  const files: InputFile[] = []
  requireOneStandardInput(inputs)
  for (const input of inputs) {
    if (input === '-') {
      const format = options.format === 'auto' ? FORMATS.jsonl : FORMATS[options.format]
      files.push({ name: '-', path: '-', format, compression: undefined, size: undefined, listed: false })
      continue
    }
    if (isUrl(input)) {
      files.push(await openTable(input, options, spec))
      continue
    }
    const stat = statSync(input, { throwIfNoEntry: false })
    if (stat?.isFile()) files.push(asInput(input, options, false) as InputFile)
    else if (stat?.isDirectory()) files.push(...(await listed('**/*', options, input)))
    // A pipe or a device has no size and cannot be read twice: it is spooled like standard input.
    else if (stat)
      files.push({
        name: input,
        path: input,
        format: requireFormat(compressionOf(input).bare, options.format),
        compression: compressionOf(input).compression,
        size: undefined,
        listed: false,
      })
    else if (isDynamicPattern(input)) files.push(...(await listed(input, options)))
    else throw new LeitongError('SOURCE_MISSING', input)
  }
  return files
}

/**
 * Standard input is read to its end: whoever named it a second time would get nothing.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function requireOneStandardInput(inputs: readonly string[]): void {
  if (inputs.filter((input) => input === '-').length > 1)
    throw new LeitongError('OPTION_CONFLICT', '"-" is named twice, and standard input can be read once only: save one of them in a file')
}

/** Files of a folder or pattern, in the order of their names; those of no known format are passed over. */
async function listed(pattern: string, options: Options, folder?: string): Promise<InputFile[]> {
  const names = (
    await glob(pattern, { ...(folder ? { cwd: folder } : {}), onlyFiles: true, dot: false, followSymbolicLinks: false })
  ).sort()
  const paths = names.map((name) => (folder ? `${folder.replace(/\/+$/, '')}/${name}` : name))
  const files = paths.flatMap((path) => asInput(path, options, true) ?? [])
  if (!files.length)
    throw new LeitongError(
      'SOURCE_MISSING',
      folder ?? pattern,
      names.length || folder ? 'no file in it has a format that is known by its name' : undefined,
    )
  return files
}

function asInput(path: string, options: Options, lenient: boolean): InputFile | undefined {
  const { compression, bare } = compressionOf(path)
  const format = lenient && options.format === 'auto' ? formatOf(bare) : requireFormat(bare, options.format)
  if (!format) return undefined
  return { name: path, path: resolve(path), format, compression, size: statSync(path).size, listed: lenient }
}

/** The first bytes of a file, or fewer when it is shorter. */
export function readHead(path: string, bytes: number): Buffer {
  try {
    const head = Buffer.alloc(bytes)
    const descriptor = openSync(path, 'r')
    const n = readSync(descriptor, head, 0, bytes, 0)
    closeSync(descriptor)
    return head.subarray(0, n)
  } catch (error) {
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
}
