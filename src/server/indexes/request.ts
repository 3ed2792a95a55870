/** Bodies of requests about documents: one JSON value or lines of them, checked. */
import { LeitongError } from '../../errors.js'
import { parseJson } from '../../reading/whole-numbers-json.js'

export interface Given {
  readonly bytes?: Uint8Array
  readonly ndjson?: boolean
  /** The id that the path names. */
  readonly id?: string
  readonly query?: Asked
  readonly maxBatch?: number
}

/** How a query answers. */
export interface Asked {
  readonly first?: boolean
  readonly limit?: number
}

interface Asking {
  readonly items: readonly unknown[]
  readonly rest: Readonly<Record<string, unknown>>
}

const BEYOND = ['first', 'limit']
const decoder = new TextDecoder('utf-8', { fatal: true })

const refuse = (what: string): never => {
  throw new LeitongError('SERVICE_REQUEST', what)
}

/**
 * What a request asks about.
 *
 * @param names  members that hold it: one of them, a list; `text` and `document` hold one
 * @returns of lines that cannot be read the error in their place
 * @throws {LeitongError} `SERVICE_REQUEST`
 */
export function requestOf({ bytes = new Uint8Array(), ndjson = false }: Given, names: readonly string[]): Asking {
  if (ndjson) return { items: linesOf(bytes).flatMap((line) => itemOf(line, names)), rest: {} }
  const body = parsed(textOf(bytes), 'the body')
  if (Array.isArray(body)) return { items: body.map((item) => checked(item, names)), rest: {} }
  if (typeof body !== 'object' || body === null) return refuse('the body is no object and no list')
  const found = names.filter((name) => Object.hasOwn(body, name))
  const [name] = found
  if (found.length !== 1 || name === undefined) return refuse(`the body needs one of ${names.map((known) => `"${known}"`).join(', ')}`)
  const { [name]: held, ...rest } = body as Record<string, unknown>
  const known = names.includes('queries') ? BEYOND : []
  for (const other of Object.keys(rest)) if (!known.includes(other)) refuse(`"${other}" is not known here`)
  if (name === 'text' || name === 'document') return { items: [checked(held, names)], rest: askedOf(rest) }
  if (!Array.isArray(held)) return refuse(`"${name}" is no list`)
  return { items: held.map((item) => checked(item, names)), rest: askedOf(rest) }
}

/** Lines of a body, decoded one by one where one of them cannot be. */
function linesOf(bytes: Uint8Array): readonly (string | Uint8Array)[] {
  try {
    return textOf(bytes).split('\n')
  } catch {
    const lines: Uint8Array[] = []
    for (let from = 0; from <= bytes.length; ) {
      const end = bytes.indexOf(10, from)
      lines.push(bytes.subarray(from, end < 0 ? bytes.length : end))
      from = end < 0 ? bytes.length + 1 : end + 1
    }
    return lines
  }
}

/** What a line asks about, or why it cannot be read: it spoils itself alone. An empty line asks nothing. */
function itemOf(line: string | Uint8Array, names: readonly string[]): readonly unknown[] {
  try {
    const text = typeof line === 'string' ? line : textOf(line)
    return text.trim() ? [checked(parsed(text, 'the line'), names)] : []
  } catch (error) {
    if (error instanceof LeitongError) return [error]
    throw error
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    return refuse('it is not UTF-8')
  }
}

function parsed(text: string, where: string): unknown {
  try {
    return plain(parseJson(text))
  } catch (error) {
    if (error instanceof LeitongError) throw error
    // What the parser says shows a part of the text.
    return refuse(`${where} is not JSON`)
  }
}

function checked(item: unknown, names: readonly string[]): unknown {
  if (names.includes('ids')) {
    if (item === null || typeof item === 'object') refuse('an id is a text or a number')
    return item
  }
  const isText = names.includes('queries') && typeof item === 'string'
  if (!isText && (typeof item !== 'object' || item === null || Array.isArray(item)))
    refuse(names.includes('queries') ? 'a query is a text or a document' : 'a document is an object')
  if (!isText) checkId((item as { id?: unknown }).id)
  return item
}

function checkId(id: unknown): void {
  if (typeof id === 'object' && id !== null) refuse('an id is a text or a number')
}

function askedOf({ first, limit }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (first !== undefined && typeof first !== 'boolean') refuse('"first" is true or false')
  if (limit !== undefined && !(Number.isInteger(limit) && (limit as number) > 0)) refuse('"limit" is a whole number from 1')
  return { ...(first === undefined ? {} : { first }), ...(limit === undefined ? {} : { limit }) }
}

/** @throws {LeitongError} `SERVICE_LIMIT` */
export function inLimit<Item>(items: readonly Item[], { maxBatch = Number.POSITIVE_INFINITY }: Given): readonly Item[] {
  if (items.length > maxBatch) throw new LeitongError('SERVICE_LIMIT', `a batch of ${items.length}`, maxBatch)
  return items
}

/** Members that a program may take for something else than data. */
const UNSAFE = ['__proto__', 'constructor', 'prototype']
/** Levels of a value: more would end the stack of whoever walks it. */
const DEEPEST = 64

/**
 * The value, if it is plain data.
 *
 * @throws {LeitongError} `SERVICE_REQUEST`
 */
export function plain(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return refuse(`it is nested more than ${DEEPEST} levels deep`)
  if (Array.isArray(value)) for (const item of value) plain(item, depth + 1)
  else
    for (const name in value) {
      if (name === UNSAFE[0] || ((name === UNSAFE[1] || name === UNSAFE[2]) && typeof value[name as never] === 'object'))
        refuse(`"${name}" is no name of a field`)
      plain(value[name as never], depth + 1)
    }
  return value
}
