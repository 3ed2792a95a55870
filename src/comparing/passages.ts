/**
 * The differences of two texts: an alignment of their words (of scripts without spaces, their characters), for people to read.
 *
 * Long texts are aligned by sentences first and by words only inside the sentences that changed. The work is bounded: a
 * stretch that differs in more than a few thousand places counts as replaced as a whole.
 */
import { diffArrays } from 'diff'
import { CharacterClass, classOf } from '../tokenizing/unicode.js'

/** A stretch of both texts; for `equal` the two strings are equal, for `changed` either may be empty. */
export interface Passage {
  readonly kind: 'equal' | 'changed'
  readonly left: string
  readonly right: string
}

/** Words put in or taken out in one stretch, up to which it is aligned. The work grows with this times the length of the stretch. */
const MOST_EDITS = 2000

/**
 * Aligns two texts.
 *
 * @returns passages in order; the left sides joined are `left`, the right sides joined are `right`
 * @example
 * passages('the cat sat', 'the dog sat')
 * // [{ kind: 'equal', left: 'the ', … }, { kind: 'changed', left: 'cat', right: 'dog' }, { kind: 'equal', left: ' sat', … }]
 */
export function passages(left: string, right: string): Passage[] {
  if (left === right) return left ? [{ kind: 'equal', left, right }] : []
  const coarse = align(sentences(left), sentences(right))
  return merge(
    coarse.flatMap((passage) =>
      passage.kind === 'changed' && passage.left && passage.right ? align(words(passage.left), words(passage.right)) : [passage],
    ),
  )
}

function align(left: string[], right: string[]): Passage[] {
  // The common ends cost nothing to find and are most of the text.
  let head = 0
  while (head < left.length && head < right.length && left[head] === right[head]) head++
  let tail = 0
  while (tail < left.length - head && tail < right.length - head && left.at(-1 - tail) === right.at(-1 - tail)) tail++
  const middle = [left.slice(head, left.length - tail), right.slice(head, right.length - tail)] as const
  const changes = diffArrays(middle[0], middle[1], { maxEditLength: MOST_EDITS }) ?? [
    { value: middle[0], removed: true, added: false },
    { value: middle[1], removed: false, added: true },
  ]
  const start = left.slice(0, head).join('')
  const end = left.slice(left.length - tail).join('')
  const found: Passage[] = [{ kind: 'equal', left: start, right: start }]
  for (const { value, added, removed } of changes) {
    const text = value.join('')
    found.push(
      added || removed
        ? { kind: 'changed', left: removed ? text : '', right: added ? text : '' }
        : { kind: 'equal', left: text, right: text },
    )
  }
  return merge([...found, { kind: 'equal', left: end, right: end }])
}

/** Joins neighbours of one kind and drops empty ones. */
function merge(found: readonly Passage[]): Passage[] {
  const merged: Passage[] = []
  for (const passage of found) {
    if (!passage.left && !passage.right) continue
    const last = merged.at(-1)
    if (last?.kind === passage.kind)
      merged[merged.length - 1] = { kind: last.kind, left: last.left + passage.left, right: last.right + passage.right }
    else merged.push(passage)
  }
  return merged
}

function sentences(text: string): string[] {
  return text.match(/[^。！？；!?;.\n]*[。！？；!?;.\n]+|[^。！？；!?;.\n]+/gu) ?? []
}

function words(text: string): string[] {
  const found: string[] = []
  let word = ''
  for (const c of text) {
    if (classOf(c.codePointAt(0) as number) === CharacterClass.word) word += c
    else {
      if (word) found.push(word)
      word = ''
      found.push(c)
    }
  }
  return word ? [...found, word] : found
}
