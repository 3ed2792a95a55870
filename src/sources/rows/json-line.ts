/** A row as a line of JSON: values in the form they have in JSON, numbers digit for digit. */
import { sortedJson } from './canonical.js'
import type { Column } from './infer.js'
import { UNSOUND } from './unsound.js'

/** A text of a database whose bytes are none in its encoding. */
export class UnsoundText {
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The bytes stay: nothing is guessed, and nothing is lost where rows are written out. */
  toJSON(): Readonly<Record<string, string>> {
    return { [UNSOUND]: Buffer.from(this.#bytes).toString('hex') }
  }
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** The line, its end included. */
export function jsonLine(columns: readonly Column[], row: readonly unknown[]): string {
  const parts = columns.map(({ name, type }, i) => `${JSON.stringify(name)}:${jsonToken(row[i], type)}`)
  return `{${parts.join(',')}}\n`
}

/**
 * One value as JSON: bytes as hexadecimal digits, times as ISO writes them, lists and objects with names in order, and fractions
 * that a double does not hold as text.
 */
export function jsonToken(value: unknown, type: Column['type']): string {
  if (value === null || value === undefined) return 'null'
  if (type === 'boolean' && ['0', '1', '\u0000', '\u0001'].includes(String(value))) return String(/[1\u0001]/.test(String(value)))
  switch (typeof value) {
    case 'string':
      return type === 'number' && isExact(value) ? value : JSON.stringify(value)
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : JSON.stringify(String(value))
  }
  if (value instanceof Uint8Array) {
    if (type === 'boolean' && value.length === 1) return String(value[0] !== 0)
    return JSON.stringify(Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex'))
  }
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'null' : JSON.stringify(value.toISOString())
  return sortedJson(value)
}

/** Whole numbers are read back digit for digit, others only as far as a double goes. */
function isExact(text: string): boolean {
  return NUMBER.test(text) && (/^-?\d+$/.test(text) || text.replace(/[^\d]/g, '').length <= 15)
}
