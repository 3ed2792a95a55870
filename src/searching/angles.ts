/**
 * The search for vectors within an angle, by the bits of hyperplanes: how many bits, and how many of them may differ.
 *
 * Two vectors with cosine t differ in each bit with the chance acos(t) / pi, independently: so differing bits follow a binomial
 * distribution, and the radius that a share of the pairs does not exceed is known beforehand.
 */

/** Bits that there are signatures of, and nanoseconds that the search takes for each pair at worst. */
const WIDTHS = [
  { bits: 64, scan: 0.5 },
  { bits: 128, scan: 0.9 },
  { bits: 256, scan: 2.5 },
] as const
/** Nanoseconds of an exact cosine, with the vectors somewhere in memory. */
const MEASURED = 300

/** The chance of a differing bit of two vectors with this cosine. */
export const bitChance = (cosine: number): number => Math.acos(Math.max(-1, Math.min(1, cosine))) / Math.PI

/** The chance that at most `most` of `bits` bits differ, when each does with chance `p`. */
export function chanceWithin(most: number, bits: number, p: number): number {
  if (p <= 0) return 1
  let sum = 0
  // Logarithms are added: the single terms are too small for doubles.
  let log = bits * Math.log1p(-p)
  for (let k = 0; k <= Math.min(most, bits); k++) {
    sum += Math.exp(log)
    log += Math.log((bits - k) / (k + 1)) + Math.log(p) - Math.log1p(-p)
  }
  return Math.min(1, sum)
}

/**
 * Bits and radius that find at least `recall` of the pairs whose cosine is `threshold`, and more of nearer ones, at the least expected cost
 * among unrelated vectors, half of whose bits differ.
 *
 * @param threshold  the cosine, 0 to 1
 * @param recall     above 0, below 1
 * @example planAngle(0.9, 0.99) // { bits: 64, distance: 16 }
 */
export function planAngle(threshold: number, recall: number): { readonly bits: number; readonly distance: number } {
  const p = bitChance(threshold)
  const plans = WIDTHS.map(({ bits, scan }) => {
    let distance = 0
    while (distance < bits && chanceWithin(distance, bits, p) < recall) distance++
    return { bits, distance, cost: scan + MEASURED * chanceWithin(distance, bits, 0.5) }
  })
  const { bits, distance } = plans.reduce((a, b) => (b.cost < a.cost ? b : a))
  return { bits, distance }
}
