/**
 * A set of fingerprints that grows, searched within a Hamming distance: a table for each block of 16 bits, a bucket for each
 * value, the whole fingerprint beside each number, so that a bucket is read in one go. Exact at any distance, by multi-index
 * hashing: each block is probed as far as the pigeonhole asks.
 */
import type { Bits } from '../fingerprinting/simhash.js'
import { popcount32 } from '../hashing/bits.js'
import { ALL, type Enough, EVERY } from './enough.js'
import { blockRadii } from './hamming-plan.js'

/** Bits of a block: 65 536 buckets a table, whose heads (256 KB) fit into the cache. */
const WIDTH = 16
/** The lower bits of an address, which are a place in its page; the upper ones number the page. */
const PAGE_BITS = 20
/** Words of a page, 4 MB: a set takes memory in steps of this, and only the last page is partly empty. */
const PAGE = 1 << PAGE_BITS
/** Entries of the first chunk of a bucket; each later chunk has twice the room of the one before, so that small buckets stay small. */
const FIRST = 2
/** Entries of the largest chunk, which bounds how much of a bucket stays empty. */
const LARGEST = 64
/** Words before the entries of a chunk: the chunk before it, entries used, entries there is room for. */
const HEAD = 3
/** Fingerprints added at once, from which on buckets are counted first and given their room in one piece: one for each bucket. */
const MANY = 1 << WIDTH

/** The values of 16 bits with at most `radius` bits set, by radius, fewest first. They are the same for every set and made when first asked for. */
const changes: Uint16Array[] = []
function changesWithin(radius: number): Uint16Array {
  changes[radius] ??= Uint16Array.from({ length: 1 << WIDTH }, (_, x) => x)
    .filter((x) => popcount32(x) <= radius)
    .sort((a, b) => popcount32(a) - popcount32(b) || a - b)
  return changes[radius]
}

/** The question of a search to each bucket. */
interface Asked {
  readonly fingerprint: Uint32Array
  readonly visit: (item: number, distance: number) => void
  readonly isLive: (item: number) => boolean
  visited: number
}

/** The place in a bucket at which a search goes on: the chunk, the entry in it (below 0: its last one), and the block of the table. */
interface Rest {
  readonly address: number
  readonly at: number
  readonly position: number
}

export class BucketTables {
  /** 32-bit words of a fingerprint. */
  readonly words: number
  readonly #distance: number
  readonly #blocks: { readonly number: number; readonly radius: number; readonly heads: Uint32Array }[]
  /** Chunks lie in pages and never cross the end of one; an address is page and word, and 0 stands for no chunk. */
  readonly #pages: Uint32Array[] = [new Uint32Array(PAGE)]
  #top = 1

