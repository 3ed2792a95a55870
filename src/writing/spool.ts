/** Bytes that come once, kept in a file as they pass. */
import { closeSync, openSync } from 'node:fs'
import { LeitongError } from '../errors.js'
import { writeFully } from './write-fully.js'

/**
 * Passes bytes on when they are in the file. What the source throws, a caller's iterable maybe, comes through as it is.
 *
 * @param path  a new file
 * @throws {LeitongError} `OUTPUT_WRITE`
 */
export async function* spooled(bytes: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  const descriptor = written(path, () => openSync(path, 'wx'))
  try {
    for await (const chunk of bytes) {
      written(path, () => writeFully(descriptor, chunk))
      yield chunk
    }
  } finally {
    closeSync(descriptor)
  }
}

function written<Result>(path: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw new LeitongError('OUTPUT_WRITE', path, (error as Error).message)
  }
}
