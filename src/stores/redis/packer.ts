/** Values for a script, as MessagePack: one argument of many values is written and read faster than as many arguments. */

const [STRING, ARRAY] = [0xdb, 0xdd]

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

  /** As UTF-8. */
  text(value: string): void {
    this.#reserve(5 + 3 * value.length)
    const written = this.#bytes.write(value, this.#end + 5)
    this.#head(STRING, written)
    this.#end += written
  }

  /** As they are, two parts one behind the other. */
  bytes(first: Uint8Array, second?: Uint8Array): void {
    const length = first.length + (second?.length ?? 0)
    this.#reserve(5 + length)
    this.#head(STRING, length)
    this.#bytes.set(first, this.#end)
    if (second) this.#bytes.set(second, this.#end + first.length)
    this.#end += length
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
