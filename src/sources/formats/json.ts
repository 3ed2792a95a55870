/**
 * JSON values: the elements of one array, or objects behind each other. A record is one value, from its first byte to its
 * last; commas and white space between values belong to none.
 */

import { type ContainerFormat, type Cutter, lastByNext, type Opening } from './format.js'
import { decodeJson, jsonRow } from './json-record.js'
import { countLines } from './lines.js'

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const OPEN = [91, 123]
const CLOSE = [93, 125]
const isSpace = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9

/** Follows strings and brackets from byte to byte, over the borders of pieces. */
class ValueScanner implements Cutter {
  #depth = 0
  #inString = false
  #escaped = false
  #inValue = false
  #skip = false
  readonly #doubleByte: boolean

  constructor(doubleByte: boolean) {
    this.#doubleByte = doubleByte
  }

  next(bytes: Uint8Array, from: number): number {
    for (let i = from; i < bytes.length; i++) {
      const byte = bytes[i] as number
      if (this.#skip) {
        this.#skip = false
        continue
      }
      // In the old double-byte encodings a second byte may look like a bracket or a backslash.
      if (this.#doubleByte && byte > 0x80) {
        this.#skip = true
        this.#inValue = true
      } else if (this.#inString) {
        if (this.#escaped) this.#escaped = false
        else if (byte === BACKSLASH) this.#escaped = true
        else if (byte === QUOTE) {
          this.#inString = false
          if (!this.#depth) return this.#finish(i + 1)
        }
      } else if (byte === QUOTE) {
        this.#inString = true
        this.#inValue = true
      } else if (OPEN.includes(byte)) {
        this.#depth++
        this.#inValue = true
      } else if (CLOSE.includes(byte)) {
        // The bracket that ends the array itself, or one too many: it ends what stands before it.
        if (!this.#depth) {
          if (this.#inValue) return this.#finish(i)
        } else if (--this.#depth === 0) return this.#finish(i + 1)
      } else if (!this.#depth && (byte === COMMA || isSpace(byte))) {
        if (this.#inValue) return this.#finish(i)
      } else this.#inValue = true
    }
    return -1
  }

  last(bytes: Uint8Array, from: number): number {
    return lastByNext(this, bytes, from)
  }

  #finish(end: number): number {
    this.#inValue = false
    return end
  }
}

function isBetween(byte: number, opening: Opening): boolean {
  return isSpace(byte) || (opening.array === true && (byte === COMMA || byte === 93))
}

export const json: ContainerFormat = {
  name: 'json',
  kind: 'container',
  hasFields: true,
  extensions: ['json'],
  open(bytes, whole) {
    let start = 0
    while (start < bytes.length && isSpace(bytes[start] as number)) start++
    if (start === bytes.length && !whole) return undefined
    const lines = countLines(bytes.subarray(0, start))
    return bytes[start] === 91 ? { start: start + 1, lines, array: true } : { start, lines, array: false }
  },
  createCutter: (_opening, doubleByte) => new ValueScanner(doubleByte),
  split(bytes, opening, doubleByte, visit) {
    const scanner = new ValueScanner(doubleByte)
    let line = 0
    let at = 0
    const countTo = (end: number) => {
      for (; at < end; at++) if (bytes[at] === 10) line++
    }
    while (at < bytes.length) {
      let start = at
      while (start < bytes.length && isBetween(bytes[start] as number, opening)) start++
      countTo(start)
      if (start === bytes.length) break
      const end = scanner.next(bytes, start)
      visit(start, end < 0 ? bytes.length : end, line)
      countTo(end < 0 ? bytes.length : end)
    }
    return line
  },
  decode: (record, _opening, fields) => decodeJson(record, fields),
  row: (record) => jsonRow(record),
}
