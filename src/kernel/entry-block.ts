/**
 * The entry of one text in the kernel's memory: the digest, then the signature. It is laid out below the text, so that it stays
 * where it is when the text's workspace grows.
 */
import type { KernelExports } from './exports.js'
import { type Address, allocate, bytesAt, longsAt } from './memory.js'

/** Bytes of a digest of 128 bits. Entries in stores and temporary files begin with one: another size would be another format. */
export const DIGEST_BYTES = 16

/** Signatures by the numbers that `configureSignature` in assembly/index.ts knows them by. */
const SIGNATURE = { none: 0, simhash: 1, bands: 2, minhash: 3, sample: 4, hex: 5 } as const

/** The signature that an entry holds; `bands` is minhash as the band search keeps it, `sample` goes elsewhere (lines.ts), `hex` came in digits. */
export interface EntryLayout {
  readonly signature: keyof typeof SIGNATURE
  /** Bits of a simhash; under `hex` of the widest fingerprint. */
  readonly bits: number
  /** Whether every distinct feature counts once in a simhash, instead of every occurrence; under `hex`, whether all have {@link bits}. */
  readonly unit: boolean
  /** Positions of a minhash. */
  readonly positions: number
  readonly bands: number
  /** Positions of a band. */
  readonly bandRows: number
  /** Whether the digest is written; else its bytes stay as they are. */
  readonly withDigest: boolean
  /** Bytes of an entry, the digest included. */
  readonly bytes: number
}

export class EntryBlock {
  readonly bytes: number
  /** Addresses for the other views of this folder. */
  readonly at: Address
  readonly signature: Address
  readonly scratch: Address
  readonly #kernel: KernelExports
  #view = new Uint8Array()

  /** @throws {LeitongError} `MEMORY` */
  constructor(kernel: KernelExports, layout: EntryLayout) {
    const { bits, unit, positions, bands, bandRows, withDigest, bytes } = layout
    kernel.configureSignature(SIGNATURE[layout.signature], bits, unit ? 1 : 0, positions, bands, bandRows, withDigest ? 1 : 0)
    this.#kernel = kernel
    this.bytes = bytes
    this.at = allocate(kernel, bytes, 'hold a signature')
    this.signature = this.at + DIGEST_BYTES
    this.scratch = allocate(kernel, positions * 12, 'hold a signature')
  }

  /** Prepares the text that was written last, `size` bytes, and writes its entry. The number of its features, -1 without room. */
  sign(size: number): number {
    return this.#kernel.sign(size, this.at, this.scratch)
  }

  /** Writes the digest of the prepared text. */
  writeDigest(): void {
    this.#kernel.writeDigest(this.at)
  }

  /** Changes the digest by 64 bits. */
  mixDigest(bits: bigint): void {
    const digest = longsAt(this.#kernel, this.at, 2)
    digest[0] = (digest[0] as bigint) ^ bits
  }

  /** Writes a signature that was made elsewhere; what is left of it becomes 0. */
  writeSignature(bytes: Uint8Array): void {
    const signature = bytesAt(this.#kernel, this.signature, this.bytes - DIGEST_BYTES)
    signature.fill(0)
    signature.set(bytes)
  }

  /** Copies the entry out of the kernel. */
  copyTo(entry: Uint8Array): void {
    // Once for each text: the view is made anew only when the memory has grown.
    if (this.#view.buffer !== this.#kernel.memory.buffer) this.#view = bytesAt(this.#kernel, this.at, this.bytes)
    entry.set(this.#view)
  }
}
