/** A list of 32-bit numbers that grows: four bytes a number, where an array of numbers takes eight and more. */
export class Uint32List {
  #items = new Uint32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.#items.length) {
      const items = new Uint32Array(this.length * 2)
      items.set(this.#items)
      this.#items = items
    }
    this.#items[this.length++] = value
  }

  /** The numbers; the list is not to be used after this. */
  taken(): Uint32Array {
    return this.#items.subarray(0, this.length)
  }
}
