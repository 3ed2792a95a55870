/** MinHash over numbered rows, by functions that the caller gives: the form in which the literature introduces it. */

/**
 * The least value over the rows of a set, by each function.
 *
 * @param rows       whole numbers from 0: the rows of the characteristic matrix that the set has
 * @param functions  each from row to value
 * @returns          Infinity for no rows
 * @example rowMinhash([0, 1], [(x) => (x + 1) % 5, (x) => (2 * x + 1) % 5]) // [1, 1]
 */
export function rowMinhash(rows: Iterable<number>, functions: readonly ((row: number) => number)[]): number[] {
  const least = functions.map(() => Number.POSITIVE_INFINITY)
  for (const row of rows) {
    functions.forEach((value, i) => {
      least[i] = Math.min(least[i] as number, value(row))
    })
  }
  return least
}

/**
 * MinHash by rotations: h_i(x) = (x + i) mod n, i = 1 … n. Rotations are not independent, so that the estimate is a bad one;
 * kept for the profile `wang2019`. Everything else uses minhash.ts.
 *
 * @param rows       whole numbers from 0: the row of each element
 * @param functions  n, 1 to 255
 * @returns          one byte a function; all 255 for no rows
 * @see Wang & Wang, 2019
 */
export function rotations(rows: Iterable<number>, functions: number): Uint8Array<ArrayBuffer> {
  const all = Array.from({ length: functions }, (_, i) => (row: number) => (row + i + 1) % functions)
  return Uint8Array.from(rowMinhash(rows, all), (value) => Math.min(value, 255))
}
