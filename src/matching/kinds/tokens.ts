/** Values cut into words, once for each distinct value: numbers of words in typed arrays, with what each word says. */
import { ln } from '../../hashing/logarithms.js'
import { sharedMemory } from '../../hashing/shared.js'
import { eachValue, roomFor, roomier, type Values, valueAt, valueCount } from '../columns.js'
import { TextNumbers } from '../text-numbers.js'
import { codesOf, withoutCodes } from './codes.js'
import { type Cutter, cutter } from './cutter.js'
import { LEAST_WEIGHT, type WordWeights } from './word-weights.js'

/** The words of values, whatever they say. */
export interface CutValues {
  /** Words of value v, ascending and distinct: tokens[starts[v]] … tokens[starts[v + 1] - 1]. */
  readonly starts: Uint32Array
  readonly tokens: Uint32Array
  /** The code units of each word. */
  readonly codes: Uint16Array
  readonly codeStarts: Uint32Array
  /** The characters of each word as a set of 32 bits, in which two characters may share one. */
  readonly letters: Uint32Array
  /** Rows that hold each word. */
  readonly frequency: Float64Array
  readonly rows: number
}

export interface TokenTable extends CutValues {
  /** How many words there are. */
  readonly words: number
  /** What a word says: the logarithm of how seldom it is, 0.2 at least. */
  readonly weights: Float32Array
  /** Rows that hold each word, of all that were looked at when what words say was learned. */
  readonly held: Float64Array
  /** What the words of each value say together. */
  readonly totals: Float64Array
}

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{M}\p{N}]+/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Words of spaced scripts, pairs of neighbouring characters of Chinese and Japanese. */
export const wordsOf = cutter('words', (text) => {
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
})

/** As wordsOf, and what is said in digits in one spelling: "M-858 0.5L" as "model m858", "ml 500". */
export const wordsAndCodes = cutter('words and codes', (text) =>
  /\d/.test(text) ? [...wordsOf(withoutCodes(text)), ...codesOf(text)] : wordsOf(text),
)

type Given = WordWeights | 'alike' | undefined

/** What is made of values once, for keys, model and judges alike: to cut long texts takes longer than all else that is done with them. */
interface Made {
  readonly cut: CutValues
  readonly tables: Map<Given, TokenTable>
}

const MADE = new WeakMap<Values, Map<string, Made>>()

/** @param given  what words say, 1 each if `'alike'`; in place of the more the rarer they are */
export function tokenTable(values: Values, cut: Cutter, given?: WordWeights | 'alike'): TokenTable {
  const known = madeOf(values)
  const made = known.get(cut.id) ?? { cut: cutValues(values, cut), tables: new Map() }
  known.set(cut.id, made)
  const table = made.tables.get(given) ?? (values.coming && given ? new ComingWords(values, cut, given) : weighed(made.cut, given))
  made.tables.set(given, table)
  return table
}

function madeOf(values: Values): Map<string, Made> {
  const known = MADE.get(values) ?? new Map([...(values.cuts ?? [])].map(([id, cut]) => [id, { cut, tables: new Map() }]))
  MADE.set(values, known)
  return known
}

/** Values with all that they were cut into by now, in memory that threads share: none of them cuts them again. */
export function withCuts<Kind extends Values>(values: Kind): Kind {
  const cuts = [...madeOf(values)].map(([id, { cut }]) => {
    const { starts, tokens, codes, codeStarts, letters, frequency, rows } = cut
    const copied = {
      starts: shared(starts),
      tokens: shared(tokens),
      codes: shared(codes),
      codeStarts: shared(codeStarts),
      letters: shared(letters),
    }
    return [id, { ...copied, frequency: shared(frequency), rows }] as const
  })
  return { ...values, cuts: new Map(cuts) }
}

function shared<Numbers extends Uint16Array | Uint32Array | Float64Array>(numbers: Numbers): Numbers {
  const copy = new (numbers.constructor as new (memory: ArrayBufferLike) => Numbers)(sharedMemory(numbers.byteLength))
  copy.set(numbers)
  return copy
}

function cutValues(values: Values, cut: Cutter): CutValues {
  const size = valueCount(values)
  const known = new TextNumbers()
  const starts = new Uint32Array(size + 1)
  let tokens = new Uint32Array(size * 4 + 16)
  const frequency: number[] = []
  /** The value that had each word last, plus 1. */
  const had: number[] = []
  let at = 0
  let rows = 0
  for (let value = 0; value < size; value++) {
    const words = cut(valueAt(values, value))
    if (at + words.length > tokens.length) {
      const grown = new Uint32Array(Math.max(tokens.length * 2, at + words.length))
      grown.set(tokens)
      tokens = grown
    }
    const count = values.counts[value] as number
    const from = at
    rows += count
    for (const word of words) {
      let number = known.get(word)
      if (number === undefined) {
        number = known.add(word)
        frequency.push(0)
        had.push(0)
      }
      if (had[number] === value + 1) continue
      had[number] = value + 1
      frequency[number] = (frequency[number] as number) + count
      tokens[at++] = number
    }
    tokens.subarray(from, at).sort()
    starts[value + 1] = at
  }
  return { starts, tokens: tokens.slice(0, at), ...packed([...known.texts()]), frequency: Float64Array.from(frequency), rows }
}

