/**
 * Values for a script and from one, as MessagePack: one argument of many values is written and read faster than as many arguments. Most
 * values are a few bytes, which are written one by one: to have them encoded or copied takes longer than that.
 */

const [FALSE, SHORT_STRING, STRING, ARRAY] = [0xc2, 0xd9, 0xdb, 0xdd]
/** Bytes of what is written one by one, at most. */
const FEW = 64

/** Lists, strings and bytes; each list is told its length first. */
export class Packer {
  #bytes: Buffer
  #end = 0

  /** @param room  bytes to begin with; it grows */
  constructor(room = 1 << 16) {
    this.#bytes = Buffer.allocUnsafe(room)
  }

  /** Begins a list of so many values, which follow. */
  list(length: number): void {
    this.#reserve(5)
    this.#head(ARRAY, length)
  }

  /** A letter and a text behind it as one string, in UTF-8. */
  text(letter: string, value: string): void {
    this.#reserve(5 + 3 * (1 + value.length))
    if (value.length > FEW) {
      const written = this.#bytes.write(letter + value, this.#end + 5)
      this.#head(STRING, written)
      this.#end += written
      return
    }
    const bytes = this.#bytes
    const start = this.#end + 2
    let end = start
    if (letter) bytes[end++] = letter.charCodeAt(0)
    for (let i = 0; i < value.length; i++) {
      const char = value.charCodeAt(i)
      if (char < 0x80) bytes[end++] = char
      else {
        bytes[end++] = 0xc0 | (char >> 6)
        bytes[end++] = 0x80 | (char & 0x3f)
      }
    }
    bytes[start - 2] = SHORT_STRING
    bytes[start - 1] = end - start
    this.#end = end
  }

  /** Bytes as they are, from one place to another; before them one more where it is told. */
  bytes(bytes: Uint8Array, from = 0, to = bytes.length, first?: number): void {
    const length = to - from + (first === undefined ? 0 : 1)
    this.#reserve(5 + length)
    const target = this.#bytes
    if (length <= FEW) {
      target[this.#end] = SHORT_STRING
      target[this.#end + 1] = length
      this.#end += 2
    } else this.#head(STRING, length)
    if (first !== undefined) target[this.#end++] = first
    if (to - from <= FEW) for (let i = from; i < to; i++) target[this.#end++] = bytes[i] as number
    else {
      target.set(bytes.subarray(from, to), this.#end)
      this.#end += to - from
    }
  }

  /** All that was packed so far. */
  get packed(): Buffer {
    return this.#bytes.subarray(0, this.#end)
  }

  #head(kind: number, length: number): void {
    this.#bytes[this.#end] = kind
    this.#bytes.writeUInt32BE(length, this.#end + 1)
    this.#end += 5
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(2 * this.#bytes.length + more)
    this.#bytes.copy(grown, 0, 0, this.#end)
    this.#bytes = grown
  }
}

/** A value of the server: where it lies among bytes; undefined for one that is not there. */
export type Value = { readonly bytes: Buffer; readonly start: number; readonly end: number } | undefined

/**
 * Lists of strings, one behind the other, as one; `false` stands for a value that is not there.
 *
 * @throws {Error} for anything else
 */
export function unpackValues(bytes: Buffer): Value[] {
  const values: Value[] = []
  for (let at = 0; at < bytes.length; ) {
    const kind = bytes[at++] as number
    if (kind === FALSE) values.push(undefined)
    else if (kind >= 0xa0 && kind < 0xc0) at = add(kind - 0xa0, at)
    else if (kind === SHORT_STRING) at = add(bytes[at] as number, at + 1)
    else if (kind === 0xda) at = add(bytes.readUInt16BE(at), at + 2)
    else if (kind === STRING) at = add(bytes.readUInt32BE(at), at + 4)
    // The heads of the lists say how many follow.
    else if (kind === 0xdc) at += 2
    else if (kind === ARRAY) at += 4
    else if (kind < 0x90 || kind >= 0xa0) throw new Error('the server answers otherwise than it was asked')
  }
  return values

  function add(length: number, start: number): number {
    values.push({ bytes, start, end: start + length })
    return start + length
  }
}
