/** The vectors of a run, measured exactly: in memory as far as `--memory` reaches, on disk beyond. */
import { cosineOf, lengthOf } from '../../comparing/vectors.js'
import type { TextFeatures } from '../../searching/containing/text-features.js'

export class MeasuredVectors {
  readonly #held: TextFeatures
  /** By document; 0 where it was not asked for yet. */
  readonly #lengths: Float64Array

  /** @param held  vectors by document, as so many words */
  constructor(held: TextFeatures) {
    this.#held = held
    this.#lengths = new Float64Array(held.count)
  }

  /** The cosine of two documents. */
  cosine(a: number, b: number): number {
    const [left, right] = [this.#vectorOf(a), this.#vectorOf(b)]
    return cosineOf(left, right, this.#lengthOf(a, left) * this.#lengthOf(b, right))
  }

  #vectorOf(document: number): Float32Array {
    const words = this.#held.of(document)
    return new Float32Array(words.buffer, words.byteOffset, words.length)
  }

  #lengthOf(document: number, vector: Float32Array): number {
    let length = this.#lengths[document] as number
    if (!length) {
      length = lengthOf(vector)
      this.#lengths[document] = length
    }
    return length
  }
}
