/** Two texts beside each other in rows of sentences, with what differs in each, and what decides among it told apart. */
import { decidingRanges, type Ranges } from '../../src/comparing/deciding.js'
import { passages } from '../../src/comparing/passages.js'

/** A stretch of a sentence. */
export interface Piece {
  readonly text: string
  readonly kind: 'equal' | 'changed'
  /** Of what is changed: its parts, with whether each decides. */
  readonly parts?: readonly (readonly [part: string, decides: boolean])[]
}

/** Sentences that stand beside each other. */
export interface AlignedRow {
  readonly left: readonly Piece[]
  readonly right: readonly Piece[]
  readonly isEqual: boolean
}

/** What ends a sentence: its mark and the closing marks after it, a full stop before a space, or a line. */
const END = /[。！？；!?]+[”』」）"')]*\s*|\.(?=\s|$)\s*|\n+/gu

/** Where sentences of a text end, in UTF-16 units. */
const endsOf = (text: string): ReadonlySet<number> => new Set(Array.from(text.matchAll(END), ({ index, 0: end }) => index + end.length))

/**
 * Aligns two texts. Rows end where a sentence of both ends in a stretch that both have.
 *
 * @example aligned('One. Two.', 'One. Too.').map(({ isEqual }) => isEqual) // [true, false]
 */
export function aligned(left: string, right: string): AlignedRow[] {
  const rows: AlignedRow[] = []
  const [decidesLeft, decidesRight] = [decidingRanges(left), decidingRanges(right)]
  const [endsLeft, endsRight] = [endsOf(left), endsOf(right)]
  let [leftAt, rightAt] = [0, 0]
  let [own, other]: [Piece[], Piece[]] = [[], []]
  const end = () => {
    if (own.length || other.length)
      rows.push({ left: own, right: other, isEqual: [...own, ...other].every(({ kind }) => kind === 'equal') })
    own = []
    other = []
  }
  for (const { kind, left: before, right: after } of passages(left, right)) {
    if (kind === 'changed') {
      if (before) own.push({ text: before, kind, parts: partsOf(before, leftAt, decidesLeft) })
      if (after) other.push({ text: after, kind, parts: partsOf(after, rightAt, decidesRight) })
      leftAt += before.length
      rightAt += after.length
      continue
    }
    for (let [from, to] = [0, 1]; to <= before.length; to++) {
      const isEnd = endsLeft.has(leftAt + to) && endsRight.has(rightAt + to)
      if (!isEnd && to < before.length) continue
      const piece: Piece = { text: before.slice(from, to), kind }
      own.push(piece)
      other.push(piece)
      if (isEnd) end()
      from = to
    }
    leftAt += before.length
    rightAt += after.length
  }
  end()
  return rows
}

/** The share of one side that stands on the other too, from 0 to 1. */
export function shared(rows: readonly AlignedRow[], side: 'left' | 'right'): number {
  let [equal, all] = [0, 0]
  for (const row of rows)
    for (const { text, kind } of row[side]) {
      all += text.length
      if (kind === 'equal') equal += text.length
    }
  return all ? equal / all : 1
}

/**
 * A changed stretch in parts, those that decide apart.
 *
 * @param start   of the stretch in its text
 * @param ranges  of the text, in its order
 * @example partsOf('on 3 May', 0, [[3, 4]]) // [['on ', false], ['3', true], [' May', false]]
 */
export function partsOf(stretch: string, start: number, ranges: Ranges): (readonly [part: string, decides: boolean])[] {
  const parts: (readonly [string, boolean])[] = []
  let done = 0
  for (const [from, to] of ranges) {
    const [begin, end] = [Math.max(done, from - start), Math.min(stretch.length, to - start)]
    if (begin >= end) continue
    if (begin > done) parts.push([stretch.slice(done, begin), false])
    parts.push([stretch.slice(begin, end), true])
    done = end
  }
  if (done < stretch.length) parts.push([stretch.slice(done), false])
  return parts
}
