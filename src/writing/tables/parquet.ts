/** Results as Parquet, by way of JSON lines beside it. */
import { closeSync, openSync, rmSync } from 'node:fs'
import { writeParquet } from '../../sources/formats/parquet.js'
import { lines as jsonLines } from '../json-lines.js'
import { track } from '../temporary.js'
import { Turns } from '../turns.js'
import { writeFully } from '../write-fully.js'
import { cellText, type ResultTable } from './table.js'

/** Each row as JSON: an id as its text. */
function* objects({ columns, rows }: ResultTable): Generator<string> {
  for (const row of rows) {
    const cells = columns.map((column, i) => [column.name, column.kind === 'number' ? (row[i] ?? null) : cellText(row[i], column)])
    yield JSON.stringify(Object.fromEntries(cells))
  }
}

/** @throws {LeitongError} `PACKAGE_MISSING`, `OUTPUT_WRITE` */
export async function writeParquetTable({ columns, rows }: ResultTable, path: string): Promise<void> {
  const lines = track(`${path}.rows`)
  const descriptor = openSync(lines, 'wx')
  try {
    const turns = new Turns()
    for (const bytes of jsonLines(objects({ columns, rows }))) {
      writeFully(descriptor, bytes)
      await turns.take()
    }
  } finally {
    closeSync(descriptor)
  }
  try {
    await writeParquet(
      lines,
      columns.map(({ name, kind }) => [name, kind === 'number' ? 'DOUBLE' : 'VARCHAR']),
      path,
    )
  } finally {
    rmSync(lines, { force: true })
  }
}
