/** Texts whose signatures agree in all rows of a band. */
import { PairMap } from '../../../grouping/pair-map.js'
import { Uint32List } from '../../../hashing/typed-list.js'
import type { Options } from '../../../options/options.js'
import { type EqualRuns, equalRuns } from '../../../searching/equal-runs.js'
import { inOrder } from '../../../working/in-order.js'
import type { Buckets } from './buckets.js'

/** Here, one band after the other. */
export const RUNS_HERE: RunSearch = { width: 1, isThreaded: false, of: async (keys) => equalRuns(keys) }

/** The keys of one band, of all documents. */
interface BandKeys {
  band(number: number): Uint32Array
}

/** Who looks for equal keys. */
export interface RunSearch {
  /** How many bands at once. */
  readonly width: number
  /** Whether it does so in other threads, to which keys go in shared memory. */
  readonly isThreaded: boolean
  of(keys: Uint32Array): Promise<EqualRuns>
}

/** Texts that agree in a band, band by band; a run of texts that an earlier band had is left out. */
export async function bandBuckets(
  { bands, bandRows: perBand }: Options,
  store: BandKeys,
  distinct: Uint32Array,
  search: RunSearch,
): Promise<Buckets> {
  const members = new Uint32List()
  const ends = new Uint32List()
  // Texts that share one band often share others: a run that was seen is not listed again.
  const seen = new PairMap()
  const keysOf = (band: number) => {
    const all = store.band(band)
    if (distinct.length === all.length && !search.isThreaded) return all
    return gather(all, distinct, search.isThreaded ? SharedArrayBuffer : ArrayBuffer)
  }
  for await (const [, runs] of inOrder(Array(bands).keys(), search.width, (band) => search.of(keysOf(band)))) {
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

/** The values at these places; a loop, because mapping typed arrays is many times slower. */
function gather(values: Uint32Array, places: Uint32Array, Memory: typeof ArrayBuffer | typeof SharedArrayBuffer): Uint32Array {
  const found = new Uint32Array(new Memory(places.length * 4))
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
