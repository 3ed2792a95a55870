/**
 * An alignment of two sequences of any length, in bounded time: anchors divide long stretches, and what lies between two anchors is
 * aligned by its shortest edit script. A stretch whose script would cost too much is aligned as far as its beginnings resemble each
 * other; the rest of it is left unaligned, and said to be.
 */
import { findAnchors } from './anchors.js'
import { type Budget, type Range, type Runs, shortestScript } from './edit-script.js'

export interface Alignment {
  /** Equal stretches in order, three numbers each: where in the left, where in the right, how long. */
  readonly runs: Runs
  /** Stretches with something on both sides that were not looked into to the end. */
  readonly unaligned: readonly Range[]
}

/** Lengths of anchors, one after the other: the longer, the less they are chance. */
const LENGTHS = [32, 8, 3, 1]
/** Items of both sides together that are aligned without anchors: the shortest script is found in milliseconds. */
const SMALL = 2000
/** Edits in one search among long stretches. */
const MOST_EDITS = 1000
/** A search that had to end counts as alignment when of what it passed at least this share is equal. */
const ALIKE = 0.5
/** Steps of all searches together: a few seconds. */
const STEPS = 1.5e8

/**
 * Aligns two sequences.
 *
 * @param counts  whether an item says anything: spaces are equal in unrelated texts too
 * @returns       a valid alignment always; of up to 2000 items together the one with the most equal items
 * @example align(Int32Array.of(1, 2, 3), Int32Array.of(1, 3), () => true) // { runs: [0, 0, 1, 2, 1, 1], unaligned: [] }
 */
export function align(left: Int32Array, right: Int32Array, counts: (item: number) => boolean): Alignment {
  const runs: Runs = []
  const unaligned: Range[] = []
  const budget: Budget = { steps: STEPS }
  // A stack in place of recursion; what lies first is on top.
  const open: { readonly range: Range; readonly level: number }[] = [
    { range: { a: 0, aEnd: left.length, b: 0, bEnd: right.length }, level: 0 },
  ]
  for (let next = open.pop(); next; next = open.pop()) {
    const { level } = next
    const headless = afterHead(left, right, next.range, runs)
    let range = beforeTail(left, right, headless)
    // The tail, which its own head fills, comes after all that lies between.
    if (range.aEnd < headless.aEnd) open.push({ range: { ...headless, a: range.aEnd, b: range.bEnd }, level })
    if (range.a === range.aEnd || range.b === range.bEnd) continue
    const isSmall = range.aEnd - range.a + range.bEnd - range.b <= SMALL
    const length = LENGTHS[level]
    if (isSmall || length === undefined) {
      const edits = isSmall ? SMALL : MOST_EDITS
      while (range.a < range.aEnd && range.b < range.bEnd) {
        const script = budget.steps < 0 ? undefined : shortestScript(left, right, range, edits, budget)
        const isComplete = script?.rest.a === range.aEnd && script.rest.b === range.bEnd
        if (!script || !(isComplete || isAlike(left, right, script.runs, range, script.rest, counts))) {
          unaligned.push(range)
          break
        }
        for (const number of script.runs) runs.push(number)
        range = script.rest
      }
      continue
    }
    const anchors = findAnchors(left, right, range, length)
    // Gaps first to last, so pushed last to first; an anchor is a gap that its head fills.
    let [aEnd, bEnd] = [range.aEnd, range.bEnd]
    for (let i = anchors.length - 3; i >= 0; i -= 3) {
      const a = anchors[i] as number
      const b = anchors[i + 1] as number
      open.push({ range: { a, aEnd, b, bEnd }, level: level + 1 })
      aEnd = a
      bEnd = b
    }
    open.push({ range: { a: range.a, aEnd, b: range.b, bEnd }, level: level + 1 })
  }
  return { runs, unaligned }
}

/** Takes off what both sides begin with. */
function afterHead(left: Int32Array, right: Int32Array, { a, aEnd, b, bEnd }: Range, runs: Runs): Range {
  let head = 0
  while (a + head < aEnd && b + head < bEnd && left[a + head] === right[b + head]) head++
  if (head) runs.push(a, b, head)
  return { a: a + head, aEnd, b: b + head, bEnd }
}

/** Without what both sides end with. */
function beforeTail(left: Int32Array, right: Int32Array, { a, aEnd, b, bEnd }: Range): Range {
  let tail = 0
  while (aEnd - tail > a && bEnd - tail > b && left[aEnd - tail - 1] === right[bEnd - tail - 1]) tail++
  return { a, aEnd: aEnd - tail, b, bEnd: bEnd - tail }
}

/** Whether what a search has passed is alike, by the side with less in it. */
function isAlike(left: Int32Array, right: Int32Array, runs: Runs, from: Range, to: Range, counts: (item: number) => boolean): boolean {
  const counted = (items: Int32Array, start: number, end: number) => {
    let sum = 0
    for (let i = start; i < end; i++) if (counts(items[i] as number)) sum++
    return sum
  }
  let equal = 0
  for (let i = 0; i < runs.length; i += 3) equal += counted(left, runs[i] as number, (runs[i] as number) + (runs[i + 2] as number))
  return equal > 0 && equal >= ALIKE * Math.min(counted(left, from.a, to.a), counted(right, from.b, to.b))
}
