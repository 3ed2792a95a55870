/** Decisions of a batch as callers get them, with ids in place of numbers; the same from files and from memory. */
import type { Decisions } from '../jobs/dedupe/decisions.js'
import type { Answers } from '../options/copies.js'

/** An id as it came in: text, number, or another JSON value. */
export type Id = unknown

export interface Rejected {
  readonly source: string
  /** From 1; 0 where there are no lines. */
  readonly line: number
  readonly reason: string
}

/** Under `measure: 'containment'`: the share of the features of a that b has, and of b that a has. */
export interface Shared {
  readonly aInB?: number
  readonly bInA?: number
}

/** The shares of a pair alone; nothing where it has none. */
export const sharesOf = ({ aInB, bInA }: Shared): Shared => (aInB === undefined || bInA === undefined ? {} : { aInB, bInA })

export interface SimilarPair<A = Id, B = A> extends Shared {
  readonly a: A
  readonly b: B
  /** Exact; undefined where signatures decided (`verify: false`). */
  readonly similarity: number | undefined
  readonly distance: number | undefined
  /** Under `find: 'all'`: it is a copy, a version, or both. */
  readonly answers?: Answers
}

/** Its shares are of the removed document (a) and the one that stays (b). */
export interface Removed<I = Id> extends Shared {
  readonly id: I
  readonly duplicateOf: I
  /** Exact; undefined where signatures decided (`verify: false`). */
  readonly similarity: number | undefined
  readonly distance: number | undefined
  readonly group: number
}

export interface DuplicateGroup<I = Id> {
  readonly group: number
  readonly kept: I
  /** The kept one first. */
  readonly members: readonly (Shared & {
    readonly id: I
    readonly similarity: number | undefined
    readonly distance: number | undefined
  })[]
}

/** @typeParam I  ids of documents */
export interface Decided<I = Id> {
  removed(): Generator<Removed<I>>
  groups(): Generator<DuplicateGroup<I>>
  /** Similar pairs in the order of the input; all of them with the option `pairs`. */
  pairs(): Generator<SimilarPair<I>>
  /** Records that could not be judged, and why; they are kept. */
  rejects(): Generator<Rejected>
}

type IdOf<I> = (document: number) => I

/** The removed documents, in the order of the input. */
export function* removedOf<I>(decisions: Decisions, idOf: IdOf<I>): Generator<Removed<I>> {
  for (const document of decisions.removedDocuments()) {
    const decision = decisions.decide(document)
    const { kept, similarity, distance } = decision
    const group = decisions.groups.numberOf(kept) as number
    yield { id: idOf(document), duplicateOf: idOf(kept), similarity, distance, ...sharesOf(decision), group }
  }
}

/** The groups of two and more, in the order in which they begin in the input. */
export function* groupsOf<I>(decisions: Decisions, idOf: IdOf<I>): Generator<DuplicateGroup<I>> {
  for (const { number, kept, members } of decisions.groups) {
    yield {
      group: number,
      kept: idOf(kept),
      members: Array.from(members, (document) => {
        const decision = decisions.decide(document)
        const { similarity, distance } = decision
        return { id: idOf(document), similarity, distance, ...sharesOf(decision) }
      }),
    }
  }
}
