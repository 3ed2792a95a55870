/**
 * The keys of a plan side by side: all keys of a row in one place, in memory that threads share.
 *
 * Whether a pair was found by a key before is asked of every key before it, for every pair. Row by row these are a few words behind each other;
 * recipe by recipe each of them would be a place of its own in memory.
 */

import { firstWhere } from '../../hashing/binary-search.js'
import { sharedMemory } from '../../hashing/shared.js'
import type { KeyIndex } from './key-index.js'
import type { PairRange } from './pairs.js'

/** Blocks of one planned key, as in {@link KeyIndex}. */
export interface TableKey {
  /** Its keys of row r are hashes[r * stride + offset] …, `width` of them. */
  readonly offset: number
  readonly width: number
  readonly members: Uint32Array
  readonly starts: Uint32Array
  /** Where the second of two tables begins in each block; undefined within one. */
  readonly middles: Uint32Array | undefined
  readonly blockKeys: Uint32Array
}

/** Plain data: it travels to a thread as it is. */
export interface CandidateTable {
  readonly stride: number
  readonly hashes: Uint32Array
  readonly keys: readonly TableKey[]
  /** Of a part of a table the rows that its numbers stand for; undefined where it has all rows. */
  readonly rowOf?: Uint32Array | undefined
}

const shared = (length: number) => new Uint32Array(sharedMemory(4 * length))

function sharedCopy(numbers: Uint32Array): Uint32Array {
  const copy = shared(numbers.length)
  copy.set(numbers)
  return copy
}

export function candidateTable(indexes: readonly KeyIndex[]): CandidateTable {
  const stride = strideOf(indexes)
  const rows = indexes[0]?.scope.rows ?? 0
  const hashes = shared(rows * stride)
  let offset = 0
  const keys = indexes.map(({ keys: own, members, starts, middles, blockKeys, scope }): TableKey => {
    const { width, hashes: read } = own
    for (let row = 0; row < rows; row++) for (let i = 0; i < width; i++) hashes[row * stride + offset + i] = read[row * width + i] as number
    const key = {
      offset,
      width,
      members: sharedCopy(members),
      starts: sharedCopy(starts),
      middles: scope.split === undefined ? undefined : sharedCopy(middles),
      blockKeys: sharedCopy(blockKeys),
    }
    offset += width
    return key
  })
  return { stride, hashes, keys }
}

/** Bytes of the whole table. */
export function tableBytes(indexes: readonly KeyIndex[]): number {
  const rows = indexes[0]?.scope.rows ?? 0
  return indexes.reduce((sum, { entries, blocks }) => sum + 4 * entries + 12 * blocks, 4 * rows * strideOf(indexes))
}

export const strideOf = (indexes: readonly KeyIndex[]): number => indexes.reduce((sum, { keys }) => sum + keys.width, 0)

const NOTHING = { members: new Uint32Array(), starts: new Uint32Array(1), middles: undefined, blockKeys: new Uint32Array() }

/**
 * The table of some blocks of one key: their rows alone, and the keys up to it alone, since no other is asked.
 *
 * @returns  its ranges count blocks from `fromBlock`
 */
export function partOfTable(indexes: readonly KeyIndex[], { key, fromBlock, toBlock }: PairRange): CandidateTable {
  const asked = indexes.slice(0, key + 1)
  const { members, starts, middles, blockKeys, scope } = indexes[key] as KeyIndex
  const from = starts[fromBlock] as number
  const end = starts[toBlock] as number
  const sorted = members.slice(from, end).sort()
  const rowOf = sharedCopy(sorted.filter((row, i) => i === 0 || row !== sorted[i - 1]))
  const stride = strideOf(asked)
  const hashes = shared(rowOf.length * stride)
  let offset = 0
  const keys = asked.map(({ keys: own }): TableKey => {
    const { width, hashes: read } = own
    for (let place = 0; place < rowOf.length; place++)
      for (let i = 0; i < width; i++) hashes[place * stride + offset + i] = read[(rowOf[place] as number) * width + i] as number
    offset += width
    return { ...NOTHING, offset: offset - width, width }
  })
  keys[key] = {
    ...(keys[key] as TableKey),
    members: sharedCopy(members.slice(from, end).map((row) => firstWhere(0, rowOf.length, (place) => (rowOf[place] as number) >= row))),
    starts: sharedCopy(starts.slice(fromBlock, toBlock + 1).map((start) => start - from)),
    middles: scope.split === undefined ? undefined : sharedCopy(middles.slice(fromBlock, toBlock).map((middle) => middle - from)),
    blockKeys: sharedCopy(blockKeys.slice(fromBlock, toBlock)),
  }
  return { stride, hashes, keys, rowOf }
}

/** As `forEachPair` of the indexes that the table was made of: the pairs of a range that no key before it finds, the lower row first. */
export function forEachCandidate(
  { stride, hashes, keys, rowOf }: CandidateTable,
  { key, fromBlock, toBlock }: PairRange,
  visit: (a: number, b: number) => void,
): void {
  const { offset, width, members, starts, middles, blockKeys } = keys[key] as TableKey
  const offsets = Uint32Array.from(keys.slice(0, key), (before) => before.offset)
  const ends = Uint32Array.from(keys.slice(0, key), (before) => before.offset + before.width)
  for (let block = fromBlock; block < toBlock; block++) {
    const from = starts[block] as number
    const end = starts[block + 1] as number
    const middle = middles ? (middles[block] as number) : end
    const own = blockKeys[block] as number
    for (let i = from; i < middle; i++) {
      const a = members[i] as number
      const atA = a * stride
      for (let j = middles ? middle : i + 1; j < end; j++) {
        const b = members[j] as number
        const atB = b * stride
        if (width > 1 && leastShared(hashes, atA + offset, atB + offset, width) !== own) continue
        if (foundBefore(hashes, atA, atB, offsets, ends)) continue
        if (rowOf) visit(rowOf[a] as number, rowOf[b] as number)
        else visit(a, b)
      }
    }
  }
}

function foundBefore(hashes: Uint32Array, atA: number, atB: number, offsets: Uint32Array, ends: Uint32Array): boolean {
  for (let before = 0; before < offsets.length; before++) {
    const offset = offsets[before] as number
    const end = ends[before] as number
    for (let i = offset; i < end; i++) {
      const hash = hashes[atA + i] as number
      if (hash === 0) continue
      for (let j = offset; j < end; j++) if (hashes[atB + j] === hash) return true
    }
  }
  return false
}

/** The least key of one recipe that two rows share, 0 where there is none. */
function leastShared(hashes: Uint32Array, fromA: number, fromB: number, width: number): number {
  let least = 0
  for (let i = fromA; i < fromA + width; i++) {
    const hash = hashes[i] as number
    if (hash === 0 || (least !== 0 && hash >= least)) continue
    for (let j = fromB; j < fromB + width; j++)
      if (hashes[j] === hash) {
        least = hash
        break
      }
  }
  return least
}
