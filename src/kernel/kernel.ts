/**
 * The kernel computes every signature. There are two, equal bit for bit: `wasm.ts` (the one in use) and `reference.ts`
 * (plain TypeScript, its oracle).
 */
import type { Bits } from '../fingerprinting/simhash.js'
import type { TokenizeOptions } from '../tokenizing/tokenize.js'

export interface KernelOptions extends TokenizeOptions {
  /** Seed of the feature hash, an integer from 0 to 2^53 - 1. */
  readonly seed: number
}

/** The distinct features of a text. */
export interface FeatureSet {
  /** Hashes, ascending. */
  readonly hashes: BigUint64Array<ArrayBuffer>
  /** The number of occurrences of each. */
  readonly counts: Uint32Array<ArrayBuffer>
}

/** Weights of a simhash that the kernel knows by itself: every occurrence counts once, or every distinct feature. */
export type SimhashWeight = 'tf' | 'unit'

/** Load a text, then ask; answers are copies and stay valid. */
export interface Kernel {
  readonly name: 'wasm' | 'reference'
  /**
   * Takes a text in UTF-8 (bad bytes count as U+FFFD) or as a string (a lone surrogate counts as a private character,
   * U+10F800 to U+10FFFF, so that texts which differ in one differ).
   *
   * @returns the number of features, repeats included; 0 only for the empty text
   * @throws {LeitongError} `TEXT_TOO_LARGE` when the text does not fit the kernel's 4 GiB (about 250 MB)
   */
  load(text: Uint8Array | string): number
  /** The token text: words with one space behind each, characters bare. */
  tokenText(): Uint8Array<ArrayBuffer>
  /** The tag id of every token (0: none) under the tokenizers chinese and tagged; else empty. */
  tokenTags(): Uint8Array<ArrayBuffer>
  /** Bit 0 of a token is set, under the same tokenizers, when it is the first of its sentence. */
  tokenFlags(): Uint8Array<ArrayBuffer>
  /** The hash of every feature, in order. */
  features(): BigUint64Array<ArrayBuffer>
  featureSet(): FeatureSet
  /** 16 bytes; equal token texts have equal digests. */
  digest(): Uint8Array<ArrayBuffer>
  simhash(bits: Bits, weight: SimhashWeight): bigint
  /** `k` unsigned 32-bit values, `k` from 1 to 65536. */
  minhash(k: number): Uint32Array<ArrayBuffer>
  /** The entry of the band search: the keys of `bands` bands of `rows` positions, then the low byte of every position. */
  bandRow(k: number, bands: number, rows: number): Uint8Array<ArrayBuffer>
}
