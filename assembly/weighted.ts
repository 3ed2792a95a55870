/** The fingerprint of the features of a table by their weights. */
import { mix } from './hash'
import { hashes, weights } from './table'

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
