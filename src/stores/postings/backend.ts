/** The interface of servers that hold postings: reads, transactions under locks, and a few numbers. PostingStore makes a store of one. */
import type { Key } from '../../searching/index-keys.js'
import type { IndexMeta } from '../store.js'
import type { Reader, UnitOfWork } from './unit-of-work.js'

/** Figures of an index on a server. */
export interface BackendCounts {
  readonly documents: number
  readonly ids: number
  readonly postings: number
  /** Keys that are marked as split. */
  readonly marks: number
  /** Undefined where that cannot be told. */
  readonly bytes: number | undefined
}

export interface StoredBytes {
  readonly seq: number
  /** With checksum (record.ts). */
  readonly record: Uint8Array
}

export interface Backend {
  readonly meta: IndexMeta
  /** For messages. */
  readonly name: string
  /** Locks that one transaction takes at most, unless one offer alone needs more. @default 256 */
  readonly locks?: number | undefined
  /**
   * Of two transactions that write under one key, one begins again. Then only locks of what is asked about and not written are taken, and every
   * key of the first level is written, or touched.
   */
  readonly locksByWriting?: boolean | undefined
  /** Reads without locks: all that was acknowledged. */
  read<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result>
  /**
   * Writes what the unit holds in the end, all or nothing, alone with what the locks stand for; may run `work` again, on a new unit, when
   * others were in the way.
   */
  transact<Result>(locks: readonly Key[], work: (unit: UnitOfWork) => Promise<Result>): Promise<Result>
  /** Records with numbers above one, ascending, up to a limit. */
  page(after: number, limit: number): Promise<StoredBytes[]>
  /** The highest number of a record; 0 where there is none. */
  last(): Promise<number>
  counts(): Promise<BackendCounts>
  /** How many postings have no record; removes them when asked to. */
  orphans(remove: boolean): Promise<number>
  /** Gives room back where the server does not do so by itself. */
  shrink?(): Promise<void>
  close(): Promise<void>
}
