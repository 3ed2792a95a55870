/**
 * Texts in, entries (digest and signature) out: the one way from options to signatures. Workers and the live index keep a
 * fingerprinter with a kernel of its own; calls for one text borrow a kernel (fingerprint.ts).
 */
import { LeitongError, unreachable } from '../errors.js'
import { lane64 } from '../hashing/lane64.js'
import { EntryBlock, type EntryLayout } from '../kernel/entry-block.js'
import type { KernelExports } from '../kernel/exports.js'
import { sampleEvery, takeSample } from '../kernel/feature-set.js'
import { type FingerprintedLines, LINES, type LineSets, LineSigner, LONGEST_PIECE } from '../kernel/lines.js'
import { codePointsOf, scriptOfInput, writeText } from '../kernel/text.js'
import { configureKernel, instantiateKernel } from '../kernel/wasm.js'
import type { Form } from '../options/methods.js'
import type { Options } from '../options/options.js'
import type { Fields } from '../sources/formats/format.js'
import type { RowFeatures } from '../sources/rows/row-features.js'
import type { ChineseScript } from '../tokenizing/chinese/script.js'
import { signedBytes } from '../tokenizing/surrogates.js'
import type { CorpusModel } from '../weighting/model.js'
import { signInfo } from './info.js'
import { type LeftOut, leftOutOf } from './lexicons.js'
import { DIGEST_BYTES, type EntryContent, infoBytes, kernelOptions, signatureBytes } from './signature.js'
import { needsWeighing, type WeighableText, Weigher } from './weigher.js'

/** What the kernel makes of a text for each form, in full; of positions the search needs only their bands. */
const SIGNATURES = { bits: 'simhash', positions: 'minhash', digest: 'none', features: 'sample' } as const
const NONE = new Uint32Array()

export interface Fingerprinted {
  /** Features, repeats included. */
  readonly features: number
  /** Code points. */
  readonly length: number
  /** Where the form is `features`: all distinct ones, or a sample of them, two words each. */
  readonly grams: Uint32Array
  /** Code points of passages that were left out before, which are not in `length`; undefined for none. */
  readonly ignored?: number
  /** The script of Chinese that the text is written in. */
  readonly script?: ChineseScript | undefined
}

export class Fingerprinter {
  readonly kernel: KernelExports
  /** Bytes of an entry. */
  readonly entryBytes: number
  /** Where weights ask for more than the kernel's fast path. */
  readonly weigher: Weigher | undefined
  /** Passages that are left out of texts. */
  readonly ignored: LeftOut | undefined
  readonly #options: Options
  readonly #withDigest: boolean
  readonly #form: Form
  readonly #entry: EntryBlock
  /** Bytes of the signature of other information, at the end of an entry. */
  readonly #infoBytes: number
  /** Weighs rows of tables, where texts are not weighed. */
  #rowWeigher: Weigher | undefined
  /** Signs JSON lines, laid out when the first piece comes. */
  #lines: LineSigner | undefined

  /**
   * @param form     what an entry holds of a text
   * @param content  of an entry: all of the signature, or as much as the search needs
   * @param model    for weights by document frequency
   * @param kernel   an instance that nothing else uses as long as this fingerprinter
   * @throws {LeitongError} `MODEL_NEEDED` when the weight asks for a model and there is none; errors of dictionaries; `MEMORY`
   */
  constructor(form: Form, options: Options, content: EntryContent, model?: CorpusModel, kernel = instantiateKernel()) {
    this.kernel = kernel
    this.#form = form
    this.#options = options
    configureKernel(kernel, kernelOptions(options))
    this.#withDigest = content === 'search' || (form !== 'bits' && form !== 'positions')
    this.#infoBytes = infoBytes(form, options)
    this.ignored = leftOutOf(options.ignore)
    this.entryBytes = DIGEST_BYTES + signatureBytes(form, options, content)
    // The model and the entry are laid out first: a text would be in their way.
    this.weigher = needsWeighing(form, options) ? new Weigher(form, kernel, options, model) : undefined
    this.#entry = new EntryBlock(kernel, this.#layout(content))
  }

