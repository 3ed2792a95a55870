/**
 * All pairs of fingerprints within a Hamming distance, exactly.
 *
 * Work comes in tasks, each one way of bringing near fingerprints together:
 *   table   the bits are cut into blocks; fingerprints that agree in the chosen blocks share a bucket. With `distance`
 *           blocks left out, every pair within the distance shares a bucket of some table (pigeonhole).
 *   join    one block is the key, and buckets whose keys differ in at most `radius` bits are joined (multi-index hashing).
 *   brute   everything against everything.
 * A pair is reported by the first task that brings it together, and whether it is the first shows in the differing bits
 * alone, so no set of reported pairs is kept. These conditions are the guards: (mask, radius) asks for more than radius
 * differing bits in mask, for every block of an earlier task.
 *
 * A bucket that is too full is cut again by blocks of the remaining bits ("second hashing", Wang and Wang 2019). Of a
 * value with more than maxCopies copies only the first is compared; the others are reported with it, at distance 0.
 */
import { bitCount, difference, fieldOf, hashOf, high, longestRun, low, maskOf, partition, widthOf } from './fingerprint'
import { alloc, mark, release } from './memory'

/** Takes `count` triples (first, second, distance) at `at`; true to stop. */
@external('env', 'drain')
declare function drain(at: usize, count: u32): bool

/** Fingerprints in a bucket up to which all pairs are compared; cutting a smaller bucket again costs more than it saves. */
const FULL: u32 = 1024
/** Triples that are reported at once. */
const BUFFER: u32 = 16384
/** Guards at a time: of earlier tasks and of the cuts of full buckets. */
const GUARDS: u32 = 256
/** Cuts of a bucket within a bucket; copies that no cut tells apart are set aside before. */
const DEPTH: u32 = 8

let distance: u32 = 0
let split: u32 = 0
let maxCopies: u32 = 0

let buffer: usize = 0
let buffered: u32 = 0
let stopped = false
let starved = false
let crowded: u32 = 0

/** Lower and upper half of each mask, 16 bytes; radii, a byte each. */
const guardMasks: usize = memory.data(4096, 16)
const guardRadii: usize = memory.data(256, 4)
let guards: u32 = 0
/** Of fingerprints wider than 128 bits: the other halves, 16 bytes each by ordinal; 0 where there are none. */
let beyond: usize = 0
/** Differing bits allowed in both halves together. */
let whole: u32 = 0
/** Pairs whose other halves differ in at most so many bits belong to the search of those; -1 for none. */
let taken: i32 = -1
/** Bits in which a pair must agree to belong to the current table. */
let agreeLow: u64 = 0
let agreeHigh: u64 = 0

/**
 * Starts a search. `boundary` > 0: only pairs of one ordinal below it and one not below it. False when there is no room.
 */
export function hammingBegin(maxDistance: u32, boundary: u32, copies: u32): bool {
  distance = maxDistance
  split = boundary
  maxCopies = copies
  stopped = false
  starved = false
  crowded = 0
  buffered = 0
  guards = 0
  agreeLow = agreeHigh = 0
  beyond = 0
  buffer = alloc(BUFFER * 12)
  return buffer != 0
}

/**
 * From now on fingerprints are halves: the other ones lie at `at`, 16 bytes each by ordinal. Pairs within `most` bits in both halves together
 * are reported, with that distance; not those whose other halves are within `known` bits, -1 for none.
 */
export function hammingBeyond(at: usize, most: u32, known: i32): void {
  beyond = at
  whole = most
  taken = known
}

/** Reports what is left; false when there was no room for the work. */
export function hammingEnd(): bool {
  flush()
  return !starved
}

/** How many values had more than maxCopies copies. */
export function hammingCrowded(): u32 {
  return crowded
}

/** Another block of an earlier task: pairs with at most `radius` differing bits in it are not reported again. */
export function hammingGuard(lower: u64, upper: u64, radius: u32): void {
  store<u64>(guardMasks + (<usize>guards << 4), lower)
  store<u64>(guardMasks + (<usize>guards << 4), upper, 8)
  store<u8>(guardRadii + guards, <u8>radius)
  guards++
}

