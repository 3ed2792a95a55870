/** Fingerprints that are near each other meet in a table: the keys of tables as masks of bits. */
import { cutBlocks } from '../searching/hamming-plan.js'

/** What it costs to send a row to the bucket of a key, in comparisons of two fingerprints. */
const SENT = 40
/** More tables are never cheaper. */
const MOST = 1000

/** Bits that make the key of a table, of each word of 64 bits; as Spark has them, with a sign. */
export type Mask = readonly [low: bigint, high: bigint]

/**
 * The cheapest tables: of fingerprints that differ in at most `distance` bits, some of the blocks that the bits are cut into are equal.
 *
 * @param count  fingerprints
 * @param bits   1 to 64, or 128
 * @example hammingTables(1000, 64, 3).length // 4: one of four blocks is equal
 */
export function hammingTables(count: number, bits: number, distance: number): Mask[] {
  let best: Mask[] = [[0n, 0n]]
  let least = count / 2 + SENT
  for (let chosen = 1; distance + chosen <= Math.min(bits, 64); chosen++) {
    const blocks = cutBlocks(bits, distance + chosen)
    const tables = numberOf(blocks.length, chosen)
    if (tables > MOST) break
    const width = Math.floor((bits * chosen) / blocks.length)
    const cost = tables * (SENT + count / 2 ** width / 2)
    if (cost >= least) continue
    least = cost
    best = choices(blocks.length, chosen).map((choice) => {
      let mask = 0n
      for (const i of choice) mask |= ((1n << BigInt(blocks[i]?.width ?? 0)) - 1n) << BigInt(blocks[i]?.offset ?? 0)
      return [BigInt.asIntN(64, mask), BigInt.asIntN(64, mask >> 64n)] as const
    })
  }
  return best
}

/** How many ways there are to choose k of n. */
function numberOf(n: number, k: number): number {
  let result = 1
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i
  return Math.round(result)
}

/** All ways to choose k of 0 … n-1. */
const choices = (n: number, k: number, from = 0): number[][] =>
  k === 0
    ? [[]]
    : Array.from({ length: Math.max(0, n - k + 1 - from) }, (_, i) => from + i).flatMap((first) =>
        choices(n, k - 1, first + 1).map((rest) => [first, ...rest]),
      )
