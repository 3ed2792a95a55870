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
import { prepareText, TokenText } from '../kernel/text.js'
import type { Options } from '../options/options.js'
import { TAGS } from '../tokenizing/chinese/tags.js'
import { openLexicon } from '../tokenizing/lexicon.js'
import { type CorpusStatistics, corpusStatistics } from '../weighting/idf.js'
import type { CorpusModel } from '../weighting/model.js'
import { quantize } from '../weighting/quantize.js'
import { IN_TITLE, MARKED, type Weight } from '../weighting/weight.js'
import { WEIGHTS } from '../weighting/weights.js'
import { markersOf } from './lexicons.js'
import { kernelOptions } from './signature.js'

const SPACE = 32

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
  /** Hashes of the words that mark a sentence. */
  readonly #markers: BigUint64Array | undefined

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
      // A word is hashed as it stands in the token text, with a space behind it.
      const hashes = markersOf(options).map((word) => lane64(new TextEncoder().encode(`${word} `), BigInt(options.seed)))
      this.#markers = BigUint64Array.from(hashes)
    }
    if (!model) return
    loadCorpusModel(kernel, model.hashes, model.documents)
    this.#corpus = corpusStatistics(model.total, options.idf)
  }

  /** The kernel's hash of each feature of a text, repeats included; the text takes the place of the prepared one. */
  hashesOf(text: string): BigUint64Array {
    const hashes = takeFeatures(this.#kernel, Math.max(0, prepareText(this.#kernel, text)))
    if (!hashes) throw new LeitongError('TEXT_TOO_LARGE', text.length)
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
    if (this.#markers) table.mark(this.#markers, MARKED)
    const { size, counts, lengths, documents, flags } = table
    if (size + spare > this.weights.length) this.weights = new Float64Array((size + spare) * 2)
    this.#weight.weigh({ size, counts, lengths, documents, flags, tagNames: this.#tagNames }, this.weights, this.#corpus)
    return true
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
