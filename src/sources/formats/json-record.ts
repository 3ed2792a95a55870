/** Records of JSON, for both JSON formats: the wanted fields, ids digit for digit. */

import { reach } from '../rows/paths.js'
import type { Decoded, Fields } from './format.js'
import { decodeRowObject } from './row-record.js'

/**
 * Reads the wanted fields of one JSON value.
 *
 * @returns undefined for white space only
 */
export function decodeJson(record: string, fields: Fields): Decoded | undefined {
  let value: unknown
  try {
    value = JSON.parse(record)
  } catch (error) {
    if (!record.trim()) return undefined
    return { reason: `not JSON: ${withoutText((error as Error).message)}` }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { reason: `a JSON ${kindOf(value)}, not an object` }
  const object = value as Record<string, unknown>
  if (fields.given) return decodeGiven(record, object, fields)
  if (fields.row) return decodeRowObject(object, fields.row, fields, (field) => topLevelToken(record, field))
  const id = idOf(record, object, fields.id)
  const { text, reason } = textIn(object, fields.text)
  if (text === undefined) return reject(reason, id)
  if (!text.trim()) return reject('the text is empty', id)
  const title = object[fields.title]
  return {
    text,
    ...(id === undefined ? {} : { id }),
    ...(typeof title === 'string' ? { title } : {}),
    ...(fields.rank === undefined ? {} : { rank: object[fields.rank] }),
    ...(fields.info?.length ? { info: fields.info.flatMap((field) => elements(object[field])) } : {}),
  }
}

/**
 * The text of a record: its text fields, one below the other.
 *
 * @returns a reason where there is none, and whether that is because the record has none of the fields
 */
export function textIn(
  object: Readonly<Record<string, unknown>>,
  names: readonly string[],
):
  | { readonly text: string; readonly reason?: undefined }
  | { readonly text?: undefined; readonly reason: string; readonly isMissing: boolean } {
  const parts: string[] = []
  for (const name of names) {
    const part = reach(object, name)
    if (typeof part === 'string') parts.push(part)
    else if (isTexts(part) && name.includes('.')) parts.push(part.join('\n'))
    else if (part !== undefined && part !== null) return { reason: `"${name}" is a ${kindOf(part)}, not a text`, isMissing: false }
  }
  if (parts.length) return { text: parts.join('\n') }
  const empty = names.find((name) => reach(object, name) === null)
  if (empty !== undefined) return { reason: `"${empty}" is null`, isMissing: false }
  return { reason: `no "${names.join('", "')}"; there are ${fieldNames(object) || 'no fields'}`, isMissing: true }
}

/** The first names of what a record has, for a message. */
export const fieldNames = (object: object): string => Object.keys(object).slice(0, 20).join(', ')

/** A signature that was made elsewhere, as it stands there; a number digit for digit. */
function decodeGiven(record: string, object: Record<string, unknown>, fields: Fields): Decoded {
  const id = idOf(record, object, fields.row?.key.length === 1 ? (fields.row.key[0] as string) : fields.id)
  const field = fields.text[0] as string
  const value = reach(object, field)
  if (value === undefined) return reject(`no "${field}"; there are ${fieldNames(object) || 'no fields'}`, id)
  if (value === null) return reject(`"${field}" is null`, id)
  const digits = typeof value === 'number' ? (topLevelToken(record, field) ?? String(value)) : undefined
  const title = object[fields.title]
  return {
    text: digits ?? (typeof value === 'string' ? value : ''),
    ...(typeof value === 'string' ? {} : { given: digits !== undefined && /^-?\d+$/.test(digits) ? BigInt(digits) : value }),
    ...(id === undefined ? {} : { id }),
    ...(typeof title === 'string' ? { title } : {}),
    ...(fields.rank === undefined ? {} : { rank: object[fields.rank] }),
  }
}

/** The fields of one JSON object; whole numbers beyond 2^53 as they are written. */
export function jsonRow(record: string): Readonly<Record<string, unknown>> | undefined {
  let value: unknown
  try {
    value = JSON.parse(record)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const row = value as Record<string, unknown>
  for (const [name, field] of Object.entries(row))
    if (typeof field === 'number' && Number.isInteger(field) && !Number.isSafeInteger(field))
      row[name] = topLevelToken(record, name) ?? field
  return row
}

/** A list of texts as it is; a text is cut where lists are commonly cut. */
export function elements(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,;|，；、]/) : []
  return list.map((element) => String(element).trim()).filter(Boolean)
}

/** What a dotted name leads to in the elements of a list, as the turns of a chat. */
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((element) => typeof element === 'string')

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)
/** What the parser says, without the piece of the record that it quotes: a message may go where the record must not. */
const withoutText = (message: string) => message.replace(/, (\.\.\.)?".*$/s, '').replace(/\s+/g, ' ')

const reject = (reason: string, id: string | undefined) => (id === undefined ? { reason } : { reason, id })

/** The id as JSON. Numbers are taken from the source text, digit for digit: a double would not hold them all. */
function idOf(record: string, object: Record<string, unknown>, field: string): string | undefined {
  const id = Object.hasOwn(object, field) ? object[field] : undefined
  if (id === undefined || id === null) return undefined
  if (typeof id === 'number') return topLevelToken(record, field) ?? JSON.stringify(id)
  return JSON.stringify(id)
}

/** The source text of a number at the top level of an object that is known to be sound JSON; of equal keys the last. */
function topLevelToken(record: string, field: string): string | undefined {
  const name = `"${field}"`
  const only = record.indexOf(name)
  // Where nothing is escaped and the name stands once, it is the key: most records, and several times faster than to walk over all of them.
  if (only >= 0 && only === record.lastIndexOf(name) && !record.includes('\\')) {
    AFTER_KEY.lastIndex = only + name.length
    return AFTER_KEY.exec(record)?.[1] || undefined
  }
  return walkToToken(record, field)
}

const AFTER_KEY = /\s*:\s*([-+.\deE]*)/y

function walkToToken(record: string, field: string): string | undefined {
  let depth = 0
  let key: string | undefined
  let found: string | undefined
  for (let at = 0; at < record.length; at++) {
    const c = record[at] as string
    if (c === '{' || c === '[') depth++
    else if (c === '}' || c === ']') depth--
    else if (c === '"') {
      const end = closingQuote(record, at)
      // A string before a colon is a key; what a string value leaves here is replaced before the next colon.
      if (depth === 1) key = record.slice(at, end + 1)
      at = end
    } else if (c === ':' && depth === 1 && JSON.parse(key as string) === field) {
      found = /\s*([-+.\deE]*)/y.exec(record.slice(at + 1, at + 400))?.[1] || undefined
    }
  }
  return found
}

/** Where the string that opens at `at` is closed. */
function closingQuote(record: string, at: number): number {
  let end = at
  while (true) {
    end = record.indexOf('"', end + 1)
    let backslashes = 0
    while (record[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
}
