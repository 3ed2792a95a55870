/**
 * The distinct features of one text with their weights, and the simhash of both. Weights of texts (weigher.ts) and of rows
 * (row-weigher.ts) are worked out over this.
 */
import { LeitongError } from '../errors.js'
import { lane64 } from '../hashing/lane64.js'
import { STRING_HASHES, type StringHash, to64 } from '../hashing/string-hashes.js'
import { loadCorpusModel } from '../kernel/corpus-model.js'
import type { EntryBlock } from '../kernel/entry-block.js'
import type { KernelExports } from '../kernel/exports.js'
import { takeFeatures } from '../kernel/feature-set.js'
import { FeatureTable } from '../kernel/feature-table.js'
import { byteLengthOf, prepareText, TokenText } from '../kernel/text.js'
import type { Options } from '../options/options.js'
import { TAGS } from '../tokenizing/chinese/tags.js'
import { openLexicon } from '../tokenizing/lexicon.js'
import { signedBytes } from '../tokenizing/surrogates.js'
import { levelOf } from '../weighting/counts.js'
import { factorsOf } from '../weighting/factors.js'
import { type CorpusStatistics, corpusStatistics } from '../weighting/idf.js'
import type { CorpusModel } from '../weighting/model.js'
import { quantize } from '../weighting/quantize.js'
import { type Factors, IN_TITLE, MARKED, STOPPED, type Weight } from '../weighting/weight.js'
import { WEIGHTS } from '../weighting/weights.js'
import { addedMarkersOf, markersOf, stoppedMarkersOf } from './lexicons.js'
import { kernelOptions } from './signature.js'

