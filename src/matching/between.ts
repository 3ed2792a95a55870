/** Sums of the chances of pairs between groups, for the rows of one component. */

export interface Between {
  add(a: number, b: number, chance: number): void
  /** Of two groups, by the numbers of their first rows. */
  of(left: number, right: number): number
  /** Two groups become one that goes by the first's number. */
  join(kept: number, gone: number): void
}

/** Rows up to which every two have a place: 8 MB. */
const DENSE = 1024

/** @param rows  numbered from 0 */
export const sumsBetween = (rows: number): Between => (rows <= DENSE ? new DenseSums(rows) : new SparseSums(rows))

/** A place for every two rows; few rows are joined sooner so than by any list. */
export class DenseSums implements Between {
  /** One for all components, one after another. */
  static #room = new Float64Array(64)
  readonly #rows: number
  readonly #sums: Float64Array

  constructor(rows: number) {
    this.#rows = rows
    if (DenseSums.#room.length < rows * rows) DenseSums.#room = new Float64Array(Math.max(rows * rows, 2 * DenseSums.#room.length))
    this.#sums = DenseSums.#room
    this.#sums.fill(0, 0, rows * rows)
  }

  add(a: number, b: number, chance: number): void {
    const sum = (this.#sums[a * this.#rows + b] as number) + chance
    this.#sums[a * this.#rows + b] = sum
    this.#sums[b * this.#rows + a] = sum
  }

  of(left: number, right: number): number {
    return this.#sums[left * this.#rows + right] as number
  }

  join(kept: number, gone: number): void {
    const rows = this.#rows
    const sums = this.#sums
    for (let other = 0; other < rows; other++) {
      const more = sums[gone * rows + other] as number
      if (more === 0) continue
      const sum = (sums[kept * rows + other] as number) + more
      sums[kept * rows + other] = sum
      sums[other * rows + kept] = sum
    }
  }
}

/** Lists of those that are not 0, both ways; the smaller list is poured into the larger. */
export class SparseSums implements Between {
  readonly #sums: (Map<number, number> | undefined)[]
  /** Lists go by names of their own, so that a group keeps its number whichever list is larger. */
  readonly #list: Uint32Array

  constructor(rows: number) {
    this.#sums = new Array(rows)
    this.#list = Uint32Array.from({ length: rows }, (_, row) => row)
  }

  add(a: number, b: number, chance: number): void {
    const [left, right] = [this.#list[a] as number, this.#list[b] as number]
    this.#put(left, right, chance)
    this.#put(right, left, chance)
  }

  #put(from: number, to: number, chance: number): void {
    let sums = this.#sums[from]
    if (sums === undefined) {
      sums = new Map()
      this.#sums[from] = sums
    }
    sums.set(to, (sums.get(to) ?? 0) + chance)
  }

  of(left: number, right: number): number {
    return this.#sums[this.#list[left] as number]?.get(this.#list[right] as number) ?? 0
  }

  join(kept: number, gone: number): void {
    const first = this.#list[kept] as number
    const second = this.#list[gone] as number
    const [large, small] = (this.#sums[first]?.size ?? 0) >= (this.#sums[second]?.size ?? 0) ? [first, second] : [second, first]
    // Without a list where neither has a pair yet: equal rows are joined before any sum is taken.
    const own = this.#sums[large]
    for (const [to, chance] of this.#sums[small] ?? []) {
      const sums = this.#sums[to]
      sums?.delete(small)
      if (to === large) continue
      own?.set(to, (own.get(to) ?? 0) + chance)
      sums?.set(large, (sums.get(large) ?? 0) + chance)
    }
    own?.delete(small)
    this.#sums[small] = undefined
    this.#list[kept] = large
  }
}
