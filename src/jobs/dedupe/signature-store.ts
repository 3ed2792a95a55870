/**
 * The digests and signatures of all documents, in memory as long as all that a run holds of its documents fits, and on disk beyond that.
 *
 * They come piece by piece, column by column (workers see to that): the digests apart, then the band keys band by band, so that
 * reading one band from disk reads nothing else, or the fingerprints; last the low bytes, document by document. On disk those lie band by band too.
 */
import { join } from 'node:path'
import { bandBytes, infoBytes, signatureBytes } from '../../methods/methods.js'
import type { Options } from '../../options/options.js'
import { SpillFile } from '../../reading/copied/spill-file.js'
import { DIGEST_BYTES } from '../../signing/signature.js'
import { Slabs } from '../../working/slabs.js'
import type { PieceColumns } from '../../working/tasks.js'

interface Part {
  readonly first: number
  readonly count: number
  /** Undefined when they are on disk or given away. */
  digests: Uint8Array | undefined
  /** Undefined when they are on disk. */
  signatures: Uint8Array | undefined
  /** Where digests and signatures begin on disk. */
  offset: number
}

/**
 * Bytes that a run takes of each document beside its signature and its id, at most at once: its place (about 16); then its digest and the table
 * that finds copies (36), or what a search of fingerprints takes in the kernel (36), with a copy of each (8) and what is found.
 */
const BESIDE = 68

export class SignatureStore {
  readonly #parts: Part[] = []
  readonly #bands: number
  /** Bytes of a fingerprint and what follows it, or of the low bytes of a MinHash signature. */
  readonly #low: number
  /** Bytes of a fingerprint. */
  readonly #fingerprint: number
  /** What lies behind the band keys on disk, column by column: bytes of a document in each. */
  readonly #widths: readonly number[]
  readonly #budget: number
  readonly #folder: () => string
  readonly #digests = new Slabs()
  readonly #signatures = new Slabs()
  #held = 0
  /** Bytes that the run holds of the documents beside their signatures. */
  #beside = 0
  /** The first part that may be in memory. */
  #oldest = 0
  #spill: SpillFile | undefined
  #count = 0

  /**
   * @param budget  bytes that a run may hold of its documents
   * @param folder  makes the folder for the spill file when it is first needed
   */
  constructor(options: Options, budget: number, folder: () => string) {
    this.#bands = bandBytes(options) / 4
    this.#low = signatureBytes(options, 'search') - this.#bands * 4
    this.#fingerprint = this.#low - infoBytes(options)
    const { bandRows } = options
    this.#widths = [...Array<number>(this.#bands).fill(bandRows), this.#low - this.#bands * bandRows].filter((width) => width > 0)
    this.#budget = budget
    this.#folder = folder
  }

  /** Bytes that lie on disk. */
  get spilled(): number {
    return this.#spill?.size ?? 0
  }

