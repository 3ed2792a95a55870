/** An index in an SQLite file, by better-sqlite3 or libsql: `sqlite:FILE#NAME`. One writes at a time, also among processes. */
import { existsSync, realpathSync } from 'node:fs'
import { LeitongError } from '../../errors.js'
import { loadSqlite, pathOf, type SqliteDriver } from '../../sources/databases/sqlite-driver.js'
import { PostingStore } from '../postings/posting-store.js'
import type { StoreDriver } from '../store.js'
import { redactedUrl, splitIndexName, storeError } from '../store-url.js'
import { dropTables, type Query, SqlBackend, type SqlDatabase } from './sql-backend.js'

/** In this process writers queue here: SQLite's own waiting would stop the one that is waited for. */
const queues = new Map<string, Promise<unknown>>()

/** Milliseconds that a writer waits for those of other processes. */
const BUSY = 60_000

async function openDatabase(input: string): Promise<SqlDatabase> {
  const [url, index] = splitIndexName(input)
  const path = pathOf(url)
  const Driver = await loadSqlite()
  const db: SqliteDriver = new Driver(path, {})
  db.exec(`PRAGMA busy_timeout = ${BUSY}`)
  db.exec('PRAGMA journal_mode = WAL')
  // What is acknowledged is on disk.
  db.exec('PRAGMA synchronous = FULL')
  // One file may have several names. It is there by now, unless it is none.
  const file = existsSync(path) ? realpathSync(path) : path
  const ask: Query = async (sql, values = []) => {
    const statement = db.prepare(sql)
    // As one list: libsql takes a buffer that stands alone for names of values, and ends the process.
    const list = values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value))
    if (statement.reader) return statement.raw(true).all(list) as unknown[][]
    statement.run(list)
    return []
  }
  const transact = async <Result>(act: (ask: Query) => Promise<Result>): Promise<Result> => {
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = await act(ask)
      db.exec('COMMIT')
      return result
    } catch (error) {
      try {
        db.exec('ROLLBACK')
      } catch {
        // SQLite has done so by itself, as when the disk is full; the first error tells the cause.
      }
      throw error
    }
  }
  const queued = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const turn = (queues.get(file) ?? Promise.resolve()).then(act, act)
    queues.set(
      file,
      turn.catch(() => {}),
    )
    return turn
  }
  return {
    place: { name: `sqlite:${path}#${index}`, index, redact: (message) => message },
    types: { key: 'BLOB', bytes: 'BLOB', text: 'TEXT' },
    tableOptions: '',
    // One writes at a time anyway, and each transaction is a sync of the disk.
    locks: 4096,
    // A look of this handle must not see what its own transaction has not finished.
    read: (act) => queued(() => act(ask)),
    transact: (_locks, act) => queued(() => transact(act)),
    create: (act) => queued(() => transact(act)),
    async prepare() {
      await ask(`CREATE TABLE IF NOT EXISTS ${index}_numbers (one INTEGER PRIMARY KEY, n INTEGER NOT NULL)`)
      await ask(`INSERT OR IGNORE INTO ${index}_numbers VALUES (1, 0)`)
    },
    async numbers(_, count) {
      await ask(`UPDATE ${index}_numbers SET n = n + ?`, [count])
      const last = Number((await ask(`SELECT n FROM ${index}_numbers`))[0]?.[0])
      return Array.from({ length: count }, (_, i) => last - count + 1 + i)
    },
    async unprepare() {
      await ask(`DROP TABLE IF EXISTS ${index}_numbers`)
    },
    async size() {
      const [pages, bytes] = [await ask('PRAGMA page_count'), await ask('PRAGMA page_size')]
      return Number(pages[0]?.[0]) * Number(bytes[0]?.[0])
    },
    shrink: () =>
      queued(async () => {
        try {
          db.exec('PRAGMA busy_timeout = 1000')
          db.exec('VACUUM')
          await ask('PRAGMA wal_checkpoint(TRUNCATE)')
        } catch (error) {
          // Another process is at it, or there is no room for the copy that this makes: what was free stays so, and is filled again.
          if (!/busy|locked|full/i.test((error as Error).message)) throw error
        } finally {
          db.exec(`PRAGMA busy_timeout = ${BUSY}`)
        }
      }),
    isMissing: (error) => /no such table/.test((error as Error).message),
    isAway: () => false,
    close: () =>
      queued(async () => {
        db.close()
      }),
  }
}

/** An empty file would be made of a misspelt name. */
const isThere = (input: string) => existsSync(pathOf(splitIndexName(input)[0]))

async function opened(input: string): Promise<SqlDatabase> {
  try {
    return await openDatabase(input)
  } catch (error) {
    throw storeError(error, { name: redactedUrl(input), redact: (message) => message })
  }
}

export const driver: StoreDriver = {
  async open(url, create) {
    if (!create && !isThere(url)) throw new LeitongError('INDEX_MISSING', redactedUrl(url))
    return new PostingStore(await SqlBackend.open(await opened(url), create))
  },
  async drop(url) {
    if (isThere(url)) await dropTables(await opened(url))
  },
}
