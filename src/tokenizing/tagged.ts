/** Text that was cut and tagged elsewhere: `word/tag word/tag …`, pieces separated by white space. */
import { tagId } from './chinese/tags.js'
import { endsSentence } from './sentences.js'
import type { Token } from './token.js'
import { CharacterClass, classOf } from './unicode.js'

const TAGGED = /^(.*)\/([A-Za-z][A-Za-z0-9]*|[1-5])$/su

/**
 * The tag is what follows the last slash when it is letters and digits that begin with a letter, or a level from 1 to 5, else the
 * whole piece is a word without a tag. Pieces tagged w… are punctuation and no tokens.
 */
export function taggedWords(codes: readonly number[]): Token[] {
  const tokens: Token[] = []
  let piece = ''
  let ends = false
  let startsSentence = true
  const close = () => {
    const [, word = piece, tag] = TAGGED.exec(piece) ?? []
    if (word && !(tag && /^w/i.test(tag))) {
      tokens.push({ text: `${word} `, bare: false, tag: tag ? tagId(tag) : 0, startsSentence })
      startsSentence = false
    }
    piece = ''
    startsSentence ||= ends
    ends = false
  }
  codes.forEach((cp, i) => {
    const found = classOf(cp)
    if (found === CharacterClass.space) {
      if (piece) close()
      startsSentence ||= endsSentence(codes, i)
    } else if (found !== CharacterClass.ignorable) {
      ends ||= endsSentence(codes, i)
      piece += String.fromCodePoint(cp)
    }
  })
  if (piece) close()
  return tokens
}

/**
 * The words of any segmenter as text for the tokenizer `tagged`, each as one piece.
 *
 * @param words  words, or words with tags (letters and digits that begin with a letter, or a level from 1 to 5); white space
 *               alone is no word, and inside of one it becomes `_`
 * @example
 * taggedText(['我们', { word: '读书', tag: 'v' }, 'and/or']) // '我们 读书/v and/or/x'
 */
export function taggedText(words: Iterable<string | { readonly word: string; readonly tag: string }>): string {
  const pieces: string[] = []
  for (const given of words) {
    const { word, tag } = typeof given === 'string' ? { word: given, tag: '' } : given
    const piece = word.trim().replace(/\s+/gu, '_')
    // A slash would be taken for the one before a tag, so such a word gets one: x, what no dictionary has.
    if (piece) pieces.push(tag || piece.includes('/') ? `${piece}/${tag || 'x'}` : piece)
  }
  return pieces.join(' ')
}