  #layout(content: EntryContent): EntryLayout {
    const { bits, weight, numPerm, bands, bandRows } = this.#options
    const signature = this.#form === 'positions' && content === 'search' ? 'bands' : SIGNATURES[this.#form]
    return {
      signature,
      bits,
      unit: weight === 'unit',
      positions: numPerm,
      bands,
      bandRows,
      withDigest: this.#withDigest,
      bytes: this.entryBytes,
    }
  }

  /**
   * Signs a text and writes its entry.
   *
   * @param entry  of {@link entryBytes}
   * @throws {LeitongError} `TEXT_TOO_LARGE`
   */
  fingerprint(record: WeighableText, entry: Uint8Array): Fingerprinted {
    if (!this.ignored) return this.#fingerprint(record, entry)
    const { text, ignored } = this.ignored.cut(record.text)
    return { ...this.#fingerprint({ ...record, text }, entry), ignored }
  }

  #fingerprint(record: WeighableText, entry: Uint8Array): Fingerprinted {
    const size = writeText(this.kernel, record.text)
    const length = codePointsOf(this.kernel, size)
    const script = scriptOfInput(this.kernel, size)
    if (this.#form === 'features') return { length, script, ...this.#signFeatures(size, entry, record.row) }
    const weigher = this.#form === 'bits' ? this.#weigherFor(record) : undefined
    const features = weigher ? weigher.sign(record, this.#entry, this.#withDigest) : this.#entry.sign(size)
    if (features < 0) throw new LeitongError('TEXT_TOO_LARGE', size)
    if (record.row && this.#withDigest) this.#nameFields(record.row)
    if (record.title && this.#withDigest && weigher?.usesTitles) this.#entry.mixDigest(lane64(signedBytes(record.title), 3n))
    // Equal contents with other information are compared like any two texts: they are copies only when both are equal.
    const info = this.#infoBytes ? signInfo(record.info ?? [], this.#options) : undefined
    if (info && this.#withDigest && record.info?.length) this.#entry.mixDigest(lane64(info, 2n))
    this.#entry.copyTo(entry)
    if (info) entry.set(info, this.entryBytes - this.#infoBytes)
    return { features, length, script, grams: NONE }
  }

  /** Rows of tables are always weighed, by field. */
  #weigherFor({ row }: WeighableText): Weigher | undefined {
    if (this.weigher || !row) return this.weigher
    this.#rowWeigher ??= new Weigher(this.#form, this.kernel, this.#options, undefined)
    return this.#rowWeigher
  }

  /** Brings the names of fields into the digest: the same values in other fields are another row. One text alone is a text, wherever it came from. */
  #nameFields({ short, long }: RowFeatures): void {
    if (!short.length && long.length === 1) return
    const names = JSON.stringify([short.map(({ feature }) => feature), long.map(({ field }) => field)])
    this.#entry.mixDigest(lane64(new TextEncoder().encode(names), 1n))
  }

  /** As {@link fingerprint}; a text may have more features than the lines of one call together. */
  #signFeatures(size: number, entry: Uint8Array, row: RowFeatures | undefined): { features: number; grams: Uint32Array } {
    const features = this.kernel.prepare(size)
    const grams = features < 0 ? undefined : takeSample(this.kernel, features)
    if (!grams) throw new LeitongError('TEXT_TOO_LARGE', size)
    this.#entry.writeDigest()
    if (row && this.#withDigest) this.#nameFields(row)
    this.#entry.copyTo(entry)
    return { features, grams }
  }

  /** From now on, where the form is `features`, only features whose hash is a multiple of this power of two are taken. */
  sampleEvery(sample: number): void {
    sampleEvery(this.kernel, sample)
  }

  /** Whether the kernel can read and sign JSON lines by itself. */
  get takesLines(): boolean {
    return !this.weigher && !this.ignored && !this.#options.infoField.length
  }

  /** Whether a piece of so many bytes can be signed by lines; for sets, with so many lines. */
  linesFit(bytes: number, lines = 0): boolean {
    return bytes <= LONGEST_PIECE && lines <= LINES
  }

  /**
   * Puts a piece of JSON lines where {@link fingerprintLines} reads it.
   *
   * @param fields  the same for all pieces
   * @throws {LeitongError} `OPTION_CONFLICT` for more text fields than the kernel reads, `MEMORY`
   */
  loadLines(piece: Uint8Array, fields: Fields): void {
    this.#lines ??= new LineSigner(this.kernel, this.#entry, fields, this.#form === 'features')
    this.#lines.load(piece)
  }

  /** Room for JSON lines whose {@link lineSets} are wanted, see {@link LineSigner.reserve}; {@link takesLines} has to be so. */
  reserveLines(bytes: number, fields: Fields): Uint8Array {
    this.#lines ??= new LineSigner(this.kernel, this.#entry, fields, this.#form === 'features')
    return this.#lines.reserve(bytes)
  }

  /** The feature sets of lines, see {@link LineSigner.sets}. */
  lineSets(ends: Uint32Array, from: number): LineSets {
    return (this.#lines ?? unreachable('sets are asked for before there are lines')).sets(ends, from)
  }

  /** Signs lines of the piece from an offset on, see {@link LineSigner.sign}. */
  fingerprintLines(from: number, length: number, longest: number): FingerprintedLines {
    return (this.#lines ?? unreachable('lines are signed before a piece is loaded')).sign(from, length, longest)
  }
}
