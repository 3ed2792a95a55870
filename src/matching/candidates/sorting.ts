/** Entries of a key index in the order of their keys, by radix: three passes, no comparison. */
import { toStarts } from '../counting.js'

/** Bits of one pass. */
const BITS = 11
const BUCKETS = 1 << BITS
const PASSES = 3

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
 */
export function sortedEntries(hashes: Uint32Array, width: number, every = 1): Entries {
  let size = 0
  for (let i = 0; i < hashes.length; i++) {
    const hash = hashes[i] as number
    if (hash !== 0 && hash % every === 0) size++
  }
  let keys = new Uint32Array(size)
  let rows = new Uint32Array(size)
  size = 0
  for (let i = 0, row = 0, left = width; i < hashes.length; i++) {
    const hash = hashes[i] as number
    if (hash !== 0 && hash % every === 0) {
      keys[size] = hash
      rows[size++] = row
    }
    if (--left === 0) {
      left = width
      row++
    }
  }
  let otherKeys = new Uint32Array(size)
  let otherRows = new Uint32Array(size)
  const places = new Uint32Array(BUCKETS)
  for (let pass = 0; pass < PASSES; pass++) {
    const shift = pass * BITS
    places.fill(0)
    for (let i = 0; i < size; i++) {
      const bucket = ((keys[i] as number) >>> shift) & (BUCKETS - 1)
      places[bucket] = (places[bucket] as number) + 1
    }
    toStarts(places)
    for (let i = 0; i < size; i++) {
      const key = keys[i] as number
      const bucket = (key >>> shift) & (BUCKETS - 1)
      const place = places[bucket] as number
      places[bucket] = place + 1
      otherKeys[place] = key
      otherRows[place] = rows[i] as number
    }
    ;[keys, otherKeys] = [otherKeys, keys]
    ;[rows, otherRows] = [otherRows, rows]
  }
  if (width === 1) return { keys, rows }
  let distinct = 0
  for (let i = 0; i < size; i++) {
    if (i > 0 && keys[i] === keys[i - 1] && rows[i] === rows[i - 1]) continue
    otherKeys[distinct] = keys[i] as number
    otherRows[distinct++] = rows[i] as number
  }
  return { keys: otherKeys.subarray(0, distinct), rows: otherRows.subarray(0, distinct) }
}
