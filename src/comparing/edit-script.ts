/**
 * The greedy search for the shortest edit script of two sequences, bounded.
 *
 * The paths that reach furthest with 0, 1, 2, … edits are followed on every diagonal until one reaches both ends. Its cost grows with the
 * square of the edits, so the search ends after a number of them and hands back the path that came furthest.
 *
 * @see E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1986
 */

/** Equal stretches, three numbers each: where in the left, where in the right, how long. */
export type Runs = number[]

/** A part of both sequences: from `a` to before `aEnd`, and from `b` to before `bEnd`. */
export interface Range {
  readonly a: number
  readonly aEnd: number
  readonly b: number
  readonly bEnd: number
}

/** Steps that may be taken in all: the same for the same sequences, unlike time. */
export interface Budget {
  steps: number
}

export interface Script {
  /** Equal stretches in order; neighbours do not touch on both sides. */
  readonly runs: Runs
  /** The part behind the path; empty on both sides when the script is complete. */
  readonly rest: Range
}

/**
 * @param edits   insertions and deletions after which the search ends
 * @param budget  is lessened by the work; the search ends when it is used up
 * @returns       of the whole range the shortest script, or the path that came furthest
 * @example shortestScript(Int32Array.of(1, 2, 3), Int32Array.of(1, 3), { a: 0, aEnd: 3, b: 0, bEnd: 2 }, 10, { steps: 100 }).runs
 * // [0, 0, 1, 2, 1, 1]
 */
export function shortestScript(left: Int32Array, right: Int32Array, range: Range, edits: number, budget: Budget): Script {
  const { a, aEnd, b, bEnd } = range
  const [n, m] = [aEnd - a, bEnd - b]
  const most = Math.min(edits, n + m)
  // By diagonal k = x - y, how far x comes; of each round the values before it, to walk back.
  const reach = new Int32Array(2 * most + 3)
  const origin = most + 1
  const rounds: Int32Array[] = []
  let furthest = { d: 0, k: 0, sum: -1 }
  for (let d = 0; d <= most; d++) {
    rounds.push(reach.slice(origin - d - 1, origin + d + 2))
    furthest = { d, k: 0, sum: -1 }
    // Diagonals beyond the ends of the sequences lead nowhere.
    for (let k = -d + 2 * Math.max(0, d - m); k <= d - 2 * Math.max(0, d - n); k += 2) {
      const isDown = k === -d || (k !== d && (reach[origin + k - 1] as number) < (reach[origin + k + 1] as number))
      let x = d === 0 ? 0 : isDown ? (reach[origin + k + 1] as number) : (reach[origin + k - 1] as number) + 1
      const from = x
      while (x < n && x - k < m && left[a + x] === right[b + x - k]) x++
      reach[origin + k] = x
      budget.steps -= x - from + 1
      const sum = 2 * x - k
      if (sum > furthest.sum && x <= n && x - k <= m) furthest = { d, k, sum }
    }
    if (furthest.sum === n + m || budget.steps < 0) break
  }
  const { d, k, sum } = furthest
  const x = (sum + k) / 2
  return { runs: walkBack(rounds, d, k, x, range), rest: { a: a + x, aEnd, b: b + x - k, bEnd } }
}

function walkBack(rounds: readonly Int32Array[], d: number, k: number, x: number, { a, b }: Range): Runs {
  const found: [number, number, number][] = []
  for (; d >= 0; d--) {
    const before = rounds[d] as Int32Array
    const at = (diagonal: number) => before[diagonal + d + 1] as number
    const isDown = k === -d || (k !== d && at(k - 1) < at(k + 1))
    const from = d === 0 ? 0 : isDown ? at(k + 1) : at(k - 1) + 1
    if (x > from) found.push([a + from, b + from - k, x - from])
    x = isDown ? from : from - 1
    k += isDown ? 1 : -1
  }
  return found.reverse().flat()
}
