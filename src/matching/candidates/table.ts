/**
 * The keys of a plan side by side: all keys of a row in one place, in memory that threads share.
 *
 * Whether a pair was found by a key before is asked of every key before it, for every pair. Row by row these are a few words behind each other;
 * recipe by recipe each of them would be a place of its own in memory.
 */
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
}

const shared = (length: number) => new Uint32Array(new SharedArrayBuffer(4 * length))

function sharedCopy(numbers: Uint32Array): Uint32Array {
  const copy = shared(numbers.length)
  copy.set(numbers)
  return copy
}

export function candidateTable(indexes: readonly KeyIndex[]): CandidateTable {
  const stride = indexes.reduce((sum, { keys }) => sum + keys.width, 0)
  const rows = indexes[0]?.scope.rows ?? 0
  const hashes = shared(rows * stride)
  let offset = 0
  const keys = indexes.map(({ keys: own, members, starts, middles, blockKeys, scope }): TableKey => {
    const { width } = own
    for (let row = 0; row < rows; row++)
      for (let i = 0; i < width; i++) hashes[row * stride + offset + i] = own.hashes[row * width + i] as number
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

/** As `forEachPair` of the indexes that the table was made of: the pairs of a range that no key before it finds, the lower row first. */
export function forEachCandidate(
  { stride, hashes, keys }: CandidateTable,
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
        if (!foundBefore(hashes, atA, atB, offsets, ends)) visit(a, b)
      }
    }
  }
}

/** Whether two rows share a key of the plan. */
export function isCandidate({ stride, hashes, keys }: CandidateTable, a: number, b: number): boolean {
  return keys.some(({ offset, width }) => leastShared(hashes, a * stride + offset, b * stride + offset, width) !== 0)
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
