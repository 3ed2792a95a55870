/**
 * The valley between the similarities of unrelated texts and those of duplicates: where a threshold divides them best.
 *
 * The density of similarities is estimated with a kernel, the deepest valley is looked for in it, and two questions are asked before anyone
 * is told of it. Is it more than chance: are pairs so much rarer in it than on the hill above that Poisson counts seldom differ as much?
 * Is it stable: do samples that are drawn from this one have it too, and where?
 */
import { middle95 } from '../../evaluating/intervals.js'
import { createRandom } from '../../hashing/random.js'

/** Bins of equal width, from 0 to 1, in which similarities are printed. */
export const BINS = 50

/** Bins in which the density is estimated. */
const FINE = 200
/** Standard deviation of the kernel, in fine bins: 0.02. Less, and noise has valleys; more, and hills nearer than 0.1 run into each other. */
const SPREAD = 4
/** Fine bins to each side of a place in which pairs are counted to judge it: 0.055 in all. */
const AROUND = 5
/** How many times lower than the lower hill beside it a valley must be. */
const DEPTH = 2
/** A valley as deep by chance is less likely than this. So small because the deepest of many places is judged. */
const CHANCE = 2e-4
/** Samples that are drawn again, and the share of them that must have the valley. */
const ROUNDS = 200
const STABLE = 0.95
/** The part of the pairs above the valley's interval and in it that may lie in it: more, and where the threshold stands matters too much. */
const MOST_BETWEEN = 0.15
/** Pairs that are drawn again; of more, evenly chosen ones. */
const MOST_PAIRS = 200_000

/** Similarities that were measured, and what is known of those that were not looked for. */
export interface Scores {
  readonly similarities: ArrayLike<number>
  /** Pairs with one number hang together, as those of one document: they are drawn and counted as one. All different when left out. */
  readonly groups?: ArrayLike<number>
  /** Pairs that one stands for, where the sample parts pairs; 1 when left out. */
  readonly weights?: ArrayLike<number>
  /** Estimated pairs below the lowest similarity that was looked for, in {@link BINS} bins. */
  readonly below?: ArrayLike<number>
}

export interface Valley {
  /** The similarity that divides best. */
  readonly at: number
  /** How many times rarer scores are there than on the lower of the two hills. */
  readonly depth: number
  /** Its floor is within these with 95 %, by the bootstrap: a threshold anywhere between them divides about as well. */
  readonly interval: readonly [low: number, high: number]
  /** Pairs of the sample within the interval, and their share of those within and above it. */
  readonly between: number
  readonly share: number
}

/** A valley, or why there is none to go by; the figures of one that was not sure enough stand beside it. */
export type ValleyFinding =
  | { readonly found: true; readonly valley: Valley }
  | { readonly found: false; readonly reason: 'few' | 'none' | 'chance' | 'unstable' | 'vague'; readonly valley?: Valley }

/**
 * Looks for the valley.
 *
 * @param lowest  similarities below this were not looked for
 * @param from    similarities below this are no answer
 * @example findValley({ similarities: [] }, 0.3, 0.3) // { found: false, reason: 'few' }
 */
export function findValley(scores: Scores, lowest: number, from = lowest): ValleyFinding {
  const { similarities, groups, weights } = scores
  if (similarities.length < 2 / CHANCE ** 0.25) return { found: false, reason: 'few' }
  const bins = Int32Array.from(similarities, (similarity) => Math.min(FINE - 1, Math.floor(similarity * FINE)))
  const first = Math.ceil(Math.max(lowest, from) * FINE)
  const start = Math.round(lowest * FINE)
  const below = belowOf(scores, start)
  const densityOf = (times: (group: number) => number, step: number) => {
    const counts = Float64Array.from(below)
    for (let i = 0; i < bins.length; i += step) {
      const bin = bins[i] as number
      counts[bin] = (counts[bin] as number) + (weights?.[i] ?? 1) * times(groups?.[i] ?? i) * step
    }
    return smoothed(counts)
  }
  const density = densityOf(() => 1, 1)
  const seen = deepest(density, first)
  if (!seen) return { found: false, reason: 'none' }
  const independent = (place: number) => countAround(bins, groups, place)
  const isChance = (hill: number) => hill >= start && binomialTail(independent(seen.bin), independent(hill)) > CHANCE
  if (isChance(seen.left) || isChance(seen.right)) return { found: false, reason: 'chance' }

  const floors: { low: number; high: number }[] = []
  const step = Math.max(1, Math.ceil(bins.length / MOST_PAIRS))
  const random = createRandom(bins.length)
  for (let round = 0; round < ROUNDS; round++) {
    const drawn = new Map<number, number>()
    const times = (group: number) => {
      const known = drawn.get(group)
      if (known !== undefined) return known
      const own = poisson(random)
      drawn.set(group, own)
      return own
    }
    const again = deepest(densityOf(times, step), first)
    if (again) floors.push(again)
  }
  if (floors.length < ROUNDS * STABLE) return { found: false, reason: 'unstable' }
  const least = Math.min(middle95(floors.map(({ low }) => low)).low as number, seen.low)
  const most = Math.max(middle95(floors.map(({ high }) => high)).high as number, seen.high)
  let [between, above] = [0, 0]
  for (let i = 0; i < similarities.length; i++) {
    const similarity = similarities[i] as number
    if (similarity >= least) above += weights?.[i] ?? 1
    if (similarity >= least && similarity <= most) between += weights?.[i] ?? 1
  }
  const valley: Valley = { at: seen.at, depth: seen.depth, interval: [least, most], between, share: above ? between / above : 0 }
  return valley.share > MOST_BETWEEN ? { found: false, reason: 'vague', valley } : { found: true, valley }
}

