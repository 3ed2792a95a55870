/** The rule by which two are alike under options: one for batches, live indexes and `compare`. */
import { isSimilar } from '../comparing/similar.js'
import type { Options } from '../options/options.js'

/**
 * What decides. `measure`: the exact similarity of texts; `equality`: equal texts alone; `distance`: differing bits of fingerprints;
 * `estimate`: the share of equal positions; `combined`: a similarity made of fingerprints and other information.
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

/**
 * Whether a pair is alike.
 *
 * @example isAlike('distance', { threshold: 0.8, distance: 3 }, { distance: 10 }) // false
 */
export function isAlike(
  decider: Decider,
  options: Pick<Options, 'threshold' | 'distance'>,
  { similarity = 0, distance = Number.POSITIVE_INFINITY, isEqual = false }: Evidence,
): boolean {
  switch (decider) {
    case 'equality':
      return isEqual
    case 'distance':
      return distance <= options.distance
    default:
      return isEqual || isSimilar(similarity, options.threshold)
  }
}

/** The decider of a method whose texts are measured unless signatures are asked to decide by themselves. */
export const measuredOr =
  (unverified: Decider) =>
  ({ measure, verify }: Pick<Options, 'measure' | 'verify'>): Decider =>
    verify ? 'measure' : measure === 'combined' ? 'combined' : unverified
