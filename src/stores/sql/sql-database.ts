/** The interface of SQL databases that hold an index: what SQL itself does not make the same everywhere, as transactions, locks and numbers. */
import type { Key } from '../../searching/index-keys.js'
import type { PostingList } from '../postings/posting-list.js'
import { bytesOfName, type Changes, type UnitOfWork } from '../postings/unit-of-work.js'
import type { StoreAddress } from '../store-url.js'

/** Runs a statement with `?` for values; rows come as lists. */
export type Query = (sql: string, values?: readonly unknown[]) => Promise<unknown[][]>

/** Numbers by id, postings by key, and whether any key of the index is split. */
export interface Packed {
  readonly seqs: (number | undefined)[]
  readonly postings: PostingList[]
  readonly isSplit: boolean
}

/** The table of the postings. What reads it is in the reader of the same database. */
export interface PostingTable {
  /** Its name, behind that of the index, which remembers it: of two versions of leitong that keep postings otherwise, neither reads the other's. */
  readonly part: string
  /** Its columns, as CREATE TABLE has them. */
  readonly columns: string
  /** Follows the definition. */
  readonly options: string
  /** Takes out and adds what a unit of work has changed. */
  write(query: Query, changes: Changes, unit: UnitOfWork): Promise<void>
  /** How many postings there are. */
  count(query: Query): Promise<number>
  /** How many have no record; removes them when asked to. */
  orphans(query: Query, remove: boolean): Promise<number>
}

export interface SqlDatabase {
  readonly address: Omit<StoreAddress, 'url'>
  /** Types of the columns. */
  readonly types: { readonly key: string; readonly bytes: string; readonly text: string }
  /** Follows the definition of a table. */
  readonly tableOptions: string
  /** Locks that one transaction takes at most, where more than usual cost nothing. */
  readonly locks?: number
  /** Does work on one connection, without a transaction. */
  read<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  /** Another way to ask for rows of which a column has one of many values. @default IN (…) */
  byValues?(
    columns: string,
    table: string,
    column: string,
    values: readonly (Key | number)[],
  ): { readonly sql: string; readonly values: unknown[] }
  /** Numbers of ids and postings of keys in one step, where the database can answer with bytes instead of rows. */
  packed?(query: Query, ids: readonly Key[], keys: readonly Key[]): Promise<Packed>
  /** One statement for rows of any number, where the database has one that is planned once. @default INSERT … VALUES (…),(…) */
  insertOf?(table: string, rows: readonly (readonly Cell[])[]): { readonly sql: string; readonly values: unknown[] }
  /** How postings lie, where that is not a row for each (posting-rows.ts). */
  readonly postings?: PostingTable
  /** A transaction that holds these locks, taken in an order that all follow; begins again after a deadlock. */
  transact<Result>(locks: readonly number[], work: (query: Query) => Promise<Result>): Promise<Result>
  /** Like `read`, for making tables that may be there: several clients at once do not get in each other's way. */
  create<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  /** Makes the tables or sequences that hand out numbers and locks. */
  prepare(query: Query): Promise<void>
  /** Numbers that were never given, ascending. */
  numbers(query: Query, count: number): Promise<number[]>
  /** Removes what `prepare` made. */
  unprepare(query: Query): Promise<void>
  /** Bytes of the index. */
  size(query: Query): Promise<number | undefined>
  /** Gives room back where the database does not do so by itself. */
  shrink?(): Promise<void>
  /** Whether an error says that a table is missing. */
  isMissing(error: unknown): boolean
  /** Whether an error says that the server is away or the connection was lost. */
  isAway(error: unknown): boolean
  close(): Promise<void>
}

/** What is written in a row of a table: a number, bytes, or characters that stand for bytes. */
export type Cell = number | Uint8Array | Key

/** A cell as a value of a statement. */
export const bytesOf = (cell: Cell) => (typeof cell === 'string' ? bytesOfName(cell) : cell)

/** A value for a driver, bytes as a Buffer: drivers take no other arrays of bytes. */
export function asBuffer(value: unknown): unknown {
  if (!(value instanceof Uint8Array) || Buffer.isBuffer(value)) return value
  return Buffer.from(value.buffer, value.byteOffset, value.length)
}

/** `?,?,?` for as many values. */
export const placeholders = (values: readonly unknown[]) => values.map(() => '?').join(',')
