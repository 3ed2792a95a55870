/**
 * An index in the tables of an SQL database, the part that all of them share. NAME is the name of the index:
 *
 *     NAME_meta      one row: JSON of IndexMeta
 *     NAME_records   seq, hash of the id (unique), record with checksum (record.ts)
 *     NAME_postings  key and seq (the primary key, so that a key is one stretch), posting
 *     NAME_splits    keys that are marked as split
 */
import { LeitongError } from '../../errors.js'
import { lockNumbers } from '../postings/lock-numbers.js'
import type { Backend } from '../postings/posting-store.js'
import { type Changes, nameOf, type Reader, UnitOfWork } from '../postings/unit-of-work.js'
import { withRetry } from '../retry.js'
import type { IndexMeta } from '../store.js'
import { type StoreAddress, storeError } from '../store-url.js'

/** Asks a question with `?` for values; rows come as lists. */
export type Query = (sql: string, values?: readonly unknown[]) => Promise<unknown[][]>

export interface SqlDatabase {
  readonly place: Pick<StoreAddress, 'name' | 'redact' | 'index'>
  /** Types of the columns. */
  readonly types: { readonly key: string; readonly bytes: string; readonly text: string }
  /** Follows the definition of a table. */
  readonly tableOptions: string
  /** Locks that one transaction takes at most, where more than usual cost nothing. */
  readonly locks?: number
  read<Result>(act: (ask: Query) => Promise<Result>): Promise<Result>
  /** Another way to ask for rows of which a column has one of many values; the usual one is IN (…). */
  byValues?(
    columns: string,
    table: string,
    column: string,
    values: readonly unknown[],
  ): { readonly sql: string; readonly values: unknown[] }
  /** A transaction that holds these locks, taken in an order that all follow; tries again after a deadlock. */
  transact<Result>(locks: readonly number[], act: (ask: Query) => Promise<Result>): Promise<Result>
  /** Like `look`, for making tables that may be there: several clients at once do not get in each other's way. */
  create<Result>(act: (ask: Query) => Promise<Result>): Promise<Result>
  /** Prepares what hands out numbers and locks. */
  prepare(ask: Query): Promise<void>
  /** Numbers that were never given, ascending. */
  numbers(ask: Query, count: number): Promise<number[]>
  /** Removes what `prepare` made. */
  unprepare(ask: Query): Promise<void>
  size(ask: Query): Promise<number | undefined>
  /** Gives room back where the database does not do so by itself. */
  shrink?(): Promise<void>
  /** Whether an error says that a table is missing. */
  isMissing(error: unknown): boolean
  /** Whether an error says that the server is away or the connection was lost. */
  isAway(error: unknown): boolean
  close(): Promise<void>
}

const marksFor = (items: readonly unknown[]) => items.map(() => '?').join(',')

/** Values and bytes of one statement at most: servers refuse longer ones. */
const MOST_VALUES = 6000
const MOST_BYTES = 1 << 20

