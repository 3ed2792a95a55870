/**
 * Sheets of a workbook as tables: the rows below the one that names the columns. A cell is its value as text, as in CSV: a date as ISO 8601
 * writes it, of a formula its result.
 */
import { LeitongError } from '../../../errors.js'
import { csvLine } from '../csv.js'
import type { FoundSheet, KeptRows, OpenTable, TableReading } from '../format.js'
import { lettersOf, type SheetRow, textOf } from './cells.js'
import { HEADER_ROWS, headerAmong } from './header.js'
import type { Workbook } from './workbook.js'
import type { KeptSheet } from './written-sheets.js'

const encoder = new TextEncoder()

/** Bytes of lines in one block. */
const BLOCK = 1 << 16
/** Rows with cells that are looked at for columns without a name. */
const LOOKED_AT = 1000

/** @throws {LeitongError} `OPTION_VALUE` */
function sheetsAsked({ sheets, shown }: Workbook, { name, sheet }: TableReading): readonly string[] {
  if (sheet === undefined) return shown.slice(0, 1)
  if (sheets.includes(sheet)) return [sheet]
  if (sheet === 'all') return shown
  const numbered = /^\d+$/.test(sheet) ? sheets[Number(sheet) - 1] : undefined
  if (numbered === undefined)
    throw new LeitongError('OPTION_VALUE', 'sheet', JSON.stringify(sheet), `all, or one of the sheets of ${name}: ${sheets.join(', ')}`)
  return [numbered]
}

/** The first rows of a sheet that have cells. */
async function firstRows(workbook: Workbook, sheet: string, most: number): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const row of workbook.rows(sheet)) {
    rows.push(row)
    if (rows.length >= most) break
  }
  return rows
}

/** @throws {LeitongError} `OPTION_VALUE` where no cells are in the row that was named */
function headerOf(rows: readonly SheetRow[], { name, headerRow, names }: TableReading): SheetRow | undefined {
  if (headerRow === undefined) return headerAmong(rows, names)
  const found = rows.find(({ number }) => number === headerRow)
  if (!found) throw new LeitongError('OPTION_VALUE', 'header-row', String(headerRow), `a row of ${name} with the names of its columns`)
  return found
}

/** The columns that have a name, or a cell in the first rows: these go by their letters. In the order of the sheet. */
function columnsOf(header: SheetRow | undefined, rows: readonly SheetRow[]): ReadonlyMap<number, string> {
  const below = header ? rows.filter(({ number }) => number >= header.number) : []
  const places = new Set(below.flatMap(({ cells }) => [...cells.keys()]))
  return new Map([...places].sort((a, b) => a - b).map((place) => [place, textOf(header?.cells.get(place)) ?? lettersOf(place)]))
}

/** The names in the header of a sheet, if it has this one. */
const namesOf = (rows: readonly SheetRow[], name: string) =>
  new Set(Array.from(headerAmong(rows, [name])?.cells.values() ?? [], (cell) => textOf(cell)))

/**
 * The sheets that are read.
 *
 * @throws {LeitongError} `SOURCE_READ`, `OPTION_VALUE`
 */
export async function sheetsOf(workbook: Workbook, how: TableReading): Promise<FoundSheet[]> {
  const asked = sheetsAsked(workbook, how)
  const firsts = new Map<string, SheetRow[]>()
  for (const sheet of workbook.sheets) firsts.set(sheet, await firstRows(workbook, sheet, Math.max(HEADER_ROWS, how.headerRow ?? 0)))
  const isFilled = (sheet: string) => (firsts.get(sheet) as SheetRow[]).length > 0
  // Sheets without a cell are left out among all, and nobody misses them.
  const read = asked.length > 1 ? asked.filter(isFilled) : asked
  return (read.length ? read : asked.slice(0, 1)).map((name, i): FoundSheet => {
    const header = headerOf(firsts.get(name) as SheetRow[], how)
    const here = columnsOf(header, firsts.get(name) as SheetRow[])
    const missing = how.names.find((column) => ![...here.values()].includes(column))
    const elsewhere =
      missing === undefined ? undefined : workbook.sheets.find((other) => namesOf(firsts.get(other) as SheetRow[], missing).has(missing))
    return {
      name,
      headerRow: header?.number ?? 1,
      notRead: i ? [] : workbook.sheets.filter((other) => !read.includes(other) && isFilled(other)),
      ...(missing !== undefined && elsewhere !== undefined
        ? { elsewhere: { column: missing, sheet: elsewhere, columns: [...here.values()] } }
        : {}),
    }
  })
}

