/** Files that an option names, read whole. */
import { readFileSync } from 'node:fs'
import { LeitongError } from './errors.js'

/** @throws {LeitongError} `SOURCE_MISSING` if there is none, `SOURCE_READ` */
export function readNamedFile(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new LeitongError('SOURCE_MISSING', path)
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
}
