/** The beginning of a file, which tells what it is. */
import { closeSync, openSync } from 'node:fs'
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import { binaryKind, KIND_BYTES } from '../sources/formats/binary.js'
import { type Compression, compressionOf } from '../sources/formats/compression.js'
import { type Format, isContainer, isDocument } from '../sources/formats/format.js'
import { FORMATS, formatOf, requireFormat } from '../sources/formats/formats.js'
import { readFully } from './disk.js'

/**
 * The first bytes of a file; fewer where it is shorter.
 *
 * @throws {LeitongError} `SOURCE_READ`
 */
export function readHead(path: string, bytes: number): Buffer {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, 'r')
    const head = Buffer.alloc(bytes)
    return head.subarray(0, readFully(descriptor, head, 0))
  } catch (error) {
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/**
 * The format by the name of a file, and by its first bytes where these say something else.
 *
 * @param path  where the bytes are
 * @throws {LeitongError} `FORMAT_UNKNOWN`, `FORMAT_UNREAD`, `SOURCE_READ`
 */
export function formatOfFile(name: string, path: string, compression: Compression, { format: asked }: Pick<Options, 'format'>): Format {
  const { bare } = compressionOf(name)
  const named = asked === 'auto' ? formatOf(bare) : FORMATS[asked]
  const kind = compression ? undefined : binaryKind(readHead(path, KIND_BYTES), name)
  if (!kind || (named && kind.format === named.name)) return requireFormat(bare, asked)
  // A file that is not what its name promises is damaged or encrypted: the reader of the format says so.
  if (named && !isText(named) && !kind.format) return named
  if (!named && kind.format) return FORMATS[kind.format]
  throw new LeitongError('FORMAT_UNREAD', name, kind.is, named?.name)
}

const isText = (format: Format) => isContainer(format) || (isDocument(format) && !format.extract)