  /** @param piece  its ids are counted, not kept */
  add({
    count,
    digests,
    signatures,
    ids,
  }: Pick<PieceColumns, 'count' | 'digests' | 'signatures'> & Partial<Pick<PieceColumns, 'ids'>>): void {
    if (!count) return
    const part: Part = { first: this.#count, count, digests, signatures, offset: 0 }
    const bytes = digests.length + signatures.length
    this.#parts.push(part)
    this.#held += bytes
    this.#count += count
    this.#beside += count * BESIDE + (ids?.length ?? 0)
    // The more documents, the less there is for signatures: those that came first make room.
    while (this.#held > this.#budget - this.#beside && this.#oldest < this.#parts.length) this.#putDown(this.#parts[this.#oldest++] as Part)
    if (!part.digests) return
    part.digests = this.#digests.keep(digests)
    part.signatures = this.#signatures.keep(signatures)
  }

  #putDown(part: Part): void {
    const { digests, signatures } = part
    if (!digests || !signatures) return
    part.offset = this.spilled
    this.#write(digests)
    this.#write(signatures.subarray(0, part.count * this.#bands * 4))
    let before = 0
    for (const width of this.#widths) {
      const column = new Uint8Array(part.count * width)
      cut(signatures.subarray(part.count * this.#bands * 4 + before), this.#low, column, width, width)
      this.#write(column)
      before += width
    }
    part.digests = undefined
    part.signatures = undefined
    this.#held -= digests.length + signatures.length
  }

  #write(bytes: Uint8Array): void {
    this.#spill ??= new SpillFile(join(this.#folder(), 'signatures'), 'the file of spilled signatures')
    this.#spill.append(bytes)
  }

  #readBack(position: number, into: Uint8Array): void {
    this.#spill?.read(into, position)
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

  /**
   * The keys of one band.
   *
   * @param keys  where they go
   */
  band(number: number, keys = new Uint32Array(this.#count)): Uint32Array {
    const bytes = new Uint8Array(keys.buffer)
    for (const { first, count, signatures, offset } of this.#parts) {
      const into = bytes.subarray(first * 4, (first + count) * 4)
      if (signatures) into.set(signatures.subarray(count * number * 4, count * (number + 1) * 4))
      else this.#readBack(offset + count * (DIGEST_BYTES + number * 4), into)
    }
    return keys
  }

  /** The low bytes of the rows of one band, of these documents (ascending), behind each other. */
  rowsOfBand(number: number, documents: Uint32Array): Uint8Array {
    const width = this.#widths[number] as number
    const rows = new Uint8Array(documents.length * width)
    this.#gather(documents, number * width, width, rows, width)
    return rows
  }

  /**
   * The entries of these documents (ascending), behind each other: digest, band keys, low bytes.
   *
   * @param digests  of all documents, as they were taken
   */
  entries(documents: Uint32Array, digests: Uint32Array): Uint8Array {
    const keyBytes = this.#bands * 4
    const size = DIGEST_BYTES + keyBytes + this.#low
    const rows = new Uint8Array(documents.length * size)
    const digestBytes = new Uint8Array(digests.buffer, digests.byteOffset, digests.byteLength)
    const low = this.lowBytes(documents)
    const lowBytes = new Uint8Array(low.buffer)
    const stride = documents.length ? low.byteLength / documents.length : 0
    documents.forEach((document, i) => {
      const at = i * size
      rows.set(digestBytes.subarray(document * DIGEST_BYTES, (document + 1) * DIGEST_BYTES), at)
      rows.set(lowBytes.subarray(i * stride, i * stride + this.#low), at + DIGEST_BYTES + keyBytes)
    })
    let number = 0
    for (let i = 0; i < documents.length; ) {
      while ((documents[i] as number) >= (this.#parts[number] as Part).first + (this.#parts[number] as Part).count) number++
      const part = this.#parts[number] as Part
      const start = i
      while (i < documents.length && (documents[i] as number) < part.first + part.count) i++
      for (let band = 0; band < this.#bands; band++) {
        const keys = this.#keysOf(part, band)
        for (let j = start; j < i; j++) {
          const at = 4 * ((documents[j] as number) - part.first)
          rows.set(keys.subarray(at, at + 4), j * size + DIGEST_BYTES + band * 4)
        }
      }
    }
    return rows
  }

  /** The keys of one band of a part, as bytes. */
  #keysOf({ count, signatures, offset }: Part, band: number): Uint8Array {
    if (signatures) return signatures.subarray(count * band * 4, count * (band + 1) * 4)
    const keys = new Uint8Array(count * 4)
    this.#readBack(offset + count * (DIGEST_BYTES + band * 4), keys)
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
    let number = 0
    for (let i = 0; i < documents.length; ) {
      while ((documents[i] as number) >= (this.#parts[number] as Part).first + (this.#parts[number] as Part).count) number++
      const part = this.#parts[number] as Part
      const start = i
      while (i < documents.length && (documents[i] as number) < part.first + part.count) i++
      const first = documents[start] as number
      const rows = this.#rows(part, first - part.first, (documents[i - 1] as number) - part.first + 1, skip, size)
      for (let j = start; j < i; j++) {
        const at = ((documents[j] as number) - first) * rows.stride
        into.set(rows.bytes.subarray(at, at + size), j * stride)
      }
    }
  }

  /** Bytes of documents of a part from one to another, `skip` behind the band keys; those of one document lie `stride` from those of the next. */
  #rows({ signatures, count, offset }: Part, from: number, to: number, skip: number, size: number): { bytes: Uint8Array; stride: number } {
    const keys = count * this.#bands * 4
    if (signatures) return { bytes: signatures.subarray(keys + from * this.#low + skip), stride: this.#low }
    // All between them at once: a call for each document takes longer than what lies between.
    const bytes = new Uint8Array((to - from) * size)
    let before = 0
    for (const width of this.#widths) {
      const [start, end] = [Math.max(skip, before), Math.min(skip + size, before + width)]
      if (start < end) {
        const column = new Uint8Array((to - from) * width)
        this.#readBack(offset + count * (DIGEST_BYTES + before) + keys + from * width, column)
        cut(column.subarray(start - before), width, bytes.subarray(start - skip), size, end - start)
      }
      before += width
    }
    return { bytes, stride: size }
  }

  close(): void {
    this.#spill?.close()
    this.#parts.length = 0
  }
}

/** Copies `size` bytes at every `stride` of one array to every `intoStride` of another; a loop, since most are a few bytes. */
function cut(from: Uint8Array, stride: number, into: Uint8Array, intoStride: number, size: number): void {
  for (let at = 0, to = 0; to < into.length; at += stride, to += intoStride)
    for (let byte = 0; byte < size; byte++) into[to + byte] = from[at + byte] as number
}
