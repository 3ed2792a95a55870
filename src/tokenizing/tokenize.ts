import { type Normalization, normalizeCodePoints } from './normalize.js'
import { CharacterClass, classOf } from './unicode.js'

/**
 * How a text is cut.
 *
 * - `char`: every code point is a token
 * - `word`: every run of letters, marks, digits and connectors (`_`) is a token
 * - `auto`: as `word`, but each letter of a script without spaces (Chinese, Japanese, Thai, …) is a token of its own
 */
export type Tokenizer = 'char' | 'word' | 'auto'

export const TOKENIZERS: readonly Tokenizer[] = ['char', 'word', 'auto']

export interface TokenizeOptions {
  readonly tokenizer: Tokenizer
  readonly normalize: readonly Normalization[]
  /** Tokens in a feature, 1 to 255. */
  readonly ngram: number
  /** The same for a feature that starts with a letter of a script without spaces; only `auto` knows the difference. */
  readonly bareNgram: number
}

/** A token as it stands in the token text: a word with one space behind it, or a character by itself. */
export interface Token {
  readonly text: string
  /** Of a script without spaces, under `auto`. */
  readonly bare: boolean
}

/**
 * Cuts a text into tokens. A text of which normalisation leaves nothing (only punctuation, say) is one token, as it
 * came; only the empty text has none.
 *
 * @example
 * tokenize('Hello, 世界', { tokenizer: 'auto', normalize: ['case'], ngram: 3, bareNgram: 5 }).map((t) => t.text)
 * // ['hello ', '世', '界']
 */
export function tokenize(text: string, options: TokenizeOptions): Token[] {
  const how = new Set(options.normalize)
  const codes = normalizeCodePoints(
    Array.from(text, (c) => c.codePointAt(0) as number),
    how,
  )
  const tokens = options.tokenizer === 'char' ? characters(codes, how) : words(codes, options.tokenizer === 'auto')
  return tokens.length || !text ? tokens : [{ text, bare: false }]
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

function characters(codes: readonly number[], how: ReadonlySet<Normalization>): Token[] {
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
      tokens.push({ text: String.fromCodePoint(cp), bare: false })
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
    const n = token.bare ? options.bareNgram : options.ngram
    if (i + n <= tokens.length) found.push(textOf(tokens.slice(i, i + n)))
  })
  return found.length || !tokens.length ? found : [textOf(tokens)]
}

/** The token text: what the digest of a document is taken from. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => token.text).join('')
}
