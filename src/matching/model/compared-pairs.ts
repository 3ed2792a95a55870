/** Sampled pairs, compared field by field: each field once, however often the model looks at it. */
import { Comparisons, type Field } from '../comparisons.js'
import type { KindOptions } from '../kinds/kind.js'

interface Compared {
  /** NaN where one row has no value. */
  readonly similarities: Float64Array
  readonly levels: Uint8Array
}

/**
 * What is kept is known by the field itself: one with other words is another.
 *
 * @example
 * new ComparedPairs(Uint32Array.of(0, 1, 0, 2)).of(field).levels // of the rows 0 and 1, and of 0 and 2
 */
export class ComparedPairs {
  /** a, b, a, b, …. */
  readonly pairs: Uint32Array
  readonly #options: KindOptions
  readonly #known = new Map<Field, Compared>()

  constructor(pairs: Uint32Array, options: KindOptions = {}) {
    this.pairs = pairs
    this.#options = options
  }

  of(field: Field): Compared {
    const known = this.#known.get(field)
    if (known) return known
    const comparisons = new Comparisons([field], this.#options)
    const similarities = new Float64Array(this.pairs.length / 2)
    const levels = new Uint8Array(similarities.length)
    for (let pair = 0; pair < levels.length; pair++) {
      const a = this.pairs[2 * pair] as number
      const b = this.pairs[2 * pair + 1] as number
      const similarity = comparisons.similarity(0, a, b)
      similarities[pair] = similarity
      levels[pair] = comparisons.levelFrom(0, a, b, similarity)
    }
    const compared = { similarities, levels }
    this.#known.set(field, compared)
    return compared
  }
}