  constructor(bits: Bits, distance: number) {
    this.words = bits / 32
    this.#distance = distance
    this.#blocks = blockRadii(distance, bits / WIDTH).flatMap((radius, number) =>
      radius < 0 ? [] : [{ number, radius: Math.min(radius, WIDTH), heads: new Uint32Array(1 << WIDTH) }],
    )
  }

  get bytes(): number {
    return this.#pages.length * PAGE * 4 + this.#blocks.length * (4 << WIDTH)
  }

  /**
   * Adds fingerprints, numbered from `first` on.
   *
   * @param fingerprints  `words` each, the lowest first, every `stride` words
   */
  add(first: number, fingerprints: Uint32Array, stride: number = this.words): void {
    const { words } = this
    const entry = words + 1
    // One table after the other, so that its heads stay near.
    for (const { number, heads } of this.#blocks) {
      const count = Math.ceil(fingerprints.length / stride)
      const order = count >= MANY ? this.#reserve(number, heads, fingerprints, stride, count) : undefined
      for (let i = 0; i < count; i++) {
        const place = order ? (order[i] as number) : i
        const at = place * stride
        const item = first + place
        const key = ((fingerprints[at + (number >> 1)] as number) >>> ((number & 1) << 4)) & 0xffff
        let address = heads[key] as number
        let page = this.#pages[address >>> PAGE_BITS] as Uint32Array
        let chunk = address & (PAGE - 1)
        if (!address || page[chunk + 1] === page[chunk + 2]) {
          const room = address ? Math.min((page[chunk + 2] as number) * 2, LARGEST) : FIRST
          const before = address
          address = this.#allocate(HEAD + room * entry)
          page = this.#pages[address >>> PAGE_BITS] as Uint32Array
          chunk = address & (PAGE - 1)
          page[chunk] = before
          page[chunk + 2] = room
          heads[key] = address
        }
        const used = page[chunk + 1] as number
        const to = chunk + HEAD + used * entry
        page[to] = item
        for (let i = 0; i < words; i++) page[to + 1 + i] = fingerprints[at + i] as number
        page[chunk + 1] = used + 1
      }
    }
  }

  /**
   * Gives every bucket one chunk for all that comes.
   *
   * @returns the places of the fingerprints by the upper half of their keys, so that buckets near each other are filled together
   */
  #reserve(number: number, heads: Uint32Array, fingerprints: Uint32Array, stride: number, total: number): Uint32Array {
    const counts = new Uint32Array(1 << WIDTH)
    for (let at = number >> 1; at < fingerprints.length; at += stride) {
      const key = ((fingerprints[at] as number) >>> ((number & 1) << 4)) & 0xffff
      counts[key] = (counts[key] as number) + 1
    }
    const entry = this.words + 1
    const most = Math.floor((PAGE - HEAD - 1) / entry)
    for (let key = 0; key < counts.length; key++) {
      const count = counts[key] as number
      const before = heads[key] as number
      const page = this.#pages[before >>> PAGE_BITS] as Uint32Array
      const chunk = before & (PAGE - 1)
      if (!count || (before && (page[chunk + 2] as number) - (page[chunk + 1] as number) >= count)) continue
      const room = Math.min(count, most)
      const address = this.#allocate(HEAD + room * entry)
      const added = this.#pages[address >>> PAGE_BITS] as Uint32Array
      added[address & (PAGE - 1)] = before
      added[(address & (PAGE - 1)) + 2] = room
      heads[key] = address
    }
    const starts = new Uint32Array(257)
    for (let key = 0; key < counts.length; key++) starts[(key >>> 8) + 1] = (starts[(key >>> 8) + 1] as number) + (counts[key] as number)
    for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] as number) + (starts[i - 1] as number)
    const order = new Uint32Array(total)
    for (let place = 0, at = number >> 1; place < total; place++, at += stride) {
      const upper = (((fingerprints[at] as number) >>> ((number & 1) << 4)) & 0xffff) >>> 8
      const to = starts[upper] as number
      order[to] = place
      starts[upper] = to + 1
    }
    return order
  }

  #allocate(size: number): number {
    if ((this.#top & (PAGE - 1)) + size > PAGE || this.#top >>> PAGE_BITS === this.#pages.length) {
      this.#top = this.#pages.length * PAGE
      this.#pages.push(new Uint32Array(PAGE))
    }
    const address = this.#top
    this.#top += size
    return address
  }

  /** The fingerprints of these numbers, in the order asked. */
  members(items: readonly number[]): Uint32Array {
    const { words } = this
    const entry = words + 1
    const fingerprints = new Uint32Array(items.length * words)
    const places = new Map(items.map((item, place) => [item, place]))
    // Every table has all of them.
    for (let address of this.#blocks[0]?.heads ?? []) {
      while (address) {
        const page = this.#pages[address >>> PAGE_BITS] as Uint32Array
        const chunk = address & (PAGE - 1)
        const end = chunk + HEAD + (page[chunk + 1] as number) * entry
        for (let at = chunk + HEAD; at < end; at += entry) {
          const place = places.get(page[at] as number)
          if (place !== undefined) fingerprints.set(page.subarray(at + 1, at + entry), place * words)
        }
        address = page[chunk] as number
      }
    }
    return fingerprints
  }

  /**
   * Visits members within the distance, each once, in no particular order: all of them, or more than `upTo`, among which are the newest.
   *
   * @param isLive  whether a member is to be visited and counted
   */
  find(
    fingerprint: Uint32Array,
    visit: (item: number, distance: number) => void,
    isLive: (item: number) => boolean = ALL,
    { upTo, newest }: Enough = EVERY,
  ): void {
    const asked: Asked = { fingerprint, visit, isLive, visited: 0 }
    const rest: Rest[] = []
    // The newest of all are among the newest of each bucket.
    this.#eachBucket(fingerprint, (address, position) => {
      const left = this.#readBucket({ address, at: -1, position }, asked, newest, Number.POSITIVE_INFINITY)
      if (left) rest.push(left)
    })
    // Whether there are more than enough shows in the first bucket that has many.
    for (let i = 0; i < rest.length && asked.visited <= upTo; i++) this.#readBucket(rest[i] as Rest, asked, Number.POSITIVE_INFINITY, upTo)
  }

  #eachBucket(fingerprint: Uint32Array, use: (address: number, position: number) => void): void {
    for (let position = 0; position < this.#blocks.length; position++) {
      const { number, radius, heads } = this.#blocks[position] as { number: number; radius: number; heads: Uint32Array }
      const key = ((fingerprint[number >> 1] as number) >>> ((number & 1) << 4)) & 0xffff
      const probes = changesWithin(radius)
      for (let i = 0; i < probes.length; i++) {
        const address = heads[key ^ (probes[i] as number)] as number
        if (address) use(address, position)
      }
    }
  }

  /**
   * Goes from the newest to the oldest: the newest chunk comes first, and each is filled in the order of arrival. It ends when `most` members within
   * the distance were met, or more than `upTo` were visited in all.
   *
   * @returns where to go on; undefined at the end
   */
  #readBucket({ address: from, at: begin, position }: Rest, asked: Asked, most: number, upTo: number): Rest | undefined {
    const { fingerprint, visit, isLive } = asked
    const words = this.words
    const entry = words + 1
    const furthest = this.#distance
    const lower = fingerprint[0] as number
    const upper = words > 1 ? (fingerprint[1] as number) : 0
    let count = 0
    let at = begin
    for (let address = from; address; ) {
      const page = this.#pages[address >>> PAGE_BITS] as Uint32Array
      const chunk = address & (PAGE - 1)
      const start = chunk + HEAD
      if (at < 0) at = start + ((page[chunk + 1] as number) - 1) * entry
      for (; at >= start; at -= entry) {
        if (count >= most || asked.visited > upTo) return { address, at, position }
        let apart = popcount32((page[at + 1] as number) ^ lower)
        if (apart > furthest) continue
        if (words > 1) apart += popcount32((page[at + 2] as number) ^ upper)
        for (let i = 2; i < words; i++) apart += popcount32((page[at + 1 + i] as number) ^ (fingerprint[i] as number))
        if (apart > furthest || !isLive(page[at] as number)) continue
        count++
        if (!this.#isFirst(page, at + 1, fingerprint, position)) continue
        asked.visited++
        visit(page[at] as number, apart)
      }
      address = page[chunk] as number
      at = -1
    }
    return undefined
  }

  /** Whether no table before this one brings the two together. */
  #isFirst(page: Uint32Array, at: number, fingerprint: Uint32Array, position: number): boolean {
    for (let b = 0; b < position; b++) {
      const { number, radius } = this.#blocks[b] as { number: number; radius: number }
      const differing = (page[at + (number >> 1)] as number) ^ (fingerprint[number >> 1] as number)
      if (popcount32((differing >>> ((number & 1) << 4)) & 0xffff) <= radius) return false
    }
    return true
  }
}
