/**
 * Zstandard, read frame by frame (RFC 8878), the same on every Node.
 *
 * A file may hold many frames, and skippable ones between them; writers that work in parallel and files put behind each other do.
 * The decompressors at hand stop after the first frame, or check nothing: Node's own (from 22.15) drops what follows a frame, fzstd
 * (for Node 20) knows no checksums. So frames are told apart here, each is given to a decompressor of its own, and length and
 * checksum are held against what it says of itself.
 */
import type { XXHashAPI } from 'xxhash-wasm'
import { inflatedFrame } from './inflate.js'

/** A number of up to four bytes, the least one first. */
const numberOf = (bytes: Uint8Array) => bytes.reduceRight((sum, byte) => sum * 256 + byte, 0)

/** Bytes behind each other. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const MAGIC = 0xfd2fb528
/** Frames of this magic number, and the 15 after it, hold nothing of the content. */
const SKIPPABLE = 0x184d2a50
/** Bytes of the frame's content size field, by its flag; 0 stands for 1 when the frame is one segment. */
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const
const DICTIONARY_BYTES = [0, 1, 2, 4] as const
const RESERVED_BLOCK = 3
const RLE_BLOCK = 1

interface FrameHeader {
  /** Magic number included. */
  readonly bytes: Uint8Array
  /** Undefined where the frame does not say. */
  readonly contentSize: bigint | undefined
  readonly hasChecksum: boolean
}

/** Bytes by the number, from chunks of any size. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #held: Uint8Array = new Uint8Array()

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Whether nothing is left. */
  async isAtEnd(): Promise<boolean> {
    while (!this.#held.length) if (!(await this.#more())) return true
    return false
  }

  /** @throws {Error} when there are fewer */
  async take(bytes: number): Promise<Uint8Array> {
    while (this.#held.length < bytes)
      if (!(await this.#more())) throw new Error('the zstd stream ends in the middle of a frame: the file is cut off')
    const taken = this.#held.subarray(0, bytes)
    this.#held = this.#held.subarray(bytes)
    return taken
  }

  async skip(bytes: number): Promise<void> {
    for (let left = bytes; left > 0; ) left -= (await this.take(Math.min(left, 1 << 16))).length
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done) return false
    this.#held = this.#held.length ? joined([this.#held, value]) : value
    return true
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}

/** @returns undefined for a frame that is skipped */
async function readHeader(reader: ByteReader): Promise<FrameHeader | undefined> {
  const start = await reader.take(4)
  const magic = numberOf(start)
  if (magic >>> 4 === SKIPPABLE >>> 4) {
    await reader.skip(numberOf(await reader.take(4)))
    return undefined
  }
  if (magic !== MAGIC) throw new Error('these bytes are no zstd frame; something else stands behind or instead of one')
  const [descriptor] = (await reader.take(1)) as unknown as [number]
  const isSingle = ((descriptor >> 5) & 1) === 1
  const flag = (descriptor >> 6) as 0 | 1 | 2 | 3
  const sizeBytes = flag === 0 && isSingle ? 1 : CONTENT_SIZE_BYTES[flag]
  const dictionaryBytes = DICTIONARY_BYTES[(descriptor & 3) as 0 | 1 | 2 | 3]
  const window = await reader.take(isSingle ? 0 : 1)
  const dictionary = await reader.take(dictionaryBytes)
  const size = await reader.take(sizeBytes)
  if (dictionary.some((byte) => byte !== 0)) throw new Error('the zstd frame needs a dictionary, which is not read')
  return {
    bytes: joined([start, Uint8Array.of(descriptor), window, dictionary, size]),
    contentSize: contentSizeOf(size),
    hasChecksum: ((descriptor >> 2) & 1) === 1,
  }
}

function contentSizeOf(field: Uint8Array): bigint | undefined {
  if (!field.length) return undefined
  // Two bytes count from where one byte ends.
  return field.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n) + (field.length === 2 ? 256n : 0n)
}

/** The frame's bytes, header and blocks; the checksum is left to the caller. */
async function* blocksOf(reader: ByteReader, header: Uint8Array): AsyncGenerator<Uint8Array> {
  yield header
  while (true) {
    const head = await reader.take(3)
    const value = numberOf(head)
    const kind = (value >> 1) & 3
    if (kind === RESERVED_BLOCK) throw new Error('a zstd block is damaged')
    const content = await reader.take(kind === RLE_BLOCK ? 1 : value >> 3)
    yield joined([head, content])
    if (value & 1) return
  }
}

/** A decompressor that holds the checksum against the content by itself. */
async function* inflateChecked(
  reader: ByteReader,
  { bytes, hasChecksum }: FrameHeader,
  inflate: NonNullable<typeof inflatedFrame>,
): AsyncGenerator<Uint8Array> {
  const frame = async function* () {
    yield* blocksOf(reader, bytes)
    if (hasChecksum) yield await reader.take(4)
  }
  yield* inflate(frame())
}

/** Loaded when the first frame comes, and once: to compile it takes longer than most frames. */
let hashes: Promise<XXHashAPI> | undefined
const newHash = async () => {
  hashes ??= import('xxhash-wasm').then(({ default: load }) => load())
  return (await hashes).create64(0n)
}

async function* inflatePlain(reader: ByteReader, { bytes, hasChecksum }: FrameHeader, isChecked: boolean): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd')
  const hash = hasChecksum && isChecked ? await newHash() : undefined
  const made: Uint8Array[] = []
  const inflate = new Decompress((out) => {
    if (!out.length) return
    hash?.update(out)
    made.push(out)
  })
  for await (const part of blocksOf(reader, withoutChecksum(bytes))) {
    inflate.push(part)
    yield* made.splice(0)
  }
  // The last block may come out only now.
  inflate.push(new Uint8Array(), true)
  yield* made.splice(0)
  if (!hasChecksum) return
  const checksum = numberOf(await reader.take(4))
  if (hash && checksum !== Number(hash.digest() & 0xffffffffn)) throw new Error('the zstd checksum is wrong: the file is damaged')
}

/** A header that promises no checksum, for a decompressor that would wait for it. */
function withoutChecksum(header: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(header)
  copy[4] = (copy[4] as number) & ~4
  return copy
}

/**
 * The content of all frames of a stream, one behind the other.
 *
 * @param isChecked  false where the checksum of a frame is not looked at: a page that may not compile WebAssembly has no hash
 * @throws {Error} that says what is wrong: cut off, damaged, not zstd, in need of a dictionary
 */
export async function* decompressZstd(chunks: AsyncIterable<Uint8Array>, isChecked = true): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(chunks)
  try {
    while (!(await reader.isAtEnd())) {
      const header = await readHeader(reader)
      if (!header) continue
      let made = 0n
      for await (const out of inflatedFrame ? inflateChecked(reader, header, inflatedFrame) : inflatePlain(reader, header, isChecked)) {
        made += BigInt(out.length)
        yield out
      }
      if (header.contentSize !== undefined && made !== header.contentSize)
        throw new Error(`a zstd frame has ${made} bytes where it says ${header.contentSize}: the file is damaged`)
    }
  } finally {
    await reader.close()
  }
}
