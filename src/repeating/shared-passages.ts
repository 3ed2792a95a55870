/** What two texts have in common: aligned passages, and how much of each stands in the other. */
import { chains, type Match, outermost } from './chains.js'
import { Coverage, lengthOf } from './intervals.js'
import { FIRST_ITEM, findRepeats, SEPARATOR } from './repeats.js'

export interface SharedPassages {
  /** Code points of each text. */
  readonly characters: readonly [left: number, right: number]
  /** Code points of each text that lie in a passage, those between joined ones too. */
  readonly covered: readonly [left: number, right: number]
  /** Where each passage stands in both texts, in code points, by its place in the left one. */
  readonly passages: readonly Match[]
}

/** Code points of a passage that two texts share, unless it is said otherwise: fewer are chance; and between two that are one, with words changed. */
export const SHARED = { least: 13, gap: 20 } as const

/** The share of one text that lies in passages, 0 to 1. */
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

/** Places in the other text that a passage is aligned with: the first that have it. */
const MOST = 20

/**
 * Finds all stretches of `least` code points and more that both texts have.
 *
 * @param least  from 1
 * @param gap    stretches that follow each other in both texts with at most so many code points between them are one passage
 * @example sharedPassages('say hello there', 'oh hello', 5, 0).passages // [{ from: 3, to: 9, otherFrom: 2, otherTo: 8 }]
 */
export function sharedPassages(left: string, right: string, least: number, gap: number): SharedPassages {
  const names = new Map<number, number>()
  const [a, b] = [itemsOf(left, names), itemsOf(right, names)]
  const kinds = FIRST_ITEM + names.size
  const passages = matchesOf(a, b, kinds, least, gap)
  // As long as it goes is another question from the other side.
  const back = matchesOf(b, a, kinds, least, gap)
  return { characters: [a.length, b.length], covered: [coveredBy(passages), coveredBy(back)], passages }
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

function matchesOf(left: Int32Array, right: Int32Array, kinds: number, least: number, gap: number): Match[] {
  const starts = Uint32Array.of(0, left.length + 1)
  const items = new Int32Array(left.length + right.length + 3)
  items.set(left)
  items[left.length] = SEPARATOR
  items.set(right, left.length + 1)
  items[left.length + right.length + 1] = SEPARATOR
  const found = findRepeats({ items, kinds, starts, sides: Uint8Array.of(1, 2), again: new Uint8Array(2) }, least, 'across')
  const matches: Match[] = []
  for (let passage = 0, from = 0; passage < found.ends.length; passage++) {
    const to = found.ends[passage] as number
    const places = found.places.slice(from, to).sort()
    const length = found.lengths[passage] as number
    const middle = places.findIndex((place) => place > left.length)
    const others = places.subarray(middle, middle + MOST)
    for (const place of places.subarray(0, middle))
      for (const other of others) {
        const otherFrom = other - left.length - 1
        matches.push({ from: place, to: place + length, otherFrom, otherTo: otherFrom + length })
      }
    from = to
  }
  return outermost(chains(matches, gap))
}

const coveredBy = (matches: readonly Match[]) =>
  lengthOf(
    Coverage.of(
      new Uint8Array(matches.length),
      matches.map(({ from }) => from),
      matches.map(({ to }) => to),
      matches.keys(),
    ).of(0),
  )
