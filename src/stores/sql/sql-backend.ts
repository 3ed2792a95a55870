/** The backend of postings in any SQL database; its tables are those of sql-tables.ts. */
import type { Key } from '../../searching/index-keys.js'
import type { Backend } from '../postings/backend.js'
import { lockNumbers } from '../postings/lock-numbers.js'
import { type Changes, type Reader, UnitOfWork } from '../postings/unit-of-work.js'
import { withRetry } from '../retry.js'
import type { IndexMeta } from '../store.js'
import { storeError } from '../store-errors.js'
import { insertRows } from './insert-rows.js'
import { type PostingTable, placeholders, type Query, type SqlDatabase } from './sql-database.js'
import { SqlReader } from './sql-reader.js'
import { openTables, postingsOf } from './sql-tables.js'

export class SqlBackend implements Backend {
  readonly meta: IndexMeta
  readonly name: string
  readonly locks: number | undefined
  readonly #db: SqlDatabase
  /** Names of tables begin with it. */
  readonly #index: string
  readonly #postings: PostingTable

  private constructor(db: SqlDatabase, meta: IndexMeta) {
    this.#db = db
    this.meta = meta
    this.name = db.address.name
    this.locks = db.locks
    this.#index = db.address.index
    this.#postings = postingsOf(db)
  }

  /** @throws {LeitongError} `INDEX_MISSING`, `STORE` */
  static async open(db: SqlDatabase, create: IndexMeta | undefined): Promise<SqlBackend> {
    try {
      return new SqlBackend(db, await openTables(db, create))
    } catch (error) {
      await db.close()
      throw storeError(error, db.address)
    }
  }

  async read<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result> {
    return await this.#read((query) => work(new SqlReader(this.#db, query)))
  }

  async #read<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    return await this.#retry(() => this.#db.read(work))
  }

  async #retry<Result>(act: () => Promise<Result>): Promise<Result> {
    return await withRetry(this.#db.address, (error) => this.#db.isAway(error), act)
  }

  async transact<Result>(locks: readonly Key[], work: (unit: UnitOfWork) => Promise<Result>): Promise<Result> {
    // When the connection is lost at the commit, nobody knows whether it took place, until the locks are ours again.
    let sent: { readonly seq: number; readonly result: Result } | undefined
    return await this.#retry(() =>
      this.#db.transact(lockNumbers(locks), async (query) => {
        if (sent && (await query(`SELECT seq FROM ${this.#index}_records WHERE seq = ?`, [sent.seq])).length) return sent.result
        const unit = new UnitOfWork(new SqlReader(this.#db, query))
        const result = await work(unit)
        const changes = unit.changes()
        if (!changes) return result
        await this.#write(query, changes, unit)
        const [put] = changes.puts
        // A removal may be done twice.
        sent = put && { seq: put.seq, result }
        return result
      }),
    )
  }

  async #write(query: Query, changes: Changes, unit: UnitOfWork): Promise<void> {
    const { drops, puts, marks } = changes
    if (drops.length)
      await query(
        `DELETE FROM ${this.#index}_records WHERE seq IN (${placeholders(drops)})`,
        drops.map(({ seq }) => seq),
      )
    const records = puts.map(({ seq, id, record }) => [seq, id, record])
    const splits = marks.map((key) => [key])
    await insertRows(this.#db, query, `${this.#index}_records`, records)
    await this.#postings.write(query, changes, unit)
    await insertRows(this.#db, query, `${this.#index}_splits`, splits)
  }

  async page(after: number, limit: number) {
    const rows = await this.#read((query) =>
      query(`SELECT seq, record FROM ${this.#index}_records WHERE seq > ? ORDER BY seq LIMIT ${limit}`, [after]),
    )
    return rows.map(([seq, record]) => ({ seq: Number(seq), record: record as Uint8Array }))
  }

  async last() {
    const [row] = await this.#read((query) => query(`SELECT MAX(seq) FROM ${this.#index}_records`))
    return Number(row?.[0])
  }

  async counts() {
    return await this.#read(async (query) => {
      const count = async (table: string) => Number((await query(`SELECT COUNT(*) FROM ${this.#index}_${table}`))[0]?.[0])
      const documents = await count('records')
      const [postings, marks] = [await this.#postings.count(query), await count('splits')]
      return { documents, ids: documents, postings, marks, bytes: await this.#db.size(query) }
    })
  }

  async orphans(remove: boolean) {
    return await this.#read((query) => this.#postings.orphans(query, remove))
  }

  async shrink() {
    await this.#retry(async () => this.#db.shrink?.())
  }

  async close() {
    await this.#db.close()
  }
}
