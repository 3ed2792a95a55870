/** Sheets of Excel files (.xlsx), by the optional packages read-excel-file and write-excel-file. */
import { LeitongError } from '../../errors.js'

/** Null is an empty cell. */
export type Cell = string | number | boolean | Date | null

/** The last row that Excel shows, and the longest text of a cell. */
const MOST_ROWS = 1_048_576
const LONGEST_TEXT = 32_767
/** Characters that XML cannot hold. */
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** Whether bytes begin as those of a file that Excel encrypts, or of the form before .xlsx. */
const isCompound = (head: Uint8Array) => Buffer.from('d0cf11e0', 'hex').equals(head.subarray(0, 4))

/**
 * All rows of a sheet, in the order of the sheet, empty ones between them too.
 *
 * @param sheet  a name, or a number from 1; the first one without it
 * @throws {LeitongError} `PACKAGE_MISSING`, `SOURCE_READ`, `OPTION_VALUE` for a sheet that is not there
 */
export async function readSheet(name: string, bytes: Buffer, sheet: string | undefined): Promise<Cell[][]> {
  const excel = await import('read-excel-file/node').catch(() => {
    throw new LeitongError('PACKAGE_MISSING', 'read-excel-file', 'read Excel files')
  })
  if (isCompound(bytes))
    throw new LeitongError(
      'SOURCE_READ',
      name,
      'it is encrypted with a password, or an old Excel file (.xls): save it as .xlsx without one',
    )
  const read = async (which: string | number) => {
    const rows = (await excel.readSheet(bytes, which, { trim: false })) as unknown[][] as Cell[][]
    return rows.map((row) => row.map((cell) => (cell instanceof Date ? rounded(cell) : cell)))
  }
  try {
    return await read(sheet ?? 1)
  } catch (error) {
    if (!(error instanceof excel.SheetNotFoundError)) throw new LeitongError('SOURCE_READ', name, (error as Error).message)
    const { sheets } = error as unknown as { readonly sheets?: readonly string[] }
    const number = Number(sheet)
    if (sheets && Number.isInteger(number) && number >= 1 && number <= sheets.length) return read(number)
    throw new LeitongError('OPTION_VALUE', 'sheet', JSON.stringify(sheet), `one of the sheets of ${name}: ${sheets?.join(', ')}`)
  }
}

/** Excel keeps a time as a fraction of a day, which comes back a millisecond off. */
function rounded(time: Date): Date {
  const near = Math.round(time.getTime() / 10) * 10
  return Math.abs(near - time.getTime()) > 1 ? time : new Date(near)
}

/**
 * Writes one sheet. A text that is longer than Excel takes is cut, and ends with `…`.
 *
 * @param path  a new file
 * @throws {LeitongError} `PACKAGE_MISSING`, `OUTPUT_WRITE`
 */
export async function writeSheet(path: string, rows: Iterable<readonly Cell[]>): Promise<void> {
  const { default: write } = await import('write-excel-file/node').catch(() => {
    throw new LeitongError('PACKAGE_MISSING', 'write-excel-file', 'write Excel files')
  })
  const cells = Array.from(rows, (row) => row.map(cellOf))
  if (cells.length > MOST_ROWS)
    throw new LeitongError('OUTPUT_WRITE', path, `a sheet of Excel holds ${MOST_ROWS} rows, and these are ${cells.length}: write .csv`)
  try {
    await write(cells, { sheet: 'leitong' }).toFile(path)
  } catch (error) {
    throw new LeitongError('OUTPUT_WRITE', path, (error as Error).message)
  }
}

function cellOf(value: Cell) {
  if (value === null) return null
  if (typeof value === 'number') return { value, type: Number }
  if (typeof value === 'boolean') return { value, type: Boolean }
  if (value instanceof Date) return { value, type: Date, format: value.getTime() % 86_400_000 ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd' }
  const text = value.replace(UNWRITABLE, ' ')
  return { value: text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text, type: String }
}
