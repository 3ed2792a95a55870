/**
 * The place where an ascending order turns, by halving: the first number of a range for which a condition holds, given that it holds for
 * all after it too.
 *
 * @param from  the first number of the range, which has fewer than 2^32
 * @param to    the number behind the last
 * @param holds asked about log2 of the range numbers in it
 * @returns     `to` where the condition holds for none
 * @example firstWhere(0, 4, (i) => [1, 3, 3, 7][i] >= 3) // 1
 */
export function firstWhere(from: number, to: number, holds: (at: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = low + ((high - low) >>> 1)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
