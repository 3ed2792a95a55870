/** The words of a labelled set, as the rivals take them. */
import type { RivalDocument } from '../../evaluating/rivals/rival.js'
import { tokenize } from '../../tokenizing/tokenize.js'
import type { Options } from '../options.js'
import { kernelOptions } from '../signature.js'
import type { LabelledSet } from './labelled-set.js'

/** Cuts a text into words. */
export type Cutting = (text: string) => readonly string[]

/** The project's own tokenizer, with the dictionary and filters that the options name; a word comes without the space that marks its end. */
export function cutBy(options: Options): Cutting {
  const how = { ...kernelOptions(options), ngram: 1, bareNgram: 1 }
  return (text) => tokenize(text, how).map((token) => token.text.trimEnd() || token.text)
}

export const wordsOf = ({ documents }: LabelledSet, cut: Cutting): RivalDocument[] =>
  documents.map(({ id, text }) => ({ id, text, tokens: cut(text) }))
