/**
 * MinHash by rotations: h_i(x) = (x + i) mod n, i = 1 … n. Rotations are not independent, so that the estimate is a bad one;
 * kept for the profile `wang2019`. Everything else uses minhash.ts.
 *
 * @param rows       whole numbers from 0: the row of each element
 * @param functions  n, 1 to 255
 * @returns          the least value of each function; all 255 for no rows
 * @see Wang & Wang, 2019
 */
export function rotations(rows: Iterable<number>, functions: number): Uint8Array<ArrayBuffer> {
  const least = new Uint8Array(functions).fill(255)
  for (const row of rows) {
    for (let i = 0; i < functions; i++) {
      const value = (row + i + 1) % functions
      if (value < (least[i] as number)) least[i] = value
    }
  }
  return least
}
