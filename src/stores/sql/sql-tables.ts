/**
 * The tables of an index in an SQL database. NAME is the name of the index:
 *
 *     NAME_meta      one row: JSON of IndexMeta, with a checksum
 *     NAME_records   seq, hash of the id (unique), record with checksum (record.ts)
 *     NAME_postings  key and seq (the primary key, so that a key is one stretch), posting
 *     NAME_splits    keys that are marked as split
 */
import { LeitongError } from '../../errors.js'
import { jsonOf, metaOf } from '../meta-json.js'
import type { IndexMeta } from '../store.js'
import { storeError } from '../store-errors.js'
import type { Query, SqlDatabase } from './sql-database.js'

/**
 * The settings that an index was created with, now or earlier.
 *
 * @throws {LeitongError} `INDEX_MISSING` when there is none and `create` is undefined; `STORE` for a format that is not known
 */
export async function openTables(db: SqlDatabase, create: IndexMeta | undefined): Promise<IndexMeta> {
  const meta = (await db.read((query) => readMeta(db, query))) ?? (await createIndex(db, create))
  if (meta.format !== 1) throw new LeitongError('STORE', db.address.name, `format ${meta.format} is not known to this version`)
  return meta
}

async function readMeta(db: SqlDatabase, query: Query): Promise<IndexMeta | undefined> {
  try {
    const [row] = await query(`SELECT meta FROM ${db.address.index}_meta`)
    return row ? metaOf(String(row[0])) : undefined
  } catch (error) {
    if (db.isMissing(error)) return undefined
    throw error
  }
}

async function createIndex(db: SqlDatabase, create: IndexMeta | undefined): Promise<IndexMeta> {
  if (!create) throw new LeitongError('INDEX_MISSING', db.address.name)
  await db.create((query) => createTables(db, query))
  // Of several clients that create, the first writes, and the others read what it wrote.
  return await db.transact([0], async (query) => {
    const known = await readMeta(db, query)
    if (known) return known
    await query(`INSERT INTO ${db.address.index}_meta VALUES (1, ?)`, [jsonOf(create)])
    return create
  })
}

async function createTables(db: SqlDatabase, query: Query): Promise<void> {
  const { index } = db.address
  const { key, bytes, text } = db.types
  await db.prepare(query)
  const make = (table: string, columns: string) => query(`CREATE TABLE IF NOT EXISTS ${index}_${table} (${columns}) ${db.tableOptions}`)
  await make('records', `seq BIGINT PRIMARY KEY, id ${key} NOT NULL UNIQUE, record ${bytes} NOT NULL`)
  await make('postings', `k ${key} NOT NULL, seq BIGINT NOT NULL, posting ${key} NOT NULL, PRIMARY KEY (k, seq)`)
  await make('splits', `k ${key} PRIMARY KEY`)
  // Last: a client that finds it finds the others.
  await make('meta', `one INTEGER PRIMARY KEY, meta ${text} NOT NULL`)
}

/** Removes an index, and closes the database. */
export async function dropTables(db: SqlDatabase): Promise<void> {
  try {
    await db.read(async (query) => {
      for (const table of ['meta', 'splits', 'postings', 'records']) await query(`DROP TABLE IF EXISTS ${db.address.index}_${table}`)
      await db.unprepare(query)
    })
  } catch (error) {
    throw storeError(error, db.address)
  } finally {
    await db.close()
  }
}
