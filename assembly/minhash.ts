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

/** How many positions are still empty. */
export function openOf(values: usize, k: u32): u32 {
  let open: u32 = 0
  for (let i: u32 = 0; i < k; i++) open += u32(load<u32>(values + (<usize>i << 2)) == NONE)
  return open
}

/**
 * Rounds 1 to 2k-1 for all `count` distinct hashes at once.
 *
 * @param open    positions that are still empty, at least one
 * @param filled  scratch of k u32: the round that filled a position. So a round costs a step for each feature and none for each position; a
 *                text of a few words takes a hundred rounds
 */
export function fill(values: usize, k: u32, at: usize, count: u32, open: u32, filled: usize): void {
  const end = at + (<usize>count << 3)
  memory.fill(filled, 0, <usize>k << 2)
  for (let round: u32 = 1; round < 2 * k; round++) {
    const step = <u64>round * K0
    if (round < k) {
      for (let p = at; p < end; p += 8) {
        const x = mix(load<u64>(p) + step)
        const place = <usize>(((x >> 32) * <u64>k) >> 32) << 2
        const before = load<u32>(values + place)
        if (before != NONE) {
          if (load<u32>(filled + place) == round && <u32>x < before) store<u32>(values + place, <u32>x)
        } else if (<u32>x != NONE) {
          store<u32>(values + place, <u32>x)
          store<u32>(filled + place, round)
          open--
        }
      }
    } else {
      const place = values + (<usize>(round - k) << 2)
      if (load<u32>(place) != NONE) continue
      let least = NONE
      for (let p = at; p < end; p += 8) least = min(least, <u32>mix(load<u64>(p) + step))
      store<u32>(place, least)
      open--
    }
    if (!open) return
  }
}
