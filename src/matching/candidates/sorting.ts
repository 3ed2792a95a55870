/** Entries of a key index in the order of their keys: one pass by the upper bits, which leaves a few in each bucket, as hashes do. */
import { toStarts } from '../counting.js'

/** Entries of a bucket, about. */
const EACH = 4
const MOST_BITS = 20
/** Fewer are sorted by moving each to its place. */
const FEW = 24

export interface Entries {
  /** Ascending; rows of one key ascending too. */
  readonly keys: Uint32Array
  readonly rows: Uint32Array
}

/**
 * Every (key, row) of a table of keys, sorted, each once; 0 is no key.
 *
 * @param hashes  row r has the keys hashes[r * width] …
 * @param every   only keys that this number divides: a sample of them, by chance as hashes are
 * @param part    only keys whose upper `bits` are `part`: the parts one after another are the whole
 */
export function sortedEntries(hashes: Uint32Array, width: number, every = 1, { part, bits: upper } = { part: 0, bits: 0 }): Entries {
  const bits = Math.min(MOST_BITS, Math.max(1, Math.floor(Math.log2(hashes.length / every / EACH + 2))))
  const shift = 32 - bits
  const [low, high] = [part * 2 ** (32 - upper), (part + 1) * 2 ** (32 - upper)]
  const ends = new Uint32Array(1 << bits)
  let size = 0
  for (let i = 0; i < hashes.length; i++) {
    const hash = hashes[i] as number
    if (hash === 0 || hash < low || hash >= high || (every > 1 && hash % every !== 0)) continue
    ends[hash >>> shift] = (ends[hash >>> shift] as number) + 1
    size++
  }
  toStarts(ends)
  const keys = new Uint32Array(size)
  const rows = new Uint32Array(size)
  for (let i = 0, row = 0, left = width; i < hashes.length; i++) {
    const hash = hashes[i] as number
    if (hash !== 0 && hash >= low && hash < high && (every === 1 || hash % every === 0)) {
      const place = ends[hash >>> shift] as number
      ends[hash >>> shift] = place + 1
      keys[place] = hash
      rows[place] = row
    }
    if (--left === 0) {
      left = width
      row++
    }
  }
  // Starts have moved on to the ends of the buckets.
  for (let bucket = 0, from = 0; bucket < ends.length; bucket++) {
    const to = ends[bucket] as number
    sortBucket(keys, rows, from, to)
    from = to
  }
  if (width === 1) return { keys, rows }
  let distinct = 0
  for (let i = 0; i < size; i++) {
    if (distinct > 0 && keys[i] === keys[distinct - 1] && rows[i] === rows[distinct - 1]) continue
    keys[distinct] = keys[i] as number
    rows[distinct++] = rows[i] as number
  }
  return { keys: keys.subarray(0, distinct), rows: rows.subarray(0, distinct) }
}

/** By key; entries of one key stay in their order, which is that of their rows. */
function sortBucket(keys: Uint32Array, rows: Uint32Array, from: number, to: number): void {
  if (to - from > FEW) {
    sortMany(keys, rows, from, to)
    return
  }
  for (let i = from + 1; i < to; i++) {
    const key = keys[i] as number
    const row = rows[i] as number
    let j = i - 1
    for (; j >= from && (keys[j] as number) > key; j--) {
      keys[j + 1] = keys[j] as number
      rows[j + 1] = rows[j] as number
    }
    keys[j + 1] = key
    rows[j + 1] = row
  }
}

/** A bucket of many entries holds few keys, for one of them is frequent: each is counted, and they are put in order. */
function sortMany(keys: Uint32Array, rows: Uint32Array, from: number, to: number): void {
  const counts = new Map<number, number>()
  for (let i = from; i < to; i++) counts.set(keys[i] as number, (counts.get(keys[i] as number) ?? 0) + 1)
  if (counts.size === 1) return
  const places = new Map<number, number>()
  let at = from
  for (const key of [...counts.keys()].sort((a, b) => a - b)) {
    places.set(key, at)
    at += counts.get(key) as number
  }
  const [ownKeys, ownRows] = [keys.slice(from, to), rows.slice(from, to)]
  for (let i = 0; i < ownKeys.length; i++) {
    const key = ownKeys[i] as number
    const place = places.get(key) as number
    places.set(key, place + 1)
    keys[place] = key
    rows[place] = ownRows[i] as number
  }
}
