/**
 * Simhash (Charikar 2002): bit i of the fingerprint is set when more than half of the features have it set.
 *
 * The counts are kept bit-sliced: plane p holds bit p of the count of every bit position. Eight pairs of hashes at a time
 * go through carry-save adders into three low planes; only their carry, worth eight, ripples upwards. A v128 holds two
 * hashes, so there are two independent counts, added at the end. The comparison with half the number of features is
 * bit-sliced too. Every occurrence of a feature counts one, which is the weight tf.
 */
import { mix } from './hash'

/** Bits of a count: features of a text are fewer than 2^32. */
const PLANES: usize = 32

/** 32 planes of the lower half, then 32 of the upper half, 16 bytes each. */
const planes: usize = memory.data(1024, 16)
let total: u64 = 0

export function begin(): void {
  memory.fill(planes, 0, 1024)
  total = 0
}

/** Adds `count` hashes at `at`; `set` 0 or 1 is the lower or upper half of a 128-bit fingerprint. May write past the last hash. */
export function add(at: usize, count: u32, set: usize): void {
  const low = planes + set * PLANES * 16
  // Absent hashes are zero: they add nothing.
  const end = at + (<usize>count << 3)
  const padded = at + (((<usize>count + 15) & ~15) << 3)
  for (let p = end; p < padded; p += 8) store<u64>(p, 0)
  let ones = v128.load(low)
  let twos = v128.load(low, 16)
  let fours = v128.load(low, 32)
  for (; at < padded; at += 128) {
    let a = v128.load(at)
    let b = v128.load(at, 16)
    let u = v128.xor(ones, a)
    const twosA = v128.or(v128.and(ones, a), v128.and(u, b))
    ones = v128.xor(u, b)
    a = v128.load(at, 32)
    b = v128.load(at, 48)
    u = v128.xor(ones, a)
    const twosB = v128.or(v128.and(ones, a), v128.and(u, b))
    ones = v128.xor(u, b)
    u = v128.xor(twos, twosA)
    const foursA = v128.or(v128.and(twos, twosA), v128.and(u, twosB))
    twos = v128.xor(u, twosB)
    a = v128.load(at, 64)
    b = v128.load(at, 80)
    u = v128.xor(ones, a)
    const twosC = v128.or(v128.and(ones, a), v128.and(u, b))
    ones = v128.xor(u, b)
    a = v128.load(at, 96)
    b = v128.load(at, 112)
    u = v128.xor(ones, a)
    const twosD = v128.or(v128.and(ones, a), v128.and(u, b))
    ones = v128.xor(u, b)
    u = v128.xor(twos, twosC)
    const foursB = v128.or(v128.and(twos, twosC), v128.and(u, twosD))
    twos = v128.xor(u, twosD)
    u = v128.xor(fours, foursA)
    let carry = v128.or(v128.and(fours, foursA), v128.and(u, foursB))
    fours = v128.xor(u, foursB)
    for (let plane = low + 48; v128.any_true(carry); plane += 16) {
      const sum = v128.load(plane)
      v128.store(plane, v128.xor(sum, carry))
      carry = v128.and(sum, carry)
    }
  }
  v128.store(low, ones)
  v128.store(low, twos, 16)
  v128.store(low, fours, 32)
  if (!set) total += count
}

/** Replaces each hash by an independent one, for the upper half of 128 bits. */
export function rehash(at: usize, count: u32): void {
  for (const end = at + (<usize>count << 3); at < end; at += 8) store<u64>(at, mix(load<u64>(at) + 0x9e3779b97f4a7c15))
}

/** The 64 bits of one half. */
export function finish(set: usize): u64 {
  const low = planes + set * PLANES * 16
  const half = total >> 1
  let carry: u64 = 0
  let greater: u64 = 0
  // From the low plane up: a higher plane decides over all below it.
  for (let plane: usize = 0; plane < PLANES; plane++) {
    const a = load<u64>(low + plane * 16)
    const b = load<u64>(low + plane * 16, 8)
    const sum = a ^ b ^ carry
    carry = (a & b) | (carry & (a ^ b))
    const bit: u64 = (half >> plane) & 1 ? ~0 : 0
    greater = (sum & ~bit) | (greater & ~(sum ^ bit))
  }
  return greater
}
