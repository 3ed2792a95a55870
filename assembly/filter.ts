/** Leaves out tokens: stop words, and tags that are not wanted. */
import { lane64 } from './hash'
import { BARE, finishTokens } from './tokenize'

/** Open addressing: lane64 (seed 0) of the stop words; 0 when there are none. */
let stops: usize = 0
let mask: u32 = 0
/** A byte a tag id, 1 to keep; 0 when all are kept. */
let kept: usize = 0

/** Takes a table of `slots` (a power of two) hashes and one of 256 tags; 0 for none. They stay where they are. */
export function loadFilter(table: usize, slots: u32, tags: usize): void {
  stops = table
  mask = slots - 1
  kept = tags
}

export function filters(): bool {
  return stops != 0 || kept != 0
}

function isStop(at: usize, length: usize): bool {
  const hash = lane64(at, length, 0)
  let slot = <u32>hash & mask
  while (true) {
    const found = load<u64>(stops + (<usize>slot << 3))
    if (found == hash) return true
    if (!found) return false
    slot = (slot + 1) & mask
  }
}

/** Closes the gaps in the tokens and their tags and flags (0: there are none); returns how many are left. */
export function filterTokens(tokens: usize, starts: usize, tags: usize, flags: usize, count: u32): u32 {
  let out = tokens
  let left: u32 = 0
  // A sentence begins with the first token of it that is left.
  let opening: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const start = load<u32>(starts + (<usize>i << 2))
    const from = tokens + <usize>(start & ~BARE)
    const length = tokens + <usize>(load<u32>(starts + (<usize>i << 2), 4) & ~BARE) - from
    if (flags) opening |= load<u8>(flags + i)
    if (tags && kept && !load<u8>(kept + load<u8>(tags + i))) continue
    if (stops && isStop(from, start & BARE ? length : length - 1)) continue
    memory.copy(out, from, length)
    store<u32>(starts + (<usize>left << 2), <u32>(out - tokens) | (start & BARE))
    if (tags) store<u8>(tags + left, load<u8>(tags + i))
    if (flags) store<u8>(flags + left, opening)
    opening = 0
    left++
    out += length
  }
  return finishTokens(tokens, out, starts, starts + (<usize>left << 2))
}
