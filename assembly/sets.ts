/**
 * Sets of feature hashes: distinct values with their counts, in ascending order, and what two sets have in common.
 */
import { alloc, mark, release } from './memory'

/** Distinct hashes collected so far, and how many. */
export let members: usize = 0
export let size: u32 = 0
/** How often each was added; parallel to `members` (u32). */
export let counts: usize = 0

let slots: usize = 0
let mask: u32 = 0

/** Makes room for `capacity` distinct hashes; false when there is none. The caller releases what lies above its mark. */
export function start(capacity: u32): bool {
  let table: u32 = 64
  while (table < capacity + (capacity >> 1)) table <<= 1
  members = alloc(<usize>capacity << 3)
  counts = alloc(<usize>capacity << 2)
  slots = alloc(<usize>table << 2)
  size = 0
  mask = table - 1
  if (!members || !counts || !slots) return false
  memory.fill(slots, 0, <usize>table << 2)
  return true
}

/** Makes room for `capacity` hashes that {@link sortDistinct} sorts; false when there is none. The caller releases. */
export function reserve(capacity: u32): bool {
  members = alloc(<usize>capacity << 3)
  return members != 0
}

/** Says how many members the caller has written itself. */
export function resize(to: u32): void {
  size = to
}

/** Adds hashes, up to `capacity` distinct ones (the rest is dropped: the caller gave room for all that can come). */
export function addBlock(at: usize, count: u32, capacity: u32): void {
  for (const end = at + (<usize>count << 3); at < end; at += 8) {
    const hash = load<u64>(at)
    let slot = <u32>(hash >> 32) & mask
    while (true) {
      const place = slots + (<usize>slot << 2)
      const index = load<u32>(place)
      if (!index) {
        if (size == capacity) break
        store<u64>(members + (<usize>size << 3), hash)
        store<u32>(counts + (<usize>size << 2), 1)
        size++
        store<u32>(place, size)
        break
      }
      if (load<u64>(members + ((<usize>index - 1) << 3)) == hash) {
        const times = counts + ((<usize>index - 1) << 2)
        store<u32>(times, load<u32>(times) + 1)
        break
      }
      slot = (slot + 1) & mask
    }
  }
}

/** Sorts members (and their counts) ascending: by leading bits into small buckets, then by insertion. */
export function sort(): bool {
  if (size < 2) return true
  const bits = <u32>max(1, 32 - clz(size >> 2))
  const shift: u64 = 64 - bits
  const buckets = <usize>1 << bits
  const before = mark()
  const places = alloc((buckets + 1) << 2)
  const sorted = alloc(<usize>size << 3)
  const sortedCounts = alloc(<usize>size << 2)
  if (!places || !sorted || !sortedCounts) return false
  memory.fill(places, 0, (buckets + 1) << 2)
  for (let i: usize = 0; i < size; i++) {
    const at = places + ((<usize>(load<u64>(members + (i << 3)) >> shift) + 1) << 2)
    store<u32>(at, load<u32>(at) + 1)
  }
  for (let i: usize = 1; i <= buckets; i++) store<u32>(places + (i << 2), load<u32>(places + (i << 2)) + load<u32>(places + ((i - 1) << 2)))
  for (let i: usize = 0; i < size; i++) {
    const hash = load<u64>(members + (i << 3))
    const at = places + (<usize>(hash >> shift) << 2)
    const place = <usize>load<u32>(at)
    store<u32>(at, <u32>place + 1)
    store<u64>(sorted + (place << 3), hash)
    store<u32>(sortedCounts + (place << 2), load<u32>(counts + (i << 2)))
  }
  // Hashes are spread evenly, so each bucket holds a handful and elements move a few places at most.
  for (let i: usize = 1; i < size; i++) {
    const hash = load<u64>(sorted + (i << 3))
    const times = load<u32>(sortedCounts + (i << 2))
    let j = i
    while (j && load<u64>(sorted + ((j - 1) << 3)) > hash) {
      store<u64>(sorted + (j << 3), load<u64>(sorted + ((j - 1) << 3)))
      store<u32>(sortedCounts + (j << 2), load<u32>(sortedCounts + ((j - 1) << 2)))
      j--
    }
    store<u64>(sorted + (j << 3), hash)
    store<u32>(sortedCounts + (j << 2), times)
  }
  memory.copy(members, sorted, <usize>size << 3)
  memory.copy(counts, sortedCounts, <usize>size << 2)
  release(before)
  return true
}