/** The estimate of what was not looked for, in fine bins. */
function belowOf({ below }: Scores, start: number): Float64Array {
  const counts = new Float64Array(FINE)
  const each = FINE / BINS
  for (let i = 0; i < start; i++) counts[i] = (below?.[Math.floor(i / each)] ?? 0) / each
  return counts
}

const KERNEL = Float64Array.from({ length: 3 * SPREAD + 1 }, (_, i) => Math.exp(-(i ** 2) / (2 * SPREAD ** 2)))

/** Pairs in a window around each bin as the kernel sees them; what would lie beyond 1 is reflected. */
function smoothed(counts: Float64Array): Float64Array {
  const reach = KERNEL.length - 1
  const total = 2 * KERNEL.reduce((sum, weight) => sum + weight, 0) - 1
  return Float64Array.from(counts, (_, i) => {
    let sum = 0
    for (let j = i - reach; j <= i + reach; j++) {
      const at = j < FINE ? j : 2 * FINE - 1 - j
      if (at >= 0) sum += (counts[at] as number) * (KERNEL[Math.abs(j - i)] as number)
    }
    return (sum / total) * (2 * AROUND + 1)
  })
}

interface Place {
  /** Fine bins: the bottom, and the tops of the hills beside it. */
  readonly bin: number
  readonly left: number
  readonly right: number
  readonly at: number
  /** The floor: places about as low. */
  readonly low: number
  readonly high: number
  readonly depth: number
}

/** The deepest valley from a bin on; half a pair is added to each count, so that nothing is not infinitely less than a little. */
function deepest(density: Float64Array, first: number): Place | undefined {
  const height = (i: number) => (density[i] as number) + 0.5
  const right = new Int32Array(FINE)
  right[FINE - 1] = FINE - 1
  for (let i = FINE - 2; i >= 0; i--) right[i] = height(i) > height(right[i + 1] as number) ? i : (right[i + 1] as number)
  let left = 0
  let best: { bin: number; left: number; right: number; depth: number } | undefined
  for (let i = 0; i < FINE; i++) {
    if (height(i) > height(left)) left = i
    const top = right[i] as number
    const depth = Math.min(height(left), height(top)) / height(i)
    if (i >= first && depth >= DEPTH && depth > (best?.depth ?? 0)) best = { bin: i, left, right: top, depth }
  }
  if (!best) return undefined
  // The middle of the floor: its lowest point is chance.
  const level = height(best.bin) * 1.1
  let [low, high] = [best.bin, best.bin]
  while (low > first && height(low - 1) <= level) low--
  while (high < FINE - 1 && height(high + 1) <= level) high++
  return { ...best, at: inHundredths((low + high + 1) / 2), low: inHundredths(low), high: inHundredths(high + 1) }
}

const inHundredths = (bin: number) => Math.round((bin / FINE) * 100) / 100

/** Pairs around a fine bin, those that hang together counted once. */
function countAround(bins: Int32Array, groups: ArrayLike<number> | undefined, place: number): number {
  // Near 1 the window is moved, not cut: all windows are of one width.
  const middle = Math.min(place, FINE - 1 - AROUND)
  const seen = new Set<number>()
  for (let i = 0; i < bins.length; i++) if (Math.abs((bins[i] as number) - middle) <= AROUND) seen.add(groups?.[i] ?? i)
  return seen.size
}

/** How likely at most `few` of `few + many` throws of a coin show heads. */
function binomialTail(few: number, many: number): number {
  const n = few + many
  let log = -n * Math.LN2
  let sum = 0
  for (let k = 0; k <= few; k++) {
    sum += Math.exp(log)
    log += Math.log((n - k) / (k + 1))
  }
  return Math.min(1, sum)
}

/** A number by the Poisson distribution of mean 1. */
function poisson(random: () => number): number {
  let product = random()
  let n = 0
  for (; product > Math.exp(-1); n++) product *= random()
  return n
}
