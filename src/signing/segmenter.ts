/** Chinese text cut into words, without signatures, for the library. */
import { LeitongError } from '../errors.js'
import { requireObject, shown } from '../options/require.js'
import { DictionaryCutter, type Piece } from '../tokenizing/chinese/segment.js'
import { automatonOf } from './lexicons.js'

export interface SegmenterOptions {
  /** Join characters that the dictionary leaves single by a hidden Markov model. @default false */
  readonly hmm?: boolean
  /** Files of user dictionaries: `word`, `word frequency`, `word tag` or `word frequency tag` lines. */
  readonly userDictionary?: string | readonly string[]
}

export interface TaggedWord {
  readonly word: string
  /** Part of speech as the dictionary has it; `eng`, `m` and `x` for letters, digits and all else that it does not have. */
  readonly tag: string
}

export interface Segmenter {
  /** Words; joined, they are the text. */
  cut(text: string): string[]
  tag(text: string): TaggedWord[]
}

/**
 * A segmenter over the dictionary of @node-rs/jieba that cuts as that does: `cut(text)` is its `cut(text, hmm)`.
 *
 * @throws {LeitongError} `DICTIONARY` for a line of a user dictionary that cannot be understood; `SOURCE_MISSING`, `SOURCE_READ`
 * @example
 * createSegmenter().cut('我们喜欢读书。') // ['我们', '喜欢', '读书', '。']
 */
export function createSegmenter(options: SegmenterOptions = {}): Segmenter {
  requireObject(options)
  const { hmm = false, userDictionary = [] } = options
  if (typeof hmm !== 'boolean') throw new LeitongError('ARGUMENT', `hmm: ${shown(hmm)}`, 'true or false')
  for (const name of [userDictionary].flat())
    if (typeof name !== 'string') throw new LeitongError('ARGUMENT', `userDictionary: ${shown(name)}`, 'names of files')
  const cutter = new DictionaryCutter(automatonOf([userDictionary].flat(), []), hmm)
  const pieces = <Result>(text: string, make: (word: string, piece: Piece) => Result): Result[] => {
    if (typeof text !== 'string') throw new LeitongError('ARGUMENT', `text: ${shown(text)}`, 'a text')
    const characters = Array.from(text)
    const codes = characters.map((c) => c.codePointAt(0) as number)
    return cutter.cutText(codes).map((piece) => make(characters.slice(piece.start, piece.end).join(''), piece))
  }
  return {
    cut: (text) => pieces(text, (word) => word),
    tag: (text) => pieces(text, (word, { tag }) => ({ word, tag: cutter.tagNames[tag] as string })),
  }
}
