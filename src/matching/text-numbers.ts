/** Numbers for distinct texts, beyond the 2^24 entries of a Map. */

/** Texts of one Map: half of what one takes, since a Map that grows doubles. */
const EACH = 2 ** 23

export class TextNumbers {
  readonly #maps: Map<string, number>[] = [new Map()]
  readonly #each: number
  size = 0

  /** @param each  texts that one Map takes @default 2^23 */
  constructor(each = EACH) {
    this.#each = each
  }

  get(text: string): number | undefined {
    for (const map of this.#maps) {
      const number = map.get(text)
      if (number !== undefined) return number
    }
    return undefined
  }

  /** Gives a text that is not there the next number from 0. */
  add(text: string): number {
    let last = this.#maps[this.#maps.length - 1] as Map<string, number>
    if (last.size === this.#each) {
      last = new Map()
      this.#maps.push(last)
    }
    last.set(text, this.size)
    return this.size++
  }

  /** In the order of their numbers. */
  *texts(): Generator<string> {
    for (const map of this.#maps) yield* map.keys()
  }
}
