/**
 * A corpus model: the number of documents of each feature. Hashes ascending, found by their leading bits.
 *
 * The block holds an entry a feature, its hash (u64) and its number of documents (u32) side by side, so that one read of memory brings both;
 * behind them lies the index that `finish` makes.
 */
import { alloc } from './memory'

/** Bytes of an entry. */
const ENTRY: usize = 12

let entries: usize = 0
let index: usize = 0
let shift: u64 = 0
let size: u32 = 0

/** Room for the entries of `count` features, for the host to fill. 0 when there is none. */
export function reserve(count: u32): usize {
  entries = alloc(<usize>count * ENTRY)
  return entries
}

/** Makes the index; false without room. */
export function finish(count: u32): bool {
  size = count
  const bits = <u32>max(1, 32 - clz(count))
  const buckets = <usize>1 << bits
  shift = 64 - bits
  index = alloc((buckets + 1) << 2)
  if (!index) return false
  let next: usize = 0
  for (let i: u32 = 0; i < count; i++) {
    const bucket = <usize>(hashAt(i) >> shift)
    while (next <= bucket) store<u32>(index + (next++ << 2), i)
  }
  while (next <= buckets) store<u32>(index + (next++ << 2), count)
  return true
}

/**
 * Writes to `to` (u32 each) in how many documents each of `count` features at `at` is; 0 when the model does not know it.
 *
 * A look-up is two reads of memory far apart. Nothing here branches on what they bring, so that many are under way at once.
 */
export function documentsOf(at: usize, count: u32, to: usize): void {
  const most = size
  for (let i: usize = 0; i < count; i++) store<u32>(to + (i << 2), load<u32>(index + (<usize>(load<u64>(at + (i << 3)) >> shift) << 2)))
  for (let i: usize = 0; i < count; i++) {
    const hash = load<u64>(at + (i << 3))
    let place = load<u32>(to + (i << 2))
    // Of as many buckets as features few have more than two; behind the last feature lie numbers that are no hashes.
    place += u32(hashAt(place) < hash) & u32(place < most)
    place += u32(hashAt(place) < hash) & u32(place < most)
    while (place < most && hashAt(place) < hash) place++
    store<u32>(to + (i << 2), place)
  }
  for (let i: usize = 0; i < count; i++) {
    const place = load<u32>(to + (i << 2))
    const isKnown = u32(place < most) & u32(hashAt(place) == load<u64>(at + (i << 3)))
    store<u32>(to + (i << 2), select<u32>(load<u32>(entries + <usize>place * ENTRY, 8), 0, isKnown))
  }
}

// @ts-ignore: decorator
@inline
function hashAt(place: u32): u64 {
  return load<u64>(entries + <usize>place * ENTRY)
}
