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

/** A position that no round has reached, with the round in the upper half. */
const OPEN: u64 = u64.MAX_VALUE

/** Features from which on a round looks first which of its throws reach a position that is open. */
const MANY: u32 = 32
/** Bytes of hashes that are looked at together. */
const HELD: usize = 2048
/** Throws that reach an open position. */
const taken: usize = memory.data(2048, 16)

// @ts-ignore: decorator
@inline
function placeOf(rounds: usize, k: u64, x: u64): usize {
  return rounds + (<usize>(((x >> 32) * k) >> 32) << 3)
}

/** Lets one throw of a round count; how many positions it has reached first. */
// @ts-ignore: decorator
@inline
function offerIn(rounds: usize, k: u64, upper: u64, x: u64): u32 {
  const place = placeOf(rounds, k, x)
  const before = load<u64>(place)
  // A value of NONE loses, also against an empty position.
  const offered = select<u64>(OPEN, upper | <u32>x, <u32>x == NONE)
  const less = offered < before
  store<u64>(place, select<u64>(offered, before, less))
  return u32(less) & u32(before == OPEN)
}

/** A round for the hashes from `at` to `end`; how many positions it has reached first. */
// @ts-ignore: decorator
@inline
function settle(rounds: usize, k: u64, at: usize, end: usize, round: u32): u32 {
  const step = <u64>round * K0
  const upper = <u64>round << 32
  let reached: u32 = 0
  for (let p = at; p < end; p += 8) reached += offerIn(rounds, k, upper, mix(load<u64>(p) + step))
  return reached
}

/** The same for up to HELD bytes of hashes of which few reach an open position, as where there are many. */
// @ts-ignore: decorator
@inline
function settleFew(rounds: usize, k: u64, at: usize, end: usize, round: u32): u32 {
  const step = <u64>round * K0
  const upper = <u64>round << 32
  let last = taken
  for (let p = at; p < end; p += 8) {
    const x = mix(load<u64>(p) + step)
    store<u64>(last, x)
    // Rounds before this one have won already.
    last += <usize>(load<u64>(placeOf(rounds, k, x)) >= upper) << 3
  }
  let reached: u32 = 0
  for (let p = taken; p < last; p += 8) reached += offerIn(rounds, k, upper, load<u64>(p))
  return reached
}

/**
 * Rounds 1 to 2k-1 for all `count` distinct hashes at once.
 *
 * "The least value of the first round" is the least number of (round, value), so a throw is one minimum and no branch that would
 * often fail. A text of a few words takes a hundred rounds; a round costs a step for each feature and none for each position.
 *
 * @param open    positions that are still empty, at least one
 * @param rounds  scratch of k u64: (round << 32 | value) of each position
 */
export function fill(values: usize, k: u32, at: usize, count: u32, open: u32, rounds: usize): void {
  const end = at + (<usize>count << 3)
  const wide = <u64>k
  for (let i: usize = 0; i < k; i++) {
    const value = load<u32>(values + (i << 2))
    store<u64>(rounds + (i << 3), select<u64>(OPEN, value, value == NONE))
  }
  for (let round: u32 = 1; open && round < k; round++) {
    if (count < MANY) open -= settle(rounds, wide, at, end, round)
    else for (let p = at; p < end; p += HELD) open -= settleFew(rounds, wide, p, min(p + HELD, end), round)
  }
  for (let i: usize = 0; i < k; i++) store<u32>(values + (i << 2), <u32>load<u64>(rounds + (i << 3)))
  for (let i: u32 = 0; open && i < k; i++) {
    const place = values + (<usize>i << 2)
    if (load<u32>(place) != NONE) continue
    const step = <u64>(k + i) * K0
    let least = NONE
    for (let p = at; p < end; p += 8) least = min(least, <u32>mix(load<u64>(p) + step))
    store<u32>(place, least)
    open--
  }
}
