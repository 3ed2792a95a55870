/** Reads of an index in SQL, on one connection: inside a transaction or beside all of them. */
import type { Key } from '../../searching/index-keys.js'
import type { Bucket } from '../postings/posting-keys.js'
import { PostingList } from '../postings/posting-list.js'
import { bytesOfName, nameOf, type Reader } from '../postings/unit-of-work.js'
import { placeholders, type Query, type SqlDatabase } from './sql-database.js'

/** Values of one statement at most: the servers take more, and plan them for longer. */
const MOST_VALUES = 2000

export class SqlReader implements Reader {
  readonly #db: SqlDatabase
  readonly #query: Query

  constructor(db: SqlDatabase, query: Query) {
    this.#db = db
    this.#query = query
  }

  async #select(columns: string, part: string, column: string, values: readonly unknown[]): Promise<unknown[][]> {
    const table = `${this.#db.address.index}_${part}`
    const rows: unknown[][] = []
    for (let i = 0; i < values.length; i += MOST_VALUES) {
      const some = values.slice(i, i + MOST_VALUES)
      const own = this.#db.byValues?.(columns, table, column, some)
      const sql = own?.sql ?? `SELECT ${columns} FROM ${table} WHERE ${column} IN (${placeholders(some)})`
      for (const row of await this.#query(sql, own?.values ?? some)) rows.push(row)
    }
    return rows
  }

  async seqsOf(ids: readonly Key[]): Promise<(number | undefined)[]> {
    const rows = await this.#select('id, seq', 'records', 'id', ids.map(bytesOfName))
    const bySeq = new Map(rows.map(([id, seq]) => [nameOf(id as Uint8Array), Number(seq)]))
    return ids.map((id) => bySeq.get(id))
  }

  async records(seqs: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    const rows = await this.#select('seq, record', 'records', 'seq', seqs)
    const found = new Map(rows.map(([seq, record]) => [Number(seq), record as Uint8Array]))
    return seqs.map((seq) => found.get(seq))
  }

  async buckets(keys: readonly Key[]): Promise<Bucket[]> {
    // Postings never move: a mark that came after they were read leads to keys that are read after it.
    const rows = await this.#select('k, seq, posting', 'postings', 'k', keys.map(bytesOfName))
    const split = await this.marks(keys)
    const byKey = new Map<string, PostingList>()
    for (const [key, seq, posting] of rows) {
      const name = nameOf(key as Uint8Array)
      const list = byKey.get(name) ?? new PostingList()
      byKey.set(name, list)
      list.push(Number(seq), posting as Uint8Array)
    }
    return keys.map((key, i) => ({ postings: byKey.get(key) ?? new PostingList(), split: split[i] as boolean }))
  }

  async marks(keys: readonly Key[]): Promise<boolean[]> {
    // Most indexes have none, and one look says so.
    const [any] = await this.#query(`SELECT 1 FROM ${this.#db.address.index}_splits LIMIT 1`)
    if (!any) return keys.map(() => false)
    const known = new Set((await this.#select('k', 'splits', 'k', keys.map(bytesOfName))).map(([key]) => nameOf(key as Uint8Array)))
    return keys.map((key) => known.has(key))
  }

  async numbers(count: number): Promise<number[]> {
    return await this.#db.numbers(this.#query, count)
  }
}
