/** Texts whose signatures agree in all rows of a band. */
import { PairMap } from '../../grouping/pair-map.js'
import { sharedMemory } from '../../hashing/shared.js'
import { Uint32List } from '../../hashing/typed-list.js'
import type { Options } from '../../options/options.js'
import { type EqualRuns, equalRuns } from '../../searching/equal-runs.js'
import { inOrder } from '../../searching/in-order.js'
import type { Buckets } from '../buckets.js'

/** Here, one band after the other. */
export const RUNS_HERE: RunSearch = { width: 1, isThreaded: false, of: async (keys) => equalRuns(keys) }

/** What is asked of signatures by bands. */
export interface BandKeys {
  /** The keys of one band, of all documents. */
  band(number: number, into?: Uint32Array): Uint32Array
  /** The low bytes of a band's rows, of these documents (ascending), behind each other. */
  rowsOfBand?(number: number, documents: Uint32Array): Uint8Array
}

/**
 * From so many texts on the rows of a band are compared too: of n texts n² / 2^33 pairs have equal keys of 32 bits by chance, here 32 768 in each
 * band, and of 100 M texts more than a million.
 */
const MANY = 2 ** 24

/** Who looks for equal keys. */
export interface RunSearch {
  /** How many bands at once. */
  readonly width: number
  /** Whether it does so in other threads, to which keys go in shared memory. */
  readonly isThreaded: boolean
  of(keys: Uint32Array): Promise<EqualRuns>
}

/**
 * Texts that agree in a band, band by band; a run of texts that an earlier band had is left out.
 *
 * @param many  texts from which on keys that are equal by chance are told apart
 */
export async function bandBuckets(
  { bands, bandRows: perBand }: Options,
  store: BandKeys,
  distinct: Uint32Array,
  search: RunSearch,
  many = MANY,
): Promise<Buckets> {
  const members = new Uint32List()
  const ends = new Uint32List()
  // Texts that share one band often share others: a run that was seen is not listed again.
  const seen = new PairMap()
  const rows = store.rowsOfBand && distinct.length >= many ? new RowsOfBands(store as Required<BandKeys>, distinct, perBand) : undefined
  let all: Uint32Array | undefined
  const keysOf = (band: number) => {
    all = store.band(band, search.width > 1 ? undefined : all)
    if (distinct.length === all.length && !search.isThreaded) return all
    return gather(all, distinct, search.isThreaded)
  }
  for await (const [band, equal] of inOrder(Array(bands).keys(), search.width, (band) => search.of(keysOf(band)))) {
    const runs = rows?.agreeing(band, equal) ?? equal
    let start = 0
    for (const end of runs.ends) {
      const key = runKey(runs.items, start, end, distinct.length)
      if (seen.find(key) < 0) {
        seen.set(key, 0)
        for (let i = start; i < end; i++) members.push(runs.items[i] as number)
        ends.push(members.length)
      }
      start = end
    }
  }
  return { members: members.taken(), ends: ends.taken(), plan: `${bands} bands of ${perBand} rows`, crowded: 0 }
}

/** Takes runs apart by the low bytes of the rows of their band. */
class RowsOfBands {
  readonly #store: Required<BandKeys>
  readonly #distinct: Uint32Array
  /** Bytes of a text in a band. */
  readonly #size: number
  /** Of a text in a run, the place of its bytes. */
  readonly #places: Uint32Array
  #rows: Uint8Array = new Uint8Array()

  constructor(store: Required<BandKeys>, distinct: Uint32Array, size: number) {
    this.#store = store
    this.#distinct = distinct
    this.#size = size
    this.#places = new Uint32Array(distinct.length)
  }

  /** Of runs of equal keys, those whose rows agree as far as their low bytes tell. */
  agreeing(band: number, { items, ends }: EqualRuns): EqualRuns {
    const ascending = items.slice().sort()
    this.#rows = this.#store.rowsOfBand(band, gather(this.#distinct, ascending))
    for (let i = 0; i < ascending.length; i++) this.#places[ascending[i] as number] = i
    const found = { items: new Uint32List(), ends: new Uint32List() }
    let from = 0
    for (const end of ends) {
      for (let behind = from; from < end; from = behind) {
        behind = this.#bringTogether(items, from, end)
        if (behind - from < 2) continue
        found.items.append(items.subarray(from, behind).sort())
        found.ends.push(found.items.length)
      }
    }
    return { items: found.items.taken(), ends: found.ends.taken() }
  }

  /** Puts all that agree with the first one behind it, and returns where they end. */
  #bringTogether(items: Uint32Array, first: number, end: number): number {
    let behind = first + 1
    for (let i = behind; i < end; i++) {
      if (!this.#agree(items[first] as number, items[i] as number)) continue
      const item = items[i] as number
      items[i] = items[behind] as number
      items[behind++] = item
    }
    return behind
  }

  #agree(text: number, other: number): boolean {
    const a = (this.#places[text] as number) * this.#size
    const b = (this.#places[other] as number) * this.#size
    for (let byte = 0; byte < this.#size; byte++) if (this.#rows[a + byte] !== this.#rows[b + byte]) return false
    return true
  }
}

/** The values at these places; a loop, because mapping typed arrays is many times slower. */
function gather(values: Uint32Array, places: Uint32Array, isShared = false): Uint32Array {
  const found = isShared ? new Uint32Array(sharedMemory(places.length * 4)) : new Uint32Array(places.length)
  for (let i = 0; i < places.length; i++) found[i] = values[places[i] as number] as number
  return found
}

/** A number below 2^53 that stands for a run: exact for two items, by 52 bits of hash for more. */
function runKey(items: Uint32Array, start: number, end: number, count: number): number {
  if (end - start === 2 && count < 2 ** 26) return (items[start] as number) * count + (items[start + 1] as number)
  let low = end - start
  let high = 0x9e3779b9
  for (let i = start; i < end; i++) {
    const item = items[i] as number
    low = Math.imul(low ^ item, 0x85ebca6b)
    low ^= low >>> 15
    high = Math.imul(high ^ (item + low), 0xc2b2ae35)
    high ^= high >>> 13
  }
  return 2 ** 52 + (high & 0xfffff) * 2 ** 32 + (low >>> 0)
}
