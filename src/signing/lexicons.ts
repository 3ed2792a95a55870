/**
 * Lexicons of options. Dictionaries and word lists lie where the host says: Node reads and caches files (dictionaries.ts), a
 * browser is given bytes.
 */
import { LeitongError } from '../errors.js'
import type { FeatureOptions } from '../options/features.js'
import type { SignatureOptions } from '../options/signatures.js'
import { TAGS } from '../tokenizing/chinese/tags.js'
import { identify, type Lexicon } from '../tokenizing/lexicon.js'
import { type Normalization, normalizeCodePoints } from '../tokenizing/normalize.js'
import { parseStopWords, STOP_WORDS } from '../tokenizing/stop-words.js'
import { MARKERS } from '../weighting/markers.js'

/** A file by its name, as the user gave it. */
export interface NamedText {
  readonly name: string
  readonly text: string
}

/** Passages that are left out of texts. */
export interface LeftOut {
  /** Equal for equal passages. */
  readonly name: string
  /** Sorted, each once. */
  readonly passages: readonly string[]
  /** A text, or its bytes in UTF-8, without them, and how many code points were left out. */
  cut(text: string | Uint8Array): { readonly text: string; readonly ignored: number }
}

/** The reason why a text cannot be judged of which only ignored passages are there. */
export const NOTHING_LEFT = 'nothing is left of the text without the passages that are ignored'

/** What was left out of the texts of a job. */
export interface IgnoredTotal {
  /** Texts that had any of it. */
  readonly texts: number
  /** Code points. */
  readonly characters: number
}

export interface LexiconHost {
  /** The main dictionary, in UTF-8. */
  dictionary(): Uint8Array
  /** @throws {LeitongError} when there is no such file, or it cannot be read */
  read(name: string): NamedText
  /** The passages of files; undefined when there are none in them. Not every host reads them. */
  leftOut?(files: readonly string[]): LeftOut | undefined
  /** The bytes that `build` makes, or made before under that name. */
  cached(identity: string, build: () => Uint8Array): Uint8Array
  /** Makes an automaton (chinese-dictionary.ts): it brings a model of 200 KB along, which who cuts no Chinese into words does without. */
  build(parts: DictionaryParts): Uint8Array
}

/** The parts of a dictionary. */
export interface DictionaryParts {
  readonly main: Uint8Array
  /** User dictionaries. */
  readonly files: readonly NamedText[]
  /** Normalises words as the text is that will be cut. */
  readonly toWord: ((word: string) => string) | undefined
  /** Names all of it. */
  readonly identity: string
}

/** Where dictionaries come from, and the lexicons that were built of them. */
interface Shelf {
  readonly host: LexiconHost | undefined
  /** By the options that they depend on, as JSON. */
  readonly lexicons: Map<string, Lexicon>
  /** The same by options that were resolved before, which spares the JSON for each text. */
  readonly known: WeakMap<FeatureOptions, { readonly lexicon: Lexicon | undefined }>
  /** What is left out of texts, by the names of its files as JSON. */
  readonly leftOut: Map<string, LeftOut | undefined>
}

const emptyShelf = (host: LexiconHost | undefined): Shelf => ({ host, lexicons: new Map(), known: new WeakMap(), leftOut: new Map() })

/**
 * The shelf of this thread. Lexicons are values that never change, kept because a dictionary takes seconds to build; as long
 * as its files stay the same, a call cannot tell whether another one came before. Replaced as a whole, by the two functions below.
 */
let shelf = emptyShelf(undefined)

/** Names the place that dictionaries come from: once for each host, before the first text. */
export function setLexiconHost(host: LexiconHost): void {
  shelf = emptyShelf(host)
}

/** Forgets dictionaries and word lists, so that the next call reads their files again. */
export function reloadDictionaries(): void {
  shelf = emptyShelf(shelf.host)
}

function hostOrThrow(): LexiconHost {
  if (!shelf.host) throw new LeitongError('DICTIONARY_MISSING')
  return shelf.host
}

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Normalisations that change words; the others change what stands between them. */
const CHANGING: readonly Normalization[] = ['nfkc', 'case', 'width', 'traditional']

function wordNormalizer(normalize: readonly Normalization[]): (word: string) => string {
  const how = new Set(normalize.filter((name) => CHANGING.includes(name)))
  // All but `traditional` leave ideographs alone.
  const isPlain = how.has('traditional') ? () => false : (word: string) => /^[\u4e00-\u9fff]+$/.test(word)
  return (word) => {
    if (!how.size || isPlain(word)) return word
    const codes = Array.from(word, (c) => c.codePointAt(0) as number)
    return normalizeCodePoints(codes, how)
      .map((cp) => String.fromCodePoint(cp))
      .join('')
  }
}

/**
 * The automaton of the main dictionary and user dictionaries.
 *
 * @param names      files of user dictionaries
 * @param normalize  how the text is normalised that will be cut
 * @throws {LeitongError} `DICTIONARY`, `DICTIONARY_MISSING`, `SOURCE_MISSING`, `SOURCE_READ`
 */
