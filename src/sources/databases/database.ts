/** The interface of databases that rows are read from, so that readers need not know which database it is. One file a database on this shelf. */
import type { Column } from '../rows/infer.js'
import type { Fault } from './faults.js'
import type { Tail } from './position.js'
import type { ResultRow } from './results.js'

/** The rows to read: those of a table or a query, fewer with a condition. */
export interface Selection {
  /** The parts of its name: a schema may come first. */
  readonly table?: readonly string[]
  /** In the language of the database. */
  readonly query?: string
  readonly where?: string | Readonly<Record<string, unknown>>
  /** MongoDB: read one state of the data. @default true */
  readonly snapshot?: boolean
  readonly tail?: Tail
}

export interface TableShape {
  readonly columns: readonly Column[]
  /** Columns of the primary key, in its order; none for a query. */
  readonly primaryKey: readonly string[]
}

/** Values of the columns asked for, in their order, as the driver gives them. */
export type Row = readonly unknown[]

export interface Connection {
  /** Everything from here on is read from one state of the data, where the database can do that, and nothing is changed. */
  beginReading(): Promise<void>
  /** The parts of the names of tables and views that there are to read. */
  tables(): Promise<string[][]>
  /** @param names  columns that must be found if any row has them, where columns show only in rows */
  shape(from: Selection, names?: readonly string[]): Promise<TableShape>
  /** Reads with a cursor: few rows are held at a time, and it can be left early. */
  rows(from: Selection, columns: readonly string[], order: readonly string[]): AsyncGenerator<Row>
  /**
   * Stores results in a table of our own, which appears when it is complete.
   *
   * @param replace  there is a table of results of that name: its rows give way to these in one step
   * @returns false when there is something of that name, or what is to be replaced is no table; it is then left as it is
   */
  storeResults(table: readonly string[], rows: Iterable<ResultRow>, replace: boolean): Promise<boolean>
  /** Also in the middle of reading. */
  close(): Promise<void>
}

export interface Database {
  /** The schemes of its URLs; messages name the first. */
  readonly schemes: readonly string[]
  /** Of a database that is a file: its path, from a URL. Others are reached by host and login. */
  readonly fileOf?: (url: string) => string
  /** Whether columns have types of their own; otherwise every row brings its own. */
  readonly isTyped: boolean
  /**
   * Whether queries and conditions are filters of a table, as JSON text or as objects. Otherwise both are SQL: a query gives rows in place
   * of a table.
   */
  readonly hasFilters: boolean
  /** Variables of the environment with a password, after LEITONG_PASSWORD. */
  readonly passwordVariables: readonly string[]
  /** @param url  with its password */
  connect(url: string): Promise<Connection>
  /** Undefined for an error that is not the database's. */
  faultOf(error: unknown): Fault | undefined
}

/** Milliseconds in which a server has to answer: a network that is slow takes a second or two, and more is a wrong address. */
export const CONNECT_TIMEOUT = 10_000
