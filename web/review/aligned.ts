/** Two texts side by side: rows of sentences, with what differs in each, and what decides among it told apart. */
import { passages } from '../../src/comparing/passages.js'

/** A stretch of a sentence. */
export interface Piece {
  readonly text: string
  readonly kind: 'equal' | 'changed'
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
  let [own, other]: [Piece[], Piece[]] = [[], []]
  const end = () => {
    if (own.length || other.length)
      rows.push({ left: own, right: other, isEqual: [...own, ...other].every(({ kind }) => kind === 'equal') })
    own = []
    other = []
  }
  for (const { kind, left: before, right: after } of passages(left, right)) {
    if (kind === 'changed') {
      if (before) own.push({ text: before, kind })
      if (after) other.push({ text: after, kind })
      continue
    }
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

/**
 * A changed stretch in parts, those that decide apart.
 *
 * @example decidingParts('on 3 May') // [['on ', false], ['3', true], [' May', false]]
 */
export function decidingParts(text: string): (readonly [part: string, decides: boolean])[] {
  const parts: (readonly [string, boolean])[] = []
  let done = 0
  for (const match of text.matchAll(DECIDING)) {
    if (match.index > done) parts.push([text.slice(done, match.index), false])
    parts.push([match[0], true])
    done = match.index + match[0].length
  }
  if (done < text.length) parts.push([text.slice(done), false])
  return parts
}
