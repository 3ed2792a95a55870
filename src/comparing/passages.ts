/** The differences of two texts: an alignment of their words (of scripts without spaces, their characters), for people to read. */
import { CharacterClass, classOf } from '../tokenizing/unicode.js'
import { align } from './alignment.js'

/** A stretch of both texts; for `equal` the two strings are equal, for `changed` either may be empty. */
export interface Passage {
  readonly kind: 'equal' | 'changed'
  readonly left: string
  readonly right: string
  /** The two sides are long and share too little to be aligned: they stand here as replaced as a whole. */
  readonly unaligned?: true
}

/** An equal stretch between two changes is part of them when each is this many times as long: it is there by chance. */
const LONGER = 4

/**
 * Aligns two texts. Long ones are divided by words that occur in both once and in one order; the work is bounded, and a stretch that
 * would cost too much is marked as `unaligned`.
 *
 * @returns passages in order; the left sides joined are `left`, the right sides joined are `right`
 * @example
 * passages('the cat sat', 'the dog sat')
 * // [{ kind: 'equal', left: 'the ', … }, { kind: 'changed', left: 'cat', right: 'dog' }, { kind: 'equal', left: ' sat', … }]
 */
export function passages(left: string, right: string): Passage[] {
  if (left === right) return left ? [{ kind: 'equal', left, right }] : []
  const [a, b] = cutWords([left, right]) as [ReturnType<typeof cutWords>[number], ReturnType<typeof cutWords>[number]]
  const { runs, unaligned } = align(a.ids, b.ids, wordsAmong(left, a.ids, a.starts))
  const found: Passage[] = []
  let [doneA, doneB, nextUnaligned] = [0, 0, 0]
  const addChanged = (toA: number, toB: number) => {
    if (toA === doneA && toB === doneB) return
    let isUnaligned = false
    for (; nextUnaligned < unaligned.length && (unaligned[nextUnaligned]?.a as number) < toA; nextUnaligned++) isUnaligned = true
    found.push({
      kind: 'changed',
      left: left.slice(a.starts[doneA], a.starts[toA]),
      right: right.slice(b.starts[doneB], b.starts[toB]),
      ...(isUnaligned ? { unaligned: true as const } : {}),
    })
  }
  for (let i = 0; i < runs.length; i += 3) {
    const atA = runs[i] as number
    const atB = runs[i + 1] as number
    const length = runs[i + 2] as number
    addChanged(atA, atB)
    doneA = atA + length
    doneB = atB + length
    const text = left.slice(a.starts[atA], a.starts[doneA])
    found.push({ kind: 'equal', left: text, right: text })
  }
  addChanged(a.ids.length, b.ids.length)
  return withoutChance(joined(found))
}

/** Whether a piece is a word or a character of a script without spaces, by its number. */
function wordsAmong(text: string, ids: Int32Array, starts: Int32Array): (id: number) => boolean {
  const isWord = new Map<number, boolean>()
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number
    if (isWord.has(id)) continue
    const kind = classOf(text.codePointAt(starts[i] as number) as number)
    isWord.set(id, kind === CharacterClass.word || kind === CharacterClass.unspaced)
  }
  return (id) => isWord.get(id) ?? false
}

/** Joins neighbours of one kind. */
function joined(found: readonly Passage[]): Passage[] {
  const all: { kind: Passage['kind']; left: string[]; right: string[]; unaligned: boolean }[] = []
  for (const { kind, left, right, unaligned = false } of found) {
    const last = all.at(-1)
    if (last?.kind !== kind) all.push({ kind, left: [left], right: [right], unaligned })
    else {
      last.left.push(left)
      last.right.push(right)
      last.unaligned ||= unaligned
    }
  }
  return all.map(({ kind, left, right, unaligned }) => ({
    kind,
    left: left.join(''),
    right: right.join(''),
    ...(unaligned ? { unaligned: true as const } : {}),
  }))
}

/** Equal stretches without a word, and short ones between long changes, are part of the change around them. */
function withoutChance(found: readonly Passage[]): Passage[] {
  const size = ({ left, right }: Passage) => Math.max(left.length, right.length)
  const isChance = (passage: Passage, before: Passage | undefined, after: Passage | undefined) =>
    passage.kind === 'equal' &&
    before?.kind === 'changed' &&
    after?.kind === 'changed' &&
    (/^\s*$/.test(passage.left) || passage.left.length * LONGER <= Math.min(size(before), size(after)))
  return joined(
    found.map((passage, i) =>
      isChance(passage, found[i - 1], found[i + 1]) ? { kind: 'changed', left: passage.left, right: passage.right } : passage,
    ),
  )
}

/**
 * A text as numbers: equal pieces of both texts have one number. Pieces are words of scripts with spaces, and single characters of all else; joined, they
 * are the text.
 */
interface Words {
  readonly ids: Int32Array
  /** Where each piece begins, in UTF-16 units; one more for the end of the text. */
  readonly starts: Int32Array
}

/**
 * Cuts texts with one numbering for all of them.
 *
 * @example cutWords(['one two', 'two']).map(({ ids }) => [...ids]) // [[0, 1, 2], [2]]
 */
function cutWords(texts: readonly string[]): Words[] {
  const numbers = new Map<string, number>()
  return texts.map((text) => {
    const starts = startsOf(text)
    const ids = new Int32Array(starts.length - 1)
    for (let i = 0; i < ids.length; i++) {
      const word = text.slice(starts[i], starts[i + 1])
      const id = numbers.get(word) ?? numbers.size
      if (id === numbers.size) numbers.set(word, id)
      ids[i] = id
    }
    return { ids, starts }
  })
}

function startsOf(text: string): Int32Array {
  const starts = new Int32Array(text.length + 1)
  let count = 0
  let inWord = false
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i) as number
    const isWord = classOf(code) === CharacterClass.word
    if (!isWord || !inWord) starts[count++] = i
    inWord = isWord
    i += code > 0xffff ? 2 : 1
  }
  starts[count++] = text.length
  return starts.slice(0, count)
}
