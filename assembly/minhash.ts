/**
 * MinHash by fast similarity sketching (Dahlgaard, Knudsen and Thorup 2017): k positions, error as of k independent
 * functions, about one hash a feature instead of k.
 *
 * Round r < k throws every feature into one position at random; rounds k .. 2k-1 throw every feature into position r - k.
 * A position takes the least value of the first round that reached it. Texts with many features are done after round 0;
 * few features take more rounds, of which there is an end, because round k + i fills position i.
 *
 *     hash of a feature in round r:  x(0) = h,  x(r) = mix(h + r * K0)
 *     position: (upper 32 bits * k) >> 32,  value: lower 32 bits (0xffffffff means "none" and loses)
 */
import { K0, mix } from './hash'

/** A position that no feature has reached: the greatest value, so that every other one is less. */
const NONE: u32 = 0xffffffff

// @ts-ignore: decorator
@inline
function offer(values: usize, k: u64, x: u64): void {
  const at = values + (<usize>(((x >> 32) * k) >> 32) << 2)
  store<u32>(at, min(load<u32>(at), <u32>x))
}

/** Round 0 for `count` hashes; `values` are k u32, all NONE at first. */
export function offerBlock(values: usize, k: u32, at: usize, count: u32): void {
  const wide = <u64>k
  for (const end = at + (<usize>count << 3); at < end; at += 8) offer(values, wide, load<u64>(at))
}

/** Whether a position is still empty. */
export function isOpen(values: usize, k: u32): bool {
  for (let i: u32 = 0; i < k; i++) if (load<u32>(values + (<usize>i << 2)) == NONE) return true
  return false
}

/** Rounds 1 to 2k-1 for all `count` distinct hashes at once; `fresh` is scratch of k u32. */
export function fill(values: usize, k: u32, at: usize, count: u32, fresh: usize): void {
  const end = at + (<usize>count << 3)
  const bytes = <usize>k << 2
  for (let round: u32 = 1; round < 2 * k; round++) {
    const step = <u64>round * K0
    if (round < k) {
      memory.fill(fresh, 0xff, bytes)
      for (let p = at; p < end; p += 8) offer(fresh, <u64>k, mix(load<u64>(p) + step))
      let open = false
      for (let i: usize = 0; i < bytes; i += 4) {
        if (load<u32>(values + i) != NONE) continue
        const value = load<u32>(fresh + i)
        store<u32>(values + i, value)
        open = open || value == NONE
      }
      if (!open) return
    } else {
      const place = values + (<usize>(round - k) << 2)
      if (load<u32>(place) != NONE) continue
      let least = NONE
      for (let p = at; p < end; p += 8) least = min(least, <u32>mix(load<u64>(p) + step))
      store<u32>(place, least)
    }
  }
}
