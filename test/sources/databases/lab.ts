/** A database with somebody who may do anything in it, for tests of those who may only read. */

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
  /** The URL of somebody who may read that table and nothing else; undefined where there are no users. */
  reader(table: string): Promise<string | undefined>
  /** Takes their connections away from all readers; undefined where there are none. */
  readonly dropConnections?: () => Promise<void>
  /** The rows of a table, as objects. */
  read(table: string): Promise<Record<string, unknown>[]>
  /** Makes a column a text. */
  readonly retype?: (table: string, column: string) => Promise<void>
  close(): Promise<void>
}

/** A new name each time, so that runs do not meet. */
let made = 0
export const freshName = (stem: string) => `${stem}_${process.pid}_${made++}`

export function createSql(table: LabTable, quote: (name: string) => string, types: Readonly<Record<LabType, string>>): string {
  const columns = table.columns.map(([name, type]) => `${quote(name)} ${types[type]}`)
  const key = table.key.length ? `, PRIMARY KEY (${table.key.map(quote).join(', ')})` : ''
  return `CREATE TABLE ${quote(table.name)} (${columns.join(', ')}${key})`
}