function flush(): void {
  if (buffered && !stopped && drain(buffer, buffered)) stopped = true
  buffered = 0
}

function report(a: u32, b: u32, bits: u32): void {
  if (split && a < split == b < split) return
  const at = buffer + <usize>buffered * 12
  store<u32>(at, min(a, b))
  store<u32>(at, max(a, b), 4)
  store<u32>(at, bits, 8)
  if (++buffered == BUFFER) flush()
}

function noRoom(before: usize): void {
  starved = stopped = true
  release(before)
}

/** Two fingerprints within the distance: reports them unless another task does. */
function hit<T>(x: T, a: u32, b: u32): void {
  const lower = low<T>(x)
  const upper = high<T>(x)
  if ((lower & agreeLow) | (upper & agreeHigh)) return
  for (let g: u32 = 0; g < guards; g++) {
    const at = guardMasks + (<usize>g << 4)
    if (<u32>(popcnt(lower & load<u64>(at)) + popcnt(upper & load<u64>(at, 8))) <= <u32>load<u8>(guardRadii + g)) return
  }
  let bits = bitCount<T>(x)
  if (beyond) {
    const others = bitCount<v128>(difference<v128>(load<v128>(beyond + (<usize>a << 4)), load<v128>(beyond + (<usize>b << 4))))
    if (<i32>others <= taken) return
    bits += others
    if (bits > whole) return
  }
  report(a, b, bits)
}

/** One value against those from `at` to `end`. */
// @ts-ignore: decorator
@inline
function scanOne<T>(x: T, ordinal: u32, at: usize, end: usize, ordinals: usize): void {
  const limit = distance
  for (; at + 3 * sizeof<T>() < end; at += 4 * sizeof<T>(), ordinals += 16) {
    const a = difference<T>(x, load<T>(at))
    const b = difference<T>(x, load<T>(at, sizeof<T>()))
    const c = difference<T>(x, load<T>(at, 2 * sizeof<T>()))
    const d = difference<T>(x, load<T>(at, 3 * sizeof<T>()))
    if (<u32>(bitCount<T>(a) <= limit) | <u32>(bitCount<T>(b) <= limit) | <u32>(bitCount<T>(c) <= limit) | <u32>(bitCount<T>(d) <= limit)) {
      if (bitCount<T>(a) <= limit) hit<T>(a, ordinal, load<u32>(ordinals))
      if (bitCount<T>(b) <= limit) hit<T>(b, ordinal, load<u32>(ordinals, 4))
      if (bitCount<T>(c) <= limit) hit<T>(c, ordinal, load<u32>(ordinals, 8))
      if (bitCount<T>(d) <= limit) hit<T>(d, ordinal, load<u32>(ordinals, 12))
    }
  }
  for (; at < end; at += sizeof<T>(), ordinals += 4) {
    const a = difference<T>(x, load<T>(at))
    if (bitCount<T>(a) <= limit) hit<T>(a, ordinal, load<u32>(ordinals))
  }
}

/** Every pair of one bucket. */
function scan<T>(at: usize, ordinals: usize, count: u32): void {
  const end = at + <usize>count * sizeof<T>()
  for (; at + sizeof<T>() < end && !stopped; at += sizeof<T>(), ordinals += 4) {
    scanOne<T>(load<T>(at), load<u32>(ordinals), at + sizeof<T>(), end, ordinals + 4)
  }
}

/** Every pair of two buckets. */
function join<T>(at: usize, ordinals: usize, count: u32, other: usize, otherOrdinals: usize, otherCount: u32): void {
  const end = other + <usize>otherCount * sizeof<T>()
  for (let i: usize = 0; i < count && !stopped; i++) {
    scanOne<T>(load<T>(at + i * sizeof<T>()), load<u32>(ordinals + (i << 2)), other, end, otherOrdinals)
  }
}

/**
 * Looks at every bucket of a key of one or two fields. Sorts in two steps, each with few enough streams for the cache;
 * the second sorts a part at a time, which is then ready to be scanned. The bits of `free` are those outside the key.
 */
