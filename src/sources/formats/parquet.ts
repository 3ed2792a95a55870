/**
 * Parquet, read and written by DuckDB (@duckdb/node-api, an optional package): rows in order, schema and values kept.
 */
import { LeitongError } from '../../errors.js'
import type { TableFormat } from './format.js'

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

async function columnsOf(connection: Awaited<ReturnType<typeof connect>>, path: string, name: string): Promise<string[]> {
  try {
    const reader = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${literal(path)})`)
    return reader.getRows().map(([name]) => String(name))
  } catch (error) {
    throw new LeitongError('SOURCE_READ', name, (error as Error).message.split('\n')[0] ?? '')
  }
}

/** @throws {LeitongError} `SOURCE_READ` for a damaged page or value, which shows only when it is read */
async function* linesOf(path: string, name: string, columns: readonly string[]): AsyncGenerator<Uint8Array> {
  const connection = await connect()
  const pairs = columns.map((field) => `${literal(field)}: ${identifier(field)}`).join(', ')
  const row = columns.length ? `to_json({${pairs}})::VARCHAR` : "'{}'"
  try {
    const result = await said(connection.stream(`SELECT ${row} FROM read_parquet(${literal(path)})`), 'SOURCE_READ', name)
    for (;;) {
      const chunk = await said(result.fetchChunk(), 'SOURCE_READ', name)
      if (!chunk || chunk.rowCount === 0) return
      yield Buffer.from(`${chunk.getColumnValues(0).join('\n')}\n`)
    }
  } finally {
    connection.closeSync()
  }
}

/** What DuckDB does, its failure as ours: the values that its messages quote are left out. */
const said = <Result>(work: Promise<Result>, code: 'SOURCE_READ' | 'OUTPUT_WRITE', name: string): Promise<Result> =>
  work.catch((error: Error) => {
    throw new LeitongError(code, name, error.message.split('\n')[0]?.replace(/: value ".*$/s, '') ?? '')
  })

/**
 * Writes JSON lines as Parquet.
 *
 * @param columns  with their types in DuckDB
 * @param to       a new file
 * @throws {LeitongError} `PACKAGE_MISSING`, `OUTPUT_WRITE`
 */
export async function writeParquet(lines: string, columns: readonly (readonly [name: string, type: string])[], to: string): Promise<void> {
  const connection = await connect()
  try {
    const types = columns.map(([name, type]) => `${literal(name)}: ${literal(type)}`).join(', ')
    const read = `read_json(${literal(lines)}, format = 'newline_delimited', columns = {${types}}, maximum_object_size = 1073741824)`
    await connection.run(`COPY (SELECT * FROM ${read}) TO ${literal(to)} (FORMAT parquet, COMPRESSION zstd)`)
  } catch (error) {
    throw new LeitongError('OUTPUT_WRITE', to, (error as Error).message.split('\n')[0] ?? '')
  } finally {
    connection.closeSync()
  }
}

export const parquet: TableFormat = {
  name: 'parquet',
  kind: 'table',
  extensions: ['parquet', 'pq'],

  hasSheets: false,
  writes: ['parquet'],

  async open(path, { name }) {
    const connection = await connect()
    let columns: string[]
    try {
      columns = await columnsOf(connection, path, name)
    } finally {
      connection.closeSync()
    }
    return { columns, headerRows: 0, lines: (wanted) => linesOf(path, name, wanted) }
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
    const copied = connection.run(
      `COPY (SELECT * EXCLUDE (file_row_number) FROM read_parquet(${literal(path)}, file_row_number = true)
        WHERE file_row_number NOT IN (SELECT n FROM removed) ORDER BY file_row_number) TO ${literal(to)} (FORMAT parquet, COMPRESSION zstd)`,
    )
    // Columns that are not compared are read here for the first time.
    await said(copied, 'OUTPUT_WRITE', to).finally(() => connection.closeSync())
  },
}
