/**
 * Counts the features that sets share, for sets that are nearly the same: each is stored as its differences from the usual set.
 *
 * The usual set U has the features that more than half of the sets have. Set A is stored as its differences: the features of U that it lacks, and
 * its own that are not in U. Two sets share what neither lacks of U, and the additions of both:
 *
 *     |A ∩ B| = |U| - lacks(A) - lacks(B) + |differences(A) ∩ differences(B)|
 *
 * Texts made of one template have few differences. Sets that are unlike have all of their features there, and the index is an
 * ordinary inverted one.
 */
import { Uint32List, withRoom } from '../../hashing/typed-list.js'
import type { FeatureSets, Pauses } from '../candidates.js'
import { FeatureNumbers } from './feature-numbers.js'

export class Overlaps {
  readonly count: number
  /** Distinct features of each set. */
  readonly sizes: Uint32Array
  /** Features of the usual set that each lacks. */
  readonly lacks: Uint32Array
  /** Features of the usual set. */
  readonly usual: number
  /** Differences of set s: `differences[starts[s]]` … `differences[starts[s + 1] - 1]`. */
  readonly #differences: Uint32Array
  readonly #starts: Uint32Array
  /** Sets that differ in feature f, ascending: `sets[ends[f - 1]]` … `sets[ends[f] - 1]`. */
  readonly #sets: Uint32Array
  readonly #ends: Uint32Array
  /** 1 for each feature that is one of the differences of the set that others are compared with. */
  readonly #marks: Uint8Array

  private constructor(
    given: FeatureSets,
    features: number,
    usual: number,
    differences: Uint32Array,
    starts: Uint32Array,
    lacks: Uint32Array,
  ) {
    this.count = given.count
    this.sizes = Uint32Array.from({ length: given.count }, (_, set) => given.size(set))
    this.usual = usual
    this.lacks = lacks
    this.#differences = differences
    this.#starts = starts
    this.#marks = new Uint8Array(features)
    this.#ends = new Uint32Array(features + 1)
    const ends = this.#ends
    for (let i = 0; i < differences.length; i++) {
      const after = (differences[i] as number) + 1
      ends[after] = (ends[after] as number) + 1
    }
    for (let feature = 1; feature <= features; feature++) ends[feature] = (ends[feature] as number) + (ends[feature - 1] as number)
    this.#sets = new Uint32Array(differences.length)
    // Filled in the order of the sets, each posting ends up ascending, and `ends` one place further.
    for (let set = 0; set < this.count; set++) {
      for (let i = starts[set] as number; i < (starts[set + 1] as number); i++) {
        const feature = differences[i] as number
        const at = ends[feature] as number
        this.#sets[at] = set
        ends[feature] = at + 1
      }
    }
  }

  static async of(given: FeatureSets, pauses: Pauses): Promise<Overlaps> {
    const numbers = new FeatureNumbers()
    const having = await countHaving(given, numbers, pauses)
    const isUsual = new Uint8Array(numbers.count)
    const usual: number[] = []
    for (let feature = 0; feature < numbers.count; feature++) {
      if (2 * (having[feature] as number) <= given.count) continue
      isUsual[feature] = 1
      usual.push(feature)
    }
    const differences = new Uint32List()
    const starts = new Uint32Array(given.count + 1)
    const lacks = new Uint32Array(given.count)
    const seenBy = new Uint32Array(numbers.count)
    for (let set = 0; set < given.count; set++) {
      const words = given.words(set)
      for (let i = 0; i < words.length; i += 2) {
        const feature = numbers.of(words[i] as number, words[i + 1] as number)
        if (isUsual[feature]) seenBy[feature] = set + 1
        else differences.push(feature)
      }
      const additions = differences.length
      for (const feature of usual) if (seenBy[feature] !== set + 1) differences.push(feature)
      lacks[set] = differences.length - additions
      starts[set + 1] = differences.length
      pauses.step(words.length)
      if (pauses.due) await pauses.take()
    }
    return new Overlaps(given, numbers.count, usual.length, differences.taken(), starts, lacks)
  }

  /** Differences of a set. */
  differs(set: number): number {
    return (this.#starts[set + 1] as number) - (this.#starts[set] as number)
  }

  /** Steps that {@link addCommon} takes for a set at most. */
  reach(set: number): number {
    let steps = 0
    for (let i = this.#starts[set] as number; i < (this.#starts[set + 1] as number); i++) {
      const feature = this.#differences[i] as number
      steps += (this.#ends[feature] as number) - (feature ? (this.#ends[feature - 1] as number) : 0)
    }
    return steps
  }

  /** Adds to `common`, for each set behind this one, the differences that both have. */
  addCommon(set: number, common: Uint32Array): void {
    const sets = this.#sets
    for (let i = this.#starts[set] as number; i < (this.#starts[set + 1] as number); i++) {
      const feature = this.#differences[i] as number
      let from = feature ? (this.#ends[feature - 1] as number) : 0
      const end = this.#ends[feature] as number
      for (let above = end; from < above; ) {
        const middle = (from + above) >>> 1
        if ((sets[middle] as number) <= set) from = middle + 1
        else above = middle
      }
      for (let at = from; at < end; at++) {
        const other = sets[at] as number
        common[other] = (common[other] as number) + 1
      }
    }
  }

  /** Marks (1) or clears (0) the differences of the set that {@link commonWithMarked} holds others against. */
  mark(set: number, value: 0 | 1): void {
    for (let i = this.#starts[set] as number; i < (this.#starts[set + 1] as number); i++)
      this.#marks[this.#differences[i] as number] = value
  }

  /** Differences that a set and the marked one both have. */
  commonWithMarked(set: number): number {
    let common = 0
    const end = this.#starts[set + 1] as number
    for (let i = this.#starts[set] as number; i < end; i++) common += this.#marks[this.#differences[i] as number] as number
    return common
  }
}

/** The number of sets with each feature, by the feature's number. */
async function countHaving(given: FeatureSets, numbers: FeatureNumbers, pauses: Pauses): Promise<Uint32Array> {
  let having = new Uint32Array(1 << 12)
  for (let set = 0; set < given.count; set++) {
    const words = given.words(set)
    for (let i = 0; i < words.length; i += 2) {
      const feature = numbers.of(words[i] as number, words[i + 1] as number)
      having = withRoom(having, feature + 1)
      having[feature] = (having[feature] as number) + 1
    }
    pauses.step(words.length)
    if (pauses.due) await pauses.take()
  }
  return having
}
