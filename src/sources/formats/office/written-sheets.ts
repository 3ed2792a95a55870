/** Sheets of Excel before they are written: their cells, formats and widths. Whoever writes them has them from here, so that all write the same. */
import { LeitongError } from '../../../errors.js'
import { type Cell, MOST_ROWS, type SheetRow, textOf } from './cells.js'

/** A text of a cell, at most; and the widths that columns get, in characters. */
const LONGEST_TEXT = 32_767
const [NARROWEST, WIDEST] = [6, 60]
/** Characters that XML cannot hold. */
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
/** Characters as wide as two. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g

/** A sheet of rows as they came. */
export interface KeptSheet {
  readonly name: string
  readonly rows: () => AsyncIterable<SheetRow>
}

/** A value of a new sheet; null is an empty cell. */
export type Value = string | number | null

interface WrittenCell {
  readonly value: string | number | boolean
  readonly type: StringConstructor | NumberConstructor | BooleanConstructor
  readonly format?: string
  readonly fontWeight?: 'bold'
}

type Data = (WrittenCell | null)[][]

/** As write-excel-file takes it. */
export interface WrittenSheet {
  readonly sheet: string
  readonly data: Data
  readonly columns: { readonly width: number }[]
  readonly stickyRowsCount?: number
}

/** @throws {LeitongError} `OUTPUT_WRITE` where a sheet has more rows than one of Excel may have */
export function requireFitting(to: string, sheets: readonly WrittenSheet[]): void {
  const tooLong = sheets.find(({ data }) => data.length > MOST_ROWS)
  if (tooLong)
    throw new LeitongError('OUTPUT_WRITE', to, `a sheet of Excel holds ${MOST_ROWS} rows, and these are ${tooLong.data.length}: write .csv`)
}

/** Sheets of rows as they came: values with the formats of their numbers, without formulas. Empty rows between them are left out. */
export async function sheetsOfRows(sheets: readonly KeptSheet[]): Promise<WrittenSheet[]> {
  const written: WrittenSheet[] = []
  for (const { name, rows } of sheets) {
    const data: Data = []
    const widths = new Widths()
    for await (const { cells } of rows()) {
      const row: (WrittenCell | null)[] = new Array(Math.max(...cells.keys()) + 1).fill(null)
      for (const [place, cell] of cells) {
        row[place] = writtenCell(cell)
        widths.take(place, textOf(cell) ?? '')
      }
      data.push(row)
    }
    written.push({ sheet: name, data, columns: widths.columns })
  }
  return written
}

function writtenCell({ value, format }: Cell): WrittenCell {
  if (typeof value === 'number') return { value, type: Number, ...(format === undefined ? {} : { format }) }
  return typeof value === 'boolean' ? { value, type: Boolean } : textCell(value)
}

/** A text that is longer than Excel takes is cut, and ends with `…`. */
function textCell(value: string): WrittenCell {
  const text = value.replace(UNWRITABLE, ' ')
  return { value: text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text, type: String }
}

/**
 * A table of results as one sheet, its header in bold type and always in view. Columns that are empty in all rows are left out.
 *
 * @param name  of the sheet
 */
export function sheetOfTable(name: string, header: readonly string[], rows: Iterable<readonly Value[]>): WrittenSheet {
  const values = Array.from(rows)
  const filled = header.flatMap((_, i) => (!values.length || values.some((row) => row[i] !== null) ? [i] : []))
  const widths = new Widths()
  const row = (cells: readonly Value[]) =>
    filled.map((from, place) => {
      const value = cells[from] ?? null
      widths.take(place, String(value ?? ''))
      if (value === null) return null
      return typeof value === 'number' ? { value, type: Number } : textCell(value)
    })
  const data: Data = [row(header).map((cell) => cell && { ...cell, fontWeight: 'bold' as const })]
  for (const cells of values) data.push(row(cells))
  return { sheet: name, data, columns: widths.columns, stickyRowsCount: 1 }
}

/** How wide columns are, by what stands in them. */
class Widths {
  readonly #widths: number[] = []

  take(place: number, text: string): void {
    // Of a long text the beginning is enough.
    const shown = text.slice(0, WIDEST)
    const width = shown.length + (shown.match(WIDE)?.length ?? 0) + 2
    while (this.#widths.length <= place) this.#widths.push(NARROWEST)
    if (width > (this.#widths[place] as number)) this.#widths[place] = Math.min(width, WIDEST)
  }

  get columns(): { readonly width: number }[] {
    return this.#widths.map((width) => ({ width }))
  }
}
