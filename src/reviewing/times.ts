/** Times of groups: which field has them, and a histogram over them in days, weeks, months or years. */
import { readWrittenDate } from '../sources/rows/dates.js'
import type { Payload } from './files.js'

const DAY = 86_400_000
/** Bars of a histogram, at most. */
const MOST_BARS = 40
/** Groups in which a field is a date, of those in which it is anything, at least; and of all groups. */
const DATES = 0.9
const GROUPS = 0.5

/** Collects what might be the time of each group: the fields of its reference. */
export class TimeFields {
  readonly #fields = new Map<string, { readonly times: Float64Array; dates: number; values: number }>()
  readonly #groups: number

  constructor(groups: number) {
    this.#groups = groups
  }

  take(group: number, { fields = [], extra = [] }: Payload): void {
    for (const [name, value] of [...extra, ...fields]) {
      const text = value.trim()
      if (!text) continue
      let field = this.#fields.get(name)
      if (!field) {
        field = { times: new Float64Array(this.#groups).fill(Number.NaN), dates: 0, values: 0 }
        this.#fields.set(name, field)
      }
      field.values++
      const time = text.length > 40 ? undefined : readWrittenDate(text)?.time.getTime()
      if (time === undefined) continue
      field.times[group] = time
      field.dates++
    }
  }

  /** The first field that is a date nearly always; undefined where there is none. */
  chosen(): { readonly name: string; readonly times: Float64Array } | undefined {
    for (const [name, { times, dates, values }] of this.#fields)
      if (dates >= values * DATES && dates >= this.#groups * GROUPS) return { name, times }
    return undefined
  }
}

/**
 * The lower ends of the bars over some times and the end of the last, in milliseconds: days, weeks from Mondays, months, quarters or years, the
 * finest of which there are no more than forty. Nothing where there is no time.
 */
export function timeEdges(times: Float64Array): number[] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const time of times) {
    if (time < first) first = time
    if (time > last) last = time
  }
  if (first > last) return []
  for (const edgesFrom of UNITS) {
    const edges = edgesFrom(first, last)
    if (edges.length - 1 <= MOST_BARS) return edges
  }
  return []
}

const daysFrom = (days: number, start: (time: number) => number) => (first: number, last: number) => {
  const edges = [start(first)]
  while (edges.length <= MOST_BARS + 1 && (edges.at(-1) as number) <= last) edges.push((edges.at(-1) as number) + days * DAY)
  return edges
}
const monthsFrom = (months: number) => (first: number, last: number) => {
  const date = new Date(first)
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
  const from = month - (((month % months) + months) % months)
  const edges = [startOf(from)]
  while (edges.length <= MOST_BARS + 1 && (edges.at(-1) as number) <= last) edges.push(startOf(from + months * edges.length))
  return edges
}
/** The first moment of a month, counted from the year 0. */
function startOf(month: number): number {
  const date = new Date(0)
  date.setUTCFullYear(Math.floor(month / 12), month % 12, 1)
  return date.getTime()
}

const midnight = (time: number) => Math.floor(time / DAY) * DAY
// The first of January 1970 was a Thursday.
const monday = (time: number) => midnight(time) - ((((Math.floor(time / DAY) + 3) % 7) + 7) % 7) * DAY

const UNITS: readonly ((first: number, last: number) => number[])[] = [
  daysFrom(1, midnight),
  daysFrom(7, monday),
  monthsFrom(1),
  monthsFrom(3),
  monthsFrom(12),
  monthsFrom(120),
  monthsFrom(1200),
  monthsFrom(12_000),
]
