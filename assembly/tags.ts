/** Tag names to ids. The host writes the names, see src/tokenizing/chinese/tags.ts: up to four letters each, as one u32. */

const SLOTS: u32 = 512
const names = memory.data(256 * 4, 16)
/** Open addressing: name, id. */
const table = memory.data(512 * 8, 16)
let unknown: u32 = 0
let number: u32 = 0
let letters: u32 = 0

/** Where the host writes the names, by id; at most 256. */
export function tagNames(): usize {
  return names
}

/** Takes `count` names; `x`, `m` and `eng` must be among them. */
export function useTags(count: u32): void {
  memory.fill(table, 0, SLOTS << 3)
  for (let id: u32 = 1; id < count; id++) {
    const entry = find(load<u32>(names + (<usize>id << 2)))
    store<u32>(entry, load<u32>(names + (<usize>id << 2)))
    store<u32>(entry, id, 4)
  }
  unknown = load<u32>(find(0x78), 4)
  number = load<u32>(find(0x6d), 4)
  letters = load<u32>(find(0x676e65), 4)
}

function find(name: u32): usize {
  let slot = (name * 0x9e3779b1) >> 23
  while (true) {
    const entry = table + (<usize>slot << 3)
    const there = load<u32>(entry)
    if (!there || there == name) return entry
    slot = (slot + 1) & (SLOTS - 1)
  }
}

/** The id of a tag of letters and digits, see tagId in tags.ts. */
export function tagId(at: usize, length: usize): u32 {
  let name: u32 = 0
  const most = min<usize>(length, 4)
  for (let i: usize = 0; i < most; i++) {
    const c: u32 = load<u8>(at + i)
    name |= (c - 65 < 26 ? c | 32 : c) << <u32>(i << 3)
  }
  for (let kept = <u32>most; kept; kept--) {
    const id = load<u32>(find(name & (<u32>-1 >> (32 - (kept << 3)))), 4)
    if (id) return id
  }
  return unknown
}

/** The tag of a word that no dictionary has: `m` for digits, `eng` for letters and digits, else `x`. */
export function guessTag(from: usize, to: usize): u32 {
  let digits: u32 = 0
  let others: u32 = 0
  for (let at = from; at < to; at++) {
    const c: u32 = load<u8>(at)
    digits += <u32>(c - 48 < 10)
    others += <u32>((c | 32) - 97 < 26)
  }
  return others ? letters : digits ? number : unknown
}