function weighed(cut: CutValues, given: Given): TokenTable {
  const { starts, tokens, frequency, rows } = cut
  const words = Array.from(frequency, (_, token) => wordAt(cut, token))
  const weights = given ? givenWeights(words, given) : ownWeights(words, frequency, rows)
  const held = given && given !== 'alike' ? Float64Array.from(words, (word) => given.known.get(word)?.[1] ?? 1) : frequency
  const totals = new Float64Array(starts.length - 1)
  for (let value = 0; value < totals.length; value++)
    for (let i = starts[value] as number; i < (starts[value + 1] as number); i++)
      totals[value] = (totals[value] as number) + (weights[tokens[i] as number] as number)
  return { ...cut, words: words.length, weights, held, totals }
}

const givenWeights = (words: readonly string[], given: WordWeights | 'alike'): Float32Array =>
  Float32Array.from(words, (word) => givenWeight(word, given))
const givenWeight = (word: string, given: WordWeights | 'alike'): number =>
  given === 'alike' ? 1 : (given.known.get(word)?.[0] ?? given.rest)

/** The words of values that come one after the other: the arrays are grown, and who reads them asks the table each time. */
class ComingWords implements TokenTable {
  readonly starts: Uint32Array
  readonly totals: Float64Array
  tokens = new Uint32Array(1024)
  codes = new Uint16Array(1024)
  codeStarts = new Uint32Array(257)
  letters = new Uint32Array(256)
  weights = new Float32Array(256)
  held = new Float64Array(256)
  readonly #known = new TextNumbers()
  readonly #given: WordWeights | 'alike'

  constructor(values: Values, cut: Cutter, given: WordWeights | 'alike') {
    const room = roomFor(values)
    this.starts = new Uint32Array(room + 1)
    this.totals = new Float64Array(room)
    this.#given = given
    eachValue(values, (value) => this.#take(value, cut(valueAt(values, value))))
  }

  get words(): number {
    return this.#known.size
  }

  /** Of values that come later nothing is known but what was learned of their words. */
  get frequency(): Float64Array {
    return this.held
  }

  get rows(): number {
    return this.#given === 'alike' ? 0 : this.#given.rows
  }

  #take(value: number, words: readonly string[]): void {
    const from = this.starts[value] as number
    const own = Uint32Array.from(new Set(words.map((word) => this.#known.get(word) ?? this.#add(word)))).sort()
    this.tokens = roomier(this.tokens, from + own.length)
    this.tokens.set(own, from)
    this.starts[value + 1] = from + own.length
    let total = 0
    for (const token of own) total += this.weights[token] as number
    this.totals[value] = total
  }

  #add(word: string): number {
    const token = this.#known.add(word)
    const from = this.codeStarts[token] as number
    this.codes = roomier(this.codes, from + word.length)
    this.codeStarts = roomier(this.codeStarts, token + 2)
    this.letters = roomier(this.letters, token + 1)
    this.weights = roomier(this.weights, token + 1)
    this.held = roomier(this.held, token + 1)
    let set = 0
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i)
      this.codes[from + i] = code
      set |= 1 << code
    }
    this.codeStarts[token + 1] = from + word.length
    this.letters[token] = set
    this.weights[token] = givenWeight(word, this.#given)
    this.held[token] = this.#given === 'alike' ? 1 : (this.#given.known.get(word)?.[1] ?? 1)
    return token
  }
}

function ownWeights(words: readonly string[], frequency: Float64Array, rows: number): Float32Array {
  const whole = cohesion(words, frequency)
  return Float32Array.from(frequency, (count, token) => Math.max(LEAST_WEIGHT, ln((rows + 1) / (count + 0.5)) * (whole[token] as number)))
}

/** The text of a word of a table. */
export const wordAt = ({ codes, codeStarts }: CutValues, token: number): string => valueAt({ codes, starts: codeStarts }, token)

/**
 * How much of a word each pair of Chinese characters is, from 0.1 to 1: the last of one word and the first of the next stand together as rarely
 * as words do that say much, but each of them often stands elsewhere.
 */
function cohesion(words: readonly string[], frequency: Float64Array): Float32Array {
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
    return Math.min(1, Math.max(LEAST_COHESION, 1 + ln((frequency[token] as number) / apart / COHERENT) / 3.5))
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
  const letters = new Uint32Array(words.length)
  let at = 0
  words.forEach((word, token) => {
    let set = 0
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i)
      codes[at++] = code
      set |= 1 << code
    }
    letters[token] = set
  })
  return { codes, codeStarts, letters }
}
