/** What decides whether two texts are alike under options, and the rule by which it does: one for batches, live indexes and `compare`. */
import { isSimilar } from '../comparing/similar.js'
import { traitsOf } from '../options/methods.js'
import type { Options } from '../options/options.js'

/**
 * `measure`: the exact similarity of texts; `equality`: equal texts alone; `distance`: differing bits of fingerprints; `estimate`: the share of
 * equal positions; `combined`: a similarity made of fingerprints and other information.
 */
export type Decider = 'measure' | 'equality' | 'distance' | 'estimate' | 'combined'

/** What is known of a pair, as far as its decider asks for it. */
export interface Evidence {
  /** Exact, estimated or combined, 0 to 1. */
  readonly similarity?: number | undefined
  /** Differing bits. */
  readonly distance?: number | undefined
  /** Whether the texts are equal after normalisation. */
  readonly isEqual?: boolean
}

type Asked = Pick<Options, 'method' | 'measure' | 'verify' | 'threshold' | 'distance'>

/** @example deciderOf({ method: 'simhash', measure: 'jaccard', verify: false }) // 'distance' */
export function deciderOf({ method, measure, verify }: Pick<Asked, 'method' | 'measure' | 'verify'>): Decider {
  const { hasFeatures, signsPositions } = traitsOf({ method })
  if (!hasFeatures) return 'equality'
  if (verify) return 'measure'
  if (measure === 'combined') return 'combined'
  return signsPositions ? 'estimate' : 'distance'
}

/**
 * Whether a pair is alike.
 *
 * @example isAlike({ method: 'simhash', measure: 'jaccard', verify: false, threshold: 0.8, distance: 3 }, { distance: 10 }) // false
 */
export function isAlike(options: Asked, { similarity = 0, distance = Number.POSITIVE_INFINITY, isEqual = false }: Evidence): boolean {
  switch (deciderOf(options)) {
    case 'equality':
      return isEqual
    case 'distance':
      return distance <= options.distance
    default:
      return isEqual || isSimilar(similarity, options.threshold)
  }
}