function eachBucket<T>(at: usize, ordinals: usize, count: u32, first: u32, second: u32, freeLow: u64, freeHigh: u64, depth: u32): void {
  const before = mark()
  const sorted = alloc(<usize>count * sizeof<T>())
  const sortedOrdinals = alloc(<usize>count << 2)
  const starts = alloc(((<usize>1 << widthOf(first)) + 1) << 2)
  const inner = alloc(((<usize>1 << widthOf(second)) + 1) << 2)
  if (!sorted || !sortedOrdinals || !starts || !inner) return noRoom(before)
  partition<T>(at, ordinals, count, first, sorted, sortedOrdinals, starts)
  for (let b: usize = 0; b < <usize>1 << widthOf(first) && !stopped; b++) {
    const from = load<u32>(starts + (b << 2))
    const n = load<u32>(starts + (b << 2), 4) - from
    if (n < 2) continue
    const part = sorted + <usize>from * sizeof<T>()
    const partOrdinals = sortedOrdinals + (<usize>from << 2)
    if (!second) {
      bucket<T>(part, partOrdinals, n, freeLow, freeHigh, depth)
      continue
    }
    const inside = mark()
    const again = alloc(<usize>n * sizeof<T>())
    const againOrdinals = alloc(<usize>n << 2)
    if (!again || !againOrdinals) return noRoom(before)
    partition<T>(part, partOrdinals, n, second, again, againOrdinals, inner)
    let start: u32 = 0
    for (let c: usize = 1; c <= <usize>1 << widthOf(second); c++) {
      const end = load<u32>(inner + (c << 2))
      const m = end - start
      if (m > 1) {
        const x = again + <usize>start * sizeof<T>()
        const o = againOrdinals + (<usize>start << 2)
        if (m > 64 || m > maxCopies) bucket<T>(x, o, m, freeLow, freeHigh, depth)
        else scan<T>(x, o, m)
      }
      start = end
    }
    release(inside)
  }
  release(before)
}

/** All pairs of one bucket, cutting it again when it is too full. The bits of `free` may still tell its members apart. */
function bucket<T>(at: usize, ordinals: usize, count: u32, freeLow: u64, freeHigh: u64, depth: u32): void {
  if (count > maxCopies) count = setCopiesAside<T>(at, ordinals, count)
  if (count < 2 || stopped) return
  const left = <u32>(popcnt(freeLow) + popcnt(freeHigh))
  const blocks = distance + 1
  const wanted = 30 - <i32>clz(count)
  const width = min<i32>(<i32>(left / blocks), wanted)
  if (count <= FULL || depth == DEPTH || width < 4 || guards + blocks > GUARDS) {
    scan<T>(at, ordinals, count)
    return
  }
  const before = guards
  for (let block: u32 = 0; block < blocks && !stopped; block++) {
    // The keys are disjoint and one more than the distance, so near fingerprints agree in one of them.
    const key = longestRun(freeLow, freeHigh, (left * block) / blocks, (left * (block + 1)) / blocks, <u32>min(width, 12))
    const keyLow = maskOf(key, 0)
    const keyHigh = maskOf(key, 1)
    eachBucket<T>(at, ordinals, count, key, 0, freeLow & ~keyLow, freeHigh & ~keyHigh, depth + 1)
    hammingGuard(keyLow, keyHigh, 0)
  }
  guards = before
}

let slots: usize = 0
let slotMask: u32 = 0

/** The slot of a value (of one side, when there are two), or the free one where it belongs. Slots hold index + 1. */
function slotOf<T>(at: usize, ordinals: usize, x: T, below: bool): usize {
  let slot = hashOf<T>(x) & slotMask
  while (true) {
    const place = slots + (<usize>slot << 2)
    const owner = load<u32>(place)
    if (!owner) return place
    const same = !bitCount<T>(difference<T>(x, load<T>(at + <usize>(owner - 1) * sizeof<T>())))
    if (same && (!split || load<u32>(ordinals + (<usize>(owner - 1) << 2)) < split == below)) return place
    slot = (slot + 1) & slotMask
  }
}

