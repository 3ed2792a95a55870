/** The backend of postings in any SQL database; its tables are those of sql-tables.ts. */
import type { Key } from '../../searching/index-keys.js'
import type { Backend } from '../postings/backend.js'
import { lockNumbers } from '../postings/lock-numbers.js'
import { type Changes, type Reader, UnitOfWork } from '../postings/unit-of-work.js'
import { withRetry } from '../retry.js'
import type { IndexMeta } from '../store.js'
import { storeError } from '../store-errors.js'
import { bytesOf, type Cell, placeholders, type Query, type SqlDatabase } from './sql-database.js'
import { SqlReader } from './sql-reader.js'
import { openTables } from './sql-tables.js'

/** Values and bytes of one INSERT at most: servers refuse longer ones. */
const MOST_VALUES = 6000
const MOST_BYTES = 1 << 20

export class SqlBackend implements Backend {
  readonly meta: IndexMeta
  readonly name: string
  readonly locks: number | undefined
  readonly #db: SqlDatabase
  /** Names of tables begin with it. */
  readonly #index: string

  private constructor(db: SqlDatabase, meta: IndexMeta) {
    this.#db = db
    this.meta = meta
    this.name = db.address.name
    this.locks = db.locks
    this.#index = db.address.index
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
        await this.#write(query, changes)
        const [put] = changes.puts
        // A removal may be done twice.
        sent = put && { seq: put.seq, result }
        return result
      }),
    )
  }

  async #write(query: Query, { drops, puts, file, marks }: Changes): Promise<void> {
    for (const { seq, keys } of drops) {
      await query(`DELETE FROM ${this.#index}_records WHERE seq = ?`, [seq])
      if (keys.length)
        await query(`DELETE FROM ${this.#index}_postings WHERE k IN (${placeholders(keys)}) AND seq = ?`, [...keys.map(bytesOf), seq])
    }
    const records = puts.map(({ seq, id, record }) => [seq, id, record])
    const postings = file.map(({ key, seq, posting }) => [key, seq, posting])
    const splits = marks.map((key) => [key])
    await this.#insert(query, 'records', records)
    await this.#insert(query, 'postings', postings)
    await this.#insert(query, 'splits', splits)
  }

  async #insert(query: Query, table: string, rows: readonly (readonly Cell[])[]): Promise<void> {
    for (const part of insertParts(rows)) {
      const name = `${this.#index}_${table}`
      const own = this.#db.insertOf?.(name, part)
      const sql = own?.sql ?? `INSERT INTO ${name} VALUES ${part.map((row) => `(${placeholders(row)})`).join(',')}`
      await query(sql, own?.values ?? part.flat().map(bytesOf))
    }
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
      const [postings, marks] = [await count('postings'), await count('splits')]
      return { documents, ids: documents, postings, marks, bytes: await this.#db.size(query) }
    })
  }

  async orphans(remove: boolean) {
    const [records, postings] = [`${this.#index}_records`, `${this.#index}_postings`]
    const where = `FROM ${postings} WHERE NOT EXISTS (SELECT 1 FROM ${records} r WHERE r.seq = ${postings}.seq)`
    return await this.#read(async (query) => {
      const count = Number((await query(`SELECT COUNT(*) ${where}`))[0]?.[0])
      if (remove && count) await query(`DELETE ${where}`)
      return count
    })
  }

  async shrink() {
    await this.#retry(async () => this.#db.shrink?.())
  }

  async close() {
    await this.#db.close()
  }
}

/** Rows in parts that one statement may insert. */
function* insertParts(rows: readonly (readonly Cell[])[]): Generator<(readonly Cell[])[]> {
  let part: (readonly Cell[])[] = []
  let bytes = 0
  for (const row of rows) {
    let size = 0
    for (const value of row) size += typeof value === 'number' ? 8 : value.length
    if (part.length && ((part.length + 1) * row.length > MOST_VALUES || bytes + size > MOST_BYTES)) {
      yield part
      part = []
      bytes = 0
    }
    part.push(row)
    bytes += size
  }
  if (part.length) yield part
}
