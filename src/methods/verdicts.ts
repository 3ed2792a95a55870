/** Verdicts without texts: by signatures, or by what the search has measured. */
import { isSimilar } from '../comparing/similar.js'
import type { Options } from '../options/options.js'
import { type Decider, isAlike } from './decision.js'
import type { PairsJudge } from './method.js'

/**
 * Signatures decide: simhash within its distance, minhash by its estimate, or a similarity made of signatures.
 */
export function judgeBySignatures(
  decider: Decider,
  options: Pick<Options, 'threshold' | 'distance'>,
  { distance, similarity, isShown = true }: SignatureEvidence,
): PairsJudge {
  return async (pairs, exact = false) => {
    const count = pairs.length / 2
    // Who asks how alike unlike ones are gets no number for it from a distance: it is unknown, and not 0.
    const isUnknown = exact && decider === 'distance'
    const similar = new Uint8Array(count)
    const shown = new Float64Array(count).fill(Number.NaN)
    for (let i = 0; i < count; i++) {
      const a = pairs[2 * i] as number
      const b = pairs[2 * i + 1] as number
      const value = similarity?.(a, b)
      if (isShown && value !== undefined) shown[i] = value
      similar[i] = isUnknown || isAlike(decider, options, { similarity: value, distance: distance?.(a, b) }) ? 1 : 0
    }
    return { similar, similarity: shown }
  }
}

/** What signatures say of two nodes. */
interface SignatureEvidence {
  readonly distance?: (a: number, b: number) => number
  readonly similarity?: ((a: number, b: number) => number) | undefined
  /** Whether pairs show the similarity. @default true */
  readonly isShown?: boolean
}

/** The search has measured exactly already. */
export function judgeByIndex(known: (a: number, b: number) => number, threshold: number, release?: () => void): PairsJudge {
  const judge: PairsJudge = async (pairs) => {
    const similarity = Float64Array.from({ length: pairs.length / 2 }, (_, i) => known(pairs[2 * i] as number, pairs[2 * i + 1] as number))
    return { similarity, similar: Uint8Array.from(similarity, (value) => (isSimilar(value, threshold) ? 1 : 0)) }
  }
  return release ? Object.assign(judge, { release }) : judge
}
