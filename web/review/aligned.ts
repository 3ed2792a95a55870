/** Two texts side by side: rows of sentences, with what differs in each, and what decides among it told apart. */
import { nameRanges } from '../../src/comparing/names.js'
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

/** Where a sentence ends: behind its mark and the closing marks after it, or behind a line. */
const SENTENCE = /[^。！？；!?\n.]*(?:[。！？；!?]+[”』」）"')]*\s*|\.(?=\s|$)\s*|\.|\n+|$)/gu

const sentencesOf = (text: string): string[] => (text.match(SENTENCE) ?? []).filter(Boolean)

/**
 * Aligns two texts. Rows end where a sentence ends in a stretch that both have.
 *
 * @example aligned('One. Two.', 'One. Too.').map(({ isEqual }) => isEqual) // [true, false]
 */
export function aligned(left: string, right: string): AlignedRow[] {
  const rows: AlignedRow[] = []
  const [decidesLeft, decidesRight] = [decidingRanges(left), decidingRanges(right)]
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
    leftAt += before.length
    rightAt += after.length
    for (const sentence of sentencesOf(before)) {
      own.push({ text: sentence, kind })
      other.push({ text: sentence, kind })
      if (/(?:[。！？；!?]["'”』」）)]*|\.)\s*$|\n$/u.test(sentence)) end()
    }
  }
  end()
  return rows
}

/** Numbers, dates, times and amounts: in letters of one template they decide. */
const DECIDING = /[\d０-９]+(?:[.,:：/年月日号时分元％%-]*[\d０-９]+)*[年月日号时分元％%]?/gu

type Ranges = readonly (readonly [from: number, to: number])[]

/** Where a whole text has what decides: numbers and dates, and names. Part of a number or a name is changed as the whole of it. */
export const decidingRanges = (text: string): Ranges =>
  [...Array.from(text.matchAll(DECIDING), ({ index, 0: found }) => [index, index + found.length] as const), ...nameRanges(text)].sort(
    (a, b) => a[0] - b[0],
  )

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
