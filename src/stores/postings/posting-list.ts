/** The postings of a key, packed: some keys have thousands, and an object for each costs more than the search itself. */

/** Bytes of the number of a record in a packed posting: 2^48 records, at 100 000 a second for ninety years. */
export const NUMBER = 6
/** Records that a packed posting can name. */
const MOST = 2 ** 48
const NONE = Buffer.alloc(0)

/** Postings of one width: 6 bytes of number, little endian, then the posting itself, one behind the other. */
export class PostingList {
  #bytes: Buffer
  #start: number
  #end: number
  #width: number
  /** Whether the buffer is of this list alone, and may be written. */
  #isOwn = false

  /**
   * @param bytes  packed postings, of a driver for example; they are copied before they are changed
   * @param start  where the first begins
   * @param width  bytes of each posting beside its number
   * @param end    where the last one ends
   * @throws {Error} for bytes that are no whole number of postings
   */
  constructor(bytes: Buffer = NONE, start = 0, width = 0, end = bytes.length) {
    if ((end - start) % (NUMBER + width)) throw new Error('a list of postings is not what was written: its length')
    this.#bytes = bytes
    this.#start = start
    this.#end = end
    this.#width = width
  }

  /**
   * A list of so many postings, which tells how wide they are.
   *
   * @throws {Error} for bytes that are no such list
   */
  static ofCount(bytes: Buffer, count: number): PostingList {
    const size = count ? bytes.length / count : 0
    if (count ? !Number.isInteger(size) || size < NUMBER : bytes.length)
      throw new Error(`a list of postings is not what was written: ${bytes.length} bytes for ${count} postings`)
    return new PostingList(bytes, 0, count ? size - NUMBER : 0)
  }

  /** Numbers of records as they stand in a list, one behind the other. */
  static numbersOf(seqs: ReadonlySet<number>): Buffer {
    const bytes = Buffer.allocUnsafe(NUMBER * seqs.size)
    let at = 0
    for (const seq of seqs) at = writeNumber(bytes, at, seq)
    return bytes
  }

  /** Bytes of a posting as wide as this one. */
  static sizeOf(posting: Uint8Array): number {
    return NUMBER + posting.length
  }

  /**
   * A list of postings.
   *
   * @throws {Error} for postings of several widths, and for numbers that a posting cannot name
   */
  static from(postings: readonly { readonly seq: number; readonly posting: Uint8Array }[]): PostingList {
    const [first] = postings
    const width = first?.posting.length ?? 0
    const bytes = Buffer.allocUnsafe(postings.length * (NUMBER + width))
    let at = 0
    for (const { seq, posting } of postings) {
      requireWidth(posting, width)
      at = writeNumber(bytes, at, seq)
      bytes.set(posting, at)
      at += width
    }
    return new PostingList(bytes, 0, width)
  }

  get count(): number {
    return (this.#end - this.#start) / (NUMBER + this.#width)
  }

  /** Bytes of each posting beside its number. */
  get width(): number {
    return this.#width
  }

  /** The bytes that {@link postingAt} points into. */
  get buffer(): Uint8Array {
    return this.#bytes
  }

  /** Where all of it begins in {@link buffer}. */
  get start(): number {
    return this.#start
  }

  /** How many bytes it has, packed. */
  get bytes(): number {
    return this.#end - this.#start
  }

  /** All of it, packed: for reading. */
  get packed(): Buffer {
    return this.#bytes.subarray(this.#start, this.#end)
  }

  seqOf(i: number): number {
    return this.#bytes.readUIntLE(this.#start + i * (NUMBER + this.#width), NUMBER)
  }

  /** Where the bytes of a posting begin in {@link buffer}. */
  postingAt(i: number): number {
    return this.#start + i * (NUMBER + this.#width) + NUMBER
  }

  /** The numbers of all. */
  seqs(): number[] {
    return Array.from({ length: this.count }, (_, i) => this.seqOf(i))
  }

  /** The bytes of all, each a view. */
  postings(): Uint8Array[] {
    return Array.from({ length: this.count }, (_, i) => this.#bytes.subarray(this.postingAt(i), this.postingAt(i) + this.#width))
  }

  /** @throws {Error} for a posting of another width */
  push(seq: number, posting: Uint8Array): void {
    if (this.#end === this.#start) this.#width = posting.length
    else requireWidth(posting, this.#width)
    const size = NUMBER + this.#width
    if (!this.#isOwn || this.#end + size > this.#bytes.length) this.#copy(size)
    writeNumber(this.#bytes, this.#end, seq)
    this.#bytes.set(posting, this.#end + NUMBER)
    this.#end += size
  }

  /** Takes out the posting of a record; false where there is none. */
  remove(seq: number): boolean {
    for (let i = 0; i < this.count; i++) {
      if (this.seqOf(i) !== seq) continue
      if (!this.#isOwn) this.#copy(0)
      const size = NUMBER + this.#width
      this.#bytes.copyWithin(this.#start + i * size, this.#start + (i + 1) * size, this.#end)
      this.#end -= size
      return true
    }
    return false
  }

  /** Takes out the postings of these records, in one pass; false where there is none. */
  removeAll(seqs: ReadonlySet<number>): boolean {
    if (!this.#isOwn) this.#copy(0)
    const size = NUMBER + this.#width
    let kept = this.#start
    for (let i = 0, { count } = this; i < count; i++) {
      if (seqs.has(this.seqOf(i))) continue
      this.#bytes.copyWithin(kept, this.#start + i * size, this.#start + (i + 1) * size)
      kept += size
    }
    const isAny = kept < this.#end
    this.#end = kept
    return isAny
  }

  /** A copy, but for the posting of one record. */
  without(seq: number): PostingList {
    const copy = new PostingList(this.packed, 0, this.#width)
    copy.remove(seq)
    return copy
  }

  /** Into a buffer of its own, with room for twice as much and something more. */
  #copy(more: number): void {
    const length = this.#end - this.#start
    const bytes = Buffer.allocUnsafe(length ? 2 * length + more : more)
    this.#bytes.copy(bytes, 0, this.#start, this.#end)
    this.#bytes = bytes
    this.#start = 0
    this.#end = length
    this.#isOwn = true
  }
}

/** Returns where it ends. */
function writeNumber(bytes: Buffer, at: number, seq: number): number {
  if (seq >= MOST) throw new Error(`record ${seq} is beyond what a posting can name`)
  return bytes.writeUIntLE(seq, at, NUMBER)
}

function requireWidth(posting: Uint8Array, width: number): void {
  if (posting.length !== width) throw new Error('postings of one key have one width')
}
