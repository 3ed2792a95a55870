/**
 * Four blocks of 16 bits at distance 3, with and without the second hashing of wang2019, in typed arrays: the same steps as
 * src/research/rivals/blocks.ts for as many fingerprints as memory holds. Equal fingerprints are entries of their own.
 */
export interface Counts {
  comparisons: number
  /** Pairs within the distance, each once. */
  pairs: number
  largest: number
  split: number
}

const DISTANCE = 3

function ones(x: number): number {
  x -= (x >>> 1) & 0x55555555
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** @param limit  fingerprints in a bucket beyond which it is cut again, once; infinite for never */
export function searchBlocks(low: Uint32Array, high: Uint32Array, limit: number): Counts {
  const count = low.length
  const counts: Counts = { comparisons: 0, pairs: 0, largest: 0, split: 0 }
  const starts = new Uint32Array(2 ** 16 + 1)
  const [a, b] = [new Uint32Array(count), new Uint32Array(count)]
  const scratch: Scratch = { heads: new Int32Array(2 ** 12).fill(-1), next: new Int32Array(count), parts: new Uint16Array(4 * count) }

  for (let block = 0; block < 4; block++) {
    const half = block < 2 ? low : high
    const shift = (block & 1) * 16
    starts.fill(0)
    for (let i = 0; i < count; i++) (starts[(((half[i] as number) >>> shift) & 0xffff) + 1] as number)++
    for (let key = 0; key < 2 ** 16; key++) starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number)
    const ends = starts.slice(0, -1)
    for (let i = 0; i < count; i++) {
      const key = ((half[i] as number) >>> shift) & 0xffff
      const at = ends[key] as number
      ends[key] = at + 1
      a[at] = low[i] as number
      b[at] = high[i] as number
    }
    for (let key = 0; key < 2 ** 16; key++) {
      const [from, to] = [starts[key] as number, starts[key + 1] as number]
      counts.largest = Math.max(counts.largest, to - from)
      if (to - from > limit && to - from > 2) {
        counts.split++
        again(a, b, from, to, block, scratch, counts)
      } else within(a, b, from, to, block, counts)
    }
  }
  return counts
}

/** Every pair of a bucket. */
function within(a: Uint32Array, b: Uint32Array, from: number, to: number, block: number, counts: Counts): void {
  counts.comparisons += ((to - from) * (to - from - 1)) / 2
  for (let i = from + 1; i < to; i++) {
    const [x, y] = [a[i] as number, b[i] as number]
    for (let j = from; j < i; j++) {
      const [low, high] = [(a[j] as number) ^ x, (b[j] as number) ^ y]
      if (ones(low) + ones(high) <= DISTANCE && isFirst(low, high, block)) counts.pairs++
    }
  }
}

/** The last one of each value of a part and the one before each, and four parts of each fingerprint. */
interface Scratch {
  readonly heads: Int32Array
  readonly next: Int32Array
  readonly parts: Uint16Array
}

/** The pairs of a bucket that also share one of four parts of the other 48 bits. */
function again(
  a: Uint32Array,
  b: Uint32Array,
  from: number,
  to: number,
  block: number,
  { heads, next, parts }: Scratch,
  counts: Counts,
): void {
  for (let i = from; i < to; i++) cut(a[i] as number, b[i] as number, block, parts, 4 * i)
  const differing = new Uint16Array(4)
  for (let part = 0; part < 4; part++) {
    for (let i = from; i < to; i++) {
      const [x, y, key] = [a[i] as number, b[i] as number, parts[4 * i + part] as number]
      for (let j = heads[key] as number; j >= 0; j = next[j] as number) {
        counts.comparisons++
        const [low, high] = [(a[j] as number) ^ x, (b[j] as number) ^ y]
        if (ones(low) + ones(high) > DISTANCE || !isFirst(low, high, block)) continue
        cut(low, high, block, differing, 0)
        // Of the parts in which they meet, the first counts them.
        if (differing.subarray(0, part).every(Boolean)) counts.pairs++
      }
      next[i] = heads[key] as number
      heads[key] = i
    }
    for (let i = from; i < to; i++) heads[parts[4 * i + part] as number] = -1
  }
}

const blockOf = (low: number, high: number, block: number) => ((block < 2 ? low : high) >>> ((block & 1) * 16)) & 0xffff

/** Writes the four times 12 bits that are left without a block. */
function cut(low: number, high: number, block: number, parts: Uint16Array, at: number): void {
  const one = block === 0 ? low >>> 16 : low & 0xffff
  const two = block < 2 ? high & 0xffff : low >>> 16
  const three = block < 3 ? high >>> 16 : high & 0xffff
  parts[at] = one & 0xfff
  parts[at + 1] = (one >>> 12) | ((two & 0xff) << 4)
  parts[at + 2] = (two >>> 8) | ((three & 0xf) << 8)
  parts[at + 3] = three >>> 4
}

/** Of the lists in which a pair meets, the first counts it. `low` and `high` are what the two differ in. */
function isFirst(low: number, high: number, block: number): boolean {
  for (let before = 0; before < block; before++) if (!blockOf(low, high, before)) return false
  return true
}
