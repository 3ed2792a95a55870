/** Intervals of texts, joined where they meet. */

/** By text, start and end of intervals that neither meet nor overlap, ascending. */
export class Coverage {
  readonly #ofText: Map<number, Uint32Array>

  private constructor(ofText: Map<number, Uint32Array>) {
    this.#ofText = ofText
  }

  /**
   * Joins intervals.
   *
   * @param wanted  which of them; their numbers in the columns
   * @example Coverage.of([0, 0], [1, 3], [4, 6], [0, 1]).of(0) // Uint32Array [1, 6]
   */
  static of(texts: ArrayLike<number>, starts: ArrayLike<number>, ends: ArrayLike<number>, wanted: Iterable<number>): Coverage {
    const order = Uint32Array.from(wanted)
    order.sort((a, b) => (texts[a] as number) - (texts[b] as number) || (starts[a] as number) - (starts[b] as number))
    const ofText = new Map<number, Uint32Array>()
    for (let i = 0; i < order.length; ) {
      const text = texts[order[i] as number] as number
      const joined: number[] = []
      for (; i < order.length && texts[order[i] as number] === text; i++) {
        const start = starts[order[i] as number] as number
        const end = ends[order[i] as number] as number
        const last = joined.length - 1
        if (last < 0 || start > (joined[last] as number)) joined.push(start, end)
        else if (end > (joined[last] as number)) joined[last] = end
      }
      ofText.set(text, Uint32Array.from(joined))
    }
    return new Coverage(ofText)
  }

  of(text: number): Uint32Array {
    return this.#ofText.get(text) ?? NONE
  }

  /** Texts with intervals, ascending. */
  get texts(): Iterable<number> {
    return this.#ofText.keys()
  }

  /** The sum of all lengths. */
  get total(): number {
    let sum = 0
    for (const gaps of this.#ofText.values()) sum += lengthOf(gaps)
    return sum
  }
}

const NONE = new Uint32Array()

/** How much intervals cover, given as start and end of each. @example lengthOf([1, 3, 5, 6]) // 3 */
export function lengthOf(intervals: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < intervals.length; i += 2) sum += (intervals[i + 1] as number) - (intervals[i] as number)
  return sum
}
