/** Rows in blocks of equal keys: how many pairs that is, one of them by chance, all of them one after another. */
import { withRoom } from '../../hashing/typed-list.js'
import type { Draws } from '../sampling.js'
import { type RowKeys, sharedKey, sharedKeys, shelved } from './recipes.js'
import { IN_MEMORY, type Shelf } from './shelf.js'
import { type Entries, sortedEntries } from './sorting.js'

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
  /** Draws pairs, each as likely as the other, into into[at], into[at + 1], …, the lower row of each first. */
  draw(draws: Draws, into: Uint32Array, at: number, count: number): void
  /** How many keys the rows of each pair share; pairs lie as a, b, a, b, …. */
  shared(pairs: Uint32Array): Uint32Array
}

export interface IndexOptions {
  readonly crowd?: number
  readonly every?: number
  readonly shelf?: Shelf
  readonly sorted?: number
  /** An index of the same keys with all blocks: what is sorted already is not sorted again. */
  readonly of?: KeyIndex
}

/** Entries that are sorted at once: 100 MB. */
const SORTED = 1 << 22

/** Blocks of one recipe. Rows of a block are ascending, so those of the first table come first. */
export class KeyIndex implements PairSource {
  /** Of an index of a part of the keys without hashes: it gives pairs, and does not know which it lacks. */
  readonly keys: RowKeys
  readonly scope: Scope
  readonly blocks: number
  /** Rows of all blocks, each counted in every one. */
  readonly entries: number
  /** Pairs that draws can give. */
  readonly drawable: number
  readonly largest: number
  readonly #members: () => Uint32Array
  readonly #starts: () => Uint32Array
  readonly #middles: () => Uint32Array
  /** Pairs in the blocks up to each. */
  readonly #sums: () => Float64Array
  readonly #blockKeys: () => Uint32Array
  readonly #every: number
  /** What was asked last: a key is part of many keys of two fields, which all ask it for the same sample. */
  #asked: { readonly pairs: Uint32Array; readonly counts: Uint32Array } | undefined

  /**
   * @param crowd   blocks of more rows are left out
   * @param every   one of so many keys is looked at, drawn by chance: the pairs are then an estimate, and draws give pairs of these keys alone
   * @param sorted  entries that are sorted at once, about; it changes no result
   */
  constructor(
    keys: RowKeys,
    scope: Scope,
    { crowd = Number.POSITIVE_INFINITY, every = 1, shelf = IN_MEMORY, sorted = SORTED, of }: IndexOptions = {},
  ) {
    this.scope = scope
    this.#every = every
    const read = keys.hashes
    let hashes = read
    let members = new Uint32Array(1024)
    let starts = new Uint32Array(1024)
    let middles = new Uint32Array(1024)
    let sums = new Float64Array(1024)
    let blockKeys = new Uint32Array(1024)
    let blocks = 0
    const split = scope.split ?? 0
    let size = 0
    let sum = 0
    let largest = 0
    const bits = of ? 0 : Math.min(16, Math.max(0, Math.ceil(Math.log2(read.length / every / sorted))))
    for (let part = 0; part < 2 ** bits; part++) {
      const entries = of ? of.#inOrder() : sortedEntries(read, keys.width, every, { part, bits })
      const total = entries.keys.length
      members = withRoom(members, size + total)
      for (let from = 0; from < total; ) {
        const key = entries.keys[from] as number
        let end = from
        let before = 0
        while (end < total && entries.keys[end] === key) if ((entries.rows[end++] as number) < split) before++
        const count = end - from
        const pairs = scope.split === undefined ? (count * (count - 1)) / 2 : before * (count - before)
        if (pairs > 0 && count <= crowd) {
          if (blocks + 2 > starts.length) {
            starts = withRoom(starts, blocks + 2)
            middles = withRoom(middles, starts.length)
            sums = withRoom(sums, starts.length)
            blockKeys = withRoom(blockKeys, starts.length)
          }
          middles[blocks] = size + before
          for (let i = from; i < end; i++) members[size++] = entries.rows[i] as number
          sum += pairs
          sums[blocks] = sum
          blockKeys[blocks] = key
          starts[++blocks] = size
          largest = Math.max(largest, count)
        }
        if (count > crowd) {
          if (hashes === read) hashes = hashes.slice()
          for (let i = from; i < end; i++) forget(hashes, keys.width, entries.rows[i] as number, key)
        }
        from = end
      }
    }
    this.keys = every > 1 ? { ...keys, hashes: new Uint32Array() } : hashes === read ? keys : shelved({ ...keys, hashes }, shelf)
    this.blocks = blocks
    this.entries = size
    this.drawable = sum
    this.largest = largest
    this.#members = shelf.keep(members.slice(0, size))
    this.#starts = shelf.keep(starts.slice(0, blocks + 1))
    this.#middles = shelf.keep(middles.slice(0, scope.split === undefined ? 0 : blocks))
    this.#sums = shelf.keep(sums.slice(0, blocks))
    this.#blockKeys = shelf.keep(blockKeys.slice(0, blocks))
  }