/** Rows in parts that one statement may insert. */
function* parts(rows: readonly (readonly unknown[])[]): Generator<(readonly unknown[])[]> {
  let part: (readonly unknown[])[] = []
  let bytes = 0
  for (const row of rows) {
    const size = row.reduce((sum: number, value) => sum + (value instanceof Uint8Array ? value.length : 8), 0)
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

export class SqlBackend implements Backend {
  readonly meta: IndexMeta
  readonly name: string
  readonly locks: number | undefined
  readonly #db: SqlDatabase
  readonly #name: string

  private constructor(db: SqlDatabase, meta: IndexMeta) {
    this.#db = db
    this.meta = meta
    this.name = db.place.name
    this.locks = db.locks
    this.#name = db.place.index
  }

  /** @throws {LeitongError} `INDEX_MISSING`, `STORE` */
  static async open(db: SqlDatabase, create: IndexMeta | undefined): Promise<SqlBackend> {
    const { index } = db.place
    const read = async (ask: Query) => {
      try {
        const [row] = await ask(`SELECT meta FROM ${index}_meta`)
        return row ? (JSON.parse(String(row[0])) as IndexMeta) : undefined
      } catch (error) {
        if (db.isMissing(error)) return undefined
        throw error
      }
    }
    try {
      let meta = await db.read(read)
      if (!meta) {
        if (!create) throw new LeitongError('INDEX_MISSING', db.place.name)
        await db.create((ask) => createTables(db, ask))
        meta = await db.transact([0], async (ask) => {
          const known = await read(ask)
          if (known) return known
          await ask(`INSERT INTO ${index}_meta VALUES (1, ?)`, [JSON.stringify(create)])
          return create
        })
      }
      if (meta.format !== 1) throw new LeitongError('STORE', db.place.name, `format ${meta.format} is not known to this version`)
      return new SqlBackend(db, meta)
    } catch (error) {
      await db.close()
      throw storeError(error, db.place)
    }
  }

  async read<Result>(act: (reader: Reader) => Promise<Result>): Promise<Result> {
    return await this.#guard(() => this.#db.read((ask) => act(this.#reader(ask))))
  }

  async transact<Result>(locks: readonly Uint8Array[], act: (draft: UnitOfWork) => Promise<Result>): Promise<Result> {
    // Of a connection that was lost at the commit nobody knows whether it took place, until the locks are ours again.
    let sent: { readonly seq: number; readonly result: Result } | undefined
    return await this.#guard(() =>
      this.#db.transact(lockNumbers(locks), async (ask) => {
        if (sent && (await ask(`SELECT seq FROM ${this.#name}_records WHERE seq = ?`, [sent.seq])).length) return sent.result
        const draft = new UnitOfWork(this.#reader(ask))
        const result = await act(draft)
        const changes = draft.changes()
        if (!changes) return result
        await this.#write(ask, changes)
        const [put] = changes.puts
        // A removal may be done twice.
        sent = put && { seq: put.seq, result }
        return result
      }),
    )
  }

  async #guard<Result>(act: () => Promise<Result>): Promise<Result> {
    return await withRetry(this.#db.place, this.#db.isAway, act)
  }

  #reader(ask: Query): Reader {
    const table = this.#name
    const select = async (columns: string, part: string, column: string, values: readonly unknown[]) => {
      const rows: unknown[][] = []
      for (let i = 0; i < values.length; i += 1000) {
        const some = values.slice(i, i + 1000)
        const question = this.#db.byValues?.(columns, `${table}_${part}`, column, some)
        const sql = question?.sql ?? `SELECT ${columns} FROM ${table}_${part} WHERE ${column} IN (${marksFor(some)})`
        for (const row of await ask(sql, question?.values ?? some)) rows.push(row)
      }
      return rows
    }
    const marks = async (keys: readonly Uint8Array[]) => {
      const known = new Set((await select('k', 'splits', 'k', keys)).map(([key]) => nameOf(key as Uint8Array)))
      return keys.map((key) => known.has(nameOf(key)))
    }
    return {
      async seqsOf(ids) {
        const rows = await select('id, seq', 'records', 'id', ids)
        const bySeq = new Map(rows.map(([id, seq]) => [nameOf(id as Uint8Array), Number(seq)]))
        return ids.map((id) => bySeq.get(nameOf(id)))
      },
      async records(seqs) {
        const rows = await select('seq, record', 'records', 'seq', seqs)
        const found = new Map(rows.map(([seq, record]) => [Number(seq), record as Uint8Array]))
        return seqs.map((seq) => found.get(seq))
      },
      async buckets(keys) {
        // Postings never move: a mark that came after they were read leads to keys that are read after it.
        const rows = await select('k, seq, posting', 'postings', 'k', keys)
        const split = await marks(keys)
        const byKey = new Map<string, { seq: number; posting: Uint8Array }[]>(keys.map((key) => [nameOf(key), []]))
        for (const [key, seq, posting] of rows)
          byKey.get(nameOf(key as Uint8Array))?.push({ seq: Number(seq), posting: posting as Uint8Array })
        return keys.map((key, i) => ({ postings: byKey.get(nameOf(key)) ?? [], split: split[i] as boolean }))
      },
      marks,
      numbers: (count) => this.#db.numbers(ask, count),
    }
  }

  async #write(ask: Query, { drops, puts, file, marks }: Changes): Promise<void> {
    const insert = async (table: string, rows: readonly (readonly unknown[])[]) => {
      for (const part of parts(rows)) {
        const values = part.map((row) => `(${marksFor(row)})`).join(',')
        await ask(`INSERT INTO ${this.#name}_${table} VALUES ${values}`, part.flat())
      }
    }
    for (const { seq, keys } of drops) {
      await ask(`DELETE FROM ${this.#name}_records WHERE seq = ?`, [seq])
      if (keys.length) await ask(`DELETE FROM ${this.#name}_postings WHERE k IN (${marksFor(keys)}) AND seq = ?`, [...keys, seq])
    }
    await insert(
      'records',
      puts.map(({ seq, id, record }) => [seq, id, record]),
    )
    await insert(
      'postings',
      file.map(({ key, seq, posting }) => [key, seq, posting]),
    )
    await insert(
      'splits',
      marks.map((key) => [key]),
    )
  }

  async page(after: number, limit: number) {
    return await this.#guard(async () => {
      const rows = await this.#db.read((ask) =>
        ask(`SELECT seq, record FROM ${this.#name}_records WHERE seq > ? ORDER BY seq LIMIT ${limit}`, [after]),
      )
      return rows.map(([seq, record]) => ({ seq: Number(seq), record: record as Uint8Array }))
    })
  }

  async last() {
    return await this.#guard(() => this.#db.read(async (ask) => Number((await ask(`SELECT MAX(seq) FROM ${this.#name}_records`))[0]?.[0])))
  }

  async counts() {
    return await this.#guard(() =>
      this.#db.read(async (ask) => {
        const count = async (what: string) => Number((await ask(`SELECT COUNT(*) FROM ${this.#name}_${what}`))[0]?.[0])
        const documents = await count('records')
        return {
          documents,
          ids: documents,
          postings: await count('postings'),
          marks: await count('splits'),
          bytes: await this.#db.size(ask),
        }
      }),
    )
  }

  async orphans(remove: boolean) {
    const where = `FROM ${this.#name}_postings WHERE NOT EXISTS (SELECT 1 FROM ${this.#name}_records r WHERE r.seq = ${this.#name}_postings.seq)`
    return await this.#guard(() =>
      this.#db.read(async (ask) => {
        const count = Number((await ask(`SELECT COUNT(*) ${where}`))[0]?.[0])
        if (remove && count) await ask(`DELETE ${where}`)
        return count
      }),
    )
  }

  async shrink() {
    await this.#guard(async () => this.#db.shrink?.())
  }

  async close() {
    await this.#db.close()
  }
}

async function createTables(db: SqlDatabase, ask: Query): Promise<void> {
  const { index } = db.place
  const { key, bytes, text } = db.types
  await db.prepare(ask)
  const make = (table: string, columns: string) => ask(`CREATE TABLE IF NOT EXISTS ${index}_${table} (${columns}) ${db.tableOptions}`)
  await make('records', `seq BIGINT PRIMARY KEY, id ${key} NOT NULL UNIQUE, record ${bytes} NOT NULL`)
  await make('postings', `k ${key} NOT NULL, seq BIGINT NOT NULL, posting ${key} NOT NULL, PRIMARY KEY (k, seq)`)
  await make('splits', `k ${key} PRIMARY KEY`)
  // Last: who finds it finds the others.
  await make('meta', `one INTEGER PRIMARY KEY, meta ${text} NOT NULL`)
}

/** Removes an index. */
export async function dropTables(db: SqlDatabase): Promise<void> {
  try {
    await db.read(async (ask) => {
      for (const table of ['meta', 'splits', 'postings', 'records']) await ask(`DROP TABLE IF EXISTS ${db.place.index}_${table}`)
      await db.unprepare(ask)
    })
  } catch (error) {
    throw storeError(error, db.place)
  } finally {
    await db.close()
  }
}
