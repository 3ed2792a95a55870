/** A table of a database as an input: looked at once to see what it holds, then read as JSON lines. */
import { LeitongError } from '../../errors.js'
import type { FieldsSpec } from '../rows/fields-file.js'
import { type Column, LengthSample, planRows } from '../rows/infer.js'
import { jsonLine } from '../rows/json-line.js'
import type { RowPlan } from '../rows/plan.js'
import { type Connection, type PositionValue, positionOf, type ResultRow, type Selection, type TableShape } from './database.js'
import { type DatabaseTarget, parseTableName, tableName } from './url.js'

export interface TableRequest {
  readonly table?: string
  readonly query?: string
  readonly fields: FieldsSpec
  /** A column that is read besides, for keep rules. */
  readonly rank?: string
  /** Columns that tell where reading goes on next time; not compared unless the fields say so. */
  readonly position?: readonly string[]
}

export interface PositionedRow {
  readonly line: string
  readonly position: readonly PositionValue[]
}

/** Bytes of JSON lines that are handed on at once. */
const CHUNK = 1 << 20

export class DatabaseTable {
  /** For messages and outputs: no user, no password. */
  readonly name: string
  readonly plan: RowPlan
  readonly #target: DatabaseTarget
  readonly #selection: Selection
  readonly #columns: readonly Column[]

  private constructor(target: DatabaseTarget, name: string, selection: Selection, plan: RowPlan, columns: readonly Column[]) {
    this.#target = target
    this.name = name
    this.#selection = selection
    this.plan = plan
    this.#columns = columns
  }

  /**
   * Connects, looks at columns and a sample of rows, and lets the connection go again.
   *
   * @throws {LeitongError} `DATABASE_…`, `FIELD_MISSING`, `FIELDS_FILE`, `OPTION_CONFLICT`
   */
  static async open(target: DatabaseTarget, request: TableRequest): Promise<DatabaseTable> {
    const { table, query } = request
    const isMongo = target.database.schemes.includes('mongodb')
    if (table !== undefined && query !== undefined && !isMongo)
      throw new LeitongError('OPTION_CONFLICT', 'a database is read with either --table or --query')
    if (table === undefined && (query === undefined || isMongo)) throw new LeitongError('TABLE_NEEDED', target.name, await namesOf(target))
    const { where, snapshot } = request.fields
    const selection: Selection = {
      ...(table === undefined ? {} : { table: parseTableName(table) }),
      ...(query === undefined ? {} : { query }),
      ...(where === undefined ? {} : { where }),
      ...(snapshot === undefined ? {} : { snapshot }),
    }
    const name = `${target.name}${table === undefined ? '' : `#${table}`}`
    if (typeof where === 'object' && !isMongo) throw new LeitongError('FIELDS_FILE', name, '"where" is a condition in SQL, as text')
    const look = async (connection: Connection) => {
      await connection.beginReading()
      const { key = [], fields = {} } = request.fields
      const { position = [] } = request
      const besides = [...position, ...(request.rank ? [request.rank] : [])]
      const shape = await connection.shape(selection, [...key, ...Object.keys(fields), ...besides])
      checkNames(name, shape)
      const sample = new LengthSample()
      const names = shape.columns.filter(({ type }) => type !== 'bytes').map((column) => column.name)
      const order = request.fields.key ?? shape.primaryKey
      for await (const row of connection.rows(selection, names, known(order, shape.columns))) {
        sample.add(names.map((column, i) => [column, row[i]] as const))
        if (sample.full) break
      }
      const isCompared = ({ name: column }: Column) =>
        !position.includes(column) || shape.primaryKey.includes(column) || key.includes(column)
      const compared = request.fields.fields ? shape.columns : shape.columns.filter(isCompared)
      const plan = planRows(name, compared, shape.primaryKey, request.fields, sample)
      const wanted = new Set([...plan.key, ...plan.fields.map((field) => field.name), ...besides])
      const columns = shape.columns.filter((column) => wanted.delete(column.name))
      const [missing] = wanted
      if (missing !== undefined)
        throw new LeitongError('FIELD_MISSING', name, missing, shape.columns.map((column) => column.name).join(', '))
      return new DatabaseTable(target, name, selection, plan, columns)
    }
    return await withConnection(target, name, look, table === undefined)
  }

