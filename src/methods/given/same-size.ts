/** Signatures that come with the records: all of a run have as many bits, or dimensions. */
import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { kebab } from '../../options/spelling.js'
import type { GivenValues } from './method.js'

export class SameSize {
  readonly #given: GivenValues | undefined
  readonly #placeOf: (document: number) => string
  /** That of all documents so far; undefined before the first, and under methods that make signatures. */
  #size: number | undefined

  /**
   * @param given    undefined where methods make signatures: there is nothing to look at
   * @param placeOf  where a document stands, for messages
   */
  constructor(given: GivenValues | undefined, placeOf: (document: number) => string) {
    this.#given = given
    this.#placeOf = placeOf
  }

  /** The options of a run with that size. */
  sized(options: Options): Options {
    return this.#given && this.#size !== undefined ? this.#given.withSize(options, this.#size) : options
  }

  /**
   * Looks at the sizes of documents that follow each other.
   *
   * @param first  the number of the first of them
   * @throws {LeitongError} `SIGNATURES_MIXED` with the places of the first document of all and of the first unlike one
   */
  note(first: number, sizes: ArrayLike<number>): void {
    if (!this.#given || !sizes.length) return
    this.#size ??= sizes[0] as number
    for (let i = 0; i < sizes.length; i++) if (sizes[i] !== this.#size) throw this.#mixed(first + i, sizes[i] as number, this.#given)
  }

  #mixed(other: number, size: number, { called, counts, option }: GivenValues): LeitongError {
    const has = (document: number, size: number) => `${this.#placeOf(document)} has a ${called} of ${size} ${counts}`
    return new LeitongError('SIGNATURES_MIXED', has(0, this.#size as number), has(other, size), kebab(option))
  }
}
