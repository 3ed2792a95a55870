/** Typed arrays that grow: 1 to 8 bytes a number, where an array of numbers takes eight and more. */

/** A typed array that owns its memory. */
type Growable = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/**
 * A copy with another number of places: cut at the end, or with zeros behind.
 *
 * @example resized(Uint8Array.of(1, 2), 3) // Uint8Array [1, 2, 0]
 */
export function resized<Kind extends Growable>(array: Kind, length: number): Kind {
  const copy = new (array.constructor as new (length: number) => Kind)(length)
  copy.set((length < array.length ? array.subarray(0, length) : array) as never)
  return copy
}

/**
 * The array itself where it has as many places as are needed, else a longer copy with zeros behind. Columns that grow side by side, and
 * loops that write many numbers at once, index such an array themselves; where numbers come one by one, a {@link Uint32List} does it.
 *
 * @param needed  places that there must be
 * @param factor  by how much it grows at least, above 1: 2 moves each number once on average; a smaller factor wastes less memory
 * @example withRoom(Uint8Array.of(1, 2), 3) // Uint8Array [1, 2, 0, 0]
 */
export function withRoom<Kind extends Growable>(array: Kind, needed: number, factor = 2): Kind {
  return needed <= array.length ? array : resized(array, Math.max(needed, Math.ceil(array.length * factor)))
}

/** Places of a list at the start: 4 KB, little beside what is worth a list and enough for most small ones. */
const FIRST = 1024

/** A list of 32-bit numbers that grows. */
export class Uint32List {
  #items = new Uint32Array(FIRST)
  length = 0

  push(value: number): void {
    if (this.length === this.#items.length) this.#items = withRoom(this.#items, this.length + 1)
    this.#items[this.length++] = value
  }

  append(values: Uint32Array): void {
    this.#items = withRoom(this.#items, this.length + values.length)
    this.#items.set(values, this.length)
    this.length += values.length
  }

  /** The number at a place that there is. */
  at(place: number): number {
    return this.#items[place] as number
  }

  /** The numbers, without a copy; the list is not to be used after this. */
  taken(): Uint32Array<ArrayBuffer> {
    return this.#items.subarray(0, this.length)
  }
}
