/** What two texts have in common: aligned passages, and how much of each stands in the other. */
import { Across, isOutermost } from './across.js'
import { chains, type Match, outermost } from './chains.js'
import { FIRST_ITEM } from './repeats.js'

export interface SharedPassages {
  /** Code points of each text. */
  readonly characters: readonly [left: number, right: number]
  /** Code points of each text that lie in a stretch which the other has, those between joined ones not. */
  readonly covered: readonly [left: number, right: number]
  /** Where each passage stands in both texts, in code points, by its place in the left one. */
  readonly passages: readonly Match[]
}

/** Code points of a passage that two texts share, unless it is said otherwise: fewer are chance; and between two that are one, with words changed. */
export const SHARED = { least: 13, gap: 20 } as const

/** The share of one text that stands in the other, 0 to 1. */
export const shareOf = ({ covered, characters }: SharedPassages, side: 0 | 1): number => covered[side] / Math.max(1, characters[side])

/** The passages as data: shares from 0 to 1, places and lengths in code points. */
export const sharedAsData = (shared: SharedPassages, least: number, gap: number) => ({
  min_length: least,
  gap,
  a_in_b: Math.round(shareOf(shared, 0) * 1e6) / 1e6,
  b_in_a: Math.round(shareOf(shared, 1) * 1e6) / 1e6,
  passages: shared.passages.map(({ from, to, otherFrom, otherTo }) => ({
    a_offset: from,
    a_length: to - from,
    b_offset: otherFrom,
    b_length: otherTo - otherFrom,
  })),
})

/** Places in the other text that a stretch is aligned with: the first that have it. */
const MOST = 20
/** Alignments of all stretches together, so that two texts that have everything in common many times over take no more room. */
const ALIGNED = 1 << 20

/**
 * Finds all stretches of `least` code points and more that both texts have, in time and room that grow with their length.
 *
 * @param least  from 1
 * @param gap    stretches that follow each other in both texts with at most so many code points between them are one passage
 * @example sharedPassages('say hello there', 'oh hello', 5, 0).passages // [{ from: 3, to: 9, otherFrom: 2, otherTo: 8 }]
 */
export function sharedPassages(left: string, right: string, least: number, gap: number): SharedPassages {
  const names = new Map<number, number>()
  const [a, b] = [itemsOf(left, names), itemsOf(right, names)]
  const across = new Across(a, b, FIRST_ITEM + names.size)
  return {
    characters: [a.length, b.length],
    covered: [coveredBy(across.left, least), coveredBy(across.right, least)],
    passages: outermost(chains(matchesOf(across, least), gap)),
  }
}

/** A text as numbers of its code points, in the order in which they were first met. */
function itemsOf(text: string, names: Map<number, number>): Int32Array {
  const items = new Int32Array(text.length)
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) as number
    let item = names.get(code)
    if (item === undefined) {
      item = FIRST_ITEM + names.size
      names.set(code, item)
    }
    items[count++] = item
    if (code > 0xffff) i++
  }
  return items.subarray(0, count)
}

function matchesOf(across: Across, least: number): Match[] {
  const { left: longest } = across
  const starts: number[] = []
  for (let from = 0; from < longest.length; from++) if ((longest[from] as number) >= least && isOutermost(longest, from)) starts.push(from)
  const most = Math.max(1, Math.min(MOST, Math.floor(ALIGNED / starts.length)))
  const matches: Match[] = []
  for (const from of starts) {
    const length = longest[from] as number
    for (const otherFrom of across.placesOf(from, most)) matches.push({ from, to: from + length, otherFrom, otherTo: otherFrom + length })
  }
  return matches
}

/** How many places lie in a stretch of at least `least`. */
function coveredBy(longest: Int32Array, least: number): number {
  let [sum, end] = [0, 0]
  for (let from = 0; from < longest.length; from++) {
    const length = longest[from] as number
    if (length >= least) end = Math.max(end, from + length)
    if (from < end) sum++
  }
  return sum
}
