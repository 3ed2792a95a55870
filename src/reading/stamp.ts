/** A stamp of a file: what changes when somebody writes to it or puts another in its place, also one of equal size and time. */
import { type BigIntStats, statSync } from 'node:fs'
import { LeitongError } from '../errors.js'
import { type Input, pathsOf } from './input.js'

/**
 * How long a file is, with the stamp of that moment: a length from another moment would cut a file that is just being written, unseen.
 *
 * @returns undefined where there is no such file (any more)
 */
export function stateOf(path: string): { readonly size: number; readonly stamp: string } | undefined {
  const stat: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat && { size: Number(stat.size), stamp: `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}` }
}

/** @returns undefined where there is no such file (any more) */
export const stampOf = (path: string): string | undefined => stateOf(path)?.stamp

/** What inputs are read from, and the state of it: of objects what their store says. */
export const stampsOf = (inputs: readonly Input[]): (readonly [path: string, stamp: string | undefined])[] =>
  inputs.flatMap((input) =>
    input.kind === 'file' && input.object
      ? [[input.object.url, input.object.version] as const]
      : pathsOf([input]).map(([path]) => [path, stampOf(path)] as const),
  )

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
