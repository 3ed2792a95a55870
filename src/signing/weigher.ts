/** Signs and measures texts by weighted features, through the kernel's feature table. */

import { LeitongError } from '../errors.js'
import { blogFingerprint } from '../fingerprinting/blog.js'
import { fingerprintBytes } from '../fingerprinting/simhash.js'
import { lane64 } from '../hashing/lane64.js'
import { STRING_HASHES, type StringHash, to64 } from '../hashing/string-hashes.js'
import type { KernelExports } from '../kernel/exports.js'
import { configureKernel, instantiateKernel, writeText } from '../kernel/wasm.js'
import { traitsOf } from '../options/methods.js'
import type { Options } from '../options/options.js'
import type { RowFeatures } from '../sources/rows/row-features.js'
import { TAGS } from '../tokenizing/chinese/tags.js'
import { openLexicon } from '../tokenizing/lexicon.js'
import { type CorpusStatistics, corpusStatistics } from '../weighting/idf.js'
import type { CorpusModel } from '../weighting/model.js'
import { quantize } from '../weighting/quantize.js'
import { IN_TITLE, MARKED } from '../weighting/weight.js'
import { WEIGHTS } from '../weighting/weights.js'
import { markersOf } from './lexicons.js'
import { kernelOptions, signatureName } from './signature.js'

/** What a signature may be made from. */
export interface WeighableText {
  readonly text: string | Uint8Array
  readonly title?: string | undefined
  /** Elements of other information. */
  readonly info?: readonly string[] | undefined
  /** Of a row of a table: fields with weights of their own. */
  readonly row?: RowFeatures | undefined
}

const HASHES = 0
const COUNTS = 1
const PLACES = 2
const LENGTHS = 3
const FLAGS = 4
const DOCUMENTS = 5
const WEIGHT = 6

/** How a weight is told as a whole number where weights of two texts are compared. */
const FINE = 2 ** 16

/** Whether the fast path of the kernel does not do: by tf or unit, with the default hash. */
export function needsWeighing({ method, weight, hash, measure, profile }: Options): boolean {
  if (profile === 'blog' || measure === 'weighted') return true
  return traitsOf({ method }).signsBits && (hash !== 'lane64' || (weight !== 'tf' && weight !== 'unit'))
}

/** Whether weights ask how many documents have a feature. */
export function needsModel(options: Options): boolean {
  return needsWeighing(options) && options.profile !== 'blog' && WEIGHTS[options.weight].needsModel
}

export class Weigher {
  readonly #kernel: KernelExports
  readonly #options: Options
  readonly #corpus: CorpusStatistics | undefined
  readonly #hash: StringHash | undefined
  #weights = new Float64Array(1024)
  readonly #tagNames: readonly string[]
  readonly #markers: BigUint64Array | undefined
  /** Features of the title of the prepared text. */
  #title: BigUint64Array | undefined
  /** Room for one fingerprint, below the text. */
  #out = 0

  /**
   * @param kernel  configured; the model is laid out below its workspace
   * @throws {LeitongError} `MODEL_NEEDED` when the weight asks for a model and there is none
   */
  constructor(kernel: KernelExports, options: Options, model: CorpusModel | undefined) {
    this.#kernel = kernel
    this.#options = options
    this.#hash = options.hash === 'lane64' ? undefined : STRING_HASHES.get(options.hash)
    const { lexicon } = kernelOptions(options)
    this.#tagNames = lexicon ? openLexicon(lexicon).tagNames : TAGS
    if (WEIGHTS[options.weight].needsRecord) {
      // A word is hashed as it stands in the token text, with a space behind it.
      const hashes = markersOf(options).map((word) => lane64(new TextEncoder().encode(`${word} `), BigInt(options.seed)))
      this.#markers = BigUint64Array.from(hashes)
    }
    if (!needsModel(options)) return
    if (!model) throw new LeitongError('MODEL_NEEDED', options.weight)
    const at = kernel.modelReserve(model.hashes.length) >>> 0
    if (!at) throw new LeitongError('MEMORY', model.hashes.length * 12, 'hold the corpus model')
    new BigUint64Array(kernel.memory.buffer, at, model.hashes.length).set(model.hashes)
    new Uint32Array(kernel.memory.buffer, at + model.hashes.length * 8, model.hashes.length).set(model.documents)
    if (!kernel.modelFinish(model.hashes.length)) throw new LeitongError('MEMORY', model.hashes.length * 4, 'index the corpus model')
    this.#corpus = corpusStatistics(model.total, options.idf)
  }

