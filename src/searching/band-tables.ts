/** Band keys in memory, for indexes that grow: a table for each band, so that one look-up a band finds all that share a key. */
import { resized } from '../hashing/typed-list.js'
import { ALL, type Enough, EVERY } from './enough.js'

/** Members at the start; there is room for twice as many whenever it is full. */
const FIRST = 1024

interface Query {
  readonly keys: Uint32Array
  /** The mark of those that it meets; one more where they are live. */
  readonly met: number
  readonly isLive: (item: number) => boolean
  readonly visit: (item: number) => void
  visited: number
}

/** A set of band keys that grows: for each band a hash table with the members of a slot chained, newest first. */
export class BandTables {
  readonly bands: number
  readonly #keys: Uint32Array<ArrayBuffer>[]
  readonly #next: Uint32Array<ArrayBuffer>[]
  readonly #heads: Uint32Array[]
  /** The last query that met each member, times two, and whether it was live: so a member is visited once a query. */
  #met = new Uint32Array(FIRST)
  /** Band keys that each member has in common with the last query that visited it. */
  #shared = new Uint16Array(FIRST)
  #query = 0
  /** The member at which a query goes on, plus 1, by band; 0 at the end. */
  readonly #rest: Uint32Array
  #count = 0

  constructor(bands: number) {
    this.bands = bands
    const columns = (size: number) => Array.from({ length: bands }, () => new Uint32Array(size))
    this.#keys = columns(FIRST)
    this.#next = columns(FIRST)
    this.#heads = columns(2 * FIRST)
    this.#rest = new Uint32Array(bands)
  }

  get bytes(): number {
    return this.#met.length * (6 + this.bands * 16)
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
    this.#shared = resized(this.#shared, room)
    for (let band = 0; band < this.bands; band++) {
      this.#keys[band] = resized(this.#keys[band] as Uint32Array<ArrayBuffer>, room)
      this.#next[band] = resized(this.#next[band] as Uint32Array<ArrayBuffer>, room)
      this.#heads[band] = new Uint32Array(room * 2)
      for (let item = 0; item < this.#count; item++) this.#chain(band, item)
    }
  }

  /**
   * Visits members that share a band key, each once, in no particular order: all of them, or more than `upTo`, among which are the newest.
   *
   * @param isLive  whether a member is to be visited and counted
   */
  find(keys: Uint32Array, visit: (item: number) => void, isLive: (item: number) => boolean = ALL, { upTo, newest }: Enough = EVERY): void {
    const query: Query = { keys, met: this.#nextQuery(), isLive, visit, visited: 0 }
    for (let band = 0; band < this.bands; band++) {
      const heads = this.#heads[band] as Uint32Array
      this.#rest[band] = heads[(keys[band] as number) & (heads.length - 1)] as number
    }
    // The newest of all are among the newest of each band.
    for (let band = 0; band < this.bands; band++) this.#walk(band, query, newest, Number.POSITIVE_INFINITY)
    // Whether there are more than enough shows in the first band that has many.
    for (let band = 0; band < this.bands && query.visited <= upTo; band++) this.#walk(band, query, Number.POSITIVE_INFINITY, upTo)
  }

  /** How many band keys the last query, which visited all, shares with a member that it visited. */
  shared = (item: number): number => this.#shared[item] as number

  /** Goes on with a band: until `most` of its members were met, or more than `upTo` were visited in all. */
  #walk(band: number, query: Query, most: number, upTo: number): void {
    const { met, isLive, visit } = query
    const shared = this.#shared
    const column = this.#keys[band] as Uint32Array
    const next = this.#next[band] as Uint32Array
    const key = query.keys[band] as number
    let link = this.#rest[band] as number
    for (let count = 0; link && count < most && query.visited <= upTo; link = next[link - 1] as number) {
      const item = link - 1
      if (column[item] !== key) continue
      const mark = this.#met[item] as number
      if (mark >>> 1 === met >>> 1) {
        count += mark & 1
        shared[item] = (shared[item] as number) + 1
      } else if (isLive(item)) {
        this.#met[item] = met + 1
        shared[item] = 1
        count++
        query.visited++
        visit(item)
      } else this.#met[item] = met
    }
    this.#rest[band] = link
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
