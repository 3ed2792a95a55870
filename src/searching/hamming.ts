/**
 * All pairs of fingerprints within a Hamming distance: exact, any radius up to the number of bits, within a set or
 * between two. The kernel does it (assembly/hamming.ts), in the way that hamming-plan.ts chooses.
 */
import type { Bits } from '../fingerprinting/simhash.js'
import { PairSearch } from '../kernel/hamming.js'
import { type Block, blockRadii, type HammingPlan, planHamming } from './hamming-plan.js'

export interface HammingPairsOptions {
  readonly bits: Bits
  /** Differing bits allowed, 0 to `bits`. */
  readonly distance: number
  /** Two sets in one array: only pairs of an ordinal below `boundary` and one not below it. @default 0 (one set) */
  readonly boundary?: number
  /**
   * Copies of one value that are paired with each other. Where there are more, each copy is paired with the first one only (in two
   * sets: with the first one of the other set), at distance 0, and only the first is compared with other values. Fingerprints of 256 bits are all
   * compared. @default 1000
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

/** Fingerprints as 64-bit words: one each, two of 128 bits, four of 256, the lowest first. */
export type Fingerprints = BigUint64Array

export const wordsOf = (bits: Bits) => (bits <= 64 ? 1 : bits <= 128 ? 2 : 4)

/**
 * Finds every pair within the distance, each once, in no particular order.
 *
 * @param fingerprints  one, two or four words each, see {@link Fingerprints}; at most 2^32 - 1
 * @throws {LeitongError} `MEMORY` when the kernel has no room (about 36 bytes a fingerprint, 60 for 128 bits)
 * @example
 * hammingPairs(BigUint64Array.of(0b1011n, 0b1010n, 0b0101n), { bits: 64, distance: 1 }, (triples) => console.log(triples))
 * // [0, 1, 1]
 */
export function hammingPairs(fingerprints: Fingerprints, options: HammingPairsOptions, sink: PairSink): HammingPairsResult {
  const { bits, distance } = options
  const words = wordsOf(bits)
  if (words > 2) return pairsByHalves(fingerprints, options, sink)
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

/** Every copy is compared: of a half there may be many whose other halves differ. */
const NO_LIMIT = 0xffffffff

/**
 * Fingerprints of 256 bits: of two within the distance one half is within half of it. Each half is searched as one of 128 bits, the kernel
 * counts the other half where the first one is near enough, and leaves to the first search what both would find.
 */
function pairsByHalves(
  fingerprints: Fingerprints,
  { bits, distance, boundary = 0 }: HammingPairsOptions,
  sink: PairSink,
): HammingPairsResult {
  const count = fingerprints.length / 4
  const halves = [new BigUint64Array(2 * count), new BigUint64Array(2 * count)] as const
  for (let i = 0; i < count; i++)
    for (let word = 0; word < 4; word++) (halves[word >> 1] as BigUint64Array)[2 * i + (word & 1)] = fingerprints[4 * i + word] as bigint
  const radii = blockRadii(distance, 2) as [number, number]
  const plans = radii.map((radius) => planHamming(count, 128, Math.max(0, radius)))
  let isStopped = false
  for (const side of [0, 1] as const) {
    const radius = radii[side]
    if (radius < 0) continue
    const beyond = { words: halves[1 - side] as BigUint64Array, distance, known: side ? radii[0] : -1 }
    const limits = { distance: radius, boundary, maxCopies: NO_LIMIT }
    const search = new PairSearch({ words: halves[side], isWide: true, beyond }, limits, (triples) => {
      isStopped ||= sink(triples) === true
      return isStopped
    })
    const plan = plans[side] as HammingPlan
    for (let number = 0; number < plan.tasks.length && !isStopped; number++) {
      search.begin()
      runTask(search, plan, number)
      search.end()
    }
  }
  const [first] = plans as [HammingPlan]
  return { plan: { ...first, bits, distance, reason: `two halves of 128 bits: ${first.reason}` }, crowded: 0 }
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