  /**
   * Writes the fingerprint of a text, and its digest if asked, into the kernel's memory.
   *
   * @param digestAt  where the digest goes; undefined for none
   * @param to        where the fingerprint goes
   * @returns         the number of its features; -1 without room
   */
  sign(record: WeighableText, digestAt: number | undefined, to: number): number {
    const kernel = this.#kernel
    const { bits, profile } = this.#options
    const features = this.prepare(record)
    if (features < 0) return -1
    if (digestAt !== undefined) kernel.writeDigest(digestAt)
    if (profile === 'blog') return this.#signBlog(record.text, to)
    if (record.row) return this.#signRow(record.row, to)
    const mark = kernel.mark()
    const size = this.#weigh(features)
    if (size >= 0) {
      const column = new Int32Array(kernel.memory.buffer, kernel.tableColumn(WEIGHT) >>> 0, size)
      quantize(this.#weights, size, column)
      this.#rehash(size)
      kernel.tableSimhash(size, bits, to)
    }
    kernel.release(mark)
    return size < 0 ? -1 : features
  }

  /** @throws {LeitongError} `TEXT_TOO_LARGE` */
  fingerprint(record: WeighableText): { fingerprint: bigint; features: number } {
    const kernel = this.#kernel
    if (!this.#out) {
      kernel.dropText()
      this.#out = kernel.alloc(16)
    }
    const features = this.sign(record, undefined, this.#out)
    if (features < 0) throw new LeitongError('TEXT_TOO_LARGE', record.text.length)
    const bytes = new Uint8Array(kernel.memory.buffer, this.#out, fingerprintBytes(this.#options.bits))
    return { fingerprint: bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n), features }
  }

  /** Turns a text into tokens; the number of its features, -1 without room. What is asked next is about this text. */
  prepare(record: WeighableText): number {
    this.#title = this.#titleHashes(record.title)
    return this.#kernel.prepare(writeText(this.#kernel, record.text))
  }

  /**
   * The features of the prepared text with their weights as whole numbers in place of counts, ascending; see `setMembers`. The
   * caller releases. -1 without room.
   */
  weightedSet(features: number): number {
    const kernel = this.#kernel
    const size = this.#weigh(features)
    if (size < 0) return -1
    const column = new Int32Array(kernel.memory.buffer, kernel.tableColumn(WEIGHT) >>> 0, size)
    // Nothing weighs nothing at all: texts of words that all documents have are still compared, by those words.
    for (let i = 0; i < size; i++) column[i] = Math.max(1, Math.min(0x7fffffff, Math.round((this.#weights[i] as number) * FINE)))
    return kernel.tableToSet(size) ? size : -1
  }

  #titleHashes(title: string | undefined): BigUint64Array | undefined {
    if (!title || !WEIGHTS[this.#options.weight].needsRecord) return undefined
    return this.#hashesOf(title)
  }

  #hashesOf(text: string): BigUint64Array {
    const kernel = this.#kernel
    const features = Math.max(0, kernel.prepare(writeText(kernel, text)))
    const mark = kernel.mark()
    const at = kernel.alloc(features * 8 + 8) >>> 0
    if (!at) throw new LeitongError('TEXT_TOO_LARGE', text.length)
    kernel.writeFeatures(at)
    const hashes = new BigUint64Array(kernel.memory.buffer, at, features).slice()
    kernel.release(mark)
    return hashes
  }

  /** Builds the table, with room for `spare` more, and fills in the weights; how many features, -1 without room. */
  #weigh(features: number, spare = 0): number {
    const kernel = this.#kernel
    const weight = WEIGHTS[this.#options.weight]
    const size = kernel.tableBuild(features, spare)
    if (size < 0) return -1
    if (this.#corpus) kernel.tableLookUp()
    if (this.#title?.length) this.#withHashes(this.#title, (at, count) => kernel.tableFlag(at, count, IN_TITLE))
    if (this.#markers) this.#withHashes(this.#markers, (at, count) => kernel.tableMark(at, count, MARKED))
    if (size + spare > this.#weights.length) this.#weights = new Float64Array((size + spare) * 2)
    const column = (number: number) => new Uint32Array(kernel.memory.buffer, kernel.tableColumn(number) >>> 0, size)
    const table = {
      size,
      counts: column(COUNTS),
      lengths: column(LENGTHS),
      documents: column(DOCUMENTS),
      flags: column(FLAGS),
      tagNames: this.#tagNames,
    }
    weight.weigh(table, this.#weights, this.#corpus)
    return size
  }

  /** Calls with a place in the kernel's memory where these hashes lie. */
  #withHashes(hashes: BigUint64Array, call: (at: number, count: number) => void): void {
    const kernel = this.#kernel
    const mark = kernel.mark()
    const at = kernel.alloc(hashes.byteLength) >>> 0
    if (!at) throw new LeitongError('MEMORY', hashes.byteLength, 'hold marker words or a title')
    new BigUint64Array(kernel.memory.buffer, at, hashes.length).set(hashes)
    call(at, hashes.length)
    kernel.release(mark)
  }

  /** Puts another hash of the same features in place of the kernel's own; narrow ones are moved to the upper bits. */
  #rehash(size: number): void {
    if (!this.#hash) return
    const kernel = this.#kernel
    const { buffer } = kernel.memory
    const hashes = new BigUint64Array(buffer, kernel.tableColumn(HASHES) >>> 0, size)
    const places = new Uint32Array(buffer, kernel.tableColumn(PLACES) >>> 0, size)
    const text = new Uint8Array(buffer, kernel.tokenText() >>> 0, kernel.tokenBytes())
    for (let i = 0; i < size; i++) {
      const [from, to] = this.#span(places[i] as number)
      hashes[i] = this.#hashOf(text.slice(from, to))
    }
  }

  /** Where the feature that starts with a token lies in the token text, the space behind its last word left out. */
  #span(token: number): [from: number, to: number] {
    const kernel = this.#kernel
    const { ngram } = this.#options
    const starts = new Uint32Array(kernel.memory.buffer, kernel.tokenStarts() >>> 0, kernel.tokenCount() + 1)
    const after = Math.min(token + ngram, kernel.tokenCount())
    const from = (starts[token] as number) & 0x7fffffff
    let to = (starts[after] as number) & 0x7fffffff
    const text = new Uint8Array(kernel.memory.buffer, kernel.tokenText() >>> 0, kernel.tokenBytes())
    if (to - from > 1 && text[to - 1] === 32) to--
    return [from, to]
  }

  /**
   * Signs a row: the words of its long fields by the weight of the options, times the field's own; each short field one feature
   * of the field's weight, which counts in words of average weight.
   *
   * @see Li & Han, "Efficient duplicate detection for relational data", 2015
   */
  #signRow({ short, long }: RowFeatures, to: number): number {
    const kernel = this.#kernel
    const heavier = long.filter(({ weight }) => weight !== 1).map(({ text, weight }) => [this.#hashesOf(text), weight] as const)
    const features = kernel.prepare(writeText(kernel, long.map(({ text }) => text).join('\n')))
    if (features < 0) return -1
    const mark = kernel.mark()
    const size = this.#weigh(features, short.length)
    if (size < 0) return -1
    const { buffer } = kernel.memory
    const counts = new Uint32Array(buffer, kernel.tableColumn(COUNTS) >>> 0, size)
    const hashes = new BigUint64Array(buffer, kernel.tableColumn(HASHES) >>> 0, size + short.length)
    let total = 0
    for (let i = 0; i < size; i++) total += this.#weights[i] as number
    const average = features ? total / features : 1
    if (heavier.length) {
      const places = new Map(Array.from(hashes.subarray(0, size), (hash, i) => [hash, i]))
      const each = Float64Array.from(counts, (count, i) => (this.#weights[i] as number) / count)
      for (const [occurrences, weight] of heavier) {
        for (const hash of occurrences) {
          // At the border of two fields n-grams differ from those of the joined text.
          const i = places.get(hash)
          if (i !== undefined) this.#weights[i] = (this.#weights[i] as number) + (weight - 1) * (each[i] as number)
        }
      }
    }
    this.#rehash(size)
    const encoder = new TextEncoder()
    short.forEach(({ feature, weight }, i) => {
      hashes[size + i] = this.#hashOf(encoder.encode(feature))
      this.#weights[size + i] = weight * average
    })
    const all = size + short.length
    quantize(this.#weights, all, new Int32Array(buffer, kernel.tableColumn(WEIGHT) >>> 0, all))
    kernel.tableSimhash(all, this.#options.bits, to)
    kernel.release(mark)
    return features + short.length
  }

  /** The hash of a feature, in the upper bits where it is narrow. */
  #hashOf(bytes: Uint8Array): bigint {
    const hash = this.#hash
    if (!hash) return lane64(bytes, BigInt(this.#options.seed))
    return to64(hash.hash(bytes)) << BigInt(Math.max(0, 64 - hash.bits))
  }

  #signBlog(text: string | Uint8Array, to: number): number {
    const { bits } = this.#options
    const { fingerprint, words } = blogFingerprint(typeof text === 'string' ? text : new TextDecoder().decode(text), bits)
    new Uint8Array(this.#kernel.memory.buffer, to, fingerprintBytes(bits)).fill(0)
    new DataView(this.#kernel.memory.buffer).setUint32(to, Number(fingerprint), true)
    return words
  }
}

let last: { readonly key: string; readonly kernel: KernelExports; readonly weigher: Weigher } | undefined

/** A weigher with a kernel of its own; calls with the same options share one, because a host has room for a few hundred kernels. */
export function sharedWeigher(options: Options, model: CorpusModel | undefined): { kernel: KernelExports; weigher: Weigher } {
  const { weight, idf, hash, measure, markers } = options
  const key = JSON.stringify([signatureName(options), weight, idf, hash, measure, markers, model?.checksum])
  if (last?.key !== key) {
    const kernel = instantiateKernel()
    configureKernel(kernel, kernelOptions(options))
    last = { key, kernel, weigher: new Weigher(kernel, options, model) }
  }
  return last
}
