/**
 * Parquet, read and written by DuckDB (@duckdb/node-api, an optional package): rows in order, schema and values kept.
 */
import { LeitongError } from '../../errors.js'
import type { Fields, TableFormat } from './format.js'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`

async function connect() {
  const duckdb = await import('@duckdb/node-api').catch(() => {
    throw new LeitongError('PACKAGE_MISSING', '@duckdb/node-api', 'read and write Parquet')
  })
  const instance = await duckdb.DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  // One thread keeps the rows in the order of the file.
  await connection.run('SET preserve_insertion_order = true')
  return connection
}

async function columnsOf(connection: Awaited<ReturnType<typeof connect>>, path: string): Promise<string[]> {
  try {
    const reader = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${literal(path)})`)
    return reader.getRows().map(([name]) => String(name))
  } catch (error) {
    throw new LeitongError('SOURCE_READ', path, (error as Error).message.split('\n')[0] ?? '')
  }
}

export const parquet: TableFormat = {
  name: 'parquet',
  kind: 'table',
  extensions: ['parquet', 'pq'],

  async *rows(path, fields: Fields) {
    const connection = await connect()
    const columns = await columnsOf(connection, path)
    const wanted = [fields.text.every((field) => !columns.includes(field)) ? fields.text[0] : undefined, fields.rank]
    const missing = wanted.find((field) => field !== undefined && !columns.includes(field))
    if (missing !== undefined) throw new LeitongError('FIELD_MISSING', path, missing, columns.join(', '))
    const present = [...new Set([fields.id, ...fields.text, fields.title, ...(fields.rank === undefined ? [] : [fields.rank])])].filter(
      (field) => columns.includes(field),
    )
    const pairs = present.map((field) => `${literal(field)}: ${identifier(field)}`).join(', ')
    const result = await connection.stream(`SELECT to_json({${pairs}})::VARCHAR FROM read_parquet(${literal(path)})`)
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      yield Buffer.from(`${chunk.getColumnValues(0).join('\n')}\n`)
    }
    connection.closeSync()
  },

  async writeKept(path, removed, to) {
    const connection = await connect()
    await connection.run('CREATE TABLE removed (n BIGINT)')
    const appender = await connection.createAppender('removed')
    for (const number of removed) {
      appender.appendBigInt(BigInt(number))
      appender.endRow()
    }
    appender.closeSync()
    await connection.run(
      `COPY (SELECT * EXCLUDE (file_row_number) FROM read_parquet(${literal(path)}, file_row_number = true)
        WHERE file_row_number NOT IN (SELECT n FROM removed) ORDER BY file_row_number) TO ${literal(to)} (FORMAT parquet, COMPRESSION zstd)`,
    )
    connection.closeSync()
  },
}
