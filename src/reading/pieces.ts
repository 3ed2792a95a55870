/** A stream of bytes, cut into pieces that start and end where records do. */
import { TextDecoder } from 'node:util'
import { decodeBytes, encodingOf, HEAD_BYTES, isDoubleByte, isWide, markLength, narrow } from '../sources/formats/encoding.js'
import type { ContainerFormat, Cutter, HeaderReading, Opening } from '../sources/formats/format.js'

/** Bytes that a worker signs at once: fewer make more tasks, more make workers wait for the last one. */
export const PIECE = 4 << 20

export interface Piece {
  /** Its start in the file. */
  readonly start: number
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Instead of bytes: how many there are in a record longer than the limit. */
  readonly tooLong?: number
}

export interface CutFile {
  readonly encoding: string
  readonly opening: Opening
  /** Bytes before the first record. */
  readonly prelude: number
  readonly pieces: AsyncGenerator<Piece>
}

/**
 * Opens a container and cuts it up.
 *
 * @param chunks     the bytes of the file, in pieces of any size
 * @param encoding   `auto` to find out
 * @param maxRecord  a longer record is passed over and reported
 * @param header     where that of a table is
 */
export async function cutContainer(
  chunks: AsyncIterator<Uint8Array>,
  format: ContainerFormat,
  path: string,
  encoding: string,
  maxRecord: number,
  header: HeaderReading,
): Promise<CutFile> {
  try {
    return await cutOpened(chunks, format, path, encoding, maxRecord, header)
  } catch (error) {
    await chunks.return?.()
    throw error
  }
}

async function cutOpened(
  chunks: AsyncIterator<Uint8Array>,
  format: ContainerFormat,
  path: string,
  encoding: string,
  maxRecord: number,
  header: HeaderReading,
): Promise<CutFile> {
  let head: Uint8Array = new Uint8Array()
  let ended = false
  const readOn = async () => {
    const { value, done } = await chunks.next()
    if (done) ended = true
    else head = Buffer.concat([head, value])
  }
  while (!ended && head.length < HEAD_BYTES) await readOn()
  const found = encodingOf(head, encoding)
  const mark = markLength(head)
  const unit = isWide(found) ? 2 : 1
  // A format sees one byte for each unit of UTF-16; to read a header it needs the units themselves.
  const decode = (seen: Uint8Array) =>
    unit === 2
      ? new TextDecoder(found).decode(head.subarray(mark + seen.byteOffset * 2, mark + (seen.byteOffset + seen.length) * 2))
      : (decodeBytes(seen, found) ?? Buffer.from(seen).toString('latin1'))
  let opening: Opening | undefined
  while (!opening) {
    opening = format.open(narrow(head.subarray(mark), found), ended, decode, path, header)
    if (opening) break
    if (ended || head.length > maxRecord) opening = { start: 0 }
    else await readOn()
  }
  const start = mark + opening.start * unit
  const cutter = new PieceCutter(format.createCutter(opening, isDoubleByte(found)), found, start, maxRecord)
  return {
    encoding: found,
    opening,
    prelude: start,
    pieces: closing(pieces(cutter, head.subarray(start), ended ? undefined : chunks), chunks),
  }
}

/** The same generator, which closes its source also when it is left before its beginning. */
function closing<Item>(generator: AsyncGenerator<Item>, source: AsyncIterator<unknown>): AsyncGenerator<Item> {
  const end = generator.return.bind(generator)
  return Object.assign(generator, {
    async return(value: unknown) {
      const ended = await end(value)
      await source.return?.()
      return ended
    },
  })
}

async function* pieces(cutter: PieceCutter, first: Uint8Array, chunks: AsyncIterator<Uint8Array> | undefined): AsyncGenerator<Piece> {
  yield* cutter.push(first)
  while (chunks) {
    const { value, done } = await chunks.next()
    if (done) break
    yield* cutter.push(value)
  }
  yield* cutter.finish()
}

class PieceCutter {
  readonly #cutter: Cutter
  readonly #encoding: string
  readonly #unit: number
  readonly #maxRecord: number
  /** Bytes since the last cut, and where they start in the file. */
  #pending: Uint8Array[] = []
  #length = 0
  #start: number
  /** The number of pending bytes that make whole records. */
  #whole = 0
  /** The number of bytes passed over in a record that is too long. */
  #passed = 0
  /** Half a unit of UTF-16 that waits for its other half. */
  #half: Uint8Array = new Uint8Array()

  constructor(cutter: Cutter, encoding: string, start: number, maxRecord: number) {
    this.#cutter = cutter
    this.#encoding = encoding
    this.#unit = isWide(encoding) ? 2 : 1
    this.#start = start
    this.#maxRecord = maxRecord
  }

  *push(bytes: Uint8Array): Generator<Piece> {
    let chunk = this.#half.length ? Buffer.concat([this.#half, bytes]) : bytes
    const odd = chunk.length % this.#unit
    this.#half = chunk.subarray(chunk.length - odd)
    chunk = chunk.subarray(0, chunk.length - odd)
    if (this.#passed) {
      const end = this.#cutter.next(narrow(chunk, this.#encoding), 0)
      const passed = end < 0 ? chunk.length : end * this.#unit
      this.#passed += passed
      this.#start += passed
      if (end < 0) return
      yield this.#passedOver()
      chunk = chunk.subarray(passed)
    }
    if (!chunk.length) return
    const end = this.#cutter.last(narrow(chunk, this.#encoding), 0)
    if (end >= 0) this.#whole = this.#length + end * this.#unit
    this.#pending.push(chunk)
    this.#length += chunk.length
    if (this.#length - this.#whole > this.#maxRecord) {
      yield* this.#take(this.#whole)
      this.#passed = this.#length
      this.#start += this.#length
      this.#pending = []
      this.#length = 0
    } else if (this.#whole >= PIECE) yield* this.#take(this.#whole)
  }

  *finish(): Generator<Piece> {
    if (this.#half.length) {
      this.#pending.push(this.#half)
      this.#length += this.#half.length
    }
    if (this.#passed) {
      this.#passed += this.#length
      this.#start += this.#length
      yield this.#passedOver()
    } else yield* this.#take(this.#length)
  }

  *#take(bytes: number): Generator<Piece> {
    if (!bytes) return
    const all = this.#pending.length === 1 ? (this.#pending[0] as Uint8Array) : Buffer.concat(this.#pending)
    yield { start: this.#start, bytes: Uint8Array.from(all.subarray(0, bytes)) }
    this.#pending = bytes < all.length ? [all.subarray(bytes)] : []
    this.#start += bytes
    this.#length -= bytes
    this.#whole = 0
  }

  #passedOver(): Piece {
    const tooLong = this.#passed
    this.#passed = 0
    return { start: this.#start - tooLong, bytes: new Uint8Array(), tooLong }
  }
}
