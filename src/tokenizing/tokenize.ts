/** Tokens and features of a text, in plain form: the kernel does the same (assembly/tokenize.ts) and is tested against it. */
import type { DictionaryCutter } from './chinese/segment.js'
import { type Lexicon, openLexicon } from './lexicon.js'
import { type Normalization, normalizeCodePoints } from './normalize.js'
import { endsSentence } from './sentences.js'
import { taggedWords } from './tagged.js'
import type { Token } from './token.js'
import { CharacterClass, classOf } from './unicode.js'

/**
 * The ways to cut a text.
 *
 * - `char`: every code point is a token
 * - `script`: as `char`, but a letter of a script without spaces starts a feature of `charNgram` tokens
 * - `word`: every run of letters, marks, digits and connectors (`_`) is a token
 * - `auto`: as `word`, but each letter of a script without spaces (Chinese, Japanese, Thai, …) is a token of its own
 * - `chinese`: as `word`, but runs with Chinese characters are cut into words by a dictionary
 * - `tagged`: `word/tag` pieces separated by white space: text that was cut and tagged elsewhere
 */
export type Tokenizer = 'char' | 'script' | 'word' | 'auto' | 'chinese' | 'tagged'

export const TOKENIZERS: readonly Tokenizer[] = ['char', 'script', 'word', 'auto', 'chinese', 'tagged']

export interface TokenizeOptions {
  readonly tokenizer: Tokenizer
  readonly normalize: readonly Normalization[]
  /** Tokens in a feature, 1 to 255; under `auto` of features that start with a word, under `script` of those that start with a letter of a script with spaces. */
  readonly ngram: number
  /** Tokens in a feature under `auto` and `script` that starts with a letter of a script without spaces, 1 to 255. Other tokenizers take `ngram`. */
  readonly charNgram: number
  /** Dictionary and filters; `chinese` needs a dictionary. */
  readonly lexicon?: Lexicon
}

/**
 * Cuts a text into tokens. A text of which normalisation leaves nothing (only punctuation, say) is one token, as it
 * came; only the empty text has none.
 *
 * @example
 * tokenize('Hello, 世界', { tokenizer: 'auto', normalize: ['case'], ngram: 3, charNgram: 5 }).map((t) => t.text)
 * // ['hello ', '世', '界']
 */
export function tokenize(text: string, options: TokenizeOptions): Token[] {
  const how = new Set(options.normalize)
  const codes = normalizeCodePoints(
    Array.from(text, (c) => c.codePointAt(0) as number),
    how,
  )
  const tokens = filter(cut(codes, options, how), options)
  if (tokens.length || !text) return tokens
  return [{ text, bare: false, ...(isTagging(options.tokenizer) ? { tag: 0, startsSentence: true } : {}) }]
}

/** Whether every code point is a token. */
export const ofCharacters = (tokenizer: Tokenizer): boolean => tokenizer === 'char' || tokenizer === 'script'

/** Whether tokens have tags and sentences. */
export const isTagging = (tokenizer: Tokenizer): boolean => tokenizer === 'chinese' || tokenizer === 'tagged'

function cut(codes: readonly number[], { tokenizer, lexicon }: TokenizeOptions, how: ReadonlySet<Normalization>): Token[] {
  if (ofCharacters(tokenizer)) return characters(codes, how, tokenizer === 'script')
  if (tokenizer === 'tagged') return taggedWords(codes)
  if (tokenizer !== 'chinese') return words(codes, tokenizer === 'auto')
  const cutter = lexicon && openLexicon(lexicon).cutter
  if (!cutter) throw new TypeError('the tokenizer chinese needs a lexicon with a dictionary')
  return chineseWords(codes, cutter)
}

/** Tokens without stop words and unwanted tags; a sentence starts with the first token of it that is left. */
function filter(tokens: Token[], { tokenizer, lexicon }: TokenizeOptions): Token[] {
  if (!lexicon || ofCharacters(tokenizer) || !(lexicon.stopWords.length || lexicon.tags.length)) return tokens
  const { stopWords, keptTags } = openLexicon(lexicon)
  const left: Token[] = []
  let startsSentence = false
  for (const token of tokens) {
    startsSentence ||= token.startsSentence === true
    if (keptTags && token.tag !== undefined && !keptTags[token.tag]) continue
    if (stopWords.has(token.bare ? token.text : token.text.slice(0, -1))) continue
    left.push(token.startsSentence === undefined ? token : { ...token, startsSentence })
    startsSentence = false
  }
  return left
}

function chineseWords(codes: readonly number[], cutter: DictionaryCutter): Token[] {
  const tokens: Token[] = []
  let run: number[] = []
  let startsSentence = true
  const close = () => {
    for (const { start, end, tag } of run.length ? cutter.cutRun(run) : []) {
      tokens.push({
        text: `${run
          .slice(start, end)
          .map((cp) => String.fromCodePoint(cp))
          .join('')} `,
        bare: false,
        tag,
        startsSentence,
      })
      startsSentence = false
    }
    run = []
  }
  codes.forEach((cp, i) => {
    const found = classOf(cp)
    if (found === CharacterClass.word || found === CharacterClass.unspaced) run.push(cp)
    else if (found !== CharacterClass.ignorable) {
      close()
      startsSentence ||= endsSentence(codes, i)
    }
  })
  close()
  return tokens
}

function words(codes: readonly number[], auto: boolean): Token[] {
  const tokens: Token[] = []
  let word = ''
  const close = () => {
    if (word) tokens.push({ text: `${word} `, bare: false })
    word = ''
  }
  for (const cp of codes) {
    const found = classOf(cp)
    if (found === CharacterClass.ignorable) continue
    if (found === CharacterClass.word || (found === CharacterClass.unspaced && !auto)) word += String.fromCodePoint(cp)
    else {
      close()
      if (found === CharacterClass.unspaced) tokens.push({ text: String.fromCodePoint(cp), bare: true })
    }
  }
  close()
  return tokens
}

function characters(codes: readonly number[], how: ReadonlySet<Normalization>, byScript: boolean): Token[] {
  const isGap = (found: CharacterClass) =>
    (found === CharacterClass.space && how.has('space')) || (found === CharacterClass.other && how.has('punctuation'))
  const tokens: Token[] = []
  let gap = false
  let spaced = false
  for (const cp of codes) {
    const found = classOf(cp)
    if (isGap(found)) gap = true
    else if (found !== CharacterClass.ignorable || !how.has('space')) {
      const now = found !== CharacterClass.unspaced
      if (gap && spaced && now) tokens.push({ text: ' ', bare: false })
      tokens.push({ text: String.fromCodePoint(cp), bare: byScript && !now })
      gap = false
      spaced = now
    }
  }
  return tokens
}

/**
 * The features of a text: every window of `ngram` tokens, in order, as the exact text that is hashed. A text shorter
 * than its window is one feature as a whole, so that two different short texts never share a signature by being empty.
 */
export function shingles(tokens: readonly Token[], options: TokenizeOptions): string[] {
  const found: string[] = []
  tokens.forEach((token, i) => {
    const n = token.bare ? options.charNgram : options.ngram
    if (i + n <= tokens.length) found.push(textOf(tokens.slice(i, i + n)))
  })
  return found.length || !tokens.length ? found : [textOf(tokens)]
}

/** The token text: what the digest of a document is taken from. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => token.text).join('')
}
