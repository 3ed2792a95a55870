/** A table of a database as an input: its columns and a sample are read to plan what is compared, then its rows as JSON lines. */
import { LeitongError } from '../../errors.js'
import type { Column } from '../rows/infer.js'
import { jsonLine } from '../rows/json-line.js'
import type { RowPlan } from '../rows/plan.js'
import type { Connection, Selection, TableShape } from './database.js'
import { type PositionValue, positionOf } from './position.js'
import { holdsResults, type ResultRow } from './results.js'
import { tableError } from './table-errors.js'
import { planTable, type TableRequest } from './table-plan.js'
import { type DatabaseTarget, parseTableName, tableName } from './url.js'

interface Columns {
  readonly columns: readonly Column[]
  readonly every: readonly Column[]
}

export interface PositionedRow {
  readonly line: string
  readonly position: readonly PositionValue[]
}

/** Characters of JSON lines that are handed on at once: enough to keep the next stage busy for some milliseconds. */
const CHUNK = 1 << 20

export class DatabaseTable {
  /** For messages and outputs: no user, no password. */
  readonly name: string
  readonly plan: RowPlan
  readonly #target: DatabaseTarget
  readonly #selection: Selection
  readonly #columns: readonly Column[]
  /** Also those that are not read. */
  readonly #every: readonly Column[]

  private constructor(target: DatabaseTarget, name: string, selection: Selection, plan: RowPlan, { columns, every }: Columns) {
    this.#target = target
    this.name = name
    this.#selection = selection
    this.plan = plan
    this.#columns = columns
    this.#every = every
  }

