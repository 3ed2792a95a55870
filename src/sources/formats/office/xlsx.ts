/** Excel files (.xlsx) on disk. */
import { createWriteStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LeitongError } from '../../../errors.js'
import type { TableFormat, TableReading } from '../format.js'
import { csvOf, keptSheets, openSheet, sheetsOf } from './sheets.js'
import { Workbook } from './workbook.js'
import { writeWorkbook } from './write.js'
import { sheetsOfRows } from './written-sheets.js'

/** @throws {LeitongError} `SOURCE_READ`, `INPUT_BOMB` */
function open(path: string, { name, maxRatio }: TableReading): Promise<Workbook> {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(path)
  } catch (error) {
    throw new LeitongError('SOURCE_READ', name, (error as Error).message)
  }
  return Workbook.open(bytes, name, maxRatio)
}

export const xlsx: TableFormat = {
  name: 'xlsx',
  kind: 'table',
  extensions: ['xlsx', 'xlsm'],
  writes: ['xlsx', 'csv'],
  sheets: async (path, how) => sheetsOf(await open(path, how), how),
  open: async (path, how) => openSheet(await open(path, how), how),
  async writeKept(path, parts, to, how) {
    const sheets = keptSheets(await open(path, how), parts)
    if (how.as === 'csv') await pipeline(Readable.from(csvOf(sheets)), createWriteStream(to))
    else await writeWorkbook(to, await sheetsOfRows(sheets))
  },
}
