/** Longer texts are compared by their beginnings. */
const LONGEST = 128

/**
 * Damerau–Levenshtein distance in its restricted form (optimal string alignment): insertions, deletions, replacements and swaps of
 * neighbours, no stretch edited twice.
 *
 * @see F. Damerau, "A technique for computer detection and correction of spelling errors", 1964
 */
export class Edits {
  readonly #rows = [new Uint16Array(LONGEST + 1), new Uint16Array(LONGEST + 1), new Uint16Array(LONGEST + 1)] as const

  /**
   * @param limit  beyond it the distance is not needed
   * @returns      the distance, or limit + 1 when it is greater; symmetric
   */
  distance(a: Uint16Array, fromA: number, toA: number, b: Uint16Array, fromB: number, toB: number, limit: number): number {
    let lengthA = Math.min(toA - fromA, LONGEST)
    let lengthB = Math.min(toB - fromB, LONGEST)
    while (lengthA && lengthB && a[fromA] === b[fromB]) {
      fromA++
      fromB++
      lengthA--
      lengthB--
    }
    while (lengthA && lengthB && a[fromA + lengthA - 1] === b[fromB + lengthB - 1]) {
      lengthA--
      lengthB--
    }
    if (Math.abs(lengthA - lengthB) > limit) return limit + 1
    if (!lengthA || !lengthB) return lengthA + lengthB
    let [before, last, row] = this.#rows as readonly [Uint16Array, Uint16Array, Uint16Array]
    for (let j = 0; j <= lengthB; j++) last[j] = j
    for (let i = 1; i <= lengthA; i++) {
      row[0] = i
      let least = i
      const code = a[fromA + i - 1]
      for (let j = 1; j <= lengthB; j++) {
        const other = b[fromB + j - 1]
        let cost = (last[j - 1] as number) + (code === other ? 0 : 1)
        const gap = Math.min(last[j] as number, row[j - 1] as number) + 1
        if (gap < cost) cost = gap
        if (i > 1 && j > 1 && code === b[fromB + j - 2] && a[fromA + i - 2] === other) cost = Math.min(cost, (before[j - 2] as number) + 1)
        row[j] = cost
        if (cost < least) least = cost
      }
      if (least > limit) return limit + 1
      const free = before
      before = last
      last = row
      row = free
    }
    return Math.min(last[lengthB] as number, limit + 1)
  }
}