/** The most values of one bucket that are sorted by insertion; more come of values that repeat. */
const CROWD: u32 = 64

/**
 * Makes `count` hashes, repeats included, the members, ascending and distinct, without counts. The hashes lie at `members`, which has room
 * for them. False when there is no room, or when values repeat so often that a table is faster.
 */
export function sortDistinct(count: u32): bool {
  size = count
  if (count < 2) return true
  const bits = <u32>max(1, 32 - clz(count >> 0))
  const shift: u64 = 64 - bits
  const buckets = <usize>1 << bits
  const places = alloc((buckets + 1) << 2)
  const sorted = alloc(<usize>count << 3)
  if (!places || !sorted) return false
  memory.fill(places, 0, (buckets + 1) << 2)
  const end = members + (<usize>count << 3)
  for (let p = members; p < end; p += 8) {
    const at = places + (<usize>(load<u64>(p) >> shift) << 2)
    store<u32>(at, load<u32>(at, 4) + 1, 4)
  }
  let most: u32 = 0
  for (let b: usize = 1; b <= buckets; b++) {
    const at = places + (b << 2)
    const here = load<u32>(at)
    most = max(most, here)
    store<u32>(at, here + load<u32>(at - 4))
  }
  if (most > CROWD) return false
  for (let p = members; p < end; p += 8) {
    const hash = load<u64>(p)
    const at = places + (<usize>(hash >> shift) << 2)
    const place = <usize>load<u32>(at)
    store<u32>(at, <u32>place + 1)
    store<u64>(sorted + (place << 3), hash)
  }
  const last = sorted + (<usize>count << 3)
  for (let p = sorted + 8; p < last; p += 8) {
    const hash = load<u64>(p)
    let q = p
    while (q > sorted && load<u64>(q - 8) > hash) {
      store<u64>(q, load<u64>(q - 8))
      q -= 8
    }
    store<u64>(q, hash)
  }
  let to = members
  let before = ~load<u64>(sorted)
  for (let p = sorted; p < last; p += 8) {
    const hash = load<u64>(p)
    // Written in any case, and passed over by the next one where it repeats.
    store<u64>(to, hash)
    to += <usize>(hash != before) << 3
    before = hash
  }
  size = <u32>((to - members) >> 3)
  return true
}

/** How many values two ascending sets share. */
export function intersection(a: usize, aSize: u32, b: usize, bSize: u32): u32 {
  const aEnd = a + (<usize>aSize << 3)
  const bEnd = b + (<usize>bSize << 3)
  let shared: u32 = 0
  while (a < aEnd && b < bEnd) {
    const x = load<u64>(a)
    const y = load<u64>(b)
    // No branch on the comparison: it is as good as random.
    a += <usize>(x <= y) << 3
    b += <usize>(y <= x) << 3
    shared += <u32>(x == y)
  }
  return shared
}

/** Writes the sum of the lesser counts of two ascending multisets at `to` (u64), and the dot product of their counts at `to` + 8. */
export function overlap(a: usize, aCounts: usize, aSize: u32, b: usize, bCounts: usize, bSize: u32, to: usize): void {
  let i: usize = 0
  let j: usize = 0
  let lesser: u64 = 0
  let dot: u64 = 0
  while (i < aSize && j < bSize) {
    const x = load<u64>(a + (i << 3))
    const y = load<u64>(b + (j << 3))
    if (x == y) {
      const m = <u64>load<u32>(aCounts + (i << 2))
      const n = <u64>load<u32>(bCounts + (j << 2))
      lesser += min(m, n)
      dot += m * n
    }
    i += <usize>(x <= y)
    j += <usize>(y <= x)
  }
  store<u64>(to, lesser)
  store<u64>(to, dot, 8)
}
