/**
 * MinHash by bands: signatures that agree in all rows of one band become candidates. The number of bands and of rows in each
 * follows from the threshold.
 */

export interface Bands {
  readonly bands: number
  readonly rows: number
}

/** The chance, 0 to 1, that two texts of this similarity agree in at least one band. */
export function bandProbability(similarity: number, { bands, rows }: Bands): number {
  return 1 - (1 - similarity ** rows) ** bands
}

/** Whether bands miss more of the pairs at the threshold than is promised: a signature of few positions has no room for better ones. */
export const missesPromised = (threshold: number, bands: Bands): boolean => 1 - bandProbability(threshold, bands) > MISSED

/** The share of the pairs at the threshold itself that may be missed; above it, fewer are. A smaller share makes shorter bands, and more candidates. */
const MISSED = 0.002

/**
 * The most selective bands that still find at least 99.8 % of the pairs at the threshold: the most rows, then as many
 * bands as the signature has room for. Verification rules out false candidates, so only misses count.
 *
 * @param threshold  0 to 1
 *
 * @param numPerm  positions of the signature
 * @example chooseBands(0.8, 128) // { bands: 21, rows: 6 }
 */
export function chooseBands(threshold: number, numPerm: number): Bands {
  for (let rows = Math.min(numPerm, 32); rows > 1; rows--) {
    const choice = { bands: Math.floor(numPerm / rows), rows }
    if (1 - bandProbability(threshold, choice) <= MISSED) return choice
  }
  return { bands: numPerm, rows: 1 }
}

/**
 * The bands that minimise weighted errors, for use without verification: the area of the false positives below the
 * threshold and of the false negatives above it, each times its weight (as datasketch's `weights`).
 */
export function optimalBands(threshold: number, numPerm: number, falsePositive = 0.5, falseNegative = 0.5): Bands {
  let best: Bands = { bands: numPerm, rows: 1 }
  let least = Number.POSITIVE_INFINITY
  for (let bands = 1; bands <= numPerm; bands++) {
    for (let rows = 1; bands * rows <= numPerm; rows++) {
      const choice = { bands, rows }
      const cost =
        falsePositive * area((s) => bandProbability(s, choice), 0, threshold) +
        falseNegative * area((s) => 1 - bandProbability(s, choice), threshold, 1)
      if (cost < least) {
        least = cost
        best = choice
      }
    }
  }
  return best
}

function area(f: (s: number) => number, from: number, to: number): number {
  const steps = 100
  let sum = 0
  for (let i = 0; i < steps; i++) sum += f(from + ((i + 0.5) * (to - from)) / steps)
  return (sum * (to - from)) / steps
}

/**
 * Estimates similarity from the low bytes of two MinHash signatures.
 *
 * Unlike positions agree in their low byte by chance once in 256, which is taken off. The low bytes lie in words of four.
 *
 * @param rows  signatures behind each other, `words` words each; positions beyond `numPerm` are 0 in both
 */
export function estimateFromBytes(rows: Uint32Array, a: number, b: number, words: number, numPerm: number): number {
  let equal = 0
  let left = a * words
  let right = b * words
  for (const end = left + words; left < end; left++, right++) {
    const x = (rows[left] as number) ^ (rows[right] as number)
    // The top bit of every byte that is zero, of all four at once.
    const zero = ~(((x & 0x7f7f7f7f) + 0x7f7f7f7f) | x | 0x7f7f7f7f)
    if (zero) equal += ((zero >>> 7) & 1) + ((zero >>> 15) & 1) + ((zero >>> 23) & 1) + (zero >>> 31)
  }
  equal -= words * 4 - numPerm
  const share = equal / numPerm
  return Math.max(0, (share - 1 / 256) / (1 - 1 / 256))
}

/**
 * The estimate of {@link estimateFromBytes}, for two entries that lie apart.
 *
 * @param start  the byte of an entry at which its low bytes begin
 */
export function estimateFromEntries(left: Uint8Array, right: Uint8Array, start: number, numPerm: number): number {
  const words = Math.ceil(numPerm / 4)
  const both = new Uint8Array(words * 8)
  both.set(left.subarray(start, start + numPerm))
  both.set(right.subarray(start, start + numPerm), words * 4)
  return estimateFromBytes(new Uint32Array(both.buffer), 0, 1, words, numPerm)
}

/**
 * Below this estimate a pair is not worth verifying: four standard errors under the threshold, so that of the pairs at
 * the threshold one in 30 000 is lost to it.
 */
export function estimateFloor(threshold: number, numPerm: number): number {
  return threshold - 4 * Math.sqrt((threshold * (1 - threshold)) / numPerm)
}
