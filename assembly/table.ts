/**
 * The feature table: the distinct features of a text in order of first appearance, with the columns that weights look at.
 *
 * Columns of one entry a feature, in the arena, gone with the caller's `release`. The host reads the columns, writes the
 * weights (whole numbers, so that sums do not depend on their order) and asks for the fingerprint of the weighted features.
 */
import { BARE } from './tokenize'
import { alloc } from './memory'
import { count as tokenCount, hashes as block, nextBlock, rewind, starts, tags, tokens, widthAt } from './text'

export let size: u32 = 0
/** u64 hashes; u32 occurrences; u32 number of the first token; u32 code points; u32 flags (the tag in the second byte); u32 documents; i32 weights. */
export let hashes: usize = 0
export let counts: usize = 0
export let places: usize = 0
export let lengths: usize = 0
export let flags: usize = 0
export let frequencies: usize = 0
export let weights: usize = 0

/** Where each token is one feature, the entries of all tokens (u32), and room for a byte for each entry; else 0. See marks.ts. */
export let entries: usize = 0
export let marks: usize = 0

let slots: usize = 0
let mask: u32 = 0
let capacity: u32 = 0

/** Collects the features of the prepared text, with room for `spare` more entries; false without room. */
export function build(features: u32, spare: u32): bool {
  capacity = features + spare
  let table: u32 = 64
  while (table < capacity + (capacity >> 1)) table <<= 1
  hashes = alloc(<usize>capacity << 3)
  counts = alloc(<usize>capacity << 2)
  places = alloc(<usize>capacity << 2)
  lengths = alloc(<usize>capacity << 2)
  flags = alloc(<usize>capacity << 2)
  frequencies = alloc(<usize>capacity << 2)
  weights = alloc(<usize>capacity << 2)
  slots = alloc(<usize>table << 2)
  const isSingle = widthAt(0) == 1 && widthAt(BARE) == 1
  entries = isSingle ? alloc(<usize>features << 2) : 0
  marks = isSingle ? alloc(capacity) : 0
  if (isSingle && (!entries || !marks)) return false
  if (!hashes || !counts || !places || !lengths || !flags || !frequencies || !weights || !slots) return false
  memory.fill(slots, 0, <usize>table << 2)
  mask = table - 1
  size = 0
  rewind()
  let place: u32 = 0
  for (let n = nextBlock(); n; n = nextBlock()) {
    for (let i: u32 = 0; i < n; i++) {
      const entry = add(load<u64>(block + (<usize>i << 3)), place)
      if (entries) store<u32>(entries + (<usize>place << 2), entry)
      place++
    }
  }
  describe()
  return true
}

/** Returns the entry. */
// @ts-ignore: decorator
@inline
function add(hash: u64, place: u32): u32 {
  let slot = <u32>(hash >> 32) & mask
  while (true) {
    const at = slots + (<usize>slot << 2)
    const index = load<u32>(at)
    if (!index) {
      const to = <usize>size << 2
      store<u64>(hashes + (to << 1), hash)
      store<u32>(counts + to, 1)
      store<u32>(places + to, place)
      store<u32>(flags + to, 0)
      store<u32>(frequencies + to, 0)
      size++
      store<u32>(at, size)
      return size - 1
    }
    const entry = <usize>(index - 1) << 2
    if (load<u64>(hashes + (entry << 1)) == hash) {
      store<u32>(counts + entry, load<u32>(counts + entry) + 1)
      return index - 1
    }
    slot = (slot + 1) & mask
  }
}

/** The entry of a hash, or -1. */
export function find(hash: u64): i32 {
  let slot = <u32>(hash >> 32) & mask
  while (true) {
    const index = load<u32>(slots + (<usize>slot << 2))
    if (!index) return -1
    if (load<u64>(hashes + (<usize>(index - 1) << 3)) == hash) return <i32>index - 1
    slot = (slot + 1) & mask
  }
}

/** Turns places (numbers of features) into offsets in the token text, and counts code points; spaces do not count. */
function describe(): void {
  // Features are numbered as nextBlock makes them: under `auto` those whose window does not fit are left out.
  let feature: u32 = 0
  let entry: u32 = 0
  for (let token: u32 = 0; token < tokenCount && entry < size; token++) {
    const start = load<u32>(starts + (<usize>token << 2))
    const after = token + widthAt(start)
    if (after > tokenCount) continue
    if (load<u32>(places + (<usize>entry << 2)) == feature) {
      const to = load<u32>(starts + (<usize>after << 2)) & ~BARE
      describeOne(entry++, start & ~BARE, to, token)
    }
    feature++
  }
  // A text shorter than its window is one feature as a whole.
  if (entry < size) describeOne(entry, 0, load<u32>(starts + (<usize>tokenCount << 2)) & ~BARE, 0)
}

function describeOne(entry: u32, from: u32, to: u32, token: u32): void {
  let length: u32 = 0
  for (let at = tokens + from, end = tokens + to; at < end; at += 16) {
    // Bytes behind the end are left out by a mask, so that short features, as nearly all are, need no loop.
    const block = v128.load(at)
    const counted = v128.andnot(i8x16.gt_s(block, i8x16.splat(-65)), i8x16.eq(block, i8x16.splat(32)))
    length += popcnt(i8x16.bitmask(counted) & ((1 << <i32>min<usize>(end - at, 16)) - 1))
  }
  const at = <usize>entry << 2
  store<u32>(lengths + at, length)
  store<u32>(places + at, token)
  if (tags) store<u32>(flags + at, <u32>load<u8>(tags + token) << 8)
}
