/** PostgreSQL, by pg and pg-cursor (optional packages). */
import { LeitongError } from '../../errors.js'
import type { Column } from '../rows/infer.js'
import {
  batches,
  CONNECT_TIMEOUT,
  type Connection,
  codeOf,
  type Database,
  type Fault,
  networkFault,
  quoteName,
  selectSql,
} from './database.js'

async function load() {
  try {
    const [pg, cursor] = await Promise.all([import('pg'), import('pg-cursor')])
    return { Client: pg.default.Client, Cursor: cursor.default }
  } catch {
    throw new LeitongError('PACKAGE_MISSING', 'pg (and pg-cursor)', 'read PostgreSQL')
  }
}

/** Types by their number in the catalogue; all others are read as they are written. */
const TYPES = new Map<number, Column['type']>([
  ...[20, 21, 23, 26, 700, 701, 1700].map((oid) => [oid, 'number'] as const),
  ...[1082, 1114, 1184].map((oid) => [oid, 'date'] as const),
  ...[18, 19, 25, 1042, 1043, 2950].map((oid) => [oid, 'text'] as const),
  [16, 'boolean'],
  [17, 'bytes'],
])
const JSON_TYPES = [114, 3802]

/** Values as the server writes them, except what JSON has a form for. */
const parsers = {
  getTypeParser: (oid: number) => {
    if (oid === 16) return (text: string) => text === 't'
    if (oid === 17) return (text: string) => text.slice(2)
    if (JSON_TYPES.includes(oid)) return (text: string) => JSON.parse(text) as unknown
    return (text: string) => text
  },
}

/** Bytes of rows that are fetched at once, about. */
const BATCH_BYTES = 4 << 20
const BATCH_ROWS = 2000

export const postgres: Database = {
  schemes: ['postgres', 'postgresql'],
  isServer: true,
  isTyped: true,
  passwordVariables: ['PGPASSWORD'],

  async connect(url): Promise<Connection> {
    const { Client, Cursor } = await load()
    const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT, application_name: 'leitong' })
    let lost: Error | undefined
    // A connection that is lost between two questions shows at the next.
    client.on('error', (error) => {
      lost = error
    })
    await client.connect()
    const ask = async (text: string, values: unknown[] = []) => {
      if (lost) throw lost
      return await client.query({ text, values, types: parsers, rowMode: 'array', queryMode: 'extended' } as never)
    }
    await ask(`SET datestyle = 'ISO, YMD'`)
    await ask(`SET timezone = 'UTC'`)
    await ask(`SET extra_float_digits = 1`)
    return {
      async beginReading() {
        await ask('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      },

      async tables() {
        const { rows } = (await ask(
          `SELECT table_schema, table_name FROM information_schema.tables
            WHERE table_schema <> 'information_schema' AND table_schema NOT LIKE 'pg\\_%' ORDER BY table_schema <> 'public', 1, 2`,
        )) as unknown as { rows: [string, string][] }
        return rows.map(([schema, table]) => (schema === 'public' ? [table] : [schema, table]))
      },

      async shape(from) {
        const { fields } = (await ask(`${selectSql(from, undefined, [], '"')} LIMIT 0`)) as unknown as {
          fields: { name: string; dataTypeID: number }[]
        }
        const columns = fields.map(({ name, dataTypeID }) => ({ name, type: TYPES.get(dataTypeID) ?? ('other' as const) }))
        if (!from.table) return { columns, primaryKey: [] }
        const { rows } = (await ask(
          `SELECT a.attname FROM pg_catalog.pg_index i
             CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (attnum, place)
             JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
            WHERE i.indrelid = $1::regclass AND i.indisprimary ORDER BY k.place`,
          [from.table.map((part) => quoteName(part, '"')).join('.')],
        )) as unknown as { rows: [string][] }
        return { columns, primaryKey: rows.map(([name]) => name) }
      },

      async *rows(from, columns, order) {
        const values: string[] = []
        const sql = selectSql(from, columns, order, '"', (value) => `$${values.push(value)}`)
        const cursor = client.query(new Cursor(sql, values, { types: parsers as never, rowMode: 'array' }))
        // The first batch is small: nothing is known of the rows yet.
        for (let size = 16; ; ) {
          if (lost) throw lost
          const batch = (await cursor.read(size)) as unknown[][]
          if (!batch.length) return
          yield* batch
          const bytes = batch.reduce((sum, row) => sum + row.reduce<number>((all, value) => all + lengthOf(value), 16), 0)
          size = Math.max(1, Math.min(BATCH_ROWS, size * 4, Math.floor((BATCH_BYTES * batch.length) / bytes)))
        }
      },

      async storeResults(table, rows) {
        const name = table.map((part) => quoteName(part, '"')).join('.')
        await ask('BEGIN')
        try {
          await ask(
            `CREATE TABLE ${name} (group_number bigint NOT NULL, row_key text NOT NULL, kept boolean NOT NULL,
               similarity double precision, distance integer)`,
          )
        } catch (error) {
          if (codeOf(error) !== '42P07') throw error
          await ask('ROLLBACK')
          return false
        }
        for (const batch of batches(rows, 1000)) {
          const values = batch.map((_, i) => `($${5 * i + 1},$${5 * i + 2},$${5 * i + 3},$${5 * i + 4},$${5 * i + 5})`)
          await ask(
            `INSERT INTO ${name} VALUES ${values.join(',')}`,
            batch.flatMap(({ group, key, kept, similarity, distance }) => [group, key, kept, similarity, distance]),
          )
        }
        await ask('COMMIT')
        return true
      },

      async close() {
        // In the middle of a cursor the server waits to be read: the socket just goes.
        ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
      },
    }
  },

  faultOf(error): Fault | undefined {
    const code = codeOf(error)
    const faults: Record<string, Fault> = {
      '28P01': 'login',
      '28000': 'login',
      '42501': 'rights',
      '42P01': 'table',
      '3F000': 'table',
      '42703': 'column',
      '3D000': 'connect',
      '53300': 'connect',
    }
    const network = networkFault(error)
    if (network) return network
    if (typeof code === 'string') {
      const known = faults[code]
      if (known) return known
      if (code.startsWith('57') || code.startsWith('08')) return 'dropped'
      if (/^[0-9A-Z]{5}$/.test(code)) return 'query'
    }
    const message = error instanceof Error ? error.message : ''
    if (/password/i.test(message) && /SASL|client password/i.test(message)) return 'login'
    if (/timeout expired|timeout/i.test(message)) return 'connect'
    return /connection (terminated|ended)|not queryable|closed/i.test(message) ? 'dropped' : undefined
  },
}

const lengthOf = (value: unknown) => (typeof value === 'string' ? value.length : 16)
