/**
 * The cheapest way of finding all pairs within a Hamming distance, by a model of the cost of each way.
 *
 * Every way is exact at any radius; the plan only decides about time and memory, and says why.
 */
import type { Bits } from '../fingerprinting/simhash.js'

/** A block of consecutive bits. */
export interface Block {
  readonly offset: number
  readonly width: number
}

/** One unit of work; together the tasks of a plan report every pair once. */
export type HammingTask =
  | { readonly kind: 'table'; readonly chosen: readonly number[] }
  | { readonly kind: 'join'; readonly block: number }
  | { readonly kind: 'brute'; readonly part: number; readonly parts: number }

export interface HammingPlan {
  readonly method: 'brute' | 'tables' | 'join'
  readonly count: number
  readonly bits: Bits
  readonly distance: number
  readonly blocks: readonly Block[]
  /** `join` only: the bits of each block that may differ. */
  readonly radii: readonly number[]
  /** Bits of the chosen blocks that make the buckets. */
  readonly keyBits: number
  readonly tasks: readonly HammingTask[]
  /** Expected seconds on one core, by the model. */
  readonly seconds: number
  /** Why this plan, in a sentence, and what the others would have cost. */
  readonly reason: string
}

/** Nanoseconds of each step, measured on a server core of the 2020s; only their proportions matter, since they choose between ways. */
const COST = { compare64: 0.5, compare128: 0.9, sort: 16, bucketPair: 3, bucket: 2 }

/**
 * Chooses how to find all pairs within `distance` among `count` fingerprints of `bits` bits.
 *
 * @example planHamming(10_000_000, 64, 3).reason
 */
export function planHamming(count: number, bits: Bits, distance: number): HammingPlan {
  const candidates = [brute(count, bits, distance), ...tables(count, bits, distance), ...joins(count, bits, distance)]
  const best = candidates.reduce((a, b) => (b.seconds < a.seconds ? b : a))
  const cheapest = new Map<HammingPlan['method'], HammingPlan>()
  for (const plan of candidates)
    if (plan.seconds < (cheapest.get(plan.method)?.seconds ?? Number.POSITIVE_INFINITY)) cheapest.set(plan.method, plan)
  cheapest.delete(best.method)
  const others = [...cheapest.values()].map((plan) => `${describe(plan)} about ${round(plan.seconds)} s`)
  const reason = `${describe(best)}, about ${round(best.seconds)} s on one core${others.length ? `; instead: ${others.join('; ')}` : ''}`
  return { ...best, reason }
}

const round = (seconds: number) => Number(seconds.toPrecision(2))

function describe({ method, count, blocks, radii, tasks: [first, ...more] }: HammingPlan): string {
  switch (method) {
    case 'brute':
      return `compare all ${count} with each other`
    case 'join':
      return `join buckets of ${blocks.length} blocks up to ${Math.max(...radii)} bits apart`
    case 'tables':
      return `${more.length + 1} tables on ${first?.kind === 'table' ? first.chosen.length : 0} of ${blocks.length} blocks`
  }
}

/** `parts` blocks of as equal width as possible. */
export function cutBlocks(bits: number, parts: number): Block[] {
  return Array.from({ length: parts }, (_, i) => {
    const offset = Math.floor((bits * i) / parts)
    return { offset, width: Math.floor((bits * (i + 1)) / parts) - offset }
  })
}

const compareCost = (bits: Bits) => (bits === 128 ? COST.compare128 : COST.compare64)

type Draft = Omit<HammingPlan, 'reason'> & { reason: '' }

function brute(count: number, bits: Bits, distance: number): Draft {
  const parts = Math.max(1, Math.min(64, Math.ceil(count / 16384)))
  const tasks = Array.from({ length: parts }, (_, part) => ({ kind: 'brute', part, parts }) as const)
  const seconds = (count * count * compareCost(bits)) / 2e9
  return { method: 'brute', count, bits, distance, blocks: [], radii: [], keyBits: 0, tasks, seconds, reason: '' }
}

/** Buckets of about ten: smaller ones cost more to visit than they save. */
const wantedKeyBits = (count: number) => Math.max(4, Math.min(24, Math.round(Math.log2(Math.max(2, count)) - 3.25)))

function tables(count: number, bits: Bits, distance: number): Draft[] {
  const drafts: Draft[] = []
  for (let chosen = 1; chosen <= 8; chosen++) {
    const parts = distance + chosen
    if (parts > Math.min(bits, 64)) break
    const number = binomial(parts, chosen)
    if (number > 5000) break
    const blocks = cutBlocks(bits, parts)
    const width = Math.floor((bits * chosen) / parts)
    const keyBits = Math.min(width, 24, wantedKeyBits(count))
    const bucketSize = count / 2 ** keyBits
    const perTable = count * (COST.sort + (bucketSize * compareCost(bits)) / 2) + 2 ** keyBits * COST.bucket
    drafts.push({
      method: 'tables',
      count,
      bits,
      distance,
      blocks,
      radii: [],
      keyBits,
      tasks: combinations(parts, chosen).map((combination) => ({ kind: 'table', chosen: combination })),
      seconds: (number * perTable) / 1e9,
      reason: '',
    })
  }
  return drafts
}

function joins(count: number, bits: Bits, distance: number): Draft[] {
  const drafts: Draft[] = []
  for (let parts = Math.ceil(bits / 20); parts <= Math.min(distance, bits / 8); parts++) {
    const blocks = cutBlocks(bits, parts)
    const radii = blockRadii(distance, parts)
    let nanoseconds = 0
    blocks.forEach(({ width }, i) => {
      const radius = radii[i] as number
      if (radius < 0) return
      let probes = 0
      for (let ones = 0; ones <= radius; ones++) probes += binomial(width, ones)
      nanoseconds += count * COST.sort + (probes * (2 ** width * COST.bucketPair + (count * count * compareCost(bits)) / 2 ** width)) / 2
    })
    drafts.push({
      method: 'join',
      count,
      bits,
      distance,
      blocks,
      radii,
      keyBits: 0,
      tasks: blocks.flatMap((_, block) => ((radii[block] as number) < 0 ? [] : [{ kind: 'join', block } as const])),
      seconds: nanoseconds / 1e9,
      reason: '',
    })
  }
  return drafts
}

/**
 * The radius within which each of `parts` blocks must be searched so that two fingerprints within `distance` come together in one of
 * them: with distance = parts * r + a, r in the first a + 1 blocks and r - 1 in the others (-1: not at all).
 *
 * @see M. Norouzi, A. Punjani, D. Fleet, "Fast exact search in Hamming space with multi-index hashing", 2014
 * @example blockRadii(3, 4) // [0, 0, 0, 0]
 * @example blockRadii(5, 4) // [1, 1, 0, 0]
 */
export function blockRadii(distance: number, parts: number): number[] {
  const radius = Math.floor(distance / parts)
  const rest = distance - radius * parts
  return Array.from({ length: parts }, (_, i) => (i <= rest ? radius : radius - 1))
}

function binomial(n: number, k: number): number {
  let result = 1
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i
  return Math.round(result)
}

/** All ways to choose k of 0 … n-1, in lexicographic order. */
function combinations(n: number, k: number): number[][] {
  if (k === 0) return [[]]
  const found: number[][] = []
  const extend = (start: number, chosen: number[]) => {
    if (chosen.length === k) found.push(chosen)
    else for (let i = start; i <= n - (k - chosen.length); i++) extend(i + 1, [...chosen, i])
  }
  extend(0, [])
  return found
}
