/**
 * The tables of an index in an SQL database. NAME is the name of the index:
 *
 *     NAME_meta      1: JSON of IndexMeta, with a checksum; 2: NAME as it was given, since some databases take `Texts` and `texts` for one table;
 *                    3: the table of the postings, where that is not NAME_postings
 *     NAME_records   seq, hash of the id (unique), record with checksum (record.ts)
 *     NAME_postings  key and seq (the primary key, so that a key is one stretch), posting
 *     NAME_pages     in PostgreSQL in its place: pages of postings (posting-pages.ts)
 *     NAME_splits    keys that are marked as split
 */
import { LeitongError } from '../../errors.js'
import { jsonOf, metaOf } from '../meta-json.js'
import { EarlierLayout } from '../postings/layout.js'
import { type IndexMeta, requireFormat } from '../store.js'
import { storeError } from '../store-errors.js'
import { PostingRows, ROWS } from './posting-rows.js'
import type { PostingTable, Query, SqlDatabase } from './sql-database.js'

/** Numbers of the rows of `NAME_meta`. */
const [META, NAME, LAYOUT] = [1, 2, 3]

/**
 * The settings that an index was created with, now or earlier.
 *
 * @throws {LeitongError} `INDEX_MISSING` when there is none and `create` is undefined; `STORE` for a format that is not known
 */
export async function openTables(db: SqlDatabase, create: IndexMeta | undefined): Promise<IndexMeta> {
  const meta = (await db.read((query) => readMeta(db, query))) ?? (await createIndex(db, create))
  requireFormat(meta)
  return meta
}

async function readMeta(db: SqlDatabase, query: Query): Promise<IndexMeta | undefined> {
  try {
    const rows = await query(`SELECT one, meta FROM ${db.address.index}_meta`)
    const byNumber = new Map(rows.map(([one, meta]) => [Number(one), String(meta)]))
    checkName(db, byNumber.get(NAME))
    const meta = byNumber.get(META)
    if (meta === undefined) return undefined
    checkLayout(db, byNumber.get(LAYOUT))
    return metaOf(meta)
  } catch (error) {
    if (db.isMissing(error)) return undefined
    throw error
  }
}

/** @param name  that the index was created with; undefined for one of an earlier version */
function checkName({ address }: SqlDatabase, name = address.index): void {
  if (name === address.index) return
  const cause = `its name is "${name}" there, and this database does not tell capital letters from small ones: use that name, or another`
  throw new LeitongError('STORE', address.name, cause)
}

/** @param part  the table of the postings of the index; undefined for one that remembers none */
function checkLayout(db: SqlDatabase, part: string = ROWS): void {
  if (part === postingsOf(db).part) return
  throw part === ROWS ? new EarlierLayout() : new Error(`postings in ${part} are not known to this version`)
}

/** The postings of a database. */
export const postingsOf = (db: SqlDatabase): PostingTable => db.postings ?? new PostingRows(db)

async function storedName(db: SqlDatabase, query: Query): Promise<string | undefined> {
  try {
    const [row] = await query(`SELECT meta FROM ${db.address.index}_meta WHERE one = ${NAME}`)
    return row && String(row[0])
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
    const { index } = db.address
    await query(`INSERT INTO ${index}_meta VALUES (${META}, ?), (${NAME}, ?)`, [jsonOf(create), index])
    const { part } = postingsOf(db)
    if (part !== ROWS) await query(`INSERT INTO ${index}_meta VALUES (${LAYOUT}, ?)`, [part])
    return create
  })
}

async function createTables(db: SqlDatabase, query: Query): Promise<void> {
  const { index } = db.address
  const { key, bytes, text } = db.types
  await db.prepare(query)
  const make = (table: string, columns: string, options = db.tableOptions) =>
    query(`CREATE TABLE IF NOT EXISTS ${index}_${table} (${columns}) ${options}`)
  const postings = postingsOf(db)
  await make('records', `seq BIGINT PRIMARY KEY, id ${key} NOT NULL UNIQUE, record ${bytes} NOT NULL`)
  await make(postings.part, postings.columns, postings.options)
  await make('splits', `k ${key} PRIMARY KEY`)
  // Last: a client that finds it finds the others.
  await make('meta', `one INTEGER PRIMARY KEY, meta ${text} NOT NULL`)
}

/** Tables of postings of all versions: what a drop was cut off at may be there still. */
const PARTS = [ROWS, 'pages']

/** Removes an index, and closes the database. What is damaged is removed too, unless it has another name. */
export async function dropTables(db: SqlDatabase): Promise<void> {
  try {
    await db.read(async (query) => checkName(db, await storedName(db, query)))
    await db.read(async (query) => {
      for (const table of ['meta', 'splits', ...PARTS, 'records']) await query(`DROP TABLE IF EXISTS ${db.address.index}_${table}`)
      await db.unprepare(query)
    })
  } catch (error) {
    throw storeError(error, db.address)
  } finally {
    await db.close()
  }
}
