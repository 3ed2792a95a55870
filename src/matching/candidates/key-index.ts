/** Rows in blocks of equal keys: how many pairs that is, one of them by chance, all of them one after another. */
import type { Draws } from '../sampling.js'
import { type RowKeys, sharedKey, sharedKeys } from './recipes.js'
import { sortedEntries } from './sorting.js'

/** Rows of the first table when two tables are linked; pairs then take one row of each. */
export interface Scope {
  readonly rows: number
  /** Rows below it are of the first table; undefined within one table. */
  readonly split?: number | undefined
}

/** All pairs there are. */
export const allPairs = ({ rows, split }: Scope): number => (split === undefined ? (rows * (rows - 1)) / 2 : split * (rows - split))

/** What pairs that share a key can be drawn from. */
export interface PairSource {
  /** Pairs, counted once for every block they share. */
  readonly pairs: number
  /** Pairs that draws can give. */
  readonly drawable: number
  /** Draws a pair, each as likely as the other, into into[at] and into[at + 1], the lower row first. */
  draw(draws: Draws, into: Uint32Array, at: number): void
  /** How many keys two rows share. */
  shared(a: number, b: number): number
}

/** Blocks of one recipe. Rows of a block are ascending, so those of the first table come first. */
export class KeyIndex implements PairSource {
  readonly keys: RowKeys
  readonly scope: Scope
  /** Rows of block b: members[starts[b]] … members[starts[b + 1] - 1]. */
  readonly members: Uint32Array
  readonly starts: Uint32Array
  /** Where the second table begins in each block. */
  readonly middles: Uint32Array
  /** Pairs in the blocks up to each. */
  readonly #sums: Float64Array
  readonly blockKeys: Uint32Array
  readonly #every: number
  readonly largest: number

  /**
   * @param crowd  blocks of more rows are left out
   * @param every  one of so many keys is looked at, drawn by chance: the pairs are then an estimate, and draws give pairs of these keys alone
   */
  constructor(keys: RowKeys, scope: Scope, crowd = Number.POSITIVE_INFINITY, every = 1) {
    this.scope = scope
    this.#every = every
    let hashes = keys.hashes
    const entries = sortedEntries(hashes, keys.width, every)
    const total = entries.keys.length
    const members = new Uint32Array(total)
    // A block has two rows at least.
    const starts = new Uint32Array((total >> 1) + 1)
    const middles = new Uint32Array(total >> 1)
    const sums = new Float64Array(total >> 1)
    const blockKeys = new Uint32Array(total >> 1)
    let blocks = 0
    const split = scope.split ?? 0
    let size = 0
    let sum = 0
    let largest = 0
    for (let from = 0; from < total; ) {
      const key = entries.keys[from] as number
      let end = from
      let before = 0
      while (end < total && entries.keys[end] === key) if ((entries.rows[end++] as number) < split) before++
      const count = end - from
      const pairs = scope.split === undefined ? (count * (count - 1)) / 2 : before * (count - before)
      if (pairs > 0 && count <= crowd) {
        middles[blocks] = size + before
        for (let i = from; i < end; i++) members[size++] = entries.rows[i] as number
        sum += pairs
        sums[blocks] = sum
        blockKeys[blocks] = key
        starts[++blocks] = size
        largest = Math.max(largest, count)
      }
      if (count > crowd) {
        if (hashes === keys.hashes) hashes = hashes.slice()
        for (let i = from; i < end; i++) forget(hashes, keys.width, entries.rows[i] as number, key)
      }
      from = end
    }
    this.keys = { ...keys, hashes }
    this.members = members.slice(0, size)
    this.starts = starts.slice(0, blocks + 1)
    this.middles = middles.slice(0, blocks)
    this.#sums = sums.slice(0, blocks)
    this.blockKeys = blockKeys.slice(0, blocks)
    this.largest = largest
  }

  get blocks(): number {
    return this.#sums.length
  }

  /** Pairs, counted once for every block they share. */
  get pairs(): number {
    return this.drawable * this.#every
  }

  get drawable(): number {
    return this.blocks ? (this.#sums[this.blocks - 1] as number) : 0
  }

  shared(a: number, b: number): number {
    return sharedKeys(this.keys, a, b)
  }

  /** Pairs of blocks up to (not with) this one. */
  pairsBefore(block: number): number {
    return block ? (this.#sums[block - 1] as number) : 0
  }

  /** Whether two rows share a block. */
  holds(a: number, b: number): boolean {
    return sharedKey(this.keys, a, b) !== 0
  }

  /** Draws a pair, each as likely as the other, into into[at] and into[at + 1], the lower row first. */
  draw(draws: Draws, into: Uint32Array, at: number): void {
    const wanted = (draws.next() / 0x100000000) * this.drawable
    let low = 0
    let high = this.blocks - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sums[middle] as number) > wanted) high = middle
      else low = middle + 1
    }
    const from = this.starts[low] as number
    const end = this.starts[low + 1] as number
    let first: number
    let second: number
    if (this.scope.split === undefined) {
      first = from + draws.below(end - from)
      second = from + draws.below(end - from - 1)
      if (second >= first) second++
    } else {
      const middle = this.middles[low] as number
      first = from + draws.below(middle - from)
      second = middle + draws.below(end - middle)
    }
    const [a, b] = [this.members[first] as number, this.members[second] as number]
    into[at] = Math.min(a, b)
    into[at + 1] = Math.max(a, b)
  }

  /**
   * Visits the pairs of some blocks, the lower row first. A pair that shares several keys of this recipe comes once, in the block of the
   * least of them.
   */
  forEach(fromBlock: number, toBlock: number, visit: (a: number, b: number) => void): void {
    const { width } = this.keys
    for (let block = fromBlock; block < toBlock; block++) {
      const from = this.starts[block] as number
      const end = this.starts[block + 1] as number
      const middle = this.scope.split === undefined ? end : (this.middles[block] as number)
      const key = this.blockKeys[block] as number
      for (let i = from; i < middle; i++) {
        const a = this.members[i] as number
        for (let j = this.scope.split === undefined ? i + 1 : middle; j < end; j++) {
          const b = this.members[j] as number
          if (width === 1 || sharedKey(this.keys, a, b) === key) visit(a, b)
        }
      }
    }
  }
}

/** A key that is left out is no key any more, so that a pair with another one is found by that. */
function forget(hashes: Uint32Array, width: number, row: number, key: number): void {
  for (let i = row * width; i < (row + 1) * width; i++) if (hashes[i] === key) hashes[i] = 0
}