  /** The entries of all blocks, as they were sorted. */
  #inOrder(): Entries {
    const [starts, blockKeys] = [this.#starts(), this.#blockKeys()]
    const keys = new Uint32Array(this.entries)
    for (let block = 0; block < this.blocks; block++) keys.fill(blockKeys[block] as number, starts[block], starts[block + 1])
    return { keys, rows: this.#members() }
  }

  /** Rows of block b: members[starts[b]] … members[starts[b + 1] - 1]. */
  get members(): Uint32Array {
    return this.#members()
  }

  get starts(): Uint32Array {
    return this.#starts()
  }

  /** Where the second of two tables begins in each block; empty within one. */
  get middles(): Uint32Array {
    return this.#middles()
  }

  get blockKeys(): Uint32Array {
    return this.#blockKeys()
  }

  /** Pairs, counted once for every block they share. */
  get pairs(): number {
    return this.drawable * this.#every
  }

  shared(pairs: Uint32Array): Uint32Array {
    if (this.#asked?.pairs !== pairs) this.#asked = { pairs, counts: this.#sharedOf(pairs) }
    return this.#asked.counts
  }

  #sharedOf(pairs: Uint32Array): Uint32Array {
    const { width, hashes } = this.keys
    const counts = new Uint32Array(pairs.length / 2)
    for (let pair = 0; pair < counts.length; pair++)
      counts[pair] = sharedKeys(hashes, width, pairs[2 * pair] as number, pairs[2 * pair + 1] as number)
    return counts
  }

  /** Pairs of blocks up to (not with) this one. */
  pairsBefore(block: number): number {
    return block ? (this.#sums()[block - 1] as number) : 0
  }

  /** Whether two rows share a block. */
  holds(a: number, b: number): boolean {
    return sharedKey(this.keys, a, b) !== 0
  }

  draw(draws: Draws, into: Uint32Array, at: number, count: number): void {
    const [sums, starts, members, middles] = [this.#sums(), this.#starts(), this.#members(), this.#middles()]
    for (let place = at; place < at + 2 * count; place += 2) {
      const wanted = (draws.next() / 0x100000000) * this.drawable
      let low = 0
      let high = this.blocks - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if ((sums[middle] as number) > wanted) high = middle
        else low = middle + 1
      }
      const from = starts[low] as number
      const end = starts[low + 1] as number
      let first: number
      let second: number
      if (this.scope.split === undefined) {
        first = from + draws.below(end - from)
        second = from + draws.below(end - from - 1)
        if (second >= first) second++
      } else {
        const middle = middles[low] as number
        first = from + draws.below(middle - from)
        second = middle + draws.below(end - middle)
      }
      const a = members[first] as number
      const b = members[second] as number
      into[place] = Math.min(a, b)
      into[place + 1] = Math.max(a, b)
    }
  }

  /**
   * Visits the pairs of some blocks, the lower row first. A pair that shares several keys of this recipe comes once, in the block of the
   * least of them.
   */
  forEach(fromBlock: number, toBlock: number, visit: (a: number, b: number) => void): void {
    const { width } = this.keys
    const { members, starts, middles, blockKeys } = this
    for (let block = fromBlock; block < toBlock; block++) {
      const from = starts[block] as number
      const end = starts[block + 1] as number
      const middle = this.scope.split === undefined ? end : (middles[block] as number)
      const key = blockKeys[block] as number
      for (let i = from; i < middle; i++) {
        const a = members[i] as number
        for (let j = this.scope.split === undefined ? i + 1 : middle; j < end; j++) {
          const b = members[j] as number
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