/**
 * Takes out all but the first of every value with more than maxCopies copies and reports each of them with that first
 * one (with that of the other side, when there are two); returns how many fingerprints are left in front. Only the first
 * task, which has no guards, reports.
 */
function setCopiesAside<T>(at: usize, ordinals: usize, count: u32): u32 {
  const before = mark()
  let table: u32 = 64
  while (table < count * 2) table <<= 1
  slots = alloc(<usize>table << 2)
  slotMask = table - 1
  const tallies = alloc(<usize>count << 2)
  const owners = alloc(<usize>count << 2)
  const firsts = alloc(<usize>count << 2)
  if (!slots || !tallies || !owners || !firsts) {
    noRoom(before)
    return 0
  }
  memory.fill(slots, 0, <usize>table << 2)
  memory.fill(tallies, 0, <usize>count << 2)
  memory.copy(firsts, ordinals, <usize>count << 2)
  let crowds: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const place = slotOf<T>(at, ordinals, load<T>(at + <usize>i * sizeof<T>()), load<u32>(ordinals + (<usize>i << 2)) < split)
    if (!load<u32>(place)) store<u32>(place, i + 1)
    const owner = load<u32>(place) - 1
    store<u32>(owners + (<usize>i << 2), owner)
    const tally = load<u32>(tallies + (<usize>owner << 2)) + 1
    store<u32>(tallies + (<usize>owner << 2), tally)
    if (tally == maxCopies + 1) crowds++
  }
  let kept: u32 = count
  if (crowds) {
    // Two passes: the slots look at values, which the second pass moves.
    if (!guards) {
      crowded += crowds
      for (let i: u32 = 0; i < count; i++) {
        const owner = load<u32>(owners + (<usize>i << 2))
        if (owner == i || load<u32>(tallies + (<usize>owner << 2)) <= maxCopies) continue
        let first = owner + 1
        const ordinal = load<u32>(firsts + (<usize>i << 2))
        if (split) first = load<u32>(slotOf<T>(at, ordinals, load<T>(at + <usize>i * sizeof<T>()), ordinal >= split))
        if (first) report(load<u32>(firsts + (<usize>(first - 1) << 2)), ordinal, 0)
      }
    }
    kept = 0
    for (let i: u32 = 0; i < count; i++) {
      const owner = load<u32>(owners + (<usize>i << 2))
      if (owner != i && load<u32>(tallies + (<usize>owner << 2)) > maxCopies) continue
      store<T>(at + <usize>kept * sizeof<T>(), load<T>(at + <usize>i * sizeof<T>()))
      store<u32>(ordinals + (<usize>kept << 2), load<u32>(firsts + (<usize>i << 2)))
      kept++
    }
  }
  release(before)
  return kept
}

/**
 * A table: `count` fingerprints at `at`, of 16 bytes when `wide`, in buckets by one or two fields of at most 12 bits. A
 * pair of this table agrees in all bits of (`lower`, `upper`), of which the fields are a part.
 */
export function hammingTable(at: usize, count: u32, wide: bool, first: u32, second: u32, lower: u64, upper: u64): void {
  agreeLow = lower
  agreeHigh = upper
  if (wide) eachBucket<v128>(at, 0, count, first, second, ~lower, ~upper, 0)
  else eachBucket<u64>(at, 0, count, first, second, ~lower, 0, 0)
  agreeLow = agreeHigh = 0
}

