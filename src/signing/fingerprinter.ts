/** The kernel as workers use it: texts in, rows (digest and signature) out. */
import { LeitongError } from '../errors.js'
import { lane64 } from '../hashing/lane64.js'
import type { KernelExports } from '../kernel/exports.js'
import { configureKernel, instantiateKernel, writeText } from '../kernel/wasm.js'
import type { Fields } from '../sources/formats/format.js'
import type { RowFeatures } from '../sources/rows/row-features.js'
import type { CorpusModel } from '../weighting/model.js'
import { signInfo } from './info.js'
import './dictionaries.js'
import { traitsOf } from '../options/methods.js'
import type { Options } from '../options/options.js'
import { DIGEST_BYTES, type EntryContent, infoBytes, kernelOptions, signatureBytes } from './signature.js'
import { needsWeighing, type WeighableText, Weigher } from './weigher.js'

/** Codes of signatures in the kernel, see assembly/index.ts; of MinHash all positions, where an entry holds a signature in full. */
const METHOD = { exact: 0, simhash: 1, minhash: 2, rare: 4 } as const
const FULL_MINHASH = 3

/** Lines that are signed in one call, and bytes of a record of places. */
const LINES = 4096
const RECORD_BYTES = 40
/** The longest piece of lines that the kernel takes. */
const LONGEST = 16 << 20
/** Features of the lines of one call, under method `rare`. */
const GRAMS = 1 << 21
const NONE = new Uint32Array()

export interface FingerprintedLines {
  /** Ten words for each document, see signLines in assembly/index.ts. */
  readonly records: Uint32Array
  readonly entries: Uint8Array
  /** Of method `rare`: the sampled features of all documents, two words each, and where those of each end. */
  readonly grams: Uint32Array
  readonly gramEnds: Uint32Array
  /** Where the next line begins, and how many lines were seen. */
  readonly stoppedAt: number
  readonly lines: number
}

interface LineSpace {
  readonly entries: number
  readonly records: number
  readonly grams: number
  readonly gramEnds: number
  piece: number
  /** Bytes that a piece may have. */
  room: number
  /** What lies above belongs to the piece and the text. */
  readonly mark: number
}

export class Fingerprinter {
  readonly kernel: KernelExports
  /** Bytes of a row. */
  readonly entryBytes: number
  readonly lineRoom = LINES
  readonly #entry: number
  readonly #scratch: number
  readonly #isRare: boolean
  readonly #signsBits: boolean
  /** Rows, records and field names of the line path, then the piece; laid out when first needed. */
  #lines: LineSpace | undefined
  /** Where weights ask for more than the kernel's fast path. */
  readonly weigher: Weigher | undefined
  /** Weighs rows, where nothing else is weighed. */
  #rowWeigher: Weigher | undefined
  readonly #options: Options
  readonly #withDigest: boolean

