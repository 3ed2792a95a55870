/** The state of a sync, how far it has come: a small file that is replaced as a whole. */
import { readFileSync } from 'node:fs'
import { LeitongError } from '../../errors.js'
import type { PositionValue } from '../../sources/databases/position.js'
import { expandUrl } from '../../stores/store-url.js'
import { replaceFile } from '../../writing/atomic-file.js'

export interface SyncState {
  readonly format: 2
  /** The source, without secrets; a sync from another one is refused. */
  readonly source: string
  readonly mode: string
  /** When the index was created, which tells it from another one in its place. */
  readonly index: string
  /** Everything up to here is answered. */
  readonly position?: readonly PositionValue[]
  /** Ids, as JSON, of rows that may be in the index without an answer. */
  readonly pending: readonly string[]
  /** Where the output stood before their answers. */
  readonly output?: OutputPlace
}

/** A place in an output file, up to which it is known to be written. */
export interface OutputPlace {
  readonly path: string
  readonly bytes: number
  /** SHA-256 of the last bytes before it, which tells the file from another one of that name. */
  readonly mark: string
}

/** @throws {LeitongError} `SOURCE_READ` */
export function readState(path: string): SyncState | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
  try {
    const state = JSON.parse(text) as SyncState
    if (state.format === 2) return state
  } catch {
    // As below.
  }
  throw new LeitongError('SOURCE_READ', path, 'not the state of a sync')
}

/** @throws {LeitongError} `OUTPUT_WRITE` */
export function writeState(path: string, state: SyncState): void {
  replaceFile(path, `${JSON.stringify(state)}\n`)
}

/**
 * The state file of an index, unless another one is named: beside its folder.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function defaultState(url: string): string {
  const folder = expandUrl(url).replace(/^lmdb:(\/\/)?/i, '')
  if (!/^[a-z][a-z0-9+.-]+:/i.test(folder)) return `${folder.replace(/\/+$/, '')}.sync.json`
  throw new LeitongError('OPTION_CONFLICT', 'only the folder of an index has a place for the position beside it: name a file with --state')
}
