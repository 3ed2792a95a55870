/** How far a sync has come: a small file that is replaced as a whole. */
import { readFileSync } from 'node:fs'
import { LeitongError } from '../errors.js'
import type { PositionValue } from '../sources/database/database.js'
import { AtomicFile } from './atomic-file.js'

export interface SyncState {
  readonly format: 1
  /** What is read into what; another index begins from the start, another source is refused. */
  readonly source: string
  readonly mode: string
  /** When the index was created, which tells it from another one in its place. */
  readonly index: string
  /** Of the last row that is answered. */
  readonly position?: readonly PositionValue[]
  /** Its id. */
  readonly last?: unknown
  /** Rows behind it may be in the index without an answer. */
  readonly open: boolean
  /** Bytes of the output file up to its answer. */
  readonly output?: number
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
    if (state.format === 1) return state
  } catch {
    // As below.
  }
  throw new LeitongError('SOURCE_READ', path, 'not the state of a sync')
}

/** @throws {LeitongError} `OUTPUT_WRITE` */
export function writeState(path: string, state: SyncState): void {
  const file = new AtomicFile(path)
  try {
    file.write(`${JSON.stringify(state)}\n`)
    file.finish()
    file.commit()
  } catch (error) {
    file.discard()
    throw error
  }
}
