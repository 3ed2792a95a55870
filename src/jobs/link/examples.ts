/** Some pairs of a link with their texts, for a terminal. */
import type { LinkRun } from './link.js'
import type { Match } from './matches.js'

/** UTF-16 units of each text. */
const TEXT = 1000

/** A pair with its ids as JSON and the beginnings of its texts. */
export interface ShownPair {
  readonly match: Match
  readonly ids: readonly [a: string, b: string]
  readonly texts: readonly [a: string, b: string]
}

/** Some pairs with their texts, in the order they are given. */
export function shownPairs({ context }: LinkRun, matches: readonly Match[]): ShownPair[] {
  return matches.map((match) => {
    const texts = context.textsOf([match.a, match.b]).map(({ text }) => text.slice(0, TEXT)) as [string, string]
    return { match, ids: [context.documents.idOf(match.a), context.documents.idOf(match.b)], texts }
  })
}

/** The first pairs of the rows of B, each with its best match in A, and how many rows have one. */
export function bestMatches({ matches }: LinkRun, most: number): { readonly first: readonly Match[]; readonly count: number } {
  const first: Match[] = []
  let found = 0
  for (const { match } of matches.best()) {
    if (!match) continue
    found++
    if (first.length < most) first.push(match)
  }
  return { first, count: found }
}
