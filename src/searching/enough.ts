/** The part of a search's findings that the caller wants. */

/** All candidates of up to `upTo`; of more the `newest`. */
export interface Enough {
  readonly upTo: number
  readonly newest: number
}

/** Nothing is too much. */
export const EVERY: Enough = { upTo: Number.POSITIVE_INFINITY, newest: Number.POSITIVE_INFINITY }

/** The test that every member passes, where none is left out. */
export const ALL = (): boolean => true

/** Candidates ascending by number: all of them, or the newest. */
export interface FirstOf<Item> {
  readonly first: readonly Item[]
  readonly isAll: boolean
}

/** Those that are wanted first of all candidates, or of the newest `upTo + 1`; ascending by number. */
export function firstOf<Item>(found: readonly Item[], enough: Enough | undefined): FirstOf<Item> {
  if (!enough || found.length <= enough.upTo) return { first: found, isAll: true }
  return { first: found.slice(-enough.newest), isAll: false }
}

/** The newest `count` candidates, for a caller that wants no more. */
export const theNewest = (count: number): Enough => ({ upTo: count, newest: count })
