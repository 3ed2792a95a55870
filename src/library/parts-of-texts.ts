/** Tokens, comparisons and kernels for callers of the library: the functions of the stages, with their arguments looked at. */

import { explain as explainBare } from '../comparing/explain.js'
import { MEASURES, measure as measureBare, overlapOf as overlapOfBare } from '../comparing/measures.js'
import { passages as passagesBare } from '../comparing/passages.js'
import type { Kernel, KernelOptions } from '../kernel/kernel.js'
import { createReferenceKernel as createReferenceKernelBare } from '../kernel/reference.js'
import { createKernel as createKernelBare } from '../kernel/wasm.js'
import { provideDictionary as provideDictionaryBare } from '../signing/chinese-dictionary.js'
import { NORMALIZATIONS } from '../tokenizing/normalize.js'
import { taggedText as taggedTextBare } from '../tokenizing/tagged.js'
import { shingles as shinglesBare, TOKENIZERS, tokenize as tokenizeBare } from '../tokenizing/tokenize.js'
import {
  BYTES,
  checked,
  checkedItems,
  ITERABLE,
  listOf,
  members,
  oneOf,
  optional,
  TEXT,
  WEIGHT,
  WORDS_32,
  WORDS_64,
  whole,
} from './checked.js'

const CUT_MEMBERS = {
  tokenizer: /* @__PURE__ */ oneOf(TOKENIZERS),
  normalize: /* @__PURE__ */ listOf(NORMALIZATIONS),
  ngram: /* @__PURE__ */ whole(1, 255),
  charNgram: /* @__PURE__ */ whole(1, 255),
}
const CUT = /* @__PURE__ */ members('an object with tokenizer, normalize, ngram and charNgram', CUT_MEMBERS)
const KERNEL = /* @__PURE__ */ members('an object with tokenizer, normalize, ngram, charNgram and seed', {
  ...CUT_MEMBERS,
  seed: /* @__PURE__ */ whole(0, Number.MAX_SAFE_INTEGER),
})
const TAGGED_WORD = /* @__PURE__ */ members('a word, or an object with word and tag', { word: TEXT, tag: TEXT })
const TAGGED = { is: TAGGED_WORD.is, fits: (word: unknown) => typeof word === 'string' || TAGGED_WORD.fits(word) }
const FEATURES = /* @__PURE__ */ members('a set of features, with hashes and counts', { hashes: WORDS_64, counts: WORDS_32 })
const TOKEN = /* @__PURE__ */ members('a token', { text: TEXT })
const TOKENS = { is: 'a list of tokens, as tokenize() makes it', fits: (list: unknown) => Array.isArray(list) && list.every(TOKEN.fits) }
const COUNTS = ['left', 'right', 'shared'].map((name) => [name, WEIGHT] as const)
const OVERLAP = /* @__PURE__ */ members('an overlap, as overlapOf() makes it', Object.fromEntries(COUNTS))

/**
 * Cuts a text into tokens. A text of which normalisation leaves nothing (only punctuation, say) is one token, as it
 * came; only the empty text has none.
 *
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 * @example
 * tokenize('Hello, 世界', { tokenizer: 'auto', normalize: ['case'], ngram: 3, charNgram: 5 }).map((t) => t.text)
 * // ['hello ', '世', '界']
 */
export const tokenize = /* @__PURE__ */ checked(tokenizeBare, { text: TEXT, options: CUT })

/**
 * The features of a text: every window of `ngram` tokens, in order, as the exact text that is hashed. A text shorter
 * than its window is one feature as a whole, so that two different short texts never share a signature by being empty.
 *
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 */
export const shingles = /* @__PURE__ */ checked(shinglesBare, { tokens: TOKENS, options: CUT })

/**
 * The words of any segmenter as text for the tokenizer `tagged`, each as one piece.
 *
 * @param words  words, or words with tags (letters and digits that begin with a letter, or a level from 1 to 5); white space
 *               alone is no word, and inside of one it becomes `_`
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 * @example
 * taggedText(['我们', { word: '读书', tag: 'v' }, 'and/or']) // '我们 读书/v and/or/x'
 */
export const taggedText = /* @__PURE__ */ checked(
  (words: Parameters<typeof taggedTextBare>[0]) => taggedTextBare(checkedItems(words, TAGGED, 'words')),
  {
    words: ITERABLE,
  },
)

/**
 * Explains a pair of texts by the features that a comparison with the same options counts.
 *
 * @param most  features to list of each kind
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 * @example
 * explain('the cat sat', 'the dog sat', { tokenizer: 'word', normalize: [], ngram: 1, charNgram: 1 }).onlyLeft // ['cat']
 */
export const explain = /* @__PURE__ */ checked(explainBare, {
  left: TEXT,
  right: TEXT,
  options: CUT,
  most: /* @__PURE__ */ optional(WEIGHT),
})

/**
 * Aligns two texts. Long ones are divided by words that occur in both once and in one order; the work is bounded, and a stretch that
 * would cost too much is marked as `unaligned`.
 *
 * @returns passages in order; the left sides joined are `left`, the right sides joined are `right`
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 * @example
 * passages('the cat sat', 'the dog sat')
 * // [{ kind: 'equal', left: 'the ', … }, { kind: 'changed', left: 'cat', right: 'dog' }, { kind: 'equal', left: ' sat', … }]
 */
export const passages = /* @__PURE__ */ checked(passagesBare, { left: TEXT, right: TEXT })

/**
 * Two feature sets, counted: what the measures need.
 *
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 */
export const overlapOf = /* @__PURE__ */ checked(overlapOfBare, { left: FEATURES, right: FEATURES })

/**
 * One measure of an overlap.
 *
 * @returns 0 to 1; 1 for two empty texts, 0 for one empty text
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 * @example measure({ left: 3, right: 2, shared: 1, … }, 'jaccard') // 0.25
 */
export const measure = /* @__PURE__ */ checked(measureBare, { overlap: OVERLAP, by: /* @__PURE__ */ oneOf(MEASURES) })

/**
 * The kernel in WebAssembly.
 *
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 */
export const createKernel = /* @__PURE__ */ checked((options: KernelOptions): Kernel => createKernelBare(options), { options: KERNEL })

/**
 * The kernel as plain TypeScript, slow and short; the wasm kernel must equal it bit for bit.
 *
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 */
export const createReferenceKernel = /* @__PURE__ */ checked(createReferenceKernelBare, { options: KERNEL })

/**
 * Gives the library its dictionary where there are no files, as in a browser. Node needs no such call.
 *
 * @param dictionary  `word frequency tag` lines in UTF-8, as in `dict.txt` of @node-rs/jieba
 * @param files       user dictionaries and stop words by the names that options call them by
 * @throws {LeitongError} `ARGUMENT` for arguments of another kind
 */
export const provideDictionary = /* @__PURE__ */ checked(provideDictionaryBare, {
  dictionary: BYTES,
  files: /* @__PURE__ */ optional(members('an object of texts by their names', {})),
})
