/** Band keys in memory, for indexes that grow: a table for each band, so that one look-up a band finds all that share a key. */
import { resized } from '../hashing/typed-list.js'

/** Members at the start; there is room for twice as many whenever it is full. */
const FIRST = 1024

/** A set of band keys that grows: for each band a hash table with the members of a slot chained, newest first. */
export class BandTables {
  readonly bands: number
  readonly #keys: Uint32Array<ArrayBuffer>[]
  readonly #next: Uint32Array<ArrayBuffer>[]
  readonly #heads: Uint32Array[]
  /** By member the last query that met it, so that it is visited once a query. */
  #met = new Uint32Array(FIRST)
  #query = 0
  #count = 0

  constructor(bands: number) {
    this.bands = bands
    const columns = (size: number) => Array.from({ length: bands }, () => new Uint32Array(size))
    this.#keys = columns(FIRST)
    this.#next = columns(FIRST)
    this.#heads = columns(2 * FIRST)
  }

  get bytes(): number {
    return this.#met.length * 4 * (1 + this.bands * 4)
  }

  /** Adds a member, numbered one above the last. */
  add(keys: Uint32Array): void {
    if (this.#count === this.#met.length) this.#grow()
    const item = this.#count++
    for (let band = 0; band < this.bands; band++) {
      ;(this.#keys[band] as Uint32Array)[item] = keys[band] as number
      this.#chain(band, item)
    }
  }

  /** The keys of a member. */
  keysOf(item: number): Uint32Array {
    return Uint32Array.from(this.#keys, (column) => column[item] as number)
  }

  /** Members are chained as number + 1, so that 0 ends a chain. */
  #chain(band: number, item: number): void {
    const heads = this.#heads[band] as Uint32Array
    const slot = ((this.#keys[band] as Uint32Array)[item] as number) & (heads.length - 1)
    ;(this.#next[band] as Uint32Array)[item] = heads[slot] as number
    heads[slot] = item + 1
  }

  #grow(): void {
    const room = this.#met.length * 2
    this.#met = resized(this.#met, room)
    for (let band = 0; band < this.bands; band++) {
      this.#keys[band] = resized(this.#keys[band] as Uint32Array<ArrayBuffer>, room)
      this.#next[band] = resized(this.#next[band] as Uint32Array<ArrayBuffer>, room)
      this.#heads[band] = new Uint32Array(room * 2)
      for (let item = 0; item < this.#count; item++) this.#chain(band, item)
    }
  }

  /** Visits every member that shares a band key once, in no particular order. */
  find(keys: Uint32Array, visit: (item: number) => void): void {
    this.#query = (this.#query + 1) >>> 0
    if (!this.#query) {
      this.#met.fill(0)
      this.#query = 1
    }
    for (let band = 0; band < this.bands; band++) {
      const column = this.#keys[band] as Uint32Array
      const next = this.#next[band] as Uint32Array
      const heads = this.#heads[band] as Uint32Array
      const key = keys[band] as number
      for (let link = heads[key & (heads.length - 1)] as number; link; link = next[link - 1] as number) {
        const item = link - 1
        if (column[item] !== key || this.#met[item] === this.#query) continue
        this.#met[item] = this.#query
        visit(item)
      }
    }
  }
}
