/** Similarities as chances, where no model says how likely a match is. */
import { exp, ln } from '../hashing/logarithms.js'

/** The similarity that is as likely as not a match: the threshold of the measure `fields`. */
export const EVEN = 0.8
/** How much the logarithm of the odds grows with the similarity: 0.65 has a chance of a hundredth. */
export const SLOPE = 30
/** Sums of products of decimals end a little beside what they mean. */
export const ROUNDING = 1e-12

/** @param even  the similarity that is as likely as not a match */
export const chanceOf = (similarity: number, even = EVEN, slope = SLOPE): number => 1 / (1 + exp(slope * (even - similarity - ROUNDING)))

/** The similarity of a chance that {@link chanceOf} gave. */
export const similarityOf = (chance: number): number => EVEN - ROUNDING - ln(1 / chance - 1) / SLOPE
