/** The kernel as workers use it: texts in, rows (digest and signature) out. */
import { LeitongError } from '../errors.js'
import { configureKernel, instantiateKernel, type KernelExports, writeText } from '../kernel/wasm.js'
import type { Fields } from '../sources/source.js'
import type { CorpusModel } from '../weighting/model.js'
import { signInfo } from './info.js'
import type { Options } from './options.js'
import { DIGEST_BYTES, infoBytes, kernelOptions, type RowContent, signatureBytes } from './signature.js'
import { needsWeighing, type Signable, Weigher } from './weighing.js'

const METHOD = { exact: 0, simhash: 1, minhash: 2 } as const
const FULL_MINHASH = 3

/** Lines that are signed in one call, and bytes of a record of places. */
const LINES = 4096
const RECORD_BYTES = 40
/** The longest piece of lines that the kernel takes. */
const LONGEST = 16 << 20

export interface SignedLines {
  /** Ten words for each document, see signLines in assembly/index.ts. */
  readonly records: Uint32Array
  readonly rows: Uint8Array
  /** Where the next line begins, and how many lines were seen. */
  readonly stoppedAt: number
  readonly lines: number
}

interface LineSpace {
  readonly rows: number
  readonly records: number
  piece: number
  /** Bytes that a piece may have. */
  room: number
  /** What lies above belongs to the piece and the text. */
  readonly mark: number
}

export class Signer {
  readonly kernel: KernelExports
  /** Bytes of a row. */
  readonly rowBytes: number
  readonly lineRoom = LINES
  readonly #row: number
  readonly #scratch: number
  /** Rows, records and field names of the line path, then the piece; laid out when first needed. */
  #lines: LineSpace | undefined
  /** Where weights ask for more than the kernel's fast path. */
  readonly weigher: Weigher | undefined
  readonly #options: Options
  readonly #withDigest: boolean

  /** @param model  for weights by document frequency */
  constructor(options: Options, content: RowContent, model?: CorpusModel) {
    const { method, bits, weight, numPerm, bands, rows } = options
    this.kernel = instantiateKernel()
    configureKernel(this.kernel, kernelOptions(options))
    const code = method === 'minhash' && content === 'full' ? FULL_MINHASH : METHOD[method]
    this.#options = options
    this.#withDigest = content === 'search' || method === 'exact'
    this.kernel.configureSignature(code, bits, weight === 'unit' ? 1 : 0, numPerm, bands, rows, this.#withDigest ? 1 : 0)
    // Laid out before anything else: a text workspace would be in its way.
    this.weigher = needsWeighing(options) ? new Weigher(this.kernel, options, model) : undefined
    this.rowBytes = DIGEST_BYTES + signatureBytes(options, content)
    // Below the workspace, so that they stay where they are when it grows.
    this.#row = this.kernel.alloc(this.rowBytes)
    this.#scratch = this.kernel.alloc(numPerm * 8)
  }

  /**
   * Signs a text and writes its row.
   *
   * @returns the number of its features and of its code points
   * @throws {LeitongError} `TEXT_TOO_LARGE`
   */
  sign(record: Signable, row: Uint8Array): { features: number; length: number } {
    const { kernel } = this
    const size = writeText(kernel, record.text)
    const length = kernel.codePoints(kernel.input(), size)
    const features =
      this.weigher && this.#options.method === 'simhash'
        ? this.weigher.sign(record, this.#withDigest ? this.#row : undefined, this.#row + DIGEST_BYTES)
        : kernel.sign(size, this.#row, this.#scratch)
    if (features < 0) throw new LeitongError('TEXT_TOO_LARGE', size)
    row.set(new Uint8Array(kernel.memory.buffer, this.#row, this.rowBytes))
    const info = infoBytes(this.#options)
    if (info) row.set(signInfo(record.info ?? [], this.#options), this.rowBytes - info)
    return { features, length }
  }

  /** Whether the kernel can read and sign lines by itself. */
  get takesLines(): boolean {
    return !this.weigher && !this.#options.infoField.length
  }

  linesFit(bytes: number): boolean {
    return bytes <= LONGEST
  }

  /** Puts a piece of JSON lines where {@link signLines} reads it. */
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
      const rows = kernel.alloc(LINES * this.rowBytes)
      const records = kernel.alloc(LINES * RECORD_BYTES)
      this.#lines = { rows, records, piece: 0, mark: kernel.mark(), room: 0 }
    }
    if (this.#lines.room < piece.length) {
      kernel.dropText()
      kernel.release(this.#lines.mark)
      this.#lines.room = Math.max(piece.length, 5 << 20)
      this.#lines.piece = kernel.alloc(this.#lines.room + 64)
      if (!this.#lines.rows || !this.#lines.records || !this.#lines.piece)
        throw new LeitongError('MEMORY', piece.length, 'hold a piece of the input')
    }
    const memory = new Uint8Array(kernel.memory.buffer, this.#lines.piece, piece.length + 64)
    memory.set(piece)
    memory.fill(0, piece.length)
  }

  /** Signs lines from an offset on, until a line that has to be decoded outside, or until there are `lineRoom`. */
  signLines(from: number, length: number, longest: number): SignedLines {
    const { kernel } = this
    const { rows, records, piece } = this.#lines as LineSpace
    const count = kernel.signLines(piece, from, length, longest, LINES, rows, this.rowBytes, records, this.#scratch)
    const { buffer } = kernel.memory
    return {
      records: new Uint32Array(buffer, records, count * 10),
      rows: new Uint8Array(buffer, rows, count * this.rowBytes),
      stoppedAt: kernel.linesStoppedAt(),
      lines: kernel.linesCounted(),
    }
  }
}
