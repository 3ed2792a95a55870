/**
 * Fingerprints as values: u64, or v128 for 128 bits (lane 0 is the lower half). T is resolved at compile time.
 * A field is a run of 1 to 20 bits that does not cross the middle of 128, written offset | width << 8; 0 is no field.
 */
import { mix } from './hash'

// @ts-ignore: decorator
@inline
export function low<T>(x: T): u64 {
  if (sizeof<T>() == 16) return v128.extract_lane<u64>(x, 0)
  return <u64>x
}

// @ts-ignore: decorator
@inline
export function high<T>(x: T): u64 {
  if (sizeof<T>() == 16) return v128.extract_lane<u64>(x, 1)
  return 0
}

// @ts-ignore: decorator
@inline
export function pack<T>(lower: u64, upper: u64): T {
  if (sizeof<T>() == 16) return v128.replace_lane<u64>(v128.splat<u64>(lower), 1, upper)
  return <T>lower
}

// @ts-ignore: decorator
@inline
export function difference<T>(a: T, b: T): T {
  if (sizeof<T>() == 16) return v128.xor(a, b)
  return <T>(<u64>a ^ <u64>b)
}

// @ts-ignore: decorator
@inline
export function bitCount<T>(x: T): u32 {
  if (sizeof<T>() == 16) return <u32>(popcnt(low<T>(x)) + popcnt(high<T>(x)))
  return <u32>popcnt(<u64>x)
}

// @ts-ignore: decorator
@inline
export function hashOf<T>(x: T): u32 {
  return <u32>mix(sizeof<T>() == 16 ? low<T>(x) ^ mix(high<T>(x) + 1) : low<T>(x))
}

// @ts-ignore: decorator
@inline
export function widthOf(field: u32): u32 {
  return field >> 8
}

/** The value of a field. */
// @ts-ignore: decorator
@inline
export function fieldOf<T>(x: T, field: u32): u32 {
  const mask = (1 << (field >> 8)) - 1
  if (sizeof<T>() == 16) return <u32>((field & 64 ? high<T>(x) : low<T>(x)) >> <u64>(field & 63)) & mask
  return <u32>(low<T>(x) >> <u64>(field & 63)) & mask
}

/** The bits of a field as a mask: its lower (`word` 0) or upper half. */
export function maskOf(field: u32, word: u32): u64 {
  if (!field || (field & 127) >> 6 != word) return 0
  return ((<u64>1 << <u64>(field >> 8)) - 1) << <u64>(field & 63)
}

/** The longest run, at most `width` bits, among the set bits number `from` to `to` of a mask, as a field. */
export function longestRun(lower: u64, upper: u64, from: u32, to: u32, width: u32): u32 {
  let best: u32 = 0
  let run: u32 = 0
  let seen: u32 = 0
  for (let bit: u32 = 0; bit < 128; bit++) {
    if (bit == 64) run = 0
    if (((bit < 64 ? lower : upper) >> <u64>(bit & 63)) & 1) {
      run = seen >= from && seen < to ? min(run + 1, width) : 0
      seen++
    } else run = 0
    if (run > widthOf(best)) best = (bit - run + 1) | (run << 8)
  }
  return best
}

/**
 * Stable sort by a field, values and ordinals together; `starts` gets 2^width + 1 bucket starts. `ordinals` 0 stands for
 * 0, 1, 2, ….
 */
export function partition<T>(at: usize, ordinals: usize, count: u32, field: u32, to: usize, toOrdinals: usize, starts: usize): void {
  const buckets = <usize>1 << widthOf(field)
  memory.fill(starts, 0, (buckets + 1) << 2)
  const end = at + <usize>count * sizeof<T>()
  for (let p = at; p < end; p += sizeof<T>()) {
    const place = starts + (<usize>fieldOf<T>(load<T>(p), field) << 2)
    store<u32>(place, load<u32>(place, 4) + 1, 4)
  }
  for (let b: usize = 1; b <= buckets; b++) store<u32>(starts + (b << 2), load<u32>(starts + (b << 2)) + load<u32>(starts + ((b - 1) << 2)))
  if (ordinals) {
    for (let p = at; p < end; p += sizeof<T>(), ordinals += 4) put<T>(load<T>(p), load<u32>(ordinals), field, to, toOrdinals, starts)
  } else {
    let ordinal: u32 = 0
    for (let p = at; p < end; p += sizeof<T>()) put<T>(load<T>(p), ordinal++, field, to, toOrdinals, starts)
  }
  // Each start has moved on to where its bucket ends: that is where the next one starts.
  memory.copy(starts + 4, starts, buckets << 2)
  store<u32>(starts, 0)
}

// @ts-ignore: decorator
@inline
function put<T>(x: T, ordinal: u32, field: u32, to: usize, toOrdinals: usize, starts: usize): void {
  const place = starts + (<usize>fieldOf<T>(x, field) << 2)
  const free = <usize>load<u32>(place)
  store<u32>(place, <u32>free + 1)
  store<T>(to + free * sizeof<T>(), x)
  store<u32>(toOrdinals + (free << 2), ordinal)
}
