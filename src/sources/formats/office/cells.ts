/** Cells of a sheet, and how their numbers are shown. */

/** What a cell holds; a date is a number of days with the format of a date. */
export interface Cell {
  readonly value: string | number | boolean
  /** The code of its number format; undefined for the general one. */
  readonly format?: string | undefined
}

/** A row that has cells. */
export interface SheetRow {
  /** From 1, as Excel shows it. */
  readonly number: number
  /** By the number of their column, from 0; ascending. */
  readonly cells: ReadonlyMap<number, Cell>
}

/** The limits of a sheet. */
export const MOST_ROWS = 1_048_576
export const MOST_COLUMNS = 16_384

/** The letters over a column, from 0. */
export const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** The number of a column from 0, of a place like `AB12`; undefined where there are no letters. */
export function columnOf(place: string): number | undefined {
  let column = 0
  let at = 0
  for (; at < place.length; at++) {
    const letter = place.charCodeAt(at) | 32
    if (letter < 97 || letter > 122) break
    column = column * 26 + letter - 96
  }
  return at ? column - 1 : undefined
}

/** Formats that every program knows by their numbers; 27 to 36 and 50 to 58 are dates of East Asia. */
const DATE = 'yyyy/m/d'
const KNOWN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: DATE,
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy/m/d h:mm',
  32: 'h:mm',
  33: 'h:mm:ss',
  34: 'h:mm AM/PM',
  35: 'h:mm:ss AM/PM',
  37: '#,##0;-#,##0',
  38: '#,##0;[Red]-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;[Red]-#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
  55: 'h:mm',
  56: 'h:mm:ss',
}

/** The code of a format that is known by its number; undefined for the general one. */
export const knownFormat = (id: number): string | undefined =>
  KNOWN[id] ?? ((id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? DATE : undefined)

/** What is shown as it stands, colours, conditions and languages; `[h]` and its like are times. */
const LITERAL = /"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi

const partsOf = new Map<string, { readonly hasDay: boolean; readonly hasTime: boolean }>()

/** Whether numbers of this format are shown as days or times. */
export function datePartsOf(format: string) {
  const known = partsOf.get(format)
  if (known) return known
  const bare = (format.split(';')[0] as string).replace(LITERAL, '').replace(/general|am\/pm|a\/p/gi, '')
  const hasTime = /[hs]/i.test(bare)
  const parts = { hasDay: /[yde]/i.test(bare.replace(/e[+-]/gi, '')) || (/m/i.test(bare) && !hasTime), hasTime }
  partsOf.set(format, parts)
  return parts
}

/** Whether a number of this format is a date or a time. */
export const isDate = (format: string | undefined): boolean => {
  if (format === undefined) return false
  const { hasDay, hasTime } = datePartsOf(format)
  return hasDay || hasTime
}

/** Days from the first day that Excel counts to 1970. */
const TO_1970 = 25_569
const DAY = 86_400_000

/** A day as ISO 8601 writes it, with its time where it has one; a time without a day alone. */
function dateText(serial: number, format: string): string {
  // Excel takes 1900 for a leap year. A time is a fraction of a day, which comes back a little off.
  const days = serial < 60 && serial >= 1 ? serial + 1 : serial
  const exact = (days - TO_1970) * DAY
  const near = Math.round(exact / 10) * 10
  const iso = new Date(Math.abs(near - exact) > 1 ? Math.round(exact) : near).toISOString()
  if (!datePartsOf(format).hasDay && serial >= 0 && serial < 1) return iso.slice(11).replace(/(\.000)?Z$/, '')
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.replace(/(\.000)?Z$/, '')
}

/** The last day that Excel shows: 31 December 9999. */
const LAST_DAY = 2_958_466

/** A cell as text, as in CSV: a date as ISO 8601 writes it, a number with the zeros that its format puts before it. */
export function textOf(cell: Cell | undefined): string | null {
  if (cell === undefined || cell.value === '') return null
  const { value, format } = cell
  if (typeof value !== 'number' || format === undefined) return String(value)
  if (/^0+$/.test(format) && Number.isInteger(value) && value >= 0) return String(value).padStart(format.length, '0')
  return isDate(format) && value >= 0 && value < LAST_DAY ? dateText(value, format) : String(value)
}
