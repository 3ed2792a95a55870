/** A stamp of a file: what changes when somebody writes to it or puts another in its place, also one of equal size and time. */
import { type BigIntStats, statSync } from 'node:fs'
import { LeitongError } from '../errors.js'
import type { Input } from './input.js'

/** @returns undefined where there is no such file (any more) */
export function stampOf(path: string): string | undefined {
  const stat: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`
}

/**
 * Sees that files are as they were when the run began: what was read in the middle of a change is neither the old content nor the new.
 *
 * @throws {LeitongError} `SOURCE_CHANGED`
 */
export function requireUnchanged(inputs: readonly Input[]): void {
  for (const input of inputs)
    if (input.kind === 'file' && input.stamp !== undefined && stampOf(input.path) !== input.stamp)
      throw new LeitongError('SOURCE_CHANGED', input.name)
}
