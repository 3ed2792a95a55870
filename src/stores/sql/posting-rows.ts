/** Postings in rows, one for each: how they lie in an SQL database that has no table of its own kind for them. */
import type { Key } from '../../searching/index-keys.js'
import { type Changes, droppedByKey } from '../postings/unit-of-work.js'
import { insertRows } from './insert-rows.js'
import { bytesOf, type PostingTable, placeholders, type Query, type SqlDatabase } from './sql-database.js'

/** Keys of one DELETE at most, since SQLite takes no more than 1000 conditions, and values after which another one begins. */
const MOST_KEYS = 500
const MOST_VALUES = 6000

/** The table of an index that remembers none. */
export const ROWS = 'postings'

/** A row for each posting, in the order of keys where the database keeps rows in the order of their primary key. */
export class PostingRows implements PostingTable {
  readonly part = ROWS
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
    for (const part of deletesOf(drops)) {
      const rows = part.map(([, seqs]) => `k = ? AND seq IN (${placeholders(seqs)})`)
      await query(
        `DELETE FROM ${this.#table} WHERE ${rows.join(' OR ')}`,
        part.flatMap(([key, seqs]) => [bytesOf(key), ...seqs]),
      )
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

/** The numbers that go from each key, in parts that one statement may delete. In the order of keys, so that two who delete wait for each other in turn. */
function* deletesOf(drops: Changes['drops']): Generator<[Key, number[]][]> {
  let part: [Key, number[]][] = []
  let values = 0
  for (const [key, seqs] of [...droppedByKey(drops)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (part.length === MOST_KEYS || values > MOST_VALUES) {
      yield part
      part = []
      values = 0
    }
    part.push([key, [...seqs]])
    values += 1 + seqs.size
  }
  if (part.length) yield part
}
