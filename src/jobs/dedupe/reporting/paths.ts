/** How a row came into its group: by which pairs it hangs together with the kept row. */

/** A pair of a path, between the row before and this one. */
export interface Step {
  readonly row: number
  readonly score: number
}

/**
 * The surest path of each row to the kept one: of all paths over pairs that were found, one whose least sure pair is surest.
 *
 * Time grows with the square of the members (Prim's tree, of the greatest scores).
 *
 * @param scoreOf  a pair, 0 where it is none
 * @returns        the pairs from a row to the kept one; none for the kept row, and for a row that no pair leads to
 * @example surestPaths(1, [1, 2, 3], scoreOf)(3) // [{ row: 2, score: 0.99 }, { row: 1, score: 0.98 }]
 */
export function surestPaths(
  kept: number,
  members: readonly number[],
  scoreOf: (a: number, b: number) => number,
): (row: number) => readonly Step[] {
  const towards = new Map<number, Step>()
  const best = new Map(members.map((row) => [row, { row: kept, score: 0 }]))
  best.delete(kept)
  for (let last = kept; best.size; ) {
    let [next, most] = [-1, 0]
    for (const [row, step] of best) {
      const score = scoreOf(row, last)
      if (score > step.score) best.set(row, { row: last, score })
      const reached = Math.max(score, step.score)
      if (reached > most) [next, most] = [row, reached]
    }
    if (next < 0) break
    towards.set(next, best.get(next) as Step)
    best.delete(next)
    last = next
  }
  return (row) => {
    const steps: Step[] = []
    for (let step = towards.get(row); step; step = towards.get(step.row)) steps.push(step)
    return steps
  }
}
