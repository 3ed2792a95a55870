/** Texts cut for alignment: words of scripts with spaces, single characters of all else. Joined, the pieces are the text. */
import { CharacterClass, classOf } from '../tokenizing/unicode.js'

/** A text as numbers: equal pieces of both texts have one number. */
export interface Words {
  readonly ids: Int32Array
  /** Where each piece begins, in UTF-16 units; one more for the end of the text. */
  readonly starts: Int32Array
}

/**
 * Cuts texts with one numbering for all of them.
 *
 * @example cutWords(['one two', 'two']).map(({ ids }) => [...ids]) // [[0, 1, 2], [2]]
 */
export function cutWords(texts: readonly string[]): Words[] {
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
