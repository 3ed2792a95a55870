/** Text that was cut and tagged elsewhere: `word/tag word/tag …`, pieces separated by white space. */
import { tagId } from './chinese/tags.js'
import { endsSentence } from './sentences.js'
import type { Token } from './tokenize.js'
import { CharacterClass, classOf } from './unicode.js'

const TAGGED = /^(.*)\/([A-Za-z][A-Za-z0-9]*)$/su

/**
 * The tag is what follows the last slash when it is letters and digits that begin with a letter, else the whole piece is a
 * word without a tag. Pieces tagged w… are punctuation and no tokens.
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