  /** The same table, with the columns that are not compared read too. */
  withEveryColumn(): DatabaseTable {
    return new DatabaseTable(this.#target, this.name, this.#selection, this.plan, { columns: this.#every, every: this.#every })
  }

  /** Of a database that is a file. */
  get path(): string | undefined {
    return this.#target.path
  }

  /**
   * Connects, looks at columns and a sample of rows, and closes the connection.
   *
   * @throws {LeitongError} `DATABASE_…`, `FIELD_MISSING`, `FIELDS_FILE`, `OPTION_CONFLICT`
   */
  static async open(target: DatabaseTarget, request: TableRequest): Promise<DatabaseTable> {
    const { table } = request
    await checkRequest(target, request)
    const { where, snapshot } = request.fields
    const selection: Selection = {
      ...(table === undefined ? {} : { table: parseTableName(table) }),
      ...(request.query === undefined ? {} : { query: request.query }),
      ...(where === undefined ? {} : { where }),
      ...(snapshot === undefined ? {} : { snapshot }),
    }
    const name = nameOf(target, request)
    if (typeof where === 'object' && !target.database.hasFilters)
      throw new LeitongError('FIELDS_FILE', name, '"where" is a condition in SQL, as text')
    return await withConnection(
      target,
      name,
      async (connection) => {
        const { plan, ...columns } = await planTable(connection, name, selection, request)
        return new DatabaseTable(target, name, selection, plan, columns)
      },
      table === undefined,
    )
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
      throw tableError(error, { target: this.#target, name: this.name, isQuery: !this.#selection.table, read })
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
      const indexes = columns.map((column) => names.indexOf(column))
      const selection = columns.length ? { ...this.#selection, tail: { columns, ...(from ? { from } : {}) } } : this.#selection
      const order = [...columns, ...this.plan.key.filter((name) => !columns.includes(name))]
      for await (const row of connection.rows(selection, names, order)) {
        const position = indexes.map((index, i) => {
          const value = positionOf(row[index], this.#columns[index]?.type)
          if (!value) throw new LeitongError('DATABASE_QUERY', this.name, `"${columns[i]}" holds what rows cannot be ordered by`)
          return value
        })
        read++
        yield { line: jsonLine(this.#columns, row), position }
      }
    } catch (error) {
      throw tableError(error, { target: this.#target, name: this.name, isQuery: !this.#selection.table, read })
    } finally {
      await connection?.close()
    }
  }

  /** How many rows {@link tail} passes over, because one of the columns says nothing. */
  async unplaced(columns: readonly string[]): Promise<number> {
    if (!columns.length) return 0
    let [connection, rows]: [Connection | undefined, number] = [undefined, 0]
    try {
      connection = await this.#target.database.connect(this.#target.url)
      await connection.beginReading()
      for await (const _ of connection.rows({ ...this.#selection, tail: { columns, unplaced: true } }, columns.slice(0, 1), [])) rows++
      return rows
    } catch (error) {
      throw tableError(error, { target: this.#target, name: this.name, isQuery: !this.#selection.table, read: rows })
    } finally {
      await connection?.close()
    }
  }

  /** Columns whose type has changed since the plan was made would be compared in a wrong way. */
  #checkUnchanged({ columns }: TableShape): void {
    for (const { name, type } of this.#columns) {
      const now = columns.find((column) => column.name === name)?.type
      if (now !== type) throw new LeitongError('DATABASE_CHANGED', this.name, `column "${name}" was ${type} and is ${now ?? 'gone'}`)
    }
  }

  /**
   * Checks that results can go to a table: that there is none of its name, or one of results to be replaced, which is not what is read.
   *
   * @throws {LeitongError} `RESULTS_TABLE`, `DATABASE_…`
   */
  async checkResults(table: string, replace: boolean): Promise<void> {
    await withConnection(this.#target, this.name, (connection) => this.#isReplacing(connection, table, replace))
  }

  /** Whether there is a table of results, which may be replaced; refuses any other. */
  async #isReplacing(connection: Connection, table: string, replace: boolean): Promise<boolean> {
    const { database, name } = this.#target
    const parts = parseTableName(table, 'results-table')
    try {
      const { columns } = await connection.shape({ table: parts })
      const names = columns.map((column) => column.name)
      if (replace && holdsResults(names, database.isTyped) && !isSameTable(parts, this.#selection.table)) return true
    } catch (error) {
      if (database.faultOf(error) === 'table') return false
      throw error
    }
    throw new LeitongError('RESULTS_TABLE', name, table)
  }

  /**
   * Stores groups in a new table: group_number, row_key (JSON), kept, similarity, distance.
   *
   * @param replace  a table of results of that name may be there; it is replaced in one step, or left as it is
   * @throws {LeitongError} `RESULTS_TABLE`, `DATABASE_…`
   */
  async storeResults(table: string, rows: Iterable<ResultRow>, replace = false): Promise<void> {
    const parts = parseTableName(table, 'results-table')
    const stored = await withConnection(this.#target, this.name, async (connection) =>
      connection.storeResults(parts, rows, replace && (await this.#isReplacing(connection, table, replace))),
    )
    if (!stored) throw new LeitongError('RESULTS_TABLE', this.#target.name, table)
  }
}

/** Whether two names may be of one table, where one of them leaves out the schema. */
const isSameTable = (a: readonly string[], b: readonly string[] = []) =>
  a.at(-1)?.toLowerCase() === b.at(-1)?.toLowerCase() && (a.length !== b.length || a.join('.').toLowerCase() === b.join('.').toLowerCase())

const nameOf = (target: DatabaseTarget, { table }: TableRequest) => `${target.name}${table === undefined ? '' : `#${table}`}`

/** A table or a query says which rows; where queries are filters, a table, and perhaps a query beside it. */
async function checkRequest(target: DatabaseTarget, { table, query }: TableRequest): Promise<void> {
  const { hasFilters } = target.database
  if (table !== undefined && query !== undefined && !hasFilters)
    throw new LeitongError('OPTION_CONFLICT', 'a database is read with either --table or --query')
  if (table === undefined && (query === undefined || hasFilters)) throw new LeitongError('TABLE_NEEDED', target.name, await namesOf(target))
}

async function withConnection<Result>(
  target: DatabaseTarget,
  name: string,
  work: (connection: Connection) => Promise<Result>,
  isQuery = false,
): Promise<Result> {
  let connection: Connection | undefined
  try {
    connection = await target.database.connect(target.url)
    return await work(connection)
  } catch (error) {
    throw tableError(error, { target, name, isQuery })
  } finally {
    await connection?.close()
  }
}

/** Tables that a message names at most: more would not be read. */
const NAMED = 20

async function namesOf(target: DatabaseTarget): Promise<string> {
  const names = (await withConnection(target, target.name, (connection) => connection.tables())).map(tableName)
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  return names.slice(0, NAMED).join(', ') + more
}
