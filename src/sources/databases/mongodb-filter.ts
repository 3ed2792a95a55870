/** Filters of MongoDB: the queries and conditions of a selection, and where its rows begin. */
import type { BSON, Document, Filter } from 'mongodb'
import type { Selection } from './database.js'
import type { PositionValue, Tail } from './position.js'

/** The part of the driver that reads extended JSON. */
export type Bson = typeof BSON

export function filterOf({ where, query, tail }: Selection, { EJSON }: Bson): Filter<Document> {
  const given = [query, where].filter((part) => part !== undefined)
  const filters = [
    // Not relaxed: whole numbers beyond 2^53 stay as they are.
    ...(tail ? tailFilters(tail) : []).map((part) => EJSON.parse(JSON.stringify(part), { relaxed: false }) as Document),
    ...given.map((part) => EJSON.parse(typeof part === 'string' ? part : JSON.stringify(part)) as Document),
  ]
  return filters.length > 1 ? { $and: filters } : (filters[0] ?? {})
}

/** Rows from a position on, in extended JSON. */
function tailFilters({ columns, from, unplaced }: Tail): Document[] {
  if (unplaced) return [{ $or: columns.map((name) => ({ [name]: null })) }]
  const filters: Document[] = columns.map((name) => ({ [name]: { $ne: null } }))
  return from ? [...filters, fromPosition(columns, from)] : filters
}

/** First column first, as a dictionary orders. */
function fromPosition([name, ...names]: readonly string[], [value, ...values]: readonly PositionValue[]): Document {
  const column = name as string
  return {
    $or: formsOf(value).flatMap((form): Document[] =>
      names.length
        ? [{ [column]: { $gt: form } }, { $and: [{ [column]: form }, fromPosition(names, values)] }]
        : [{ [column]: { $gte: form } }],
    ),
  }
}

/** The values that a position may stand for: an id is shown as its digits, and compares only with ids. */
function formsOf(value: PositionValue | undefined): unknown[] {
  if (!value) return []
  if ('number' in value) return [/^-?\d+$/.test(value.number) ? { $numberLong: value.number } : Number(value.number)]
  if ('date' in value) return [{ $date: value.date }]
  return /^[0-9a-f]{24}$/.test(value.text) ? [value.text, { $oid: value.text }] : [value.text]
}
