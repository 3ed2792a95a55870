/**
 * Excel files (.xlsx): the rows of one sheet, of which the first names the columns. A cell is its value as text, as in CSV: a date as
 * ISO 8601 writes it, of a formula its result.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { LeitongError } from '../../errors.js'
import { csvLine } from './csv.js'
import type { TableFormat } from './format.js'
import { type Cell, readSheet, writeSheet } from './sheets.js'
import { checkZip, isZip } from './zip.js'

/** Rows in one block of lines. */
const BLOCK = 1024
/** Bytes that a sheet may become in any case. */
const FREE_BYTES = 256 << 20

const textOf = (cell: Cell | undefined): string | null => {
  if (cell === null || cell === undefined || cell === '') return null
  if (!(cell instanceof Date)) return String(cell)
  const iso = cell.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.replace(/(\.000)?Z$/, '')
}

/** The letters over a column, for one without a name. */
const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

async function rowsOf(path: string, name: string, sheet: string | undefined, maxRatio: number): Promise<Cell[][]> {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    throw new LeitongError('SOURCE_READ', name, (error as Error).message)
  }
  if (isZip(bytes)) checkZip(name, bytes, Math.max(FREE_BYTES, bytes.length * maxRatio))
  return readSheet(name, bytes, sheet)
}

export const xlsx: TableFormat = {
  name: 'xlsx',
  kind: 'table',
  extensions: ['xlsx', 'xlsm'],
  hasSheets: true,
  writes: ['xlsx', 'csv'],

  async open(path, { name, sheet, maxRatio }) {
    const [header = [], ...rows] = await rowsOf(path, name, sheet, maxRatio)
    const columns = header.map((cell, i) => textOf(cell) ?? lettersOf(i))
    return {
      columns,
      headerRows: 1,
      async *lines(wanted) {
        const places = wanted.map((column) => [column, columns.lastIndexOf(column)] as const)
        const line = (row: Cell[]) => {
          // An empty row is none, and counts.
          if (row.every((cell) => cell === null)) return '\n'
          return `${JSON.stringify(Object.fromEntries(places.map(([column, i]) => [column, textOf(row[i])])))}\n`
        }
        for (let at = 0; at < rows.length; at += BLOCK)
          yield Buffer.from(
            rows
              .slice(at, at + BLOCK)
              .map(line)
              .join(''),
          )
      },
    }
  },

  async writeKept(path, removed, to, { name, sheet, maxRatio, as }) {
    const gone = new Set(removed)
    const rows = (await rowsOf(path, name, sheet, maxRatio)).filter((_, i) => !gone.has(i - 1))
    if (as === 'csv') writeFileSync(to, `\uFEFF${rows.map((row) => csvLine(row.map((cell) => textOf(cell) ?? ''))).join('')}`)
    else await writeSheet(to, rows)
  },
}
