/** Whole-number weights, so that the sums of a fingerprint do not depend on the order of features. */

/** The largest weight: 20 bits keep proportions to one in a million. */
export const HEAVIEST = 2 ** 20

/**
 * Weights as whole numbers from 0 to {@link HEAVIEST}: as they are when they are whole, else in proportion. Sums of whole numbers
 * do not depend on their order, so that every host gets the same fingerprint. Where nothing weighs anything (every feature is in every
 * document), all count alike, so that different texts do not share an empty fingerprint.
 */
export function quantize(weights: Float64Array, size: number, into: Int32Array): void {
  let heaviest = 0
  let whole = true
  for (let i = 0; i < size; i++) {
    const weight = weights[i] as number
    if (weight > heaviest) heaviest = weight
    whole &&= Number.isInteger(weight)
  }
  if (!heaviest) {
    into.fill(1, 0, size)
    return
  }
  // Counts and levels stay exact, so that an even balance stays one.
  const scale = whole && heaviest <= HEAVIEST ? 1 : HEAVIEST / heaviest
  for (let i = 0; i < size; i++) into[i] = Math.round((weights[i] as number) * scale)
}
