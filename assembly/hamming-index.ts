/**
 * One fingerprint against a fixed set: for each block of the bits, the set sorted by that block, with bucket starts.
 * A query looks into the buckets whose key differs from its own in at most the block's radius; an answer is given by the
 * first block that finds it.
 */
import { bitCount, difference, fieldOf, high, low, maskOf, partition } from './fingerprint'
import { alloc } from './memory'

/** Blocks at most: one for each bit of the widest fingerprint. */
const BLOCKS = 128

let distance: u32 = 0
let blocks: u32 = 0
let wide = false
/** For each block 32 bytes: field, radius, starts, values, ordinals. */
const table: usize = memory.data(4096, 16)

function entry(block: u32, number: usize): usize {
  return table + (<usize>block << 5) + (number << 2)
}

export function indexBegin(maxDistance: u32, isWide: bool): void {
  distance = maxDistance
  wide = isWide
  blocks = 0
}

// @ts-ignore: decorator
@inline
function build<T>(at: usize, count: u32, field: u32, sorted: usize, ordinals: usize, starts: usize, spare: usize, spareOrdinals: usize): void {
  const bits = field >> 8
  const offset = field & 127
  const half = bits / 2
  partition<T>(at, 0, count, offset | (half << 8), spare, spareOrdinals, starts)
  partition<T>(spare, spareOrdinals, count, (offset + half) | ((bits - half) << 8), sorted, ordinals, starts)
  memory.fill(starts, 0, ((<usize>1 << bits) + 1) << 2)
  for (let i: usize = 0; i < count; i++) {
    const place = starts + ((<usize>fieldOf<T>(load<T>(sorted + i * sizeof<T>()), field) + 1) << 2)
    store<u32>(place, load<u32>(place) + 1)
  }
  for (let b: usize = 1; b <= <usize>1 << bits; b++) store<u32>(starts + (b << 2), load<u32>(starts + (b << 2)) + load<u32>(starts + ((b - 1) << 2)))
}

/**
 * Adds the block of `bits` bits from `offset`, searched up to `radius`; `spare` has room for the set once more (12 or 20
 * bytes each). False when there is no room.
 */
export function indexBlock(at: usize, count: u32, offset: u32, bits: u32, radius: u32, spare: usize): bool {
  if (blocks == BLOCKS) return false
  const item: usize = wide ? 16 : 8
  const sorted = alloc(<usize>count * item)
  const ordinals = alloc(<usize>count << 2)
  const starts = alloc(((<usize>1 << bits) + 1) << 2)
  if (!sorted || !ordinals || !starts) return false
  const field = offset | (bits << 8)
  store<u32>(entry(blocks, 0), field)
  store<u32>(entry(blocks, 1), radius)
  store<u32>(entry(blocks, 2), <u32>starts)
  store<u32>(entry(blocks, 3), <u32>sorted)
  store<u32>(entry(blocks, 4), <u32>ordinals)
  const spareOrdinals = spare + <usize>count * item
  if (wide) build<v128>(at, count, field, sorted, ordinals, starts, spare, spareOrdinals)
  else build<u64>(at, count, field, sorted, ordinals, starts, spare, spareOrdinals)
  blocks++
  return true
}

/** Whether no block before this one brings the two together. */
function isFirst(lower: u64, upper: u64, block: u32): bool {
  for (let b: u32 = 0; b < block; b++) {
    const field = load<u32>(entry(b, 0))
    if (<u32>(popcnt(lower & maskOf(field, 0)) + popcnt(upper & maskOf(field, 1))) <= load<u32>(entry(b, 1))) return false
  }
  return true
}

// @ts-ignore: decorator
@inline
function query<T>(x: T, to: usize, room: u32): u32 {
  let found: u32 = 0
  for (let block: u32 = 0; block < blocks; block++) {
    const field = load<u32>(entry(block, 0))
    const bits = field >> 8
    const radius = load<u32>(entry(block, 1))
    const starts = <usize>load<u32>(entry(block, 2))
    const values = <usize>load<u32>(entry(block, 3))
    const ordinals = <usize>load<u32>(entry(block, 4))
    const key = fieldOf<T>(x, field)
    // Every change of at most `radius` bits, in the order of the number of bits, by Gosper's successor.
    for (let ones: u32 = 0; ones <= radius; ones++) {
      let change: u32 = ones ? (1 << ones) - 1 : 0
      while (change < 1 << bits) {
        const from = load<u32>(starts + (<usize>(key ^ change) << 2))
        const end = load<u32>(starts + (<usize>(key ^ change) << 2), 4)
        for (let i = from; i < end; i++) {
          const differing = difference<T>(x, load<T>(values + <usize>i * sizeof<T>()))
          const apart = bitCount<T>(differing)
          if (apart > distance || !isFirst(low<T>(differing), high<T>(differing), block)) continue
          if (found < room) {
            store<u32>(to + (<usize>found << 3), load<u32>(ordinals + (<usize>i << 2)))
            store<u32>(to + (<usize>found << 3), apart, 4)
          }
          found++
        }
        if (!change) break
        const lowest = change & (0 - change)
        const ripple = change + lowest
        change = (((ripple ^ change) >> 2) / lowest) | ripple
      }
    }
  }
  return found
}

/** Writes (ordinal, distance) pairs of the answers to the fingerprint at `at`, at most `room`; returns how many there are. */
export function indexQuery(at: usize, to: usize, room: u32): u32 {
  return wide ? query<v128>(load<v128>(at), to, room) : query<u64>(load<u64>(at), to, room)
}
