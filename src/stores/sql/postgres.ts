/** An index in PostgreSQL, by pg: `postgres://USER@HOST/DATABASE#NAME`. Locks are advisory ones, which go with the transaction. */
import { Pool, type PoolClient } from 'pg'
import { PostingStore } from '../postings/posting-store.js'
import { isOfNetwork } from '../retry.js'
import type { StoreDriver } from '../store.js'
import { parseStoreUrl, type StoreAddress } from '../store-url.js'
import { dropTables, type Query, SqlBackend, type SqlDatabase } from './sql-backend.js'

/** Connections that one client of the index uses. */
const CONNECTIONS = 4
/** Deadlock, serialisation failure. */
const AGAIN = ['40P01', '40001']
/** Stopped, crashed, starting; and what the driver says of a connection that has ended. */
const AWAY = /^(?:57P0[123]|08...)$/
const LOST = /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

function openDatabase(place: StoreAddress): SqlDatabase {
  const pool = new Pool({
    connectionString: place.url,
    max: CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'leitong',
  })
  pool.on('error', () => {})
  // Between two questions of a transaction nobody else listens, and the end of a connection would be that of the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const askBy =
    (client: PoolClient): Query =>
    async (sql, values = []) => {
      let n = 0
      const text = sql.replace(/\?/g, () => `$${++n}`)
      const buffers = values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value))
      return ((await client.query({ text, values: buffers, rowMode: 'array' })) as unknown as { rows: unknown[][] }).rows ?? []
    }
  const look = async <Result>(act: (ask: Query) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect()
    let failure: Error | undefined
    try {
      return await act(askBy(client))
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      client.release(failure)
    }
  }
  // One name for the locks of one index, apart from those of others.
  const space = [...place.index].reduce((hash, c) => (Math.imul(hash, 31) + c.charCodeAt(0)) | 0, 7)
  return {
    place,
    types: { key: 'bytea', bytes: 'bytea', text: 'text' },
    tableOptions: '',
    read: look,
    // A look for each value: of a table that grows faster than statistics are gathered the planner thinks that many keys are most of it, and
    // would read it from end to end. OFFSET 0 keeps it from joining the two again.
    byValues(columns, table, column, values) {
      const type = column === 'seq' ? 'bigint' : 'bytea'
      const sql = `SELECT r.* FROM unnest(?::${type}[]) AS v (v), LATERAL (SELECT ${columns} FROM ${table} WHERE ${column} = v.v OFFSET 0) AS r`
      return { sql, values: [values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value))] }
    },
    async transact(locks, act) {
      for (let attempt = 0; ; attempt++) {
        try {
          return await look(async (ask) => {
            await ask(`BEGIN; SELECT pg_advisory_xact_lock(${space}, n) FROM unnest(ARRAY[${locks.join(',')}]) AS l (n)`)
            const result = await act(ask)
            await ask('COMMIT')
            return result
          })
        } catch (error) {
          if (attempt > 20 || !AGAIN.includes((error as { code?: string }).code ?? '')) throw error
        }
      }
    },
    // Two that create at once would collide in the catalogue.
    create: (act) =>
      look(async (ask) => {
        await ask('BEGIN')
        await ask('SELECT pg_advisory_xact_lock(?::int, -1)', [space])
        const result = await act(ask)
        await ask('COMMIT')
        return result
      }),
    async prepare(ask) {
      await ask(`CREATE SEQUENCE IF NOT EXISTS ${place.index}_numbers`)
    },
    async numbers(ask, count) {
      const rows = await ask(`SELECT nextval('${place.index}_numbers') FROM generate_series(1, ?::int)`, [count])
      return rows.map(([number]) => Number(number)).sort((a, b) => a - b)
    },
    async unprepare(ask) {
      await ask(`DROP SEQUENCE IF EXISTS ${place.index}_numbers`)
    },
    async size(ask) {
      const tables = ['records', 'postings', 'splits'].map((table) => `pg_total_relation_size('${place.index}_${table}')`)
      return Number((await ask(`SELECT ${tables.join(' + ')}`))[0]?.[0])
    },
    isMissing: (error) => (error as { code?: string }).code === '42P01',
    isAway: (error) => {
      const { code = '', message = '' } = error as { code?: string; message?: string }
      return AWAY.test(code) || LOST.test(message) || isOfNetwork(error)
    },
    close: () => pool.end(),
  }
}

export const driver: StoreDriver = {
  open: async (url, create) => new PostingStore(await SqlBackend.open(openDatabase(parseStoreUrl(url, ['PGPASSWORD'])), create)),
  drop: async (url) => dropTables(openDatabase(parseStoreUrl(url, ['PGPASSWORD']))),
}
