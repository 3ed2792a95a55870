/** The places where two texts differ, as people read them: where it is, what stands there in each, and a little of what is around it. */
import { CharacterClass, classOf } from '../tokenizing/unicode.js'
import type { Passage } from './passages.js'

/** A place in a text; both count from 1. */
export interface Place {
  readonly line: number
  /** In characters. */
  readonly column: number
}

export interface Difference {
  /** Where the change begins, and what stands there; empty where the other text has something more. */
  readonly left: Place & { readonly text: string }
  readonly right: Place & { readonly text: string }
  /** Equal in both, on either side of the change. */
  readonly before: string
  readonly after: string
  /** Two long stretches that share too little to be aligned. */
  readonly unaligned?: true
}

/** Texts held against each other, in numbers. */
export interface DifferenceCounts {
  /** Places that differ, and how many of them could not be aligned. */
  readonly places: number
  readonly unaligned: number
  /** UTF-16 units in them. */
  readonly onlyLeft: number
  readonly onlyRight: number
}

/** UTF-16 units of context on each side. */
const AROUND = 60
/** A longer word is cut: it is none, but bytes in base64 or the like. */
const LONGEST_WORD = 40

/** @example countDifferences(passages('the cat', 'the dog')) // { places: 1, unaligned: 0, onlyLeft: 3, onlyRight: 3 } */
export function countDifferences(passages: readonly Passage[]): DifferenceCounts {
  let [places, unaligned, onlyLeft, onlyRight] = [0, 0, 0, 0]
  for (const { kind, left, right, unaligned: isUnaligned } of passages) {
    if (kind === 'equal') continue
    places++
    if (isUnaligned) unaligned++
    onlyLeft += left.length
    onlyRight += right.length
  }
  return { places, unaligned, onlyLeft, onlyRight }
}

/**
 * The places that differ, in order, one after the other: nothing is made for those that nobody asks for.
 *
 * @param longest  UTF-16 units of a changed text that are shown; of a longer one the middle is left out
 * @example [...differences(passages('the cat sat', 'the dog sat'))]
 * // [{ left: { line: 1, column: 5, text: 'cat' }, right: { line: 1, column: 5, text: 'dog' }, before: 'the ', after: ' sat' }]
 */
export function* differences(passages: readonly Passage[], longest = Number.POSITIVE_INFINITY): Generator<Difference> {
  let [left, right]: [Place, Place] = [START, START]
  for (let i = 0; i < passages.length; i++) {
    const passage = passages[i] as Passage
    if (passage.kind === 'changed')
      yield {
        left: { ...left, text: shortened(passage.left, longest) },
        right: { ...right, text: shortened(passage.right, longest) },
        before: lastOf(passages[i - 1]?.left ?? '', AROUND),
        after: firstOf(passages[i + 1]?.left ?? '', AROUND),
        ...(passage.unaligned ? { unaligned: true as const } : {}),
      }
    left = advanced(left, passage.left)
    right = advanced(right, passage.right)
  }
}

const START: Place = { line: 1, column: 1 }

function advanced({ line, column }: Place, text: string): Place {
  let lineStart = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    line++
    lineStart = at + 1
    column = 1
  }
  for (let at = lineStart; at < text.length; at++) if (!isInside(text, at)) column++
  return { line, column }
}

/** The beginning of a text, cut between words, with … where something follows. */
export function firstOf(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, borderBefore(text, most))}…`
}

/** The end of a text, cut between words, with … where something stands before. */
export function lastOf(text: string, most: number): string {
  if (text.length <= most) return text
  return `…${text.slice(borderAfter(text, text.length - most))}`
}

/** Both ends of a text, cut between words, and how much is left out. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const [from, to] = [borderBefore(text, most * 0.7), borderAfter(text, text.length - most * 0.3)]
  return `${text.slice(0, from)} [… ${to - from} characters …] ${text.slice(to)}`
}

/** A border between words at or before a place; within a long word, between characters. */
function borderBefore(text: string, place: number): number {
  const most = Math.floor(place)
  let at = most
  while (at > 0 && most - at < LONGEST_WORD && isWithinWord(text, at)) at--
  if (isWithinWord(text, at)) at = most
  return isInside(text, at) ? at - 1 : at
}

function borderAfter(text: string, place: number): number {
  const least = Math.ceil(place)
  let at = least
  while (at < text.length && at - least < LONGEST_WORD && isWithinWord(text, at)) at++
  if (isWithinWord(text, at)) at = least
  return isInside(text, at) ? at + 1 : at
}

const isWithinWord = (text: string, at: number): boolean => at > 0 && at < text.length && isWord(text, at - 1) && isWord(text, at)
const isWord = (text: string, at: number) => classOf(text.charCodeAt(at)) === CharacterClass.word

/** Between the halves of a surrogate pair. */
const isInside = (text: string, at: number) => /^[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]$/.test(text[at - 1] ?? '')
