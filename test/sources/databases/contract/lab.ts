/** A database under test, with a login that may do anything in it, beside which others may only read. */
import type { TableRequest } from '../../../../src/sources/databases/table-plan.js'

export const COLUMN_TYPES = ['text', 'int', 'bigint', 'decimal', 'date', 'timestamp', 'boolean', 'longtext'] as const
export type LabType = (typeof COLUMN_TYPES)[number]

export interface LabTable {
  readonly name: string
  readonly columns: readonly (readonly [name: string, type: LabType])[]
  readonly key: readonly string[]
  /** Dates and timestamps as ISO writes them, without a zone; big integers and decimals as text. */
  readonly rows: Iterable<readonly unknown[]>
}

export interface Lab {
  readonly url: string
  create(table: LabTable): Promise<void>
  /** Adds rows while somebody reads. */
  insert(table: LabTable, rows: readonly (readonly unknown[])[]): Promise<void>
  /** The URL of a login that may read that table and nothing else; undefined where there are no logins. */
  readonly reader?: (table: string) => Promise<string>
  /** Takes their connections away from all readers; undefined where there are none. */
  readonly dropConnections?: () => Promise<void>
  /** The rows of a table, as objects. */
  read(table: string): Promise<Record<string, unknown>[]>
  /** Makes a column a text. */
  readonly retype?: (table: string, column: string) => Promise<void>
  close(): Promise<void>
}

/** One database of the contract: how to reach it, and how it writes a condition and a query. */
export interface LabSetup {
  open(): Promise<Lab>
  /** What the lab can do beside making tables; cases that need more are skipped. */
  readonly can: { readonly connect: boolean; readonly login: boolean; readonly drop: boolean; readonly retype: boolean }
  readonly where: (name: string) => TableRequest['fields']
  /** Rows of the west district. */
  readonly query: (table: string) => Partial<TableRequest>
  /** A condition that the database does not understand. */
  readonly wrong: Partial<TableRequest>
}

/** What the cases of one database share; the lab is there as soon as they run. */
export interface SharedLab {
  readonly setup: LabSetup
  readonly lab: () => Lab
  /** Petitions, which no case changes. */
  readonly table: LabTable
}

/** A new name each time, so that runs do not meet. */
let made = 0
export const freshName = (stem: string) => `${stem}_${process.pid}_${made++}`

export function createSql(table: LabTable, quote: (name: string) => string, types: Readonly<Record<LabType, string>>): string {
  const columns = table.columns.map(([name, type]) => `${quote(name)} ${types[type]}`)
  const key = table.key.length ? `, PRIMARY KEY (${table.key.map(quote).join(', ')})` : ''
  return `CREATE TABLE ${quote(table.name)} (${columns.join(', ')}${key})`
}
