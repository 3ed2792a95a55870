/** How the postings of an index lie in an SQL database: a row for each, unless the database has a table of its own kind. */
import type { Changes, UnitOfWork } from '../postings/unit-of-work.js'
import { insertRows } from './insert-rows.js'
import { bytesOf, placeholders, type Query, type SqlDatabase } from './sql-database.js'

/** The table of the postings. What reads it is in the reader of the same database. */
export interface PostingTable {
  /** Its name, behind that of the index. */
  readonly part: string
  /** Its kind, which an index remembers: of two versions of leitong that know different kinds, neither reads the other's. */
  readonly layout: string
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

/** The kind of an index that remembers none. */
export const ROWS = 'rows'

/** A row for each posting, in the order of keys where the database keeps rows in the order of their primary key. */
export class PostingRows implements PostingTable {
  readonly part = 'postings'
  readonly layout = ROWS
  readonly columns: string
  readonly options: string
  readonly #db: SqlDatabase
  readonly #table: string

  constructor(db: SqlDatabase) {
    const { key } = db.types
    this.columns = `k ${key} NOT NULL, seq BIGINT NOT NULL, posting ${key} NOT NULL, PRIMARY KEY (k, seq)`
    this.options = db.tableOptions
    this.#db = db
    this.#table = `${db.address.index}_${this.part}`
  }

  async write(query: Query, { drops, file }: Changes): Promise<void> {
    for (const { seq, keys } of drops) {
      if (!keys.length) continue
      await query(`DELETE FROM ${this.#table} WHERE k IN (${placeholders(keys)}) AND seq = ?`, [...keys.map(bytesOf), seq])
    }
    const rows = file.map(({ key, seq, posting }) => [key, seq, posting])
    await insertRows(this.#db, query, this.#table, rows)
  }

  async count(query: Query): Promise<number> {
    return Number((await query(`SELECT COUNT(*) FROM ${this.#table}`))[0]?.[0])
  }

  async orphans(query: Query, remove: boolean): Promise<number> {
    const records = `${this.#db.address.index}_records`
    const where = `FROM ${this.#table} WHERE NOT EXISTS (SELECT 1 FROM ${records} r WHERE r.seq = ${this.#table}.seq)`
    const count = Number((await query(`SELECT COUNT(*) ${where}`))[0]?.[0])
    if (remove && count) await query(`DELETE ${where}`)
    return count
  }
}
