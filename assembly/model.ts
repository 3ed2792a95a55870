/**
 * A corpus model: the number of documents of each feature. Hashes ascending, found by their leading bits.
 *
 * The block holds the hashes (u64) and the numbers of documents (u32), behind them the index that `finish` makes.
 */
import { alloc } from './memory'

let hashes: usize = 0
let documents: usize = 0
let index: usize = 0
let shift: u64 = 0

/** Room for `count` features, for the host to fill: hashes, then numbers. 0 when there is none. */
export function reserve(count: u32): usize {
  hashes = alloc(<usize>count * 12)
  documents = hashes + (<usize>count << 3)
  return hashes
}

/** Makes the index; false without room. */
export function finish(count: u32): bool {
  const bits = <u32>max(1, 32 - clz(count))
  const buckets = <usize>1 << bits
  shift = 64 - bits
  index = alloc((buckets + 1) << 2)
  if (!index) return false
  let next: usize = 0
  for (let i: u32 = 0; i < count; i++) {
    const bucket = <usize>(load<u64>(hashes + (<usize>i << 3)) >> shift)
    while (next <= bucket) store<u32>(index + (next++ << 2), i)
  }
  while (next <= buckets) store<u32>(index + (next++ << 2), count)
  return true
}

/** Documents with this feature; 0 when the model does not know it. */
export function documentsWith(hash: u64): u32 {
  const bucket = index + (<usize>(hash >> shift) << 2)
  const end = load<u32>(bucket, 4)
  for (let i = load<u32>(bucket); i < end; i++) {
    const known = load<u64>(hashes + (<usize>i << 3))
    if (known == hash) return load<u32>(documents + (<usize>i << 2))
    if (known > hash) return 0
  }
  return 0
}
