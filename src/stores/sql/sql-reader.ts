/** Reads of an index in SQL, on one connection: inside a transaction or beside all of them. */
import type { Key } from '../../searching/index-keys.js'
import type { Bucket } from '../postings/posting-keys.js'
import { PostingList } from '../postings/posting-list.js'
import { nameOf, type Reader } from '../postings/unit-of-work.js'
import { bytesOf, placeholders, type Query, type SqlDatabase } from './sql-database.js'

/** Values of one statement at most: the servers take more, and plan them for longer. */
const MOST_VALUES = 2000

export class SqlReader implements Reader {
  readonly #db: SqlDatabase
  readonly #query: Query

  constructor(db: SqlDatabase, query: Query) {
    this.#db = db
    this.#query = query
  }

  async #select(columns: string, part: string, column: string, values: readonly (Key | number)[]): Promise<unknown[][]> {
    const table = `${this.#db.address.index}_${part}`
    const rows: unknown[][] = []
    for (const some of parts(values)) {
      const own = this.#db.byValues?.(columns, table, column, some)
      const sql = own?.sql ?? `SELECT ${columns} FROM ${table} WHERE ${column} IN (${placeholders(some)})`
      for (const row of await this.#query(sql, own?.values ?? some.map(bytesOf))) rows.push(row)
    }
    return rows
  }

  async together(ids: readonly Key[], keys: readonly Key[]) {
    if (!this.#db.packed) return { seqs: await this.seqsOf(ids), buckets: await this.buckets(keys) }
    const seqs: (number | undefined)[] = []
    const postings: PostingList[] = []
    let anySplit = false
    const [idParts, keyParts] = [parts(ids), parts(keys)]
    for (let i = 0; i < Math.max(idParts.length, keyParts.length); i++) {
      const read = await this.#db.packed(this.#query, idParts[i] ?? [], keyParts[i] ?? [])
      seqs.push(...read.seqs)
      postings.push(...read.postings)
      anySplit ||= read.isSplit
    }
    const split = anySplit ? await this.#splits(keys) : undefined
    return { seqs, buckets: postings.map((list, i) => ({ postings: list, split: split?.[i] ?? false })) }
  }

  async seqsOf(ids: readonly Key[]): Promise<(number | undefined)[]> {
    if (this.#db.packed) return (await this.together(ids, [])).seqs
    const rows = await this.#select('id, seq', 'records', 'id', ids)
    const bySeq = new Map(rows.map(([id, seq]) => [nameOf(id as Uint8Array), Number(seq)]))
    return ids.map((id) => bySeq.get(id))
  }

  async records(seqs: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    const rows = await this.#select('seq, record', 'records', 'seq', seqs)
    const found = new Map(rows.map(([seq, record]) => [Number(seq), record as Uint8Array]))
    return seqs.map((seq) => found.get(seq))
  }

  async buckets(keys: readonly Key[]): Promise<Bucket[]> {
    if (this.#db.packed) return (await this.together([], keys)).buckets
    // Postings never move: a mark that came after they were read leads to keys that are read after it.
    const rows = await this.#select('k, seq, posting', 'postings', 'k', keys)
    const split = await this.marks(keys)
    const byKey = new Map<Key, PostingList>()
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
    return any ? await this.#splits(keys) : keys.map(() => false)
  }

  async #splits(keys: readonly Key[]): Promise<boolean[]> {
    const known = new Set((await this.#select('k', 'splits', 'k', keys)).map(([key]) => nameOf(key as Uint8Array)))
    return keys.map((key) => known.has(key))
  }

  async numbers(count: number): Promise<number[]> {
    return await this.#db.numbers(this.#query, count)
  }
}

/** Values in parts that one statement may have. */
function parts<Item>(values: readonly Item[]): (readonly Item[])[] {
  return Array.from({ length: Math.ceil(values.length / MOST_VALUES) }, (_, i) => values.slice(i * MOST_VALUES, (i + 1) * MOST_VALUES))
}
