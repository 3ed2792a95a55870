/** Results as Parquet, by way of JSON lines beside it. */
import { closeSync, openSync, rmSync } from 'node:fs'
import { writeParquet } from '../../sources/formats/parquet.js'
import { lines as jsonLines } from '../json-lines.js'
import { track } from '../temporary.js'
import { Turns } from '../turns.js'
import { writeFully } from '../write-fully.js'
import { type Column, cellText, type ResultTable } from './table.js'

type SqlType = 'BIGINT' | 'DOUBLE' | 'BOOLEAN' | 'VARCHAR'

const DIGITS = /^-?(?:0|[1-9]\d{0,18})$/
const isInt64 = (digits: string) => DIGITS.test(digits) && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits)

/** The type of a cell that is not null. */
function typeOf(cell: unknown, { kind, isUntyped }: Column): SqlType {
  if (kind === 'id') {
    const digits = isUntyped && typeof cell === 'string' ? cell.replace(/^"(.*)"$/, '$1') : cell
    return isInt64(String(digits)) ? 'BIGINT' : 'VARCHAR'
  }
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? 'BIGINT' : 'DOUBLE'
  return typeof cell === 'boolean' ? 'BOOLEAN' : 'VARCHAR'
}

/** The narrowest type that holds both. */
const widened = (a: SqlType | undefined, b: SqlType): SqlType => {
  if (a === undefined || a === b) return b
  return a !== 'VARCHAR' && b !== 'VARCHAR' && a !== 'BOOLEAN' && b !== 'BOOLEAN' ? 'DOUBLE' : 'VARCHAR'
}

/** The types of columns as their cells show: a table joins with its input by them. */
class Types {
  readonly #seen = new Map<string, SqlType>()
  readonly #columns: readonly Column[]

  constructor(columns: readonly Column[]) {
    this.#columns = columns
  }

  see(column: Column, cell: unknown): void {
    if (cell === null || cell === undefined || cell === 'null') return
    this.#seen.set(column.name, widened(this.#seen.get(column.name), typeOf(cell, column)))
  }

  /** Columns with their types in DuckDB. */
  all(): [string, SqlType][] {
    return this.#columns.map(({ name, kind }) => {
      if (kind === 'count') return [name, 'BIGINT']
      if (kind === 'number') return [name, 'DOUBLE']
      return [name, this.#seen.get(name) ?? 'VARCHAR']
    })
  }
}

/** Each row as JSON: an id as its text. */
function* objects({ columns, rows }: ResultTable, types: Types): Generator<string> {
  for (const row of rows) {
    const cells = columns.map((column, i) => {
      const cell = row[i] ?? null
      types.see(column, cell)
      const isPlain = cell === null || typeof cell === 'number' || typeof cell === 'boolean'
      return [column.name, isPlain && column.kind !== 'id' ? cell : cellText(cell, column)]
    })
    yield JSON.stringify(Object.fromEntries(cells))
  }
}

/** @throws {LeitongError} `PACKAGE_MISSING`, `OUTPUT_WRITE` */
export async function writeParquetTable(table: ResultTable, path: string): Promise<void> {
  const lines = track(`${path}.rows`)
  const descriptor = openSync(lines, 'wx')
  const types = new Types(table.columns)
  try {
    const turns = new Turns()
    for (const bytes of jsonLines(objects(table, types))) {
      writeFully(descriptor, bytes)
      await turns.take()
    }
  } finally {
    closeSync(descriptor)
  }
  try {
    await writeParquet(lines, types.all(), path)
  } finally {
    rmSync(lines, { force: true })
  }
}
