/** The order of preference: of documents that are alike the first one under a keep rule stays. */

import type { KeepRule } from '../../options/keep-rule.js'
import { preferenceOf } from '../../options/keep-rule.js'
import type { Copies } from './copies.js'

/** The properties of documents that keep rules look at. */
export interface Ranked {
  rankOf(document: number): number
  lengthOf(document: number): number
}

/** Distinct features of documents. */
export interface Sized {
  sizeOf(document: number): number
}

/** Compares two documents: negative where the first one is preferred. */
export type Ordering = (a: number, b: number) => number

/**
 * Orders documents under a keep rule; where the rule sees no difference, the earlier comes first.
 *
 * @param sizes  where a search holds features: the rule `containing` asks for them
 */
export function createOrdering(rule: KeepRule, documents: Ranked, sizes: Sized = { sizeOf: () => 0 }): Ordering {
  switch (preferenceOf(rule)) {
    case 'rank':
      return (a, b) => compare(documents.rankOf(b), documents.rankOf(a)) || a - b
    case 'length': {
      const sign = rule === 'longest' ? -1 : 1
      return (a, b) => sign * (documents.lengthOf(a) - documents.lengthOf(b)) || a - b
    }
    case 'size':
      return (a, b) => sizes.sizeOf(b) - sizes.sizeOf(a) || a - b
    case 'order':
      return rule === 'last' ? (a, b) => b - a : (a, b) => a - b
  }
}

/** Subtraction that knows infinities. */
const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Orders distinct texts, named by their first documents, by the most preferred of their copies.
 *
 * @param chosen  the ordering knows more than the rule: people have said of some documents that they stay
 */
export function orderByRepresentatives(rule: KeepRule, copies: Copies, ordering: Ordering, chosen = false): Ordering {
  // The first of its copies is the best under `first`, and for texts of one length the earlier wins too.
  if (rule === 'first' && !chosen) return ordering
  const best = new Uint32Array(copies.first.length)
  copies.first.forEach((first, document) => {
    if (first === document || ordering(document, best[first] as number) < 0) best[first] = document
  })
  return (a, b) => ordering(best[a] as number, best[b] as number)
}
