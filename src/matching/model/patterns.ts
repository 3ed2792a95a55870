/**
 * Sampled pairs counted by their patterns: the model sees nothing of a pair but its levels and how rare its equal values are, so pairs that are alike
 * in these are judged once for all of them.
 */
import { mix32 } from '../sampling.js'

/** Pairs of one pattern are one entry of each list. */
export interface Patterns {
  /** levels[field][pattern]. */
  readonly levels: readonly Uint8Array[]
  /** How many of all pairs each pattern stands for. */
  readonly weights: Float64Array
  /** Sampled pairs of each pattern. */
  readonly drawn: Float64Array
  /** Mean over the pairs of a pattern, for each field and pattern. */
  readonly rarity: readonly Float32Array[]
  /** The pattern of each sampled pair. */
  readonly of: Uint32Array
}

/** Rarities that differ by less than this, a logarithm, are alike. */
const STEP = 0.25
const STEPS = 255

/**
 * @param levels   levels[field][pair]
 * @param weights  how many pairs each pair stands for
 * @param rarity   of each field and pair, a logarithm; none unless given
 */
export function countPatterns(levels: readonly Uint8Array[], weights: Float64Array, rarity?: readonly Float32Array[]): Patterns {
  const pairs = weights.length
  const codes = levels.map((own, field) => codesOf(own, rarity?.[field]))
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * pairs + 2))).fill(-1)
  /** The first pair of each pattern. */
  const first: number[] = []
  const of = new Uint32Array(pairs)
  const hashes = new Int32Array(pairs)
  for (const own of codes) for (let pair = 0; pair < pairs; pair++) hashes[pair] = mix32((hashes[pair] as number) ^ (own[pair] as number))
  for (let pair = 0; pair < pairs; pair++) {
    let slot = (hashes[pair] as number) & (slots.length - 1)
    let pattern = slots[slot] as number
    while (pattern >= 0 && !alike(codes, first[pattern] as number, pair)) {
      slot = (slot + 1) & (slots.length - 1)
      pattern = slots[slot] as number
    }
    if (pattern < 0) {
      pattern = first.length
      slots[slot] = pattern
      first.push(pair)
    }
    of[pair] = pattern
  }
  const sum = new Float64Array(first.length)
  const drawn = new Float64Array(first.length)
  for (let pair = 0; pair < pairs; pair++) {
    const pattern = of[pair] as number
    sum[pattern] = (sum[pattern] as number) + (weights[pair] as number)
    drawn[pattern] = (drawn[pattern] as number) + 1
  }
  return {
    levels: levels.map((own) => Uint8Array.from(first, (pair) => own[pair] as number)),
    weights: sum,
    drawn,
    rarity: levels.map((_, field) => meansOf(rarity?.[field], of, drawn)),
    of,
  }
}

function codesOf(levels: Uint8Array, rarity: Float32Array | undefined): Uint16Array {
  const codes = new Uint16Array(levels)
  if (!rarity) return codes
  for (let pair = 0; pair < codes.length; pair++) {
    const step = Math.round((rarity[pair] as number) / STEP) + (STEPS >> 1)
    codes[pair] = (codes[pair] as number) | (Math.min(STEPS, Math.max(0, step)) << 8)
  }
  return codes
}

function alike(codes: readonly Uint16Array[], a: number, b: number): boolean {
  for (const own of codes) if (own[a] !== own[b]) return false
  return true
}

function meansOf(rarity: Float32Array | undefined, of: Uint32Array, drawn: Float64Array): Float32Array {
  const sums = new Float64Array(drawn.length)
  if (!rarity) return new Float32Array(drawn.length)
  for (let pair = 0; pair < of.length; pair++) {
    const pattern = of[pair] as number
    sums[pattern] = (sums[pattern] as number) + (rarity[pair] as number)
  }
  return Float32Array.from(sums, (total, pattern) => total / (drawn[pattern] as number))
}