// @ts-ignore: decorator
@inline
function joinOf<T>(at: usize, count: u32, offset: u32, bits: u32, radius: u32): void {
  const before = mark()
  const field = offset | (bits << 8)
  const sorted = alloc(<usize>count * sizeof<T>())
  const ordinals = alloc(<usize>count << 2)
  const twice = alloc(<usize>count * sizeof<T>())
  const twiceOrdinals = alloc(<usize>count << 2)
  const starts = alloc(((<usize>1 << bits) + 1) << 2)
  if (!sorted || !ordinals || !twice || !twiceOrdinals || !starts) return noRoom(before)
  for (let i: u32 = 0; i < count; i++) store<u32>(twiceOrdinals + (<usize>i << 2), i)
  memory.copy(twice, at, <usize>count * sizeof<T>())
  if (count > maxCopies) count = setCopiesAside<T>(twice, twiceOrdinals, count)
  const half = bits / 2
  partition<T>(twice, twiceOrdinals, count, offset | (half << 8), sorted, ordinals, starts)
  partition<T>(sorted, ordinals, count, (offset + half) | ((bits - half) << 8), twice, twiceOrdinals, starts)
  memory.fill(starts, 0, ((<usize>1 << bits) + 1) << 2)
  for (let i: u32 = 0; i < count; i++) {
    const place = starts + ((<usize>fieldOf<T>(load<T>(twice + <usize>i * sizeof<T>()), field) + 1) << 2)
    store<u32>(place, load<u32>(place) + 1)
  }
  for (let b: usize = 1; b <= <usize>1 << bits; b++) store<u32>(starts + (b << 2), load<u32>(starts + (b << 2)) + load<u32>(starts + ((b - 1) << 2)))
  for (let change: u32 = 0; change < 1 << bits && !stopped; change++) {
    if (<u32>popcnt(change) > radius) continue
    for (let key: u32 = 0; key < 1 << bits && !stopped; key++) {
      const from = <usize>load<u32>(starts + (<usize>key << 2))
      const n = load<u32>(starts + (<usize>key << 2), 4) - <u32>from
      if (!n) continue
      const other = key ^ change
      if (other < key) continue
      const there = <usize>load<u32>(starts + (<usize>other << 2))
      const m = load<u32>(starts + (<usize>other << 2), 4) - <u32>there
      if (other == key) scan<T>(twice + from * sizeof<T>(), twiceOrdinals + (from << 2), n)
      else if (m) join<T>(twice + from * sizeof<T>(), twiceOrdinals + (from << 2), n, twice + there * sizeof<T>(), twiceOrdinals + (there << 2), m)
    }
  }
  release(before)
}

/** A join on the `bits` bits from `offset`, of keys up to `radius` bits apart. */
export function hammingJoin(at: usize, count: u32, wide: bool, offset: u32, bits: u32, radius: u32): void {
  if (wide) joinOf<v128>(at, count, offset, bits, radius)
  else joinOf<u64>(at, count, offset, bits, radius)
}

// @ts-ignore: decorator
@inline
function bruteOf<T>(at: usize, count: u32, part: u32, parts: u32): void {
  const before = mark()
  const copied = alloc(<usize>count * sizeof<T>())
  const ordinals = alloc(<usize>count << 2)
  if (!copied || !ordinals) return noRoom(before)
  memory.copy(copied, at, <usize>count * sizeof<T>())
  for (let i: u32 = 0; i < count; i++) store<u32>(ordinals + (<usize>i << 2), i)
  const first = guards
  // Only the first part reports the copies that are set aside.
  if (part) hammingGuard(~0, ~0, 255)
  if (count > maxCopies) count = setCopiesAside<T>(copied, ordinals, count)
  guards = first
  const TILE: u32 = 4096
  for (let i: u32 = part * TILE; i < count; i += parts * TILE) {
    const n = min(TILE, count - i)
    scan<T>(copied + <usize>i * sizeof<T>(), ordinals + (<usize>i << 2), n)
    for (let j = i + TILE; j < count; j += TILE) {
      join<T>(copied + <usize>i * sizeof<T>(), ordinals + (<usize>i << 2), n, copied + <usize>j * sizeof<T>(), ordinals + (<usize>j << 2), min(TILE, count - j))
    }
  }
  release(before)
}

/** Everything against everything; of `parts` tasks the one with number `part`. */
export function hammingBrute(at: usize, count: u32, wide: bool, part: u32, parts: u32): void {
  if (wide) bruteOf<v128>(at, count, part, parts)
  else bruteOf<u64>(at, count, part, parts)
}
