/**
 * Parquet, read and written by DuckDB (@duckdb/node-api, an optional package): rows in order, schema and values kept.
 */
import { LeitongError } from '../../errors.js'
import { loadPackage } from '../../packages.js'
import type { TableFormat } from './format.js'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`

async function connect() {
  const duckdb = loadPackage<typeof import('@duckdb/node-api')>('@duckdb/node-api', 'read and write Parquet')
  const instance = await duckdb.DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  // One thread keeps the rows in the order of the file.
  await connection.run('SET preserve_insertion_order = true')
  return connection
}

type Connection = Awaited<ReturnType<typeof connect>>

/** Columns of a file with their types. */
async function typesOf(connection: Connection, path: string): Promise<[name: string, type: string][]> {
  const reader = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${literal(path)})`)
  return reader.getRows().map(([name, type]) => [String(name), String(type)])
}

/** The columns of whole numbers with their types. */
const wholeTypesOf = async (connection: Connection, path: string) =>
  new Map((await typesOf(connection, path)).filter(([, type]) => /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/.test(type)))

async function columnsOf(connection: Connection, path: string, name: string): Promise<string[]> {
  try {
    return (await typesOf(connection, path)).map(([column]) => column)
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
    // DuckDB fetches it when it is first needed, and the package does not have it.
    if (/required extension 'httpfs'/.test(error.message))
      throw new LeitongError(
        'OPTION_CONFLICT',
        'a URL in a query needs the extension httpfs of DuckDB, which is not installed and could not be fetched: name the URL as an input, or install the extension',
      )
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

/** Whole numbers of 128 bits, which Parquet has as floating-point numbers; decimals of as many digits are exact. */
const WIDE = /\bU?HUGEINT\b/g
const EXACT = 'DECIMAL(38,0)'

/**
 * Writes the rows of a query as Parquet, in their order, and whole numbers of up to 38 digits digit for digit: sums are that wide.
 *
 * @param to    a new file
 * @param name  of the query in messages
 * @throws {LeitongError} `PACKAGE_MISSING`, `SOURCE_READ`
 */
export async function copyQuery(sql: string, to: string, name: string): Promise<void> {
  const connection = await connect()
  // A comment at the end of the query must not swallow what follows.
  const query = `(${sql.replace(/[;\s]+$/, '')}\n)`
  try {
    const described = await said(connection.runAndReadAll(`DESCRIBE ${query}`), 'SOURCE_READ', name)
    const casts = described
      .getRows()
      .map(([column, type]) => [identifier(String(column)), String(type)] as const)
      .filter(([, type]) => type.match(WIDE))
      .map(([column, type]) => `CAST(${column} AS ${type.replace(WIDE, EXACT)}) AS ${column}`)
    const exact = casts.length ? `(SELECT * REPLACE (${casts.join(', ')}) FROM ${query})` : query
    await said(connection.run(`COPY ${exact} TO ${literal(to)} (FORMAT parquet)`), 'SOURCE_READ', name)
  } finally {
    connection.closeSync()
  }
}

export const parquet: TableFormat = {
  name: 'parquet',
  kind: 'table',
  extensions: ['parquet', 'pq'],
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

  async writeKept(path, parts, to) {
    const connection = await connect()
    await connection.run('CREATE TABLE removed (n BIGINT)')
    const appender = await connection.createAppender('removed')
    for (const number of parts.flatMap(({ removed }) => [...removed])) {
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

  async writeChanged(path, rows, columns, to) {
    const connection = await connect()
    try {
      const added = columns.map(([name, type]) => `, ${identifier(name)} ${typeof type === 'string' ? type : 'VARCHAR'}`).join('')
      const isWhole = columns.map(() => true)
      await connection.run(`CREATE TABLE changed (leitong_row BIGINT${added})`)
      const appender = await connection.createAppender('changed')
      for (const { number, times, cells } of rows)
        for (let i = 0; i < times; i++) {
          appender.appendBigInt(BigInt(number))
          for (const [at, [, type]] of columns.entries()) {
            const cell = cells[at]
            if (cell === null || cell === undefined) appender.appendNull()
            else if (typeof type === 'object') {
              isWhole[at] &&= /^-?\d+$/.test(String(cell))
              appender.appendVarchar(String(cell))
            } else if (type === 'VARCHAR') appender.appendVarchar(String(cell))
            else if (type === 'DOUBLE') appender.appendDouble(Number(cell))
            else appender.appendBigInt(BigInt(cell))
          }
          appender.endRow()
        }
      appender.closeSync()
      const types = await wholeTypesOf(connection, path)
      const cells = columns.map(([name, type], at) => {
        const like = typeof type === 'object' && isWhole[at] ? types.get(type.like) : undefined
        return `, changed.${identifier(name)}${like ? `::${like} AS ${identifier(name)}` : ''}`
      })
      const copied = connection.run(
        `COPY (SELECT rows.* EXCLUDE (file_row_number)${cells.join('')}
          FROM read_parquet(${literal(path)}, file_row_number = true) rows JOIN changed ON file_row_number = leitong_row
          ORDER BY file_row_number) TO ${literal(to)} (FORMAT parquet, COMPRESSION zstd)`,
      )
      await said(copied, 'OUTPUT_WRITE', to)
    } finally {
      connection.closeSync()
    }
  },
}
