/**
 * The digests and signatures of all documents, in memory as long as they fit and on disk beyond that.
 *
 * They come piece by piece, column by column (workers see to that): the digests apart, then the band keys band by band, so that
 * reading one band from disk reads nothing else, or the fingerprints; last the low bytes, document by document.
 */
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import { traitsOf } from '../../options/methods.js'
import type { Options } from '../../options/options.js'
import { readFully } from '../../reading/read-fully.js'
import { DIGEST_BYTES, infoBytes, signatureBytes } from '../../signing/signature.js'
import type { PieceColumns } from '../../working/tasks.js'
import { writeFully } from '../../writing/write-fully.js'

interface Part {
  readonly first: number
  readonly count: number
  /** Undefined when they are on disk or given away. */
  digests: Uint8Array | undefined
  /** Undefined when they are on disk. */
  readonly signatures: Uint8Array | undefined
  /** Where digests and signatures begin on disk. */
  readonly offset: number
}

export class SignatureStore {
  readonly #parts: Part[] = []
  readonly #bands: number
  /** Bytes of a fingerprint and what follows it, or of the low bytes of a MinHash signature. */
  readonly #low: number
  /** Bytes of a fingerprint. */
  readonly #fingerprint: number
  readonly #budget: number
  readonly #folder: () => string
  #held = 0
  #spill: number | undefined
  #spilled = 0
  #count = 0

  /**
   * @param budget  bytes to hold in memory
   * @param folder  makes the folder for the spill file when it is first needed
   */
  constructor(options: Options, budget: number, folder: () => string) {
    this.#bands = traitsOf(options).signsPositions ? options.bands : 0
    this.#low = signatureBytes(options, 'search') - this.#bands * 4
    this.#fingerprint = this.#low - infoBytes(options)
    this.#budget = budget
    this.#folder = folder
  }

  /** Bytes that lie on disk. */
  get spilled(): number {
    return this.#spilled
  }

  add({ count, digests, signatures }: PieceColumns): void {
    if (!count) return
    const bytes = digests.length + signatures.length
    if (this.#held + bytes <= this.#budget) {
      this.#parts.push({ first: this.#count, count, digests, signatures, offset: 0 })
      this.#held += bytes
    } else {
      this.#parts.push({ first: this.#count, count, digests: undefined, signatures: undefined, offset: this.#spilled })
      this.#write(digests)
      this.#write(signatures)
    }
    this.#count += count
  }

  #write(bytes: Uint8Array): void {
    try {
      this.#spill ??= openSync(join(this.#folder(), 'signatures'), 'wx+')
      writeFully(this.#spill, bytes)
      this.#spilled += bytes.length
    } catch (error) {
      throw new LeitongError('OUTPUT_WRITE', 'the file of spilled signatures', (error as Error).message)
    }
  }

  #readBack(position: number, into: Uint8Array): void {
    readFully(this.#spill as number, into, position)
  }

  /** Copies bytes at `offset` of a part's signatures. */
  #read({ signatures, offset: start, count }: Part, offset: number, into: Uint8Array): void {
    if (signatures) into.set(signatures.subarray(offset, offset + into.length))
    else this.#readBack(start + count * DIGEST_BYTES + offset, into)
  }

  /** All digests, four words each. They are given away: this works once. */
  takeDigests(): Uint32Array {
    const all = new Uint32Array(this.#count * 4)
    const bytes = new Uint8Array(all.buffer)
    for (const part of this.#parts) {
      const into = bytes.subarray(part.first * DIGEST_BYTES, (part.first + part.count) * DIGEST_BYTES)
      if (part.digests) into.set(part.digests)
      else this.#readBack(part.offset, into)
      part.digests = undefined
    }
    return all
  }

  /**
   * The fingerprints of these documents (ascending) in 64-bit words: one each, of 128 bits two, of 256 four.
   *
   * @param bytes  of each; more are kept of fingerprints whose bits show themselves late
   */
  fingerprints(documents: Uint32Array, bytes: number = this.#fingerprint): BigUint64Array {
    const words = Math.ceil(bytes / 8)
    const all = new BigUint64Array(documents.length * words)
    // Little endian: the four bytes of a 32-bit fingerprint are the lower half of its word.
    this.#gather(documents, 0, bytes, new Uint8Array(all.buffer), words * 8)
    return all
  }

  /** The signatures of other information of these documents (ascending), behind each other; empty where there are none. */
  infos(documents: Uint32Array): Uint8Array {
    const size = this.#low - this.#fingerprint
    const all = new Uint8Array(documents.length * size)
    if (size) this.#gather(documents, this.#fingerprint, size, all, size)
    return all
  }

  /** The keys of one band. */
  band(number: number): Uint32Array {
    const keys = new Uint32Array(this.#count)
    const bytes = new Uint8Array(keys.buffer)
    for (const part of this.#parts) this.#read(part, part.count * number * 4, bytes.subarray(part.first * 4, (part.first + part.count) * 4))
    return keys
  }

  /** The low bytes of these documents (ascending), behind each other, each padded to whole words. */
  lowBytes(documents: Uint32Array): Uint32Array {
    const words = Math.ceil(this.#low / 4)
    const low = new Uint32Array(documents.length * words)
    this.#gather(documents, 0, this.#low, new Uint8Array(low.buffer), words * 4)
    return low
  }

  /**
   * Copies `size` bytes of each document to places `stride` bytes apart: from those behind the band keys, leaving out the
   * first `skip` of them.
   */
  #gather(documents: Uint32Array, skip: number, size: number, into: Uint8Array, stride: number): void {
    const keys = this.#bands * 4
    let number = 0
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i] as number
      while (document >= (this.#parts[number] as Part).first + (this.#parts[number] as Part).count) number++
      const part = this.#parts[number] as Part
      this.#read(part, part.count * keys + (document - part.first) * this.#low + skip, into.subarray(i * stride, i * stride + size))
    }
  }

  close(): void {
    if (this.#spill !== undefined) closeSync(this.#spill)
    this.#parts.length = 0
  }
}
