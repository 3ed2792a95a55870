/**
 * The kernel's memory.
 *
 *     0 ............ static data: the Unicode blob and small tables (placed by the compiler)
 *     __heap_base .. arena: blocks handed out upwards by `alloc`, given back all at once by `release(mark)`
 *
 * There is no free list: the text workspace grows by doubling and stays, everything else is released by the caller
 * right after its call. Blocks start on multiples of 64 and may be read (not written) up to 64 bytes past their end.
 */
const SLACK: usize = 64

let top: usize = (__heap_base + 63) & ~63

/** A block of `size` bytes, contents undefined; 0 when the machine or the 4 GiB of wasm have no room for it. */
export function alloc(size: usize): usize {
  const at = top
  const end: u64 = ((<u64>at + <u64>size + <u64>SLACK + 63) / 64) * 64
  if (end > 0xffff0000) return 0
  const have: u64 = (<u64>memory.size()) << 16
  if (end > have) {
    const need = <i32>((end - have + 0xffff) >> 16)
    // Ask for an eighth more than needed, so that a growing workspace does not grow page by page.
    const wish = min(need + (memory.size() >> 3), 65535 - memory.size())
    if (wish < need || memory.grow(wish) < 0) if (memory.grow(need) < 0) return 0
  }
  top = <usize>end
  return at
}

/** The current top of the arena, for `release`. */
export function mark(): usize {
  return top
}

/** Gives back every block handed out since `mark` returned `to`. */
export function release(to: usize): void {
  top = to
}
