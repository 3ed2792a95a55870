/** Confidence intervals of 95 %: by a formula for proportions, by the bootstrap for everything else. */
import { createRandom } from '../hashing/random.js'

/** A measured value with the interval that holds the true one in 95 of 100 samples. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** Standard deviations on each side of the mean that hold 95 % of a normal distribution. */
const Z = 1.959963984540054

/**
 * The Wilson score interval of a proportion: right for few trials and for shares near 0 and 1, where the normal one is not.
 * Without trials nothing is known: the value is 1 (nothing was wrong), the interval from 0 to 1.
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

/**
 * Resampling for the bootstrap: draws as many of `count` items as there are, with replacement, `rounds` times.
 *
 * @param seed   equal seeds draw the same items
 * @param round  takes a function that draws one item, 0 to count - 1, and calls it `count` times
 * @see B. Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 1979
 */
export function resample(count: number, rounds: number, seed: number, round: (draw: () => number, number: number) => void): void {
  const random = createRandom(seed)
  const draw = () => Math.floor(random() * count)
  for (let number = 0; number < rounds; number++) round(draw, number)
}

/**
 * The middle 95 % of samples.
 *
 * @param steps  the bounds are the samples nearest to 2.5 % and 97.5 % of this many steps above the least; the default spans them all
 * @returns      undefined bounds without samples
 */
export function middle95(samples: Iterable<number>, steps?: number): { low: number | undefined; high: number | undefined } {
  const sorted = Float64Array.from(samples).sort()
  const at = (share: number) => sorted[Math.round(share * (steps ?? Math.max(0, sorted.length - 1)))]
  return { low: at(0.025), high: at(0.975) }
}

/** A value with the middle 95 % of its samples around it, stretched to hold the value itself. */
export function percentiles(value: number, samples: readonly number[]): Estimate {
  const { low = value, high = value } = middle95(samples)
  return { value, low: Math.min(value, low), high: Math.max(value, high) }
}
