/** The candidate pairs of a plan, one after another, each once, in pieces that threads can share. */
import type { KeyIndex } from './key-index.js'

/** Blocks of one planned key. */
export interface PairRange {
  readonly key: number
  readonly fromBlock: number
  readonly toBlock: number
}

/**
 * Cuts the pairs of all keys into ranges of about so many pairs; a block is never cut.
 *
 * @param entries  rows of the blocks of one range, about, each counted in every block
 */
export function pairRanges(indexes: readonly KeyIndex[], size: number, entries = Number.POSITIVE_INFINITY): PairRange[] {
  const ranges: PairRange[] = []
  indexes.forEach((index, key) => {
    const { starts } = index
    let fromBlock = 0
    for (let block = 1; block <= index.blocks; block++) {
      const isSmall =
        index.pairsBefore(block) - index.pairsBefore(fromBlock) < size &&
        (starts[block] as number) - (starts[fromBlock] as number) < entries
      if (block < index.blocks && isSmall) continue
      ranges.push({ key, fromBlock, toBlock: block })
      fromBlock = block
    }
  })
  return ranges
}

/** Visits the pairs of a range that no key before it finds, the lower row first. */
export function forEachPair(
  indexes: readonly KeyIndex[],
  { key, fromBlock, toBlock }: PairRange,
  visit: (a: number, b: number) => void,
): void {
  const before = indexes.slice(0, key)
  indexes[key]?.forEach(fromBlock, toBlock, (a, b) => {
    for (const index of before) if (index.holds(a, b)) return
    visit(a, b)
  })
}
