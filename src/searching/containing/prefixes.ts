/**
 * The prefix of a text: as many of its features as it takes for every text that holds enough of it to have one. A text of n features of which c must be
 * shared may miss n - c; of any n - c + 1 features at least one is shared. The rarest are taken, because they lead to the fewest texts.
 */
import { slotHash } from '../../hashing/bits.js'
import { neededOf, type TextFeatures } from './text-features.js'

/** Counters, at least and at most, as powers of two: at most 64 MB. Several features may share a counter: it never counts too few. */
const FEWEST = 10
const MOST = 24
/** A key is a count times this, plus the number of the feature in its text. */
const NUMBERED = 2 ** 21

/** Counters of features, by slots that they may share. */
export class FeatureCounts {
  readonly counts: Uint32Array
  readonly #shift: number

  /** @param features  occurrences that will be counted: the number of counters follows from it alone */
  constructor(features: number) {
    const bits = Math.min(MOST, Math.max(FEWEST, 32 - Math.clz32(Math.min(features, 2 ** 31))))
    this.counts = new Uint32Array(2 ** bits)
    this.#shift = 32 - bits
  }

  slotOf(low: number, high: number): number {
    return slotHash(low, high) >>> this.#shift
  }

  add(words: Uint32Array): void {
    for (let i = 0; i < words.length; i += 2) {
      const slot = this.slotOf(words[i] as number, words[i + 1] as number)
      this.counts[slot] = (this.counts[slot] as number) + 1
    }
  }
}

/** Counts in how many of these texts each feature is. */
export function countFeatures(features: TextFeatures, texts: Uint32Array): FeatureCounts {
  const counted = new FeatureCounts(features.length)
  for (const text of texts) counted.add(features.of(text))
  return counted
}

export class Prefixes {
  readonly #counts: FeatureCounts
  readonly #threshold: number
  #keys = new Float64Array(1024)

  constructor(counts: FeatureCounts, threshold: number) {
    this.#counts = counts
    this.#threshold = threshold
  }

  /**
   * The features of the prefix of a text, without those that no other text has: they lead nowhere.
   *
   * @param words  the features of the text
   * @returns      two words each
   */
  of(words: Uint32Array): Uint32Array {
    const size = words.length / 2
    const length = size - neededOf(size, this.#threshold) + 1
    if (this.#keys.length < size) this.#keys = new Float64Array(2 * size)
    const keys = this.#keys.subarray(0, size)
    const { counts } = this.#counts
    const isLong = size > NUMBERED
    let alone = 0
    for (let i = 0; i < size; i++) {
      const count = counts[this.#counts.slotOf(words[2 * i] as number, words[2 * i + 1] as number)] as number
      if (count < 2) alone++
      keys[i] = isLong ? i : count * NUMBERED + i
    }
    if (alone >= length) return new Uint32Array()
    // Any prefix will do: of a text of millions of features the first ones are taken as they come.
    if (!isLong) keys.sort()
    const chosen = new Uint32Array(2 * length)
    let filled = 0
    for (let k = 0; k < length; k++) {
      const key = keys[k] as number
      if (!isLong && key < 2 * NUMBERED) continue
      const i = isLong ? key : key % NUMBERED
      chosen[filled++] = words[2 * i] as number
      chosen[filled++] = words[2 * i + 1] as number
    }
    return chosen.subarray(0, filled)
  }
}
