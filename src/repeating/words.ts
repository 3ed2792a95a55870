/** The words of a text by which passages are counted, and where each stands: white space and punctuation count for nothing, nor does case. */
import { CharacterClass, classOf } from '../tokenizing/unicode.js'

/** Words of scripts with spaces; of all else single characters. */
export interface PlacedWords {
  readonly count: number
  /** Hashes of the words as they are compared: unlike words may share one. */
  readonly hashes: Int32Array
  /** Where each begins and ends, in UTF-16 units. */
  readonly starts: Int32Array
  readonly ends: Int32Array
}

/** A word as it is compared. */
export const foldedWord = (word: string): string => {
  const folded = word.toLowerCase()
  return /^[ -~]*$/.test(folded) ? folded : folded.normalize('NFKC').toLowerCase()
}

/**
 * @returns columns that may be longer than `count`
 * @example placeWords('Ein Satz.').count // 2
 */
export function placeWords(text: string): PlacedWords {
  const hashes = new Int32Array(text.length)
  const starts = new Int32Array(text.length)
  const ends = new Int32Array(text.length)
  let count = 0
  let begun = -1
  const finish = (end: number) => {
    starts[count] = begun
    ends[count] = end
    hashes[count++] = hashOf(foldedWord(text.slice(begun, end)))
    begun = -1
  }
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i) as number
    const kind = classOf(code)
    const next = i + (code > 0xffff ? 2 : 1)
    if (kind === CharacterClass.word) {
      if (begun < 0) begun = i
    } else if (kind !== CharacterClass.ignorable) {
      if (begun >= 0) finish(i)
      if (kind === CharacterClass.unspaced) {
        begun = i
        finish(next)
      }
    }
    i = next
  }
  if (begun >= 0) finish(text.length)
  return { count, hashes, starts, ends }
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash
}
