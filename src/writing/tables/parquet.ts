/** Results as Parquet, by way of JSON lines beside it. */
import { closeSync, openSync, rmSync } from 'node:fs'
import { writeParquet } from '../../sources/formats/parquet.js'
import { track } from '../temporary.js'
import { writeFully } from '../write-fully.js'
import { cellText, type ResultTable } from './table.js'

/** Rows that are written at once. */
const BLOCK = 1024

/** @throws {LeitongError} `PACKAGE_MISSING`, `OUTPUT_WRITE` */
export async function writeParquetTable({ columns, rows }: ResultTable, path: string): Promise<void> {
  const lines = track(`${path}.rows`)
  const descriptor = openSync(lines, 'wx')
  try {
    let block: string[] = []
    const flush = () => {
      if (block.length) writeFully(descriptor, Buffer.from(block.join('')))
      block = []
    }
    for (const row of rows) {
      const cells = columns.map((column, i) => [column.name, column.kind === 'number' ? (row[i] ?? null) : cellText(row[i], column)])
      if (block.push(`${JSON.stringify(Object.fromEntries(cells))}\n`) >= BLOCK) flush()
    }
    flush()
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
