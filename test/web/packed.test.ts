/**
 * Gzip as a browser unpacks it that ends with the first member and ignores what follows.
 *
 * Oracle   the texts that were packed.
 * Covers   one member; several of equal length, and of others; what looks like a member inside one; zeros behind the last; a cut file.
 */
import { crc32, deflateRawSync, gzipSync, inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { unpackedPieces } from '../../web/page/packed.js'

/** Bytes of the head that gzipSync writes. */
const HEAD = 10

/** Unpacks the first member, and minds nothing behind it. */
class Lenient extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    const taken: Uint8Array[] = []
    super({
      transform: (chunk) => void taken.push(chunk),
      flush(controller) {
        const packed = Buffer.concat(taken)
        let bytes: Buffer
        try {
          bytes = inflateRawSync(packed.subarray(HEAD))
        } catch (error) {
          throw new TypeError((error as Error).message)
        }
        if (!packed.includes(trailerOf(bytes))) throw new TypeError('a checksum is wrong')
        controller.enqueue(bytes)
      },
    })
  }
}

function trailerOf(bytes: Buffer): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(bytes), 0)
  trailer.writeUInt32LE(bytes.length, 4)
  return trailer
}

beforeAll(() => vi.stubGlobal('DecompressionStream', Lenient))
afterAll(() => vi.unstubAllGlobals())

async function unpack(...parts: readonly Uint8Array[]): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of unpackedPieces(new Blob(parts as Uint8Array<ArrayBuffer>[]), 'gzip')) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

it('unpacks one member', async () => expect(await unpack(gzipSync('one'))).toBe('one'))

it.each([
  ['one', 'two'],
  ['one', 'two', 'six'],
  ['one', 'three', 'two'],
  ['', 'one', ''],
])('unpacks members of %j, %j, %j', async (...texts) => {
  const members = texts.map((text) => gzipSync(text))
  expect(await unpack(...members)).toBe(texts.join(''))
  expect(await unpack(...members, new Uint8Array(512))).toBe(texts.join(''))
})

it('takes nothing inside a member for another', async () => {
  // Stored, not packed: the text is there as it is.
  const text = Buffer.concat([Buffer.from('before '), gzipSync('inside'), Buffer.from(' behind')])
  const member = Buffer.concat([gzipSync('').subarray(0, HEAD), deflateRawSync(text, { level: 0 }), trailerOf(text)])
  expect(await unpack(member)).toBe(text.toString())
  expect(await unpack(member, gzipSync('another'))).toBe(`${text.toString()}another`)
})

it('refuses a file that is cut off', () => expect(unpack(gzipSync('one'), gzipSync('two').subarray(0, 15))).rejects.toThrow())