  /** @param model  for weights by document frequency */
  constructor(options: Options, content: EntryContent, model?: CorpusModel) {
    const { method, bits, weight, numPerm, bands, bandRows } = options
    this.kernel = instantiateKernel()
    configureKernel(this.kernel, kernelOptions(options))
    const { signsBits, signsPositions, needsBatch } = traitsOf(options)
    const code = signsPositions && content === 'full' ? FULL_MINHASH : METHOD[method]
    this.#options = options
    this.#withDigest = content === 'search' || !(signsBits || signsPositions)
    this.kernel.configureSignature(code, bits, weight === 'unit' ? 1 : 0, numPerm, bands, bandRows, this.#withDigest ? 1 : 0)
    // Laid out before anything else: a text workspace would be in its way.
    this.weigher = needsWeighing(options) ? new Weigher(this.kernel, options, model) : undefined
    this.entryBytes = DIGEST_BYTES + signatureBytes(options, content)
    this.#isRare = needsBatch
    this.#signsBits = signsBits
    // Below the workspace, so that they stay where they are when it grows.
    this.#entry = this.kernel.alloc(this.entryBytes)
    this.#scratch = this.kernel.alloc(numPerm * 8)
  }

  /**
   * Signs a text and writes its row.
   *
   * @returns the number of its features and of its code points, and the sampled features of method `rare`
   * @throws {LeitongError} `TEXT_TOO_LARGE`
   */
  fingerprint(record: WeighableText, row: Uint8Array): { features: number; length: number; grams: Uint32Array } {
    const { kernel } = this
    const size = writeText(kernel, record.text)
    const length = kernel.codePoints(kernel.input(), size)
    if (this.#isRare) return { length, ...this.#signRare(size, row) }
    const weigher = this.#signsBits ? this.#weigherFor(record) : undefined
    const features = weigher
      ? weigher.sign(record, this.#withDigest ? this.#entry : undefined, this.#entry + DIGEST_BYTES)
      : kernel.sign(size, this.#entry, this.#scratch)
    if (features < 0) throw new LeitongError('TEXT_TOO_LARGE', size)
    if (record.row && this.#withDigest) this.#nameFields(record.row)
    row.set(new Uint8Array(kernel.memory.buffer, this.#entry, this.entryBytes))
    const info = infoBytes(this.#options)
    if (info) row.set(signInfo(record.info ?? [], this.#options), this.entryBytes - info)
    return { features, length, grams: NONE }
  }

  /** Rows of tables are always weighed, by field. */
  #weigherFor({ row }: WeighableText): Weigher | undefined {
    if (!this.weigher && row) this.#rowWeigher ??= new Weigher(this.kernel, this.#options, undefined)
    return this.weigher ?? (row ? this.#rowWeigher : undefined)
  }

  /** Brings the names of fields into the digest: the same values in other fields are another row. */
  #nameFields({ short, long }: RowFeatures): void {
    const names = JSON.stringify([short.map(({ feature }) => feature), long.map(({ field }) => field)])
    const digest = new BigUint64Array(this.kernel.memory.buffer, this.#entry, 2)
    digest[0] = (digest[0] as bigint) ^ lane64(new TextEncoder().encode(names), 1n)
  }

  /** As {@link fingerprint}; a text may have more features than the lines of one call together. */
  #signRare(size: number, row: Uint8Array): { features: number; grams: Uint32Array } {
    const { kernel } = this
    const features = kernel.prepare(size)
    const mark = kernel.mark()
    const sampled = features < 0 ? -1 : kernel.sampleSet(features)
    if (sampled < 0) throw new LeitongError('TEXT_TOO_LARGE', size)
    const grams = new Uint32Array(kernel.memory.buffer, kernel.setMembers() >>> 0, sampled * 2).slice()
    kernel.release(mark)
    kernel.writeDigest(this.#entry)
    row.set(new Uint8Array(kernel.memory.buffer, this.#entry, this.entryBytes))
    return { features, grams }
  }

  /** From now on only features whose hash is a multiple of this power of two are taken (method `rare`). */
  sampleEvery(sample: number): void {
    this.kernel.configureSample(BigInt(sample - 1))
  }

  /** Whether the kernel can read and sign lines by itself. */
  get takesLines(): boolean {
    return !this.weigher && !this.#options.infoField.length
  }

  linesFit(bytes: number): boolean {
    return bytes <= LONGEST
  }

  /** Puts a piece of JSON lines where {@link fingerprintLines} reads it. */
  loadLines(piece: Uint8Array, fields: Fields): void {
    const { kernel } = this
    if (!this.#lines) {
      kernel.dropText()
      const names = [fields.id, fields.rank ?? '', ...fields.text].map((name) => Buffer.from(name))
      names.forEach((name, field) => {
        const at = kernel.alloc(name.length)
        new Uint8Array(kernel.memory.buffer, at, name.length).set(name)
        if (!kernel.jsonField(field, at, name.length))
          throw new LeitongError('OPTION_CONFLICT', `${names.length - 2} text fields are too many`)
      })
      const rows = kernel.alloc(LINES * this.entryBytes)
      const records = kernel.alloc(LINES * RECORD_BYTES)
      const grams = this.#isRare ? kernel.alloc(GRAMS * 8) : 0
      const gramEnds = this.#isRare ? kernel.alloc(LINES * 4) : 0
      if (this.#isRare && (!grams || !gramEnds)) throw new LeitongError('MEMORY', GRAMS * 8, 'hold the features of a piece')
      kernel.sampleInto(grams, GRAMS, gramEnds)
      this.#lines = { entries: rows, records, grams, gramEnds, piece: 0, mark: kernel.mark(), room: 0 }
    }
    if (this.#lines.room < piece.length) {
      kernel.dropText()
      kernel.release(this.#lines.mark)
      this.#lines.room = Math.max(piece.length, 5 << 20)
      this.#lines.piece = kernel.alloc(this.#lines.room + 64)
      if (!this.#lines.entries || !this.#lines.records || !this.#lines.piece)
        throw new LeitongError('MEMORY', piece.length, 'hold a piece of the input')
    }
    const memory = new Uint8Array(kernel.memory.buffer, this.#lines.piece, piece.length + 64)
    memory.set(piece)
    memory.fill(0, piece.length)
  }

  /** Signs lines from an offset on, until a line that has to be decoded outside, or until there are `lineRoom`. */
  fingerprintLines(from: number, length: number, longest: number): FingerprintedLines {
    const { kernel } = this
    const { entries: rows, records, grams, gramEnds, piece } = this.#lines as LineSpace
    const count = kernel.signLines(piece, from, length, longest, LINES, rows, this.entryBytes, records, this.#scratch)
    const { buffer } = kernel.memory
    const ends = new Uint32Array(buffer, gramEnds >>> 0, this.#isRare ? count : 0)
    return {
      grams: new Uint32Array(buffer, grams >>> 0, 2 * (ends[ends.length - 1] ?? 0)),
      gramEnds: ends,
      records: new Uint32Array(buffer, records, count * 10),
      entries: new Uint8Array(buffer, rows, count * this.entryBytes),
      stoppedAt: kernel.linesStoppedAt(),
      lines: kernel.linesCounted(),
    }
  }
}