/**
 * The sheet that is asked for, opened.
 *
 * @throws {LeitongError} `SOURCE_READ`, `OPTION_VALUE`
 */
export async function openSheet(workbook: Workbook, how: TableReading): Promise<OpenTable> {
  const [sheet] = sheetsAsked(workbook, how) as [string]
  const rows = await firstRows(workbook, sheet, Math.max(LOOKED_AT, how.headerRow ?? 0))
  const header = headerOf(rows, how)
  const columns = columnsOf(header, rows)
  const headerRow = header?.number ?? 1
  return {
    columns: [...columns.values()],
    headerRows: headerRow,
    async *lines(wanted) {
      // Of columns with the same name the last one has it.
      const byName = new Map(Array.from(columns, ([place, name]) => [name, place]))
      const places = wanted.map((name) => [name, byName.get(name) as number] as const)
      let block: string[] = []
      let size = 0
      let last = headerRow
      for await (const { number, cells } of workbook.rows(sheet)) {
        if (number <= headerRow) continue
        // An empty row is none, and counts.
        if (number > last + 1) block.push('\n'.repeat(number - last - 1))
        last = number
        const line = `${JSON.stringify(Object.fromEntries(places.map(([name, place]) => [name, textOf(cells.get(place))])))}\n`
        block.push(line)
        size += line.length
        if (size < BLOCK) continue
        yield encoder.encode(block.join(''))
        block = []
        size = 0
      }
      if (block.length) yield encoder.encode(block.join(''))
    },
  }
}

/** Sheets without the rows that are removed, each with the row that names its columns. */
export const keptSheets = (workbook: Workbook, parts: readonly KeptRows[]): (KeptSheet & { readonly headerRow: number })[] =>
  parts.map(({ sheet = workbook.shown[0] as string, headerRow = 1, removed }) => ({
    name: sheet,
    headerRow,
    async *rows(): AsyncGenerator<SheetRow> {
      const gone = new Set(removed)
      for await (const row of workbook.rows(sheet)) if (!gone.has(row.number - headerRow - 1)) yield row
    },
  }))

/**
 * Sheets as one table: of those behind the first one the header is left out.
 *
 * @throws {LeitongError} `OUTPUT_FORMAT`
 */
export async function* csvOf(sheets: readonly (KeptSheet & { readonly headerRow: number })[]): AsyncGenerator<string> {
  let columns: string[] | undefined
  yield '\uFEFF'
  for (const { name, headerRow, rows } of sheets) {
    const above: SheetRow[] = []
    for await (const row of rows()) {
      if (row.number > headerRow) break
      above.push(row)
    }
    const header = above.findLast(({ number }) => number === headerRow)
    const own = header ? textsOf(header, 0) : []
    if (columns && columns.join('\0') !== own.join('\0'))
      throw new LeitongError('OUTPUT_FORMAT', `sheet ${name} has other columns than the first sheet: write .xlsx`)
    for await (const row of rows()) if (!columns || row.number > headerRow) yield csvLine(textsOf(row, own.length))
    columns = own
  }
}

/** The texts of a row from the first column on, of so many columns at least. */
function textsOf({ cells }: SheetRow, width: number): string[] {
  const last = Math.max(...cells.keys())
  return Array.from({ length: Math.max(width, last + 1) }, (_, place) => textOf(cells.get(place)) ?? '')
}