const SPACE = 32
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export class WeighedFeatures {
  readonly table: FeatureTable
  /** Weights of the features in the order of the table, then of the spare entries; valid until the next text. */
  weights = new Float64Array(1024)
  readonly #kernel: KernelExports
  readonly #options: Options
  readonly #weight: Weight
  readonly #corpus: CorpusStatistics | undefined
  /** A hash of features other than the kernel's own. */
  readonly #hash: StringHash | undefined
  readonly #tagNames: readonly string[]
  /** Hashes of the runs of words that mark a sentence, by their number of words. */
  readonly #markers: ReadonlyMap<number, BigUint64Array> | undefined
  /** Hashes of the stop words in them, which weigh nothing themselves. */
  readonly #stopped: BigUint64Array | undefined
  /** Words that mark the features which contain them. */
  readonly #markerTexts: readonly string[] | undefined
  readonly #factors: Factors | undefined

  /**
   * @param kernel  configured; the model is laid out below its text
   * @param model   undefined when the weight asks for none
   * @throws {LeitongError} `MEMORY`
   */
  constructor(kernel: KernelExports, options: Options, model: CorpusModel | undefined) {
    this.#kernel = kernel
    this.#options = options
    this.#weight = WEIGHTS[options.weight]
    this.table = new FeatureTable(kernel)
    this.#hash = options.hash === 'lane64' ? undefined : STRING_HASHES.get(options.hash)
    const { lexicon } = kernelOptions(options)
    this.#tagNames = lexicon ? openLexicon(lexicon).tagNames : TAGS
    if (this.#weight.needsRecord) {
      if (options.marked === 'word') {
        this.#refuseLong(addedMarkersOf(options))
        this.#markerTexts = markersOf(options)
      } else {
        this.#markers = this.#markerRuns(options)
        this.#stopped = BigUint64Array.from(stoppedMarkersOf(options), (word) => this.#wordHash(word))
        // The model goes below every text: one that was laid out above the markers would be written over by the next longer text.
        kernel.dropText()
      }
      this.#factors = factorsOf(options.factors)
    }
    if (!model) return
    loadCorpusModel(kernel, model.hashes, model.documents)
    this.#corpus = corpusStatistics(model.total, options.idf)
  }

  /** Hashes of markers by how many words the tokenizer cuts each into. The built-in ones are one word each. */
  #markerRuns(options: Options): Map<number, BigUint64Array> {
    const added = new Set(addedMarkersOf(options))
    const byWidth = new Map<number, bigint[]>()
    for (const marker of markersOf(options)) {
      const { width, hash } = added.has(marker) ? this.#runOf(marker) : { width: 1, hash: this.#wordHash(marker) }
      byWidth.set(width, [...(byWidth.get(width) ?? []), hash])
    }
    return new Map([...byWidth].map(([width, hashes]) => [width, BigUint64Array.from(hashes)]))
  }

  /** A word is hashed as it stands in the token text, with a space behind it. */
  #wordHash(word: string): bigint {
    return lane64(signedBytes(`${word} `), BigInt(this.#options.seed))
  }

  /** A marker as the words of a text: words side by side are one range of the token text. */
  #runOf(marker: string): { readonly width: number; readonly hash: bigint } {
    prepareText(this.#kernel, marker)
    const tokens = new TokenText(this.#kernel)
    const width = tokens.count
    if (!width) throw new LeitongError('OPTION_VALUE', 'markers', JSON.stringify(marker), 'words; the tokenizer finds none in this')
    return { width, hash: lane64(tokens.bytes.slice(tokens.startOf(0), tokens.startOf(width)), BigInt(this.#options.seed)) }
  }

  /** Under `word` a marker is looked for within a feature, so one of more words than a feature has would never be found. */
  #refuseLong(markers: readonly string[]): void {
    const { ngram } = this.#options
    const long = markers.find((marker) => marker.split(/\s+/u).length > ngram)
    if (long === undefined) return
    const expected = `markers of ${ngram === 1 ? 'one word' : `at most ${ngram} words`} under marked=word; marked=sentence takes longer ones`
    throw new LeitongError('OPTION_VALUE', 'markers', JSON.stringify(long), expected)
  }

  /** The kernel's hash of each feature of a text, repeats included; the text takes the place of the prepared one. */
  hashesOf(text: string): BigUint64Array {
    const hashes = takeFeatures(this.#kernel, Math.max(0, prepareText(this.#kernel, text)))
    if (!hashes) throw new LeitongError('TEXT_TOO_LARGE', byteLengthOf(text))
    return hashes
  }

  /** Hashes of the features of a title, where the weight looks at titles. */
  titleHashes(title: string | undefined): BigUint64Array | undefined {
    return title && this.#weight.needsRecord ? this.hashesOf(title) : undefined
  }

  /**
   * Collects the features of the prepared text and works out their weights; the caller takes the table away (`scoped`).
   *
   * @param title  hashes of the features of its title
   * @param spare  entries to leave room for
   * @returns      false without room
   */
  weigh(features: number, title: BigUint64Array | undefined, spare = 0): boolean {
    const { table } = this
    if (!table.build(features, spare)) return false
    if (this.#corpus) table.lookUp()
    if (title?.length) table.flag(title, IN_TITLE)
    for (const [width, runs] of this.#markers ?? []) table.mark(runs, width, MARKED)
    if (this.#stopped?.length) table.flag(this.#stopped, STOPPED)
    if (this.#markerTexts?.length) this.#markWords(this.#markerTexts)
    const { size, counts, lengths, documents, flags } = table
    if (size + spare > this.weights.length) this.weights = new Float64Array((size + spare) * 2)
    const levels = this.#weight.needsOccurrences ? this.#levels() : undefined
    const columns = { size, counts, lengths, documents, flags, levels, tagNames: this.#tagNames }
    this.#weight.weigh(columns, this.weights, this.#corpus, this.#factors)
    if (this.#corpus && this.#options.minDocuments > 1) this.#dropRare(documents)
    return true
  }

  /** Features of few documents weigh nothing; one that the model does not know was in one document at most. */
  #dropRare(documents: Uint32Array): void {
    const { minDocuments } = this.#options
    for (let i = 0; i < documents.length; i++) if ((documents[i] as number) < minDocuments) this.weights[i] = 0
  }

  /** Sets the mark of every feature that contains a marker word. */
  #markWords(markers: readonly string[]): void {
    const { size, places, flags } = this.table
    const tokens = new TokenText(this.#kernel)
    for (let i = 0; i < size; i++) {
      const text = decoder.decode(this.#textOf(places[i] as number, tokens))
      if (markers.some((marker) => text.includes(marker))) flags[i] = (flags[i] as number) | MARKED
    }
  }

  /** The levels of all occurrences of each feature, by the tag of the word that it starts with; undefined where words have no tags. */
  #levels(): Float64Array | undefined {
    const { size, hashes } = this.table
    const tokens = new TokenText(this.#kernel)
    const { tags } = tokens
    if (!tags) return undefined
    const placeOf = new Map(Array.from(hashes.subarray(0, size), (hash, i) => [hash, i]))
    const levels = new Float64Array(size)
    const window = Math.min(this.#options.ngram, tokens.count)
    for (let token = 0; token + window <= tokens.count; token++) {
      const bytes = tokens.bytes.subarray(tokens.startOf(token), tokens.startOf(token + window))
      const place = placeOf.get(lane64(bytes, BigInt(this.#options.seed)))
      if (place !== undefined) levels[place] = (levels[place] as number) + levelOf(this.#tagNames[tags[token] as number])
    }
    return levels
  }

  /** Writes the simhash of the features by their weights, spare entries included. */
  writeSimhash(entry: EntryBlock): void {
    const into = this.table.weights
    quantize(this.weights, into.length, into)
    this.#rehash()
    this.table.writeSimhash(this.#options.bits, entry)
  }

  /** The hash of a feature that is not in the table, in the upper bits where it is narrow. */
  hashOf(bytes: Uint8Array): bigint {
    return this.#hash ? this.#widened(this.#hash, bytes) : lane64(bytes, BigInt(this.#options.seed))
  }

  #widened(hash: StringHash, bytes: Uint8Array): bigint {
    return to64(hash.hash(bytes)) << BigInt(Math.max(0, 64 - hash.bits))
  }

  /** Puts the hash that the options name in place of the kernel's own. */
  #rehash(): void {
    const hash = this.#hash
    if (!hash) return
    const { size, hashes, places } = this.table
    const tokens = new TokenText(this.#kernel)
    for (let i = 0; i < size; i++) hashes[i] = this.#widened(hash, this.#textOf(places[i] as number, tokens))
  }

  /** The text of the feature that starts with a token, without the space behind its last word. */
  #textOf(token: number, tokens: TokenText): Uint8Array {
    const from = tokens.startOf(token)
    let to = tokens.startOf(Math.min(token + this.#options.ngram, tokens.count))
    if (to - from > 1 && tokens.bytes[to - 1] === SPACE) to--
    return tokens.bytes.slice(from, to)
  }
}
