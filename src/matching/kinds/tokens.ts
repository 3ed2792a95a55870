/** Values cut into words, once for each distinct value: numbers of words in typed arrays, with what each word says. */
import { type Values, valueAt, valueCount } from '../columns.js'
import { TextNumbers } from '../text-numbers.js'
import { codesOf, withoutCodes } from './codes.js'
import { LEAST_WEIGHT, type WordWeights } from './word-weights.js'

export interface TokenTable {
  /** Words of value v, ascending and distinct: tokens[starts[v]] … tokens[starts[v + 1] - 1]. */
  readonly starts: Uint32Array
  readonly tokens: Uint32Array
  /** The code units of each word. */
  readonly codes: Uint16Array
  readonly codeStarts: Uint32Array
  /** What a word says: the logarithm of how seldom it is, 0.2 at least. */
  readonly weights: Float32Array
  /** Rows that hold each word. */
  readonly held: Float64Array
  /** What the words of each value say together. */
  readonly totals: Float64Array
}

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{M}\p{N}]+/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Words of spaced scripts, pairs of neighbouring characters of Chinese and Japanese. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const [run] of text.matchAll(WORD)) {
    if (!UNSPACED.test(run)) words.push(run)
    else {
      const characters = Array.from(run)
      if (characters.length === 1) words.push(run)
      for (let i = 0; i + 1 < characters.length; i++) words.push(`${characters[i]}${characters[i + 1]}`)
    }
  }
  return words
}

/** As wordsOf, and what is said in digits in one spelling: "M-858 0.5L" as "model m858", "ml 500". */
export const wordsAndCodes = (text: string): string[] =>
  /\d/.test(text) ? [...wordsOf(withoutCodes(text)), ...codesOf(text)] : wordsOf(text)

/**
 * @param cut    the words of a value
 * @param given  what words say, 1 each if `'alike'`; in place of the more the rarer they are
 */
export function tokenTable(values: Values, cut: (text: string) => string[], given?: WordWeights | 'alike'): TokenTable {
  const size = valueCount(values)
  const known = new TextNumbers()
  const starts = new Uint32Array(size + 1)
  let tokens = new Uint32Array(size * 4 + 16)
  const frequency: number[] = []
  let at = 0
  let rows = 0
  for (let value = 0; value < size; value++) {
    const distinct = new Set<number>()
    for (const word of cut(valueAt(values, value))) {
      let number = known.get(word)
      if (number === undefined) {
        number = known.add(word)
        frequency.push(0)
      }
      distinct.add(number)
    }
    if (at + distinct.size > tokens.length) {
      const grown = new Uint32Array(Math.max(tokens.length * 2, at + distinct.size))
      grown.set(tokens)
      tokens = grown
    }
    const count = values.counts[value] as number
    rows += count
    for (const token of [...distinct].sort((a, b) => a - b)) {
      tokens[at++] = token
      frequency[token] = (frequency[token] as number) + count
    }
    starts[value + 1] = at
  }
  const words = [...known.texts()]
  const weights = given ? givenWeights(words, given) : ownWeights(words, frequency, rows)
  const held = Float64Array.from(frequency, (count, token) =>
    given && given !== 'alike' ? (given.known.get(words[token] as string)?.[1] ?? 1) : count,
  )
  const totals = new Float64Array(size)
  for (let value = 0; value < size; value++)
    for (let i = starts[value] as number; i < (starts[value + 1] as number); i++)
      totals[value] = (totals[value] as number) + (weights[tokens[i] as number] as number)
  return { starts, tokens: tokens.slice(0, at), ...packed(words), weights, held, totals }
}

const givenWeights = (words: readonly string[], given: WordWeights | 'alike'): Float32Array =>
  Float32Array.from(words, (word) => (given === 'alike' ? 1 : (given.known.get(word)?.[0] ?? given.rest)))

function ownWeights(words: readonly string[], frequency: readonly number[], rows: number): Float32Array {
  const whole = cohesion(words, frequency)
  return Float32Array.from(frequency, (count, token) =>
    Math.max(LEAST_WEIGHT, Math.log((rows + 1) / (count + 0.5)) * (whole[token] as number)),
  )
}

/** The text of a word of a table. */
export const wordAt = ({ codes, codeStarts }: TokenTable, token: number): string =>
  String.fromCharCode(...codes.subarray(codeStarts[token], codeStarts[token + 1]))

/**
 * How much of a word each pair of Chinese characters is, from 0.1 to 1: the last of one word and the first of the next stand together as rarely
 * as words do that say much, but each of them often stands elsewhere.
 */
function cohesion(words: readonly string[], frequency: readonly number[]): Float32Array {
  const first = new Map<string, number>()
  const second = new Map<string, number>()
  const isPair = (word: string) => word.length === 2 && UNSPACED.test(word)
  words.forEach((word, token) => {
    if (!isPair(word)) return
    first.set(word[0] as string, (first.get(word[0] as string) ?? 0) + (frequency[token] as number))
    second.set(word[1] as string, (second.get(word[1] as string) ?? 0) + (frequency[token] as number))
  })
  return Float32Array.from(words, (word, token) => {
    if (!isPair(word)) return 1
    const apart = Math.sqrt((first.get(word[0] as string) as number) * (second.get(word[1] as string) as number))
    return Math.min(1, Math.max(LEAST_COHESION, 1 + Math.log((frequency[token] as number) / apart / COHERENT) / 3.5))
  })
}

/** From this share of their occurrences together two characters are a word. */
const COHERENT = 0.25
const LEAST_COHESION = 0.1

function packed(words: readonly string[]) {
  const codeStarts = new Uint32Array(words.length + 1)
  words.forEach((word, i) => {
    codeStarts[i + 1] = (codeStarts[i] as number) + word.length
  })
  const codes = new Uint16Array(codeStarts[words.length] as number)
  let at = 0
  for (const word of words) for (let i = 0; i < word.length; i++) codes[at++] = word.charCodeAt(i)
  return { codes, codeStarts }
}
