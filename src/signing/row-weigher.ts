/** Weights of rows of tables: each field weighs as much as the fields file says. */
import type { EntryBlock } from '../kernel/entry-block.js'
import type { KernelExports } from '../kernel/exports.js'
import { scoped } from '../kernel/memory.js'
import { prepareText } from '../kernel/text.js'
import type { RowFeatures } from '../sources/rows/row-features.js'
import { signedBytes } from '../tokenizing/surrogates.js'
import type { WeighedFeatures } from './weighed-features.js'

/** Features of a field that weighs more or less than others, repeats included, and its weight. */
type HeavierField = readonly [occurrences: BigUint64Array, weight: number]

export class RowWeigher {
  readonly #kernel: KernelExports
  readonly #features: WeighedFeatures

  constructor(kernel: KernelExports, features: WeighedFeatures) {
    this.#kernel = kernel
    this.#features = features
  }

  /**
   * Signs a row: the words of its long fields by the weight of the options, times the field's own; each short field one feature
   * of the field's weight, which counts in words of average weight.
   *
   * @param title  hashes of the features of its title
   * @returns      the number of its features, -1 without room
   * @see Li & Han, "Efficient duplicate detection for relational data", 2015
   */
  sign({ short, long }: RowFeatures, title: BigUint64Array | undefined, entry: EntryBlock): number {
    const heavier = long
      .filter(({ weight }) => weight !== 1)
      .map(({ text, weight }): HeavierField => [this.#features.hashesOf(text), weight])
    const features = prepareText(this.#kernel, long.map(({ text }) => text).join('\n'))
    if (features < 0) return -1
    return scoped(this.#kernel, () => {
      if (!this.#features.weigh(features, title, short.length)) return -1
      const average = features ? this.#total() / features : 1
      if (heavier.length) this.#weighFields(heavier)
      this.#addShort(short, average)
      this.#features.writeSimhash(entry)
      return features + short.length
    })
  }

  /** The weights of all words together. */
  #total(): number {
    const { weights, table } = this.#features
    let total = 0
    for (let i = 0; i < table.size; i++) total += weights[i] as number
    return total
  }

  /** Adds to the weight of a word what each of its occurrences in a heavier field is worth more. */
  #weighFields(heavier: readonly HeavierField[]): void {
    const { weights, table } = this.#features
    const places = new Map(Array.from(table.hashes.subarray(0, table.size), (hash, i) => [hash, i]))
    const each = Float64Array.from(table.counts, (count, i) => (weights[i] as number) / count)
    for (const [occurrences, weight] of heavier) {
      for (const hash of occurrences) {
        // At the border of two fields n-grams differ from those of the joined text.
        const i = places.get(hash)
        if (i !== undefined) weights[i] = (weights[i] as number) + (weight - 1) * (each[i] as number)
      }
    }
  }

  /** Fills the spare entries of the table. */
  #addShort(short: RowFeatures['short'], average: number): void {
    const { weights, table } = this.#features
    const { size, hashes } = table
    short.forEach(({ feature, weight }, i) => {
      hashes[size + i] = this.#features.hashOf(signedBytes(feature))
      weights[size + i] = weight * average
    })
  }
}
