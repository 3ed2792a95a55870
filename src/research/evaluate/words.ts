/** The words of a labelled set, as the rivals take them. */
import { LeitongError } from '../../errors.js'
import { prepareText, TokenText } from '../../kernel/text.js'
import { configureKernel, instantiateKernel } from '../../kernel/wasm.js'
import type { Options } from '../../options/options.js'
import { kernelOptions } from '../../signing/signature.js'
import { ofCharacters } from '../../tokenizing/tokenize.js'
import type { Reads, RivalDocument } from '../rivals/rival.js'
import type { LabelledSet } from './labelled-set.js'

/** Cuts a text into words. */
export type Cutting = (text: string) => readonly string[]

/** The two ways in which rivals take a text. */
export interface Cutters {
  /** As options say: `auto` gives single characters for Chinese. */
  readonly tokens: Cutting
  /** Words of a segmenter, stop words left out: what the sources call the traditional way. */
  readonly words: Cutting
}

/**
 * Both ways by the options. Words are cut by the dictionary unless the tokenizer is one of words already, and the built-in stop words are
 * left out unless options name others. Nothing is loaded before the first text.
 *
 * @param plain  the options of `tokens`, where they are others than those of `words`
 */
export function cuttersOf(options: Options, plain: Options = options): Cutters {
  const { tokenizer, stopWords } = options
  const segmented: Options = {
    ...options,
    tokenizer: tokenizer === 'auto' || ofCharacters(tokenizer) ? 'chinese' : tokenizer,
    stopWords: stopWords.length ? stopWords : ['zh', 'en'],
  }
  return { tokens: whenNeeded(() => cutBy(plain)), words: whenNeeded(() => cutBy(segmented)) }
}

function whenNeeded(make: () => Cutting): Cutting {
  let cut: Cutting | undefined
  return (text) => {
    cut ??= make()
    return cut(text)
  }
}

/**
 * The project's own tokenizer, with the dictionary and filters that the options name; a word comes without the space that marks its end.
 * Equal words are one string, so that a set of millions of them stays small.
 *
 * @throws {LeitongError} `TEXT_TOO_LARGE` when cutting
 */
export function cutBy(options: Options): Cutting {
  const kernel = instantiateKernel()
  configureKernel(kernel, { ...kernelOptions(options), ngram: 1, charNgram: 1 })
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const known = new Map<string, string>()
  return (text) => {
    if (prepareText(kernel, text) < 0) throw new LeitongError('TEXT_TOO_LARGE', text.length)
    const tokens = new TokenText(kernel)
    const { bytes } = tokens
    const whole = decoder.decode(bytes)
    const words: string[] = []
    // From bytes of UTF-8 to units of UTF-16: a character of four bytes is two units, any other one.
    let unit = 0
    let byte = 0
    for (let token = 0; token < tokens.count; token++) {
      const from = unit
      for (const end = tokens.startOf(token + 1); byte < end; byte++) {
        const first = bytes[byte] as number
        if ((first & 0xc0) !== 0x80) unit += first >= 0xf0 ? 2 : 1
      }
      const word = whole.slice(from, unit)
      let bare = known.get(word)
      if (bare === undefined) {
        bare = word.trimEnd() || word
        known.set(word, bare)
      }
      words.push(bare)
    }
    return words
  }
}

/** The documents of a set as a rival reads them. */
export const documentsFor = (reads: Reads, { documents }: LabelledSet, cut: Cutters): RivalDocument[] =>
  documents.map(({ id, text }) => ({ id, text, tokens: reads === 'text' ? [] : cut[reads](text) }))
