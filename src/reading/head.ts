/** The beginning of a file, which tells what it is. */
import { closeSync, openSync } from 'node:fs'
import { LeitongError } from '../errors.js'
import { readFully } from './read-fully.js'

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
