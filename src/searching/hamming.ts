/**
 * All pairs of fingerprints within a Hamming distance: exact, any radius up to the number of bits, within a set or
 * between two. The kernel does it (assembly/hamming.ts), in the way that hamming-plan.ts chooses.
 */
import type { Bits } from '../fingerprinting/simhash.js'
import { PairSearch } from '../kernel/hamming.js'
import { type Block, type HammingPlan, planHamming } from './hamming-plan.js'

export interface HammingPairsOptions {
  readonly bits: Bits
  /** Differing bits allowed, 0 to `bits`. */
  readonly distance: number
  /** Two sets in one array: only pairs of an ordinal below `boundary` and one not below it. @default 0 (one set) */
  readonly boundary?: number
  /**
   * Copies of one value that are paired with each other. Where there are more, each copy is paired with the first one only (in two
   * sets: with the first one of the other set), at distance 0, and only the first is compared with other values. @default 1000
   */
  readonly maxCopies?: number
  /** A plan other than the planner's choice. */
  readonly plan?: HammingPlan
  /** Numbers of the plan's tasks to do; the tasks of a plan may be done anywhere in any order. @default all */
  readonly tasks?: readonly number[]
}

/** Takes pairs as triples (ordinal, higher ordinal, distance) in an array that is reused; true to stop the search. */
export type PairSink = (triples: Uint32Array) => boolean | undefined

export interface HammingPairsResult {
  readonly plan: HammingPlan
  /** Values of which copies were set aside; counted by the first task. */
  readonly crowded: number
}

/** Fingerprints as 64-bit words: one each, or two of 128 bits, the lower first. */
export type Fingerprints = BigUint64Array

export const wordsOf = (bits: Bits) => (bits === 128 ? 2 : 1)

/**
 * Finds every pair within the distance, each once, in no particular order.
 *
 * @param fingerprints  one or two words each, see {@link Fingerprints}; at most 2^32 - 1
 * @throws {LeitongError} `MEMORY` when the kernel has no room (about 36 bytes a fingerprint, 60 for 128 bits)
 * @example
 * hammingPairs(BigUint64Array.of(0b1011n, 0b1010n, 0b0101n), { bits: 64, distance: 1 }, (triples) => console.log(triples))
 * // [0, 1, 1]
 */
export function hammingPairs(fingerprints: Fingerprints, options: HammingPairsOptions, sink: PairSink): HammingPairsResult {
  const { bits, distance } = options
  const words = wordsOf(bits)
  const count = fingerprints.length / words
  const plan = options.plan ?? planHamming(count, bits, distance)
  const limits = { distance, boundary: options.boundary ?? 0, maxCopies: options.maxCopies ?? 1000 }
  const search = new PairSearch({ words: fingerprints, isWide: words === 2 }, limits, (triples) => sink(triples) === true)
  let crowded = 0
  for (const number of options.tasks ?? plan.tasks.keys()) {
    search.begin()
    runTask(search, plan, number)
    crowded += search.end()
  }
  return { plan, crowded }
}

function runTask(search: PairSearch, plan: HammingPlan, number: number): void {
  const task = plan.tasks[number]
  if (task?.kind === 'brute') search.brute(task.part, task.parts)
  else if (task?.kind === 'join') {
    for (let b = 0; b < task.block; b++) search.guard(masksOf([plan.blocks[b] as Block]), Math.max(0, plan.radii[b] as number))
    const { offset, width } = plan.blocks[task.block] as Block
    search.join(offset, width, plan.radii[task.block] as number)
  } else if (task) {
    const chosen = task.chosen.map((b) => plan.blocks[b] as Block)
    // An earlier table has the pair when the pair agrees in a block that comes before the last chosen one and is not chosen.
    const last = task.chosen.at(-1) as number
    for (let b = 0; b < last; b++) if (!task.chosen.includes(b)) search.guard(masksOf([plan.blocks[b] as Block]), 0)
    const [first = 0, second = 0] = keyFields(chosen, plan.keyBits)
    search.table(first, second, masksOf(chosen))
  }
}

/**
 * Up to two fields (offset | width << 8) of at most 12 bits, in the chosen blocks, of about `keyBits` bits in all. No field
 * crosses the middle of 128 bits.
 */
function keyFields(blocks: readonly Block[], keyBits: number): number[] {
  const runs = blocks.flatMap(({ offset, width }) =>
    offset < 64 && offset + width > 64
      ? [
          { offset, width: 64 - offset },
          { offset: 64, width: offset + width - 64 },
        ]
      : [{ offset, width }],
  )
  // One long run serves as both fields.
  const halves = runs.flatMap(({ offset, width }) =>
    width > 8
      ? [
          { offset, width: width >> 1 },
          { offset: offset + (width >> 1), width: width - (width >> 1) },
        ]
      : [{ offset, width }],
  )
  const source = runs.length === 1 || keyBits > 24 ? halves : runs
  const widest = [...source].sort((a, b) => b.width - a.width).slice(0, 2)
  if (keyBits <= 8) return widest.slice(0, 1).map(({ offset, width }) => offset | (Math.min(width, keyBits) << 8))
  return widest.map(({ offset, width }) => offset | (Math.min(width, 12, Math.ceil(keyBits / widest.length)) << 8))
}

/** The bits of blocks as two 64-bit masks, the lower first. */
function masksOf(blocks: readonly Block[]): [bigint, bigint] {
  let mask = 0n
  for (const { offset, width } of blocks) mask |= ((1n << BigInt(width)) - 1n) << BigInt(offset)
  return [mask & 0xffffffffffffffffn, mask >> 64n]
}
