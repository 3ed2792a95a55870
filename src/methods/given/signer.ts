/** The signer of signatures that come with the records, in the place of a fingerprinter. */
import { unreachable } from '../../errors.js'
import { digestOfWords } from '../../hashing/word-digest.js'
import { EntryBlock } from '../../kernel/entry-block.js'
import { type FingerprintedLines, LineSigner, LONGEST_PIECE } from '../../kernel/lines.js'
import { instantiateKernel } from '../../kernel/wasm.js'
import type { Options } from '../../options/options.js'
import type { Fingerprinted } from '../../signing/fingerprinter.js'
import { DIGEST_BYTES, signatureBytes } from '../../signing/signature.js'
import type { Fields } from '../../sources/formats/format.js'
import type { GivenReader, GivenSignature, GivenValues, HexDigits } from './method.js'

const NONE = new Uint32Array()

/** Writes entries of values that are signatures already, or from which they are made without a text. */
export class GivenSigner {
  readonly entryBytes: number
  readonly #reader: GivenReader
  readonly #hexDigits: HexDigits | undefined
  /** Reads JSON lines whose values are hexadecimal digits, laid out when the first piece comes. */
  #lines: LineSigner | undefined
  /** Documents that the kernel signed, and lines that it left to the host. */
  readonly #done = { signed: 0, left: 0 }

  constructor(given: GivenValues, options: Options) {
    this.entryBytes = DIGEST_BYTES + signatureBytes('bits', options, 'search')
    this.#reader = given.createReader(options)
    this.#hexDigits = given.hexDigits?.(options)
  }

  /** Not where the kernel left most lines to the host, as those of base64: to ask it about each costs a seventh of their time. */
  get takesLines(): boolean {
    return this.#hexDigits !== undefined && this.#done.left <= this.#done.signed
  }

  /**
   * Reads a value and writes its entry: digest, fingerprint, zeros behind it.
   *
   * @throws {LeitongError} `SIGNATURE_VALUE`
   */
  sign(value: unknown, entry: Uint8Array): GivenSignature {
    const read = this.#reader.read(value)
    entry.set(new Uint8Array(digestOfWords(read.words).buffer))
    entry.fill(0, DIGEST_BYTES)
    entry.set(read.fingerprint, DIGEST_BYTES)
    return read
  }

  /** In the place of features stands the size, and in the place of a sample the vector, padded to whole pairs of words. */
  fingerprint({ text, given }: { readonly text: string; readonly given?: unknown }, entry: Uint8Array): Fingerprinted {
    const { size, vector } = this.sign(given ?? text, entry)
    return { features: size, length: text.length, grams: vector ? pairsOfWords(vector) : NONE }
  }

  linesFit(bytes: number): boolean {
    return bytes <= LONGEST_PIECE
  }

  loadLines(piece: Uint8Array, fields: Fields): void {
    this.#lines ??= this.#createLines(fields)
    this.#lines.load(piece)
  }

  #createLines(fields: Fields): LineSigner {
    const { bits, isStated } = this.#hexDigits ?? unreachable('these values are read by the host')
    const kernel = instantiateKernel()
    const none = { positions: 0, bands: 0, bandRows: 0 }
    const entry = new EntryBlock(kernel, { signature: 'hex', bits, unit: isStated, ...none, withDigest: true, bytes: this.entryBytes })
    return new LineSigner(kernel, entry, { ...fields, text: fields.text.slice(0, 1) }, false)
  }

  fingerprintLines(from: number, length: number, longest: number): FingerprintedLines {
    const lines = (this.#lines ?? unreachable('lines are signed before a piece is loaded')).sign(from, length, longest)
    this.#done.signed += lines.records.count
    if (!lines.isFull && lines.stoppedAt < length) this.#done.left++
    return lines
  }

  sampleEvery(): void {}
}

function pairsOfWords(vector: Float32Array): Uint32Array {
  const words = new Float32Array(vector.length + (vector.length & 1))
  words.set(vector)
  return new Uint32Array(words.buffer)
}
