/** Band keys in memory, for indexes that grow: a table for each band, so that one look-up a band finds all that share a key. */
import { resized } from '../hashing/typed-list.js'

/** Members at the start; there is room for twice as many whenever it is full. */
const FIRST = 1024
const ALL = () => true

/** A set of band keys that grows: for each band a hash table with the members of a slot chained, newest first. */
export class BandTables {
  readonly bands: number
  readonly #keys: Uint32Array<ArrayBuffer>[]
  readonly #next: Uint32Array<ArrayBuffer>[]
  readonly #heads: Uint32Array[]
  /** By member the last query that met it, times two, and whether it was live: so it is visited once a query. */
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

  /**
   * Visits members that share a band key, each once, in no particular order: all of them, or at least the newest `most`.
   *
   * @param isLive  whether a member is to be visited and counted
   */
  find(keys: Uint32Array, visit: (item: number) => void, isLive: (item: number) => boolean = ALL, most = Number.POSITIVE_INFINITY): void {
    const met = this.#nextQuery()
    for (let band = 0; band < this.bands; band++) {
      const column = this.#keys[band] as Uint32Array
      const next = this.#next[band] as Uint32Array
      const heads = this.#heads[band] as Uint32Array
      const key = keys[band] as number
      let count = 0
      for (let link = heads[key & (heads.length - 1)] as number; link && count < most; link = next[link - 1] as number) {
        const item = link - 1
        if (column[item] !== key) continue
        const mark = this.#met[item] as number
        if (mark >>> 1 === met >>> 1) count += mark & 1
        else if (isLive(item)) {
          this.#met[item] = met + 1
          count++
          visit(item)
        } else this.#met[item] = met
      }
    }
  }

  /** The mark of members that this query meets; one more where they are live. */
  #nextQuery(): number {
    this.#query = (this.#query + 2) >>> 0
    if (!this.#query) {
      this.#met.fill(0)
      this.#query = 2
    }
    return this.#query
  }
}
