/** An index in MySQL or MariaDB, by mysql2: `mysql://USER@HOST/DATABASE#NAME`. Locks are rows of a table, held by the transaction. */
import { createPool, type PoolConnection, type RowDataPacket } from 'mysql2/promise'
import { LOCK_COUNT } from '../postings/lock-numbers.js'
import { PostingStore } from '../postings/posting-store.js'
import { isOfNetwork } from '../retry.js'
import type { StoreDriver } from '../store.js'
import { parseStoreUrl, type StoreAddress } from '../store-url.js'
import { dropTables, type Query, SqlBackend, type SqlDatabase } from './sql-backend.js'

/** Connections that one client of the index uses. */
const CONNECTIONS = 4
/** Numbers that the counter stands for: one of its steps gives as many to a batch. */
const BLOCK = 64
/** Lost, stopping; or lost before, which this driver tells by words alone. */
const AWAY = ['PROTOCOL_CONNECTION_LOST', 'ER_SERVER_SHUTDOWN', 'ER_CONNECTION_KILLED']
const LOST = /connection is in closed state|Connection lost/i
const AGAIN = ['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD']

function openDatabase(place: StoreAddress): SqlDatabase {
  const pool = createPool({
    uri: place.url.replace(/^mariadb:/i, 'mysql:'),
    charset: 'utf8mb4',
    connectionLimit: CONNECTIONS,
    connectTimeout: 10_000,
    rowsAsArray: true,
    supportBigNumbers: true,
  })
  // What is read after the locks must be as of then.
  pool.on('connection', (client) => void client.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'))
  const askBy =
    (client: PoolConnection): Query =>
    async (sql, values = []) => {
      const buffers = values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value))
      const [rows] = await client.query<RowDataPacket[]>(sql, buffers)
      return Array.isArray(rows) ? (rows as unknown as unknown[][]) : [[(rows as { insertId?: number }).insertId]]
    }
  const look = async <Result>(act: (ask: Query) => Promise<Result>): Promise<Result> => {
    const client = await pool.getConnection()
    let failed = true
    try {
      const result = await act(askBy(client))
      failed = false
      return result
    } finally {
      // Whatever it has begun goes with it.
      if (failed) client.destroy()
      else client.release()
    }
  }
  const { index } = place
  return {
    place,
    types: { key: 'VARBINARY(64)', bytes: 'LONGBLOB', text: 'LONGTEXT' },
    tableOptions: 'ENGINE = InnoDB CHARACTER SET utf8mb4',
    read: look,
    async transact(locks, act) {
      for (let attempt = 0; ; attempt++) {
        try {
          return await look(async (ask) => {
            await ask('START TRANSACTION')
            await ask(`SELECT n FROM ${index}_locks WHERE n IN (${locks.join(',')}) ORDER BY n FOR UPDATE`)
            const result = await act(ask)
            await ask('COMMIT')
            return result
          })
        } catch (error) {
          if (attempt > 20 || !AGAIN.includes((error as { code?: string }).code ?? '')) throw error
        }
      }
    },
    create: look,
    async prepare(ask) {
      await ask(`CREATE TABLE IF NOT EXISTS ${index}_numbers (n BIGINT PRIMARY KEY AUTO_INCREMENT) ENGINE = InnoDB`)
      await ask(`CREATE TABLE IF NOT EXISTS ${index}_locks (n INTEGER PRIMARY KEY) ENGINE = InnoDB`)
      const numbers = Array.from({ length: LOCK_COUNT }, (_, n) => `(${n})`)
      await ask(`INSERT IGNORE INTO ${index}_locks VALUES ${numbers.join(',')}`)
    },
    async numbers(ask, count) {
      const numbers: number[] = []
      while (numbers.length < count) {
        const block = Number((await ask(`INSERT INTO ${index}_numbers VALUES ()`))[0]?.[0])
        // The counter goes on from there all the same.
        await ask(`DELETE FROM ${index}_numbers WHERE n = ?`, [block])
        for (let i = 0; i < BLOCK; i++) numbers.push(block * BLOCK + i)
      }
      return numbers
    },
    async unprepare(ask) {
      await ask(`DROP TABLE IF EXISTS ${index}_numbers, ${index}_locks`)
    },
    async size(ask) {
      const [row] = await ask(
        `SELECT SUM(data_length + index_length) FROM information_schema.tables
          WHERE table_schema = DATABASE() AND table_name IN ('${index}_records', '${index}_postings', '${index}_splits')`,
      )
      return Number(row?.[0])
    },
    isMissing: (error) => (error as { code?: string }).code === 'ER_NO_SUCH_TABLE',
    isAway: (error) => {
      const { code = '', message = '' } = error as { code?: string; message?: string }
      return AWAY.includes(code) || LOST.test(message) || isOfNetwork(error)
    },
    close: () => pool.end(),
  }
}

export const driver: StoreDriver = {
  open: async (url, create) => new PostingStore(await SqlBackend.open(openDatabase(parseStoreUrl(url, ['MYSQL_PWD'])), create)),
  drop: async (url) => dropTables(openDatabase(parseStoreUrl(url, ['MYSQL_PWD']))),
}
