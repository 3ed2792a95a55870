/** Days, months and years: equal, mistyped in the usual ways, or so many days apart. */
import { eachValue, roomFor, type Values, valueAt } from '../columns.js'
import { Edits } from '../distances/edits.js'
import { fold } from '../fold.js'
import { type DateOrder, dateParts } from '../written/dates.js'
import type { ColumnSample, Kind, Level } from './kind.js'
import { DATE_ORDERS } from './settings.js'

const YEAR_ALONE = /^\D{0,3}(1[0-9]\d\d|20\d\d)\D{0,3}$/

const pad = (part: number, width: number) => String(part).padStart(width, '0')
const compact = (year: number, month: number, day: number) => `${pad(year, 4)}${pad(month, 2)}${pad(day, 2)}`

/** Eight digits, year first, 00 for a part that is not stated; undefined for what is no date. */
function dateDigits(text: string, order?: DateOrder): string | undefined {
  const parts = dateParts(text, order)
  if (parts) return parts.year > 9999 ? undefined : compact(parts.year, parts.month, parts.day ?? 0)
  const year = YEAR_ALONE.exec(text)?.[1]
  return year === undefined ? undefined : compact(Number(year), 0, 0)
}

/** The way that a date shows; years alone show none. */
function shows(value: string): string | undefined {
  const shown = dateParts(value)?.shows
  return shown === 'year' || (shown === undefined && dateDigits(value) !== undefined) ? 'plain' : shown
}

const canonical = (order?: DateOrder) => (value: string) => {
  const text = fold(value)
  return dateDigits(text, order) ?? text
}

const LEVELS = { swapped: 0.95, digit: 0.9, partial: 0.85, dayAndMonth: 0.8, month: 0.75, year: 0.6, yearApart: 0.45, decade: 0.25 }

const NAMED: readonly Level[] = [
  { name: 'equal', from: 1 },
  { name: 'day and month swapped', from: LEVELS.swapped },
  { name: 'one digit', from: LEVELS.digit },
  { name: 'a part not stated', from: LEVELS.partial },
  { name: 'same day and month', from: LEVELS.dayAndMonth },
  { name: 'within 31 days', from: LEVELS.month },
  { name: 'same year', from: LEVELS.year },
  { name: 'within a year', from: LEVELS.yearApart },
  { name: 'within ten years', from: LEVELS.decade },
  { name: 'unlike', from: 0 },
]

export const date: Kind = {
  name: 'date',
  levels: NAMED,
  with: ({ tolerance, order }) => {
    const own = { ...date, normalise: canonical(order) }
    if (tolerance === undefined) return own
    const [equal, ...rest] = NAMED as [Level, ...Level[]]
    return {
      ...own,
      levels: [equal, { name: `within ${tolerance} days`, from: NEARLY }, ...rest],
      comparison(values, options) {
        const compare = date.comparison(values, options)
        const days = daysOf(values)
        return (a, b) => (Math.abs((days[a] as number) - (days[b] as number)) <= Number(tolerance) ? NEARLY : compare(a, b))
      },
    }
  },
  normalise: canonical(),
  written: { setting: 'order', ways: DATE_ORDERS, shows },
  comparison(values) {
    const parts = new Int32Array(roomFor(values) * 3)
    const days = new Float64Array(roomFor(values))
    eachValue(values, (value) => {
      const text = valueAt(values, value)
      if (!/^\d{8}$/.test(text)) return
      const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6))]
      parts.set([year, month, day], value * 3)
      days[value] = year * 365.2425 + Math.max(0, month - 1) * 30.44 + day
    })
    const edits = new Edits()
    return (a, b) => {
      const { codes, starts } = values
      const year = parts[3 * a] as number
      const month = parts[3 * a + 1] as number
      const day = parts[3 * a + 2] as number
      const otherYear = parts[3 * b] as number
      const otherMonth = parts[3 * b + 1] as number
      const otherDay = parts[3 * b + 2] as number
      const distance = edits.distance(
        codes,
        starts[a] as number,
        starts[a + 1] as number,
        codes,
        starts[b] as number,
        starts[b + 1] as number,
        1,
      )
      if (!year || !otherYear) return distance <= 1 ? LEVELS.digit : 0
      const years = Math.abs(year - otherYear)
      if (!month && !otherMonth)
        return years === 1 ? LEVELS.digit : distance <= 1 ? LEVELS.year : years <= 2 ? LEVELS.yearApart : years <= 10 ? LEVELS.decade : 0
      if (years === 0 && (!month || !otherMonth || (month === otherMonth && (!day || !otherDay)))) return LEVELS.partial
      if (years === 0 && month === otherDay && day === otherMonth) return LEVELS.swapped
      if (distance <= 1) return LEVELS.digit
      if (month === otherMonth && day === otherDay) return LEVELS.dayAndMonth
      const apart = Math.abs((days[a] as number) - (days[b] as number))
      if (apart <= 31) return LEVELS.month
      if (years === 0) return LEVELS.year
      return apart <= 366 ? LEVELS.yearApart : years <= 10 ? LEVELS.decade : 0
    }
  },
  detect(sample: ColumnSample) {
    const dates = sample.share((value) => isPlausible(dateDigits(value)))
    if (dates < 0.7) return 0
    const isHinted = sample.hinted(/year|date|birth|dob|born|年|日期|时间|生日|datum|geb|fecha|naiss|nac|nasc|gebor/)
    // Bare years look like any number of four digits, and eight digits like any identifier.
    const bare = sample.share(/^\d{4}$|^\d{8}$/)
    // Three short numbers look like any version.
    const short = sample.share(SHORT)
    if (short >= 0.3 && !isHinted && !sample.values.some((value) => SHORT.test(value) && ['day', 'month'].includes(shows(value) ?? '')))
      return 0
    return bare < 0.3 || dates > 0.9 || isHinted ? 0.9 : 0
  },
}

/** A year of two digits. */
const SHORT = /^\d{1,2}[-/.]\d{1,2}[-/.]\d\d$/
/** What unlike days reach at most. */
const NEARLY = 0.9999
const A_DAY = 24 * 60 * 60 * 1000

/** The number of each day by the calendar; NaN for what is not a whole date. */
function daysOf(values: Values): Float64Array {
  const days = new Float64Array(roomFor(values))
  eachValue(values, (value) => {
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(valueAt(values, value)) ?? []
    days[value] = Number(month) && Number(day) ? Date.UTC(Number(year), Number(month) - 1, Number(day)) / A_DAY : Number.NaN
  })
  return days
}

function isPlausible(digits: string | undefined): boolean {
  if (!digits) return false
  const [year, month, day] = [Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6))]
  return year >= 1000 && year <= 2199 && month <= 12 && day <= 31
}
