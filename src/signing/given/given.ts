/** Signatures that come with the records: the shelf of methods, and the signer that stands in the place of a fingerprinter. */
import { unreachable } from '../../errors.js'
import { digestOfWords } from '../../hashing/word-digest.js'
import type { GivenMethod } from '../../options/given.js'
import { isGivenMethod } from '../../options/given.js'
import type { Options } from '../../options/options.js'
import type { Fingerprinted } from '../fingerprinter.js'
import { DIGEST_BYTES, signatureBytes } from '../signature.js'
import { fingerprints } from './fingerprints.js'
import type { GivenMethodFile, GivenReader, GivenSignature } from './method.js'
import { vectors } from './vectors.js'

const METHODS: Readonly<Record<GivenMethod, GivenMethodFile>> = { fingerprints, vectors }

/** The file of the method that options name; undefined where signatures are made of texts. */
export const givenMethod = ({ method }: Pick<Options, 'method'>): GivenMethodFile | undefined =>
  isGivenMethod(method) ? METHODS[method] : undefined

const NONE = new Uint32Array()

/** Writes entries of values that are signatures already, or from which they are made without a text. */
export class GivenSigner {
  readonly entryBytes: number
  readonly takesLines = false
  readonly #reader: GivenReader

  constructor(options: Options) {
    this.entryBytes = DIGEST_BYTES + signatureBytes(options, 'search')
    this.#reader = (givenMethod(options) ?? unreachable(`method ${options.method} signs texts`)).createReader(options)
  }

  /**
   * Reads a value and writes its entry: digest, fingerprint, zeros behind it.
   *
   * @throws {LeitongError} `SIGNATURE_VALUE`
   */
  sign(value: unknown, entry: Uint8Array): GivenSignature {
    const read = this.#reader.read(value)
    const digest = digestOfWords(read.words)
    entry.set(new Uint8Array(digest.buffer))
    entry.fill(0, DIGEST_BYTES)
    entry.set(read.fingerprint, DIGEST_BYTES)
    return read
  }

  /** In the place of features stands the size, and in the place of a sample the vector, padded to whole pairs of words. */
  fingerprint({ text, given }: { readonly text: string; readonly given?: unknown }, entry: Uint8Array): Fingerprinted {
    const { size, vector } = this.sign(given ?? text, entry)
    return { features: size, length: text.length, grams: vector ? pairsOfWords(vector) : NONE }
  }

  linesFit(): boolean {
    return false
  }

  loadLines(): never {
    return unreachable('lines of given signatures are read by the host')
  }

  fingerprintLines(): never {
    return unreachable('lines of given signatures are read by the host')
  }

  sampleEvery(): void {}
}

function pairsOfWords(vector: Float32Array): Uint32Array {
  const words = new Float32Array(vector.length + (vector.length & 1))
  words.set(vector)
  return new Uint32Array(words.buffer)
}
