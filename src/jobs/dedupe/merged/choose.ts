/** One value out of those that the rows of a group have in a field. */

import { writtenNumber } from '../../../matching/written/numbers.js'
import { readRank } from '../../../options/keep-rule.js'
import { toJson } from '../../../reading/whole-numbers-json.js'
import { type DateOrder, readWrittenDate } from '../../../sources/rows/dates.js'
import type { MergeRule } from './rules.js'

export type Row = Readonly<Record<string, unknown>>

export interface Chosen {
  /** Null where no row has a value. */
  readonly value: unknown
  /** Places in the group of the rows that it comes from: one, but of joined values one for each; none of null. */
  readonly from: readonly number[]
  /** Another value was as good by the rule, and came later in the input. */
  readonly isTie: boolean
}

interface Held {
  readonly value: unknown
  readonly text: string
  /** The place of its row in the group. */
  readonly at: number
}

const NOTHING: Chosen = { value: null, from: [], isTie: false }
const SEPARATOR = '; '

/** As texts are compared: a value that is equal but for white space at its ends is the same. */
const textOf = (value: unknown): string => (typeof value === 'object' ? (toJson(value) ?? '') : String(value)).trim()

const isThere = (value: unknown): boolean => value !== undefined && value !== null && textOf(value) !== ''

const characters = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/**
 * The value that stays of a field.
 *
 * @param rows     of the group, in the order of the input; undefined for one that cannot be read
 * @param kept     the place of the kept row among them
 * @param orderOf  which of day and month is first in the dates of a column
 */
export function choose(
  rows: readonly (Row | undefined)[],
  kept: number,
  field: string,
  rule: MergeRule,
  orderOf: (column: string) => DateOrder | undefined,
): Chosen {
  if (rule.rule === 'kept') {
    const value = rows[kept]?.[field] ?? null
    return value === null ? NOTHING : { value, from: [kept], isTie: false }
  }
  const held = rows.flatMap((row, at): Held[] => {
    const value = row?.[field]
    return isThere(value) ? [{ value, text: textOf(value), at }] : []
  })
  const [first] = held
  if (!first) return NOTHING
  switch (rule.rule) {
    case 'first':
      return { value: first.value, from: [first.at], isTie: false }
    case 'last': {
      const last = held.at(-1) as Held
      return { value: last.value, from: [last.at], isTie: false }
    }
    case 'all':
      return joined(held, rule.separator ?? SEPARATOR)
    case 'longest':
      return best(held, ({ text }) => characters(text))
    case 'shortest':
      return best(held, ({ text }) => -characters(text))
    case 'most': {
      const counts = new Map<string, number>()
      for (const { text } of held) counts.set(text, (counts.get(text) ?? 0) + 1)
      return best(held, ({ text }) => counts.get(text) as number)
    }
    case 'newest':
    case 'oldest': {
      const { column } = rule
      return best(held, ({ at }) => readRank(rows[at]?.[column], `${rule.rule}:${column}`, orderOf(column) === 'month').rank)
    }
    case 'order': {
      const { column, values } = rule
      const places = new Map(values.map((value, i) => [value, -i] as const))
      return best(held, ({ at }) => places.get(textOf(rows[at]?.[column] ?? '')) ?? Number.NEGATIVE_INFINITY)
    }
    default:
      return extreme(held, rule.rule === 'min' ? -1 : 1, orderOf(field))
  }
}

/** The first of those that are best; a tie where another value is as good. */
function best(held: readonly Held[], score: (one: Held, i: number) => number): Chosen {
  const scores = held.map(score)
  let top = 0
  for (let i = 1; i < scores.length; i++) if ((scores[i] as number) > (scores[top] as number)) top = i
  const { value, text, at } = held[top] as Held
  const isTie = held.some((other, i) => scores[i] === scores[top] && other.text !== text)
  return { value, from: [at], isTie }
}

/** Each value once, in the order of their characters, so that the order of rows does not matter. */
function joined(held: readonly Held[], separator: string): Chosen {
  const firsts = new Map<string, Held>()
  for (const one of held) if (!firsts.has(one.text)) firsts.set(one.text, one)
  const [only] = firsts.values()
  if (firsts.size === 1 && only) return { value: only.value, from: [only.at], isTie: false }
  const sorted = [...firsts.values()].sort((a, b) => (a.text < b.text ? -1 : 1))
  return { value: sorted.map(({ text }) => text).join(separator), from: sorted.map(({ at }) => at), isTie: false }
}

/** The least or the greatest: as numbers where all are numbers, as dates where all are dates, else by their characters. */
function extreme(held: readonly Held[], sign: 1 | -1, order: DateOrder | undefined): Chosen {
  const numbers = held.map(({ text }) => Number(writtenNumber(text)?.digits ?? text))
  if (numbers.every(Number.isFinite)) return best(held, (_, i) => sign * (numbers[i] as number))
  const dates = held.map(({ text }) => dateOf(text, order))
  if (dates.every((date) => date !== undefined)) return best(held, (_, i) => sign * (dates[i] as number))
  const sorted = [...new Set(held.map(({ text }) => text))].sort()
  const wanted = sign < 0 ? sorted[0] : sorted.at(-1)
  const { value, at } = held.find(({ text }) => text === wanted) as Held
  return { value, from: [at], isTie: false }
}

function dateOf(text: string, order: DateOrder | undefined): number | undefined {
  const read = readWrittenDate(text, order)
  return read && read.time.getTime() + Number(`0.${read.fraction || 0}`) * 1000
}