  /**
   * The rows in the order of their key, from one state of the data.
   *
   * @throws {LeitongError} `DATABASE_…`
   */
  async *lines(): AsyncGenerator<Uint8Array> {
    let read = 0
    let connection: Connection | undefined
    try {
      connection = await this.#target.database.connect(this.#target.url)
      await connection.beginReading()
      if (this.#target.database.isTyped) this.#checkUnchanged(await connection.shape(this.#selection))
      const names = this.#columns.map(({ name }) => name)
      let block: string[] = []
      let length = 0
      for await (const row of connection.rows(this.#selection, names, this.plan.key)) {
        const line = jsonLine(this.#columns, row)
        block.push(line)
        length += line.length
        read++
        if (length < CHUNK) continue
        yield Buffer.from(block.join(''))
        block = []
        length = 0
      }
      yield Buffer.from(block.join(''))
    } catch (error) {
      throw translate(error, this.#target, this.name, read, !this.#selection.table)
    } finally {
      await connection?.close()
    }
  }

  /**
   * Rows from a position on as JSON lines, each with its own position, in the order of the position columns and the key.
   *
   * @param columns  of those that the table was opened with
   * @throws {LeitongError} `DATABASE_…`
   */
  async *tail(columns: readonly string[], from: readonly PositionValue[] | undefined): AsyncGenerator<PositionedRow> {
    let read = 0
    let connection: Connection | undefined
    try {
      connection = await this.#target.database.connect(this.#target.url)
      await connection.beginReading()
      const names = this.#columns.map(({ name }) => name)
      const places = columns.map((column) => names.indexOf(column))
      const selection = columns.length ? { ...this.#selection, tail: { columns, ...(from ? { from } : {}) } } : this.#selection
      const order = [...columns, ...this.plan.key.filter((name) => !columns.includes(name))]
      for await (const row of connection.rows(selection, names, order)) {
        const position = places.map((place, i) => {
          const value = positionOf(row[place], this.#columns[place]?.type)
          if (!value) throw new LeitongError('DATABASE_QUERY', this.name, `"${columns[i]}" holds what rows cannot be ordered by`)
          return value
        })
        read++
        yield { line: jsonLine(this.#columns, row), position }
      }
    } catch (error) {
      throw translate(error, this.#target, this.name, read, !this.#selection.table)
    } finally {
      await connection?.close()
    }
  }

  /** Columns that are not what they were when the table was looked at would be compared in a wrong way. */
  #checkUnchanged({ columns }: TableShape): void {
    for (const { name, type } of this.#columns) {
      const now = columns.find((column) => column.name === name)?.type
      if (now !== type) throw new LeitongError('DATABASE_CHANGED', this.name, `column "${name}" was ${type} and is ${now ?? 'gone'}`)
    }
  }

  /**
   * Sees that a table for results can be made: that there is none of its name.
   *
   * @throws {LeitongError} `RESULTS_TABLE`, `DATABASE_…`
   */
  async checkResults(table: string): Promise<void> {
    const parts = parseTableName(table, 'results-table')
    const isThere = await withConnection(this.#target, this.name, async (connection) => {
      try {
        await connection.shape({ table: parts })
        return true
      } catch (error) {
        if (this.#target.database.faultOf(error) === 'table') return false
        throw error
      }
    })
    if (isThere) throw new LeitongError('RESULTS_TABLE', this.#target.name, table)
  }

  /**
   * Stores groups in a new table: group_number, row_key (JSON), kept, similarity, distance.
   *
   * @throws {LeitongError} `RESULTS_TABLE`, `DATABASE_…`
   */
  async storeResults(table: string, rows: Iterable<ResultRow>): Promise<void> {
    const parts = parseTableName(table, 'results-table')
    const stored = await withConnection(this.#target, this.name, (connection) => connection.storeResults(parts, rows))
    if (!stored) throw new LeitongError('RESULTS_TABLE', this.#target.name, table)
  }
}

const known = (names: readonly string[], columns: readonly Column[]) =>
  names.every((name) => columns.some((column) => column.name === name)) ? names : []

/** A query may give two columns one name; which is meant would be chance. */
function checkNames(name: string, { columns }: TableShape): void {
  const twice = columns.find((column, i) => columns.findIndex((other) => other.name === column.name) < i)
  if (twice) throw new LeitongError('DATABASE_QUERY', name, `two columns are called "${twice.name}"`)
}

async function withConnection<Result>(
  target: DatabaseTarget,
  name: string,
  act: (connection: Connection) => Promise<Result>,
  isQuery = false,
): Promise<Result> {
  let connection: Connection | undefined
  try {
    connection = await target.database.connect(target.url)
    return await act(connection)
  } catch (error) {
    throw translate(error, target, name, undefined, isQuery)
  } finally {
    await connection?.close()
  }
}

/** Tables that a message names. */
const NAMED = 20

async function namesOf(target: DatabaseTarget): Promise<string> {
  const names = (await withConnection(target, target.name, (connection) => connection.tables())).map(tableName)
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  return names.slice(0, NAMED).join(', ') + more
}

/**
 * @param read     rows that were read before; undefined when none were asked for
 * @param isQuery  the tables are those that a query names
 */
function translate(error: unknown, target: DatabaseTarget, name: string, read: number | undefined, isQuery: boolean): unknown {
  if (error instanceof LeitongError) return error
  const cause = target.redact((error as Error).message?.split('\n')[0] || String((error as { code?: unknown }).code ?? error))
  switch (target.database.faultOf(error)) {
    case 'connect':
      return new LeitongError('DATABASE_CONNECT', target.name, cause)
    case 'login':
      return new LeitongError('DATABASE_LOGIN', target.name, cause)
    case 'rights':
      return new LeitongError('DATABASE_RIGHTS', name, cause)
    case 'table':
      return new LeitongError(isQuery ? 'DATABASE_QUERY' : 'DATABASE_TABLE', name, cause)
    case 'column':
    case 'query':
      return new LeitongError('DATABASE_QUERY', name, cause)
    case 'dropped':
      return read === undefined
        ? new LeitongError('DATABASE_CONNECT', target.name, cause)
        : new LeitongError('DATABASE_DROPPED', name, read, cause)
    default:
      return new LeitongError('SOURCE_READ', name, cause)
  }
}
