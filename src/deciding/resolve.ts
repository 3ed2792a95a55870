/** Compares decisions with the documents at hand: some apply, some wait because a text has changed, some name documents that have gone. */
import { type Member, nameOf, namesOf } from './acts.js'
import type { DecidedPair, Derived } from './derive.js'

/** Finds documents, by numbers of the caller. */
export interface Finder {
  /** Documents with this content, ascending. */
  withDigest(digest: string): readonly number[]
  /** Documents with this id, as JSON, ascending. */
  withId(id: string): readonly number[]
}

/** Documents of both sides of a pair, none of them empty. */
export interface FoundPair {
  readonly a: readonly number[]
  readonly b: readonly number[]
  readonly pair: DecidedPair
}

/** Outcome of the decisions, in numbers of pairs; a kept document counts as one too. */
export interface DecisionCounts {
  readonly applied: number
  /** Pairs that wait for a new decision: the text of a member has changed. */
  readonly reopened: number
  /** Pairs of which a member is not there any more. */
  readonly missing: number
}

export interface Resolved {
  readonly must: readonly FoundPair[]
  readonly cannot: readonly FoundPair[]
  /** Documents that stay, the later decided behind. */
  readonly keeps: readonly number[]
  readonly counts: DecisionCounts
  readonly reopened: readonly DecidedPair[]
}

/** Finds the members of each decision among the documents. */
export function resolve({ must, cannot, keeps }: Derived, finder: Finder): Resolved {
  const counts = { applied: 0, reopened: 0, missing: 0 }
  const reopened: DecidedPair[] = []
  const withIds = (member: Member) => namesOf(member).flatMap((name) => finder.withId(name))
  /** Documents of a member; of several with one content only those of its id, where that is what tells the two apart. */
  const find = (member: Member, byId: boolean): readonly number[] => {
    const found = finder.withDigest(member.digest)
    if (!byId) return found
    const named = new Set(withIds(member))
    return found.filter((document) => named.has(document))
  }
  const isChanged = (member: Member) => withIds(member).length > 0
  const resolvePairs = (pairs: readonly DecidedPair[]) =>
    pairs.flatMap((pair): FoundPair[] => {
      const byId = pair.a.digest === pair.b.digest
      const [a, b] = [find(pair.a, byId), find(pair.b, byId)]
      if (byId && nameOf(pair.a) === nameOf(pair.b)) {
        // A document makes no pair with itself.
        if (a.length < 2) return []
        counts.applied++
        return a.slice(1).map((other, i) => ({ a: a.slice(0, i + 1), b: [other], pair }))
      }
      if (a.length && b.length) {
        counts.applied++
        return [{ a, b, pair }]
      }
      const gone = [...(a.length ? [] : [pair.a]), ...(b.length ? [] : [pair.b])]
      if (gone.every(isChanged)) {
        counts.reopened++
        reopened.push(pair)
      } else counts.missing++
      return []
    })
  const kept: number[] = []
  const resolved = { must: resolvePairs(must), cannot: resolvePairs(cannot) }
  for (const { member, act } of keeps) {
    const found = find(member, false)
    const own = new Set(withIds(member))
    // The chosen one of equal texts stays; if it has gone, one that says the same.
    const chosen = found.find((document) => own.has(document)) ?? found[0]
    if (chosen !== undefined) kept.push(chosen)
    // A group of duplicates is counted by its pairs.
    if (act.act !== 'keep') continue
    if (chosen !== undefined) counts.applied++
    else if (own.size) counts.reopened++
    else counts.missing++
  }
  return { ...resolved, keeps: kept, counts, reopened }
}
