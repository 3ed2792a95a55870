/** Bytes that come once, kept in a file as they pass. */
import { closeSync, openSync } from 'node:fs'
import { LeitongError } from '../errors.js'
import { writeFully } from './write-fully.js'

/**
 * Passes bytes on when they are in the file.
 *
 * @param path  a new file
 * @throws {LeitongError} `OUTPUT_WRITE`
 */
export async function* spooled(bytes: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, 'wx')
    for await (const chunk of bytes) {
      writeFully(descriptor, chunk)
      yield chunk
    }
  } catch (error) {
    if (error instanceof LeitongError) throw error
    throw new LeitongError('OUTPUT_WRITE', path, (error as Error).message)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
