/** Explanations for people: the features and passages behind a similarity. */
import { shingles, type TokenizeOptions, tokenize } from '../tokenizing/tokenize.js'
import { type Passage, passages } from './passages.js'

/** The reasons why two texts are as alike as they are: their features, side by side, and the passages that differ. */
export interface Explanation {
  /** Features of both, of the left alone and of the right alone: each once, in the order of the text, at most `most`. */
  readonly shared: readonly string[]
  readonly onlyLeft: readonly string[]
  readonly onlyRight: readonly string[]
  /** How many there are of each, also beyond `most`. */
  readonly counts: { readonly shared: number; readonly onlyLeft: number; readonly onlyRight: number }
  readonly passages: readonly Passage[]
}

/**
 * Explains a pair of texts by the features that a comparison with the same options counts.
 *
 * @param most  features to list of each kind
 * @example
 * explain('the cat sat', 'the dog sat', { tokenizer: 'word', normalize: [], ngram: 1, charNgram: 1 }).onlyLeft // ['cat']
 */
export function explain(left: string, right: string, options: TokenizeOptions, most = 100): Explanation {
  const [a, b] = [left, right].map((text) => new Set(shingles(tokenize(text, options), options))) as [Set<string>, Set<string>]
  const shared = [...a].filter((feature) => b.has(feature))
  const onlyLeft = [...a].filter((feature) => !b.has(feature))
  const onlyRight = [...b].filter((feature) => !a.has(feature))
  const list = (features: string[]) => features.slice(0, most).map((feature) => feature.trimEnd() || feature)
  return {
    shared: list(shared),
    onlyLeft: list(onlyLeft),
    onlyRight: list(onlyRight),
    counts: { shared: shared.length, onlyLeft: onlyLeft.length, onlyRight: onlyRight.length },
    passages: passages(left, right),
  }
}
