/** Signatures that come with the records, or what they are made of. */
import type { Options } from '../../options/options.js'

/** A value that was read. */
export interface GivenSignature {
  /** The fingerprint, little endian. */
  readonly fingerprint: Uint8Array
  /** The words by which equal values are found: those of the fingerprint, or of the vector. */
  readonly words: Uint32Array
  /** Bits of a fingerprint, dimensions of a vector: the same in all records of a run. */
  readonly size: number
  /** The vector that is measured; undefined where the fingerprint is all there is. */
  readonly vector: Float32Array | undefined
}

/** Reads the values of a field. */
export interface GivenReader {
  /**
   * @param value  as the record has it: a text, a number (whole ones perhaps as BigInt), a list of numbers, a typed array
   * @throws {LeitongError} `SIGNATURE_VALUE`
   */
  read(value: unknown): GivenSignature
}

/** How digits look that the kernel reads from JSON lines by itself; what it does not take goes to {@link GivenReader.read}. */
export interface HexDigits {
  /** Of the widest fingerprint. */
  readonly bits: number
  /** Whether all fingerprints have as many. */
  readonly isStated: boolean
}

export interface GivenValues {
  /** What a value is called in messages. */
  readonly called: string
  /** What its size counts. */
  readonly counts: string
  /** The option that names their field. */
  readonly field: 'fingerprintField' | 'vectorField'
  /** The option that states the size. */
  readonly option: 'fingerprintBits' | 'vectorDimensions'
  /** What follows for the search. @param threshold of the similarity */
  follows(options: Asked, threshold: number): { readonly bits: number; readonly distance: number }
  /** The options once the size has shown itself. */
  withSize(options: Options, size: number): Options
  createReader(options: Options): GivenReader
  /** Undefined where values are no hexadecimal digits. */
  hexDigits?(options: Options): HexDigits | undefined
}

/** The options that the search follows from. */
export type Asked = Pick<Options, 'recall'> & Partial<Pick<Options, 'fingerprintBits' | 'maxDistance'>>

/** A value as messages show it. */
export function shownValue(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(Array.isArray(value) ? value.slice(0, 20) : value) : String(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
