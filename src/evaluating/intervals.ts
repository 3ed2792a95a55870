/** Confidence intervals of 95 %. */

/** A measured value with the interval that holds the true one in 95 of 100 samples. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

const Z = 1.959963984540054

/**
 * The Wilson score interval of a proportion: right for few trials and for shares near 0 and 1, where the normal one is not.
 * Of nothing nothing is known: 0 trials give the value 1 (nothing was wrong) and the interval from 0 to 1.
 *
 * @see E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 1927
 * @example wilson(8, 10) // { value: 0.8, low: 0.490…, high: 0.943… }
 */
export function wilson(right: number, trials: number): Estimate {
  if (!trials) return { value: 1, low: 0, high: 1 }
  const share = right / trials
  const square = Z * Z
  const middle = (share + square / (2 * trials)) / (1 + square / trials)
  const half = (Z / (1 + square / trials)) * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials * trials))
  return { value: share, low: Math.max(0, Math.min(share, middle - half)), high: Math.min(1, Math.max(share, middle + half)) }
}

/** Numbers from 0 to 1 that are the same for the same seed (a Weyl sequence through the finaliser of MurmurHash3). */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let x = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
    return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32
  }
}

/** The middle 95 % of samples. */
export function percentiles(value: number, samples: readonly number[]): Estimate {
  const sorted = Float64Array.from(samples).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))] ?? value
  return { value, low: Math.min(value, at(0.025)), high: Math.max(value, at(0.975)) }
}
