/** Lines that are added to a file, whole or not at all. */
import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { LeitongError } from '../errors.js'

/**
 * Appends, and returns when it is on the disk. Where that fails the file is as it was: half a line on a full disk would run into the next one
 * when there is room again.
 *
 * @throws {LeitongError} `OUTPUT_WRITE`
 */
export function appendSafely(path: string, text: string): void {
  try {
    const file = openSync(path, 'a', 0o600)
    try {
      const { size } = fstatSync(file)
      try {
        const bytes = Buffer.from(text)
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
        fsyncSync(file)
      } catch (error) {
        ftruncateSync(file, size)
        throw error
      }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw new LeitongError('OUTPUT_WRITE', path, (error as Error).message)
  }
}

/** Makes a file to be appended to, where there is none. @throws {LeitongError} `OUTPUT_WRITE` */
export function makeSafely(path: string): void {
  if (!existsSync(path)) appendSafely(path, '')
}

/**
 * The whole lines of a file that is appended to. Nothing where there is no file.
 *
 * @param isOwn  what a crash left behind the last of them is cut off; where another process appends, it may be a line that is being written
 */
export function wholeLines(path: string, isOwn = true): string {
  if (!existsSync(path)) return ''
  const bytes = readFileSync(path)
  const whole = bytes.lastIndexOf(10) + 1
  if (isOwn && whole < bytes.length) truncateSync(path, whole)
  return bytes.subarray(0, whole).toString()
}
