/** Matches of two texts that follow each other in both: what was copied and edited a little. */

/** A match: where in the one text, where in the other; end excluded. */
export interface Match {
  readonly from: number
  readonly to: number
  readonly otherFrom: number
  readonly otherTo: number
}

/**
 * Joins matches that follow each other in both texts with at most `gap` between them on either side.
 *
 * @param matches  in any order
 * @returns        by their place in the one text; what lies between joined ones is part of them
 * @example chains([{ from: 0, to: 5, otherFrom: 3, otherTo: 8 }, { from: 7, to: 9, otherFrom: 8, otherTo: 10 }], 2).length // 1
 */
export function chains(matches: readonly Match[], gap: number): Match[] {
  const sorted = [...matches].sort((a, b) => a.from - b.from || a.otherFrom - b.otherFrom || b.to - a.to)
  const open: { from: number; to: number; otherFrom: number; otherTo: number }[] = []
  const done: Match[] = []
  for (const match of sorted) {
    for (let i = open.length - 1; i >= 0; i--) {
      const chain = open[i] as Match
      if (match.from - chain.to <= gap) continue
      done.push(chain)
      open.splice(i, 1)
    }
    // Of several that it could follow, the one that ends nearest before it on the other side.
    const follows = open.filter(
      (chain) =>
        match.to > chain.to &&
        match.otherTo > chain.otherTo &&
        match.otherFrom >= chain.otherFrom &&
        match.otherFrom - chain.otherTo <= gap,
    )
    const best = follows.sort((a, b) => b.otherTo - a.otherTo)[0]
    if (!best) open.push({ ...match })
    else {
      best.to = match.to
      best.otherTo = match.otherTo
    }
  }
  return [...done, ...open].sort((a, b) => a.from - b.from || a.otherFrom - b.otherFrom)
}

/**
 * Matches that lie in no longer one on both sides: a passage that other texts have in part is met there in part too.
 *
 * @param matches  as {@link chains} has them
 * @example outermost([{ from: 0, to: 5, otherFrom: 3, otherTo: 8 }, { from: 1, to: 4, otherFrom: 4, otherTo: 7 }]).length // 1
 */
export function outermost(matches: readonly Match[]): Match[] {
  const sorted = [...matches].sort((a, b) => a.from - b.from || b.to - a.to || b.otherTo - b.otherFrom - (a.otherTo - a.otherFrom))
  const kept: Match[] = []
  let open: Match[] = []
  for (const match of sorted) {
    open = open.filter(({ to }) => to > match.from)
    if (open.some(({ to, otherFrom, otherTo }) => to >= match.to && otherFrom <= match.otherFrom && otherTo >= match.otherTo)) continue
    kept.push(match)
    open.push(match)
  }
  return kept.sort((a, b) => a.from - b.from || a.otherFrom - b.otherFrom)
}
