/** The interface of the shelf of edits: a change of a draft by a share of its units, in the words of one language. */
import type { Draft } from '../draft.js'
import type { Random } from '../random.js'

/** Characters of the base that are gone from the copy, and characters of the copy that the base did not have there. */
export interface Change {
  readonly lost: number
  readonly fresh: number
}

/** One language for edits: its synonyms, its slips, its lines around a text. */
export interface Phrasebook {
  /** Between sentences. */
  readonly join: string
  /** Words of a sentence that have synonyms: where they stand. */
  readonly findSynonyms: (sentence: string) => Span[]
  readonly synonym: (word: string, random: Random) => string
  /** Where a slip of the pen is possible. */
  readonly findTypos: (sentence: string) => Span[]
  readonly typo: (found: string, random: Random) => string
  /** Lines put before and after a text that is passed on; `#` stands for a digit. */
  readonly headers: readonly string[]
  readonly footers: readonly string[]
  readonly opening: string
  readonly closing: string
}

export interface Span {
  readonly at: number
  readonly length: number
}

export interface EditTools {
  readonly random: Random
  readonly phrasebook: Phrasebook
  /** A new sentence of the same kind and topic. */
  readonly sentence: () => string
}

/**
 * Changes a draft in place.
 *
 * @param share  of the units this edit works on, 0 to 1; above 0 at least one unit changes, if there is any
 */
export type Edit = (draft: Draft, share: number, tools: EditTools) => Change

/** The change of an edit that found nothing to work on. */
export const NOTHING: Change = { lost: 0, fresh: 0 }

/** The number of units, of n, that a share is. */
export const unitsOf = (share: number, n: number) => (share <= 0 ? 0 : Math.min(n, Math.max(1, Math.round(share * n))))