export function automatonOf(names: readonly string[], normalize: readonly Normalization[]): Uint8Array {
  const { dictionary, read, cached, build } = hostOrThrow()
  const main = dictionary()
  const files = names.map(read)
  const how = CHANGING.filter((name) => normalize.includes(name)).join('+')
  const encode = (text: string) => new TextEncoder().encode(text)
  const identity = identify(encode(`automaton2 ${TAGS.join(' ')}`), encode(how), main, ...files.map(({ text }) => encode(text)))
  return cached(identity, () => build({ main, files, toWord: how ? wordNormalizer(normalize) : undefined, identity }))
}

function stopWordsOf(names: readonly string[], normalize: readonly Normalization[]): string[] {
  const toWord = wordNormalizer(normalize)
  const words = names.flatMap((name) => STOP_WORDS[name] ?? parseStopWords(hostOrThrow().read(name).text))
  return [...new Set(words.map(toWord))].sort()
}

type MarkerOptions = FeatureOptions & Pick<SignatureOptions, 'markers' | 'onlyMarkers'> & Partial<Pick<SignatureOptions, 'marked'>>

/** The words that mark a sentence: the built-in ones, unless options say otherwise, and those of the files that options name. */
export function markersOf({ markers, onlyMarkers, normalize }: MarkerOptions): string[] {
  return [...new Set([...(onlyMarkers ? [] : MARKERS).map(wordNormalizer(normalize)), ...addedMarkersOf({ markers, normalize })])]
}

/** The marker words of the files that options name. */
export function addedMarkersOf({ markers, normalize }: Pick<MarkerOptions, 'markers' | 'normalize'>): string[] {
  const added = markers.flatMap((name) => parseStopWords(hostOrThrow().read(name).text))
  return [...new Set(added.map(wordNormalizer(normalize)))]
}

/** Stop words that are markers, or of which an added marker may consist: markers are looked for before stop words go. */
export function stoppedMarkersOf(options: MarkerOptions): string[] {
  const whole = new Set(markersOf(options))
  const words = new Set<string>()
  const unspaced: string[] = []
  for (const marker of options.marked === 'word' ? [] : addedMarkersOf(options)) {
    const parts = marker.split(/\s+/u)
    if (parts.length > 1) for (const part of parts) words.add(part)
    for (const part of parts) if (UNSPACED.test(part)) unspaced.push(part)
  }
  // Where no spaces are between words, any stop word in the marker may be one of its words.
  const isPart = (word: string) => words.has(word) || (UNSPACED.test(word) && unspaced.some((marker) => marker.includes(word)))
  return stopWordsOf(options.stopWords, options.normalize).filter((word) => whole.has(word) || isPart(word))
}

/** The lexicon that leaves in the stop words which are markers, for weights that look at them. */
export function markingLexiconOf(options: MarkerOptions): Lexicon | undefined {
  const lexicon = lexiconOf(options)
  if (!lexicon || !options.stopWords.length) return lexicon
  const left = new Set(stoppedMarkersOf(options))
  return left.size ? { ...lexicon, stopWords: lexicon.stopWords.filter((word) => !left.has(word)) } : lexicon
}

/**
 * The lexicon that options ask for; undefined when words need none. Equal options have one lexicon.
 *
 * @throws {LeitongError} as {@link automatonOf}
 */
export function lexiconOf(options: FeatureOptions): Lexicon | undefined {
  const { known, lexicons } = shelf
  const found = known.get(options)
  if (found) return found.lexicon
  const { tokenizer, dictionary, hmm, stopWords, tags, normalize } = options
  let lexicon: Lexicon | undefined
  if (tokenizer === 'chinese' || stopWords.length || tags.length) {
    const key = JSON.stringify([tokenizer, dictionary, hmm, stopWords, tags, normalize])
    lexicon = lexicons.get(key) ?? {
      ...(tokenizer === 'chinese' ? { automaton: automatonOf(dictionary, normalize) } : {}),
      hmm: tokenizer === 'chinese' && hmm,
      stopWords: stopWordsOf(stopWords, normalize),
      tags,
    }
    lexicons.set(key, lexicon)
  }
  known.set(options, { lexicon })
  return lexicon
}

/**
 * What options leave out of texts; undefined for nothing.
 *
 * @param files  of passages
 * @throws {LeitongError} `NEEDS_NODE` where the host reads no such files; `SOURCE_MISSING`, `SOURCE_READ`; `DICTIONARY_MISSING` without a host
 */
export function leftOutOf(files: readonly string[]): LeftOut | undefined {
  if (!files.length) return undefined
  const { leftOut } = hostOrThrow()
  if (!leftOut) throw new LeitongError('NEEDS_NODE', 'option "ignore"')
  const key = JSON.stringify(files)
  if (!shelf.leftOut.has(key)) shelf.leftOut.set(key, leftOut(files))
  return shelf.leftOut.get(key)
}

/** Makes passages known under the name of a file that need not be there, as that of an index which holds them. */
export function shelveLeftOut(name: string, passages: LeftOut): void {
  shelf.leftOut.set(JSON.stringify([name]), passages)
}
