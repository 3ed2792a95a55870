/** The one document of a file, for commands that take single texts. */
import { statSync } from 'node:fs'
import { LeitongError } from '../errors.js'
import { fieldsOf } from '../methods/fields.js'
import type { Options } from '../options/options.js'
import { binaryKind } from '../sources/formats/binary.js'
import { compressionOf, readBytes } from '../sources/formats/compression.js'
import { decodeBytes, encodingOf, markLength } from '../sources/formats/encoding.js'
import { type Format, isDocument } from '../sources/formats/format.js'
import { FORMATS, formatOf } from '../sources/formats/formats.js'
import { compressionOfBytes } from '../sources/formats/sniff.js'
import { expandInputs } from './inputs.js'
import { openPieces } from './open-input.js'
import { type DecodedText, decodeRecord, splitPiece } from './records.js'

/**
 * Reads a file that is one document: a text of any name, Markdown, HTML; or one record of a format with fields, also a row.
 *
 * @param path  `-` for standard input
 * @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`, `NOT_ONE_TEXT` for folders, binary files, and files with several records
 */
export async function readOneDocument(path: string, options: Options): Promise<DecodedText> {
  const stat = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false })
  if (path !== '-' && !stat) throw new LeitongError('SOURCE_MISSING', path)
  if (stat?.isDirectory()) throw new LeitongError('NOT_ONE_TEXT', path, 'a folder')
  const { bare } = compressionOf(path)
  const format: Format = options.format === 'auto' ? (formatOf(bare) ?? FORMATS.txt) : FORMATS[options.format]
  if (!isDocument(format)) return onlyRecord(path, { ...options, format: format.name })
  if (options.fields !== undefined) throw new LeitongError('OPTION_CONFLICT', `--fields is for records, and ${path} is ${format.name}`)
  const parts: Uint8Array[] = []
  // Not in one step: of a pipe whose other end writes nothing a signal could not end it.
  for await (const part of readBytes(path, undefined, options.maxRatio)) parts.push(part)
  return format.decode(decodedText(path, Buffer.concat(parts), options.encoding))
}

function decodedText(path: string, bytes: Buffer, named: string): string {
  const compression = compressionOfBytes(bytes)
  if (compression) throw new LeitongError('NOT_ONE_TEXT', path, `compressed with ${compression}`)
  const kind = binaryKind(bytes, path)
  if (kind) throw new LeitongError('NOT_ONE_TEXT', path, kind.is)
  const encoding = encodingOf(bytes, named)
  const text = decodeBytes(bytes.subarray(markLength(bytes)), encoding)
  if (text === undefined) throw new LeitongError('NOT_ONE_TEXT', path, `no text in ${encoding}; --encoding says what it is in`)
  if (text.includes('\0')) throw new LeitongError('NOT_ONE_TEXT', path, 'a binary file')
  return text
}

/** The record of a file with one; records are cut and read as in batches. */
async function onlyRecord(path: string, options: Options): Promise<DecodedText> {
  const [input] = await expandInputs([path], options)
  const fields = fieldsOf(options)
  const { file, pieces } = await openPieces(input as NonNullable<typeof input>, options, fields)
  let found: DecodedText | undefined
  for await (const { bytes } of pieces) {
    splitPiece(bytes, file, (start, end) => {
      const decoded = decodeRecord(bytes.subarray(start, end), file, fields)
      if (!decoded) return
      if (found) throw new LeitongError('NOT_ONE_TEXT', path, 'a file with several records')
      if ('reason' in decoded) throw new LeitongError('NOT_ONE_TEXT', path, `a record that cannot be judged (${decoded.reason})`)
      found = decoded
    })
  }
  if (!found) throw new LeitongError('NOT_ONE_TEXT', path, 'a file without a record')
  return found
}
