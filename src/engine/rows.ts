/**
 * The rows of all documents (digest and signature), in memory as long as they fit and on disk beyond that.
 *
 * A row store keeps the rows of each piece apart and gives out columns: all digests, all fingerprints, the keys of one
 * band. On disk a piece is written column by column, so that reading one band reads nothing else.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../errors.js'
import type { Options } from './options.js'
import { DIGEST_BYTES, signatureBytes } from './signature.js'

interface Part {
  readonly first: number
  readonly count: number
  /** Digests (16 bytes each), then band keys band by band or fingerprints, then low bytes document by document. */
  readonly columns: Uint8Array | undefined
  /** Where the columns lie in the spill file instead. */
  readonly offset: number
}

export class RowStore {
  readonly #parts: Part[] = []
  readonly #bands: number
  readonly #numPerm: number
  readonly #wide: number
  readonly #rowBytes: number
  readonly #budget: number
  readonly #folder: () => string
  #held = 0
  #spill: number | undefined
  #spilled = 0
  #count = 0

  /**
   * @param budget  bytes of rows to hold in memory
   * @param folder  makes the folder for the spill file when it is first needed
   */
  constructor(options: Options, budget: number, folder: () => string) {
    this.#bands = options.method === 'minhash' ? options.bands : 0
    this.#numPerm = options.method === 'minhash' ? options.numPerm : 0
    this.#wide = options.method === 'simhash' ? options.bits / 8 : 0
    this.#rowBytes = DIGEST_BYTES + signatureBytes(options, 'search')
    this.#budget = budget
    this.#folder = folder
  }

  get count(): number {
    return this.#count
  }

  /** Bytes that lie on disk. */
  get spilled(): number {
    return this.#spilled
  }

  add(rows: Uint8Array): void {
    const count = rows.length / this.#rowBytes
    if (!count) return
    const columns = this.#columns(rows, count)
    if (this.#held + columns.length <= this.#budget) {
      this.#parts.push({ first: this.#count, count, columns, offset: 0 })
      this.#held += columns.length
    } else {
      this.#parts.push({ first: this.#count, count, columns: undefined, offset: this.#spilled })
      this.#write(columns)
    }
    this.#count += count
  }

  #columns(rows: Uint8Array, count: number): Uint8Array {
    const columns = new Uint8Array(rows.length)
    const size = this.#rowBytes
    const keys = count * DIGEST_BYTES
    const low = keys + count * this.#bands * 4
    for (let i = 0; i < count; i++) {
      const row = i * size
      columns.set(rows.subarray(row, row + DIGEST_BYTES), i * DIGEST_BYTES)
      if (this.#wide) columns.set(rows.subarray(row + DIGEST_BYTES, row + size), keys + i * this.#wide)
      for (let band = 0; band < this.#bands; band++) {
        const from = row + DIGEST_BYTES + band * 4
        const to = keys + (band * count + i) * 4
        columns[to] = rows[from] as number
        columns[to + 1] = rows[from + 1] as number
        columns[to + 2] = rows[from + 2] as number
        columns[to + 3] = rows[from + 3] as number
      }
      if (this.#numPerm) columns.set(rows.subarray(row + size - this.#numPerm, row + size), low + i * this.#numPerm)
    }
    return columns
  }

  #write(columns: Uint8Array): void {
    try {
      this.#spill ??= openSync(join(this.#folder(), 'rows'), 'wx+')
      for (let done = 0; done < columns.length; ) done += writeSync(this.#spill, columns, done, columns.length - done)
      this.#spilled += columns.length
    } catch (error) {
      throw new LeitongError('OUTPUT_WRITE', 'the file of spilled signatures', (error as Error).message)
    }
  }

  /** Copies `length` bytes at `offset` of a part's columns. */
  #read(part: Part, offset: number, into: Uint8Array): void {
    if (part.columns) into.set(part.columns.subarray(offset, offset + into.length))
    else
      for (let done = 0; done < into.length; )
        done += readSync(this.#spill as number, into, done, into.length - done, part.offset + offset + done)
  }

  /** All digests, four words each. */
  digests(): Uint32Array {
    const digests = new Uint32Array(this.#count * 4)
    const bytes = new Uint8Array(digests.buffer)
    for (const part of this.#parts) this.#read(part, 0, bytes.subarray(part.first * DIGEST_BYTES, (part.first + part.count) * DIGEST_BYTES))
    return digests
  }

  /** All fingerprints in 64-bit words: one each, of 128 bits two. */
  fingerprints(): BigUint64Array {
    const words = this.#wide === 16 ? 2 : 1
    const fingerprints = new BigUint64Array(this.#count * words)
    const bytes = new Uint8Array(fingerprints.buffer)
    for (const part of this.#parts) {
      if (this.#wide >= 8)
        this.#read(part, part.count * DIGEST_BYTES, bytes.subarray(part.first * this.#wide, (part.first + part.count) * this.#wide))
      else {
        const narrow = new Uint32Array(part.count)
        this.#read(part, part.count * DIGEST_BYTES, new Uint8Array(narrow.buffer))
        narrow.forEach((value, i) => {
          fingerprints[part.first + i] = BigInt(value)
        })
      }
    }
    return fingerprints
  }

  /** The keys of one band. */
  band(number: number): Uint32Array {
    const keys = new Uint32Array(this.#count)
    const bytes = new Uint8Array(keys.buffer)
    for (const part of this.#parts) {
      this.#read(part, part.count * (DIGEST_BYTES + number * 4), bytes.subarray(part.first * 4, (part.first + part.count) * 4))
    }
    return keys
  }

  /** The low bytes of these documents (ascending), behind each other, each padded to whole words. */
  lowBytes(ordinals: Uint32Array): Uint32Array {
    const words = Math.ceil(this.#numPerm / 4)
    const low = new Uint32Array(ordinals.length * words)
    const bytes = new Uint8Array(low.buffer)
    let number = 0
    ordinals.forEach((ordinal, i) => {
      while (ordinal >= (this.#parts[number] as Part).first + (this.#parts[number] as Part).count) number++
      const part = this.#parts[number] as Part
      const offset = part.count * (DIGEST_BYTES + this.#bands * 4) + (ordinal - part.first) * this.#numPerm
      this.#read(part, offset, bytes.subarray(i * words * 4, i * words * 4 + this.#numPerm))
    })
    return low
  }

  close(): void {
    if (this.#spill !== undefined) closeSync(this.#spill)
    this.#parts.length = 0
  }
}
