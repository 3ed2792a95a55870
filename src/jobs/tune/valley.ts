/** The valley between the similarities of unrelated texts and those of duplicates: where a threshold divides them best. */

/** Bins of equal width, from 0 to 1, in which similarities are counted. With fewer a valley drowns in its hills; with more, noise makes some. */
export const BINS = 50

/** How many times lower than the lower hill beside it a valley must be. Less, and chance alone digs one. */
const DEPTH = 2
/** Bins to each side over which a count is spread, with falling weight. More, and hills nearer than twelve bins run into each other. */
const SMOOTH = 2

export interface Valley {
  /** The similarity that divides best. */
  readonly at: number
  /** How many times lower it is than the lower of the two hills. */
  readonly depth: number
}

/**
 * The deepest valley of a histogram, on a logarithmic scale: unrelated pairs outnumber duplicates by millions. Of a wide floor the middle.
 *
 * @param counts  one for each bin
 * @param from    similarities below this are no answer
 * @returns       undefined when there is none, as when scores fall off evenly
 * @example findValley([900, 400, 10, 2, 1, 8, 30]) // between the fourth and the fifth bin
 */
export function findValley(counts: readonly number[], from = 0): Valley | undefined {
  const bins = counts.length
  const height = counts.map((_, i) => {
    let sum = 0
    let weights = 0
    for (let j = Math.max(0, i - SMOOTH); j <= Math.min(bins - 1, i + SMOOTH); j++) {
      const weight = SMOOTH + 1 - Math.abs(i - j)
      sum += weight * Math.log1p(counts[j] as number)
      weights += weight
    }
    return sum / weights
  })
  const right = height.slice()
  for (let i = bins - 2; i >= 0; i--) right[i] = Math.max(right[i] as number, right[i + 1] as number)
  let left = 0
  let best = Math.log(DEPTH)
  let floor: number[] = []
  for (let i = 0; i < bins; i++) {
    left = Math.max(left, height[i] as number)
    const depth = Math.min(left, right[i] as number) - (height[i] as number)
    if (i / bins < from || depth < best) continue
    if (depth > best) floor = []
    best = depth
    floor.push(i)
  }
  if (!floor.length) return undefined
  const middle = (floor[0] as number) + (floor.at(-1) as number) + 1
  return { at: Math.round((middle / 2 / bins) * 100) / 100, depth: Math.exp(best) }
}
