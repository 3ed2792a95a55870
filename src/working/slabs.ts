/** Columns that stay for a whole run, copied into few large pieces of memory. */

const FIRST = 1 << 20
/** From 32 MiB on glibc takes memory from the system and gives it back. What is smaller lies between what comes and goes, and holds room that nothing else fits. */
const LARGEST = 64 << 20

type Numbers = Uint8Array | Uint32Array | Float64Array

export class Slabs {
  #slab = new ArrayBuffer(0)
  #filled = 0
  #next = FIRST

  /** The same values in memory of this; the array itself can be let go. */
  keep<Column extends Numbers>(column: Column): Column {
    const bytes = column.byteLength
    if (!bytes) return column
    if (this.#filled + bytes > this.#slab.byteLength) {
      this.#slab = new ArrayBuffer(Math.max(bytes, this.#next))
      this.#next = Math.min(LARGEST, this.#next * 2)
      this.#filled = 0
    }
    const Kind = column.constructor as new (buffer: ArrayBuffer, offset: number, length: number) => Column
    const kept = new Kind(this.#slab, this.#filled, column.length)
    kept.set(column as never)
    // All begin at places that any of them may begin at.
    this.#filled += (bytes + 7) & ~7
    return kept
  }
}
