/**
 * The feature table: the distinct features of a text in order of first appearance, with the columns that weights look at.
 *
 * Columns of one entry a feature, in the arena, gone with the caller's `release`. The host reads the columns, writes the
 * weights (whole numbers, so that sums do not depend on their order) and asks for the fingerprint of the weighted features.
 */
import { BARE } from './tokenize'
import { alloc } from './memory'
import { mix } from './hash'
import { count as tokenCount, hashes as block, nextBlock, rewind, starts, tags, tokenFlags, tokens, wordHash, widthAt } from './text'

export let size: u32 = 0
/** u64 hashes; u32 occurrences; u32 number of the first token; u32 code points; u32 flags (the tag in the second byte); u32 documents; i32 weights. */
export let hashes: usize = 0
export let counts: usize = 0
export let places: usize = 0
export let lengths: usize = 0
export let flags: usize = 0
export let frequencies: usize = 0
export let weights: usize = 0

/** Where each token is one feature, the entries of all tokens (u32), and room for a byte for each entry; else 0. */
let entries: usize = 0
let marks: usize = 0

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

/** Which hashes may be among the markers: a bit for each value of twelve bits. */
const maybe: usize = memory.data(512, 16)

/**
 * Sets a bit in the flags of the features that start in a sentence with one of the words whose hashes are given. Only tokens
 * of chinese and tagged know sentences; elsewhere nothing is marked.
 */
export function markSentences(markers: usize, number: u32, bit: u32, width: u32): void {
  if (!tokenFlags) return
  if (entries && width == 1) return markSingles(markers, number, bit)
  memory.fill(maybe, 0, 512)
  for (let i: usize = 0; i < number; i++) {
    const key = <u32>load<u64>(markers + (i << 3)) & 4095
    const word = maybe + (<usize>(key >> 5) << 2)
    store<u32>(word, load<u32>(word) | (1 << (key & 31)))
  }
  let sentence: u32 = 0
  let marked = false
  for (let token: u32 = 0; token < tokenCount; token++) {
    if (load<u8>(tokenFlags + token) & 1) {
      if (marked) markTokens(sentence, token, bit)
      sentence = token
      marked = false
    }
    if (!marked && isWithinSentence(token, width)) marked = isMarker(wordHash(token, width), markers, number)
  }
  if (marked) markTokens(sentence, tokenCount, bit)
}

/** The same where a marker is a feature: its entry tells. */
function markSingles(markers: usize, number: u32, bit: u32): void {
  memory.fill(marks, 0, size)
  let any = false
  for (let i: usize = 0; i < number; i++) {
    const entry = find(load<u64>(markers + (i << 3)))
    if (entry < 0) continue
    store<u8>(marks + <usize>entry, 1)
    any = true
  }
  if (!any) return
  let sentence: u32 = 0
  let marked: u32 = 0
  for (let token: u32 = 0; token <= tokenCount; token++) {
    if (token == tokenCount || load<u8>(tokenFlags + token) & 1) {
      if (marked) for (let t = sentence; t < token; t++) flagEntry(load<u32>(entries + (<usize>t << 2)), bit)
      sentence = token
      marked = 0
    }
    if (token < tokenCount) marked |= load<u8>(marks + load<u32>(entries + (<usize>token << 2)))
  }
}

// @ts-ignore: decorator
@inline
function flagEntry(entry: u32, bit: u32): void {
  const at = flags + (<usize>entry << 2)
  store<u32>(at, load<u32>(at) | bit)
}

/** Whether a run of words ends in the sentence in which it starts. */
function isWithinSentence(token: u32, width: u32): bool {
  if (token + width > tokenCount) return false
  for (let next = token + 1; next < token + width; next++) if (load<u8>(tokenFlags + next) & 1) return false
  return true
}

function isMarker(hash: u64, markers: usize, number: u32): bool {
  const key = <u32>hash & 4095
  if (!(load<u32>(maybe + (<usize>(key >> 5) << 2)) & (1 << (key & 31)))) return false
  for (let i: usize = 0; i < number; i++) if (load<u64>(markers + (i << 3)) == hash) return true
  return false
}

function markTokens(from: u32, to: u32, bit: u32): void {
  for (let token = from; token < to; token++) {
    const window = widthAt(load<u32>(starts + (<usize>token << 2)))
    if (token + window > tokenCount) return
    const entry = find(wordHash(token, window))
    if (entry >= 0) flagEntry(entry, bit)
  }
}

/** Adds `weight` times each set bit of every hash; 64 sums of whole numbers. */
const sums: usize = memory.data(512, 16)
/** Features of at most 2^20 each, after which sums of 32 bits are carried to 64: twice as many could overflow. */
const CARRY: u32 = 1024
const narrow: usize = memory.data(256, 16)

function carry(): void {
  for (let bit: usize = 0; bit < 64; bit++) {
    const at = sums + (bit << 3)
    store<i64>(at, load<i64>(at) + <i64>load<i32>(narrow + (bit << 2)))
    store<i32>(narrow + (bit << 2), 0)
  }
}

/** Adds weights to the sums of 32 bits, four at a time. */
// @ts-ignore: decorator
@inline
function addHalf(at: usize, bits: v128, weight: v128): void {
  addFour(at, bits, i32x4(1, 2, 4, 8), weight)
  addFour(at + 16, bits, i32x4(0x10, 0x20, 0x40, 0x80), weight)
  addFour(at + 32, bits, i32x4(0x100, 0x200, 0x400, 0x800), weight)
  addFour(at + 48, bits, i32x4(0x1000, 0x2000, 0x4000, 0x8000), weight)
  addFour(at + 64, bits, i32x4(0x10000, 0x20000, 0x40000, 0x80000), weight)
  addFour(at + 80, bits, i32x4(0x100000, 0x200000, 0x400000, 0x800000), weight)
  addFour(at + 96, bits, i32x4(0x1000000, 0x2000000, 0x4000000, 0x8000000), weight)
  addFour(at + 112, bits, i32x4(0x10000000, 0x20000000, 0x40000000, 0x80000000), weight)
}

// @ts-ignore: decorator
@inline
function addFour(at: usize, bits: v128, wanted: v128, weight: v128): void {
  v128.store(at, i32x4.add(v128.load(at), v128.and(weight, i32x4.eq(v128.and(bits, wanted), wanted))))
}

/** The lower (0) or upper (1) half of the fingerprint of the first `n` entries by their weights, from 0 to 2^20 each. */
export function fingerprint(n: u32, upper: u32): u64 {
  memory.fill(sums, 0, 512)
  memory.fill(narrow, 0, 256)
  let total: i64 = 0
  for (let i: u32 = 0; i < n; i++) {
    if (i && !(i & (CARRY - 1))) carry()
    let hash = load<u64>(hashes + (<usize>i << 3))
    if (upper) hash = mix(hash + 0x9e3779b97f4a7c15)
    const weight = load<i32>(weights + (<usize>i << 2))
    total += <i64>weight
    const w = i32x4.splat(weight)
    addHalf(narrow, i32x4.splat(<u32>hash), w)
    addHalf(narrow + 128, i32x4.splat(<u32>(hash >> 32)), w)
  }
  carry()
  let result: u64 = 0
  for (let bit: usize = 0; bit < 64; bit++) if (load<i64>(sums + (bit << 3)) * 2 > total) result |= <u64>1 << bit
  return result
}
