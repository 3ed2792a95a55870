/**
 * sources/formats/zstd: are all frames of a file read, and is no damaged one taken for sound?
 *
 * Oracle   frames written here by RFC 8878 (raw and RLE blocks), with checksums of our own xxh64; frames of @bokuweb/zstd-wasm.
 * Covers   several frames, skippable ones, chunks of any size; every truncation; every flipped bit of a frame with a checksum;
 *          other bytes behind a frame; a frame that needs a dictionary; a wrong content size; the whole command.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compress, init } from '@bokuweb/zstd-wasm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { xxh64 } from '../../../src/hashing/xxh64.js'
import { compressBytes } from '../../../src/sources/formats/compression.js'
import { decompressZstd } from '../../../src/sources/formats/zstd.js'
import { leitong, temporaryFolder } from '../../support/files.js'

const folder = temporaryFolder()

function littleEndian(value: bigint, bytes: number): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64LE(value)
  return buffer.subarray(0, bytes)
}

/** A frame of raw blocks with content size and checksum. */
function frameOf(content: Uint8Array, { blockBytes = 1000, dictionary = 0, size = BigInt(content.length) } = {}): Buffer {
  const descriptor = 0b11_1_0_0_1_00 | (dictionary ? 3 : 0)
  const blocks: Buffer[] = []
  for (let at = 0; at < content.length || !blocks.length; at += blockBytes) {
    const block = content.subarray(at, at + blockBytes)
    const isLast = at + blockBytes >= content.length ? 1 : 0
    blocks.push(littleEndian(BigInt(isLast | (block.length << 3)), 3), Buffer.from(block))
  }
  return Buffer.concat([
    Buffer.of(0x28, 0xb5, 0x2f, 0xfd, descriptor),
    dictionary ? littleEndian(BigInt(dictionary), 4) : Buffer.alloc(0),
    littleEndian(size, 8),
    ...blocks,
    littleEndian(xxh64(content) & 0xffffffffn, 4),
  ])
}

const skippable = (bytes: number) =>
  Buffer.concat([Buffer.of(0x5a, 0x2a, 0x4d, 0x18), littleEndian(BigInt(bytes), 4), Buffer.alloc(bytes, 7)])

async function read(file: Uint8Array, chunkBytes = 1 << 16): Promise<Buffer> {
  async function* chunks() {
    for (let at = 0; at < file.length; at += chunkBytes) yield file.subarray(at, at + chunkBytes)
  }
  const parts: Uint8Array[] = []
  for await (const part of decompressZstd(chunks())) parts.push(Uint8Array.from(part))
  return Buffer.concat(parts)
}

describe('frames', () => {
  it('are all read, whatever stands between them and however chunks fall', async () => {
    await init()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.uint8Array({ maxLength: 3000 }), fc.constantFrom('raw', 'packed', 'skipped')), { maxLength: 5 }),
        fc.integer({ min: 1, max: 700 }),
        async (pieces, chunkBytes) => {
          const file = pieces.map(([content, kind]) =>
            kind === 'raw'
              ? frameOf(content)
              : kind === 'packed'
                ? Buffer.from(compress(Buffer.from(content), 3))
                : skippable(content.length),
          )
          const content = pieces.flatMap(([bytes, kind]) => (kind === 'skipped' ? [] : [bytes]))
          expect((await read(Buffer.concat(file), chunkBytes)).equals(Buffer.concat(content))).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('of repeated bytes are read', async () => {
    const content = Buffer.alloc(5000, 'a')
    const frame = Buffer.concat([
      Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0b11_1_0_0_1_00),
      littleEndian(5000n, 8),
      littleEndian(BigInt(1 | (1 << 1) | (5000 << 3)), 3),
      Buffer.from('a'),
      littleEndian(xxh64(content) & 0xffffffffn, 4),
    ])
    expect((await read(frame)).equals(content)).toBe(true)
  })
})

describe('what is not sound', () => {
  const content = Buffer.from('{"id":1,"text":"a record"}\n{"id":2,"text":"another record"}\n')
  const frame = frameOf(content, { blockBytes: 20 })

  it('every truncation is refused', async () => {
    for (let bytes = 1; bytes < frame.length; bytes++)
      await expect(read(frame.subarray(0, bytes)), String(bytes)).rejects.toThrow(/cut off/)
  })

  it('no flipped bit goes unnoticed', async () => {
    for (let bit = 0; bit < frame.length * 8; bit++) {
      const damaged = Buffer.from(frame)
      damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7))
      const made = await read(damaged).catch(() => undefined)
      // A bit that the format keeps unused changes nothing.
      expect(made === undefined || made.equals(content), `bit ${bit}`).toBe(true)
    }
  })

  it('other bytes behind a frame, a dictionary and a wrong size are refused', async () => {
    await expect(read(Buffer.concat([frame, Buffer.from('something else')]))).rejects.toThrow(/no zstd frame/)
    await expect(read(frameOf(content, { dictionary: 4711 }))).rejects.toThrow(/dictionary/)
    await expect(read(frameOf(content, { size: 3n }))).rejects.toThrow()
  })

  it('ends the command with an error and no output', async () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `{"id":${i},"text":"record ${i} of ${(i * 7919) % 10007} words"}\n`).join('')
    const whole = Buffer.concat([skippable(4), frameOf(Buffer.from(lines)), frameOf(Buffer.from('{"id":"last","text":"one more"}\n'))])
    writeFileSync(join(folder, 'whole.jsonl.zst'), whole)
    const sound = await leitong(['dedupe', 'whole.jsonl.zst', '--method', 'exact', '--json'], { cwd: folder })
    expect(JSON.parse(sound.stdout).documents).toBe(2001)
    const damaged = Buffer.from(whole)
    damaged[whole.length >> 1] = (damaged[whole.length >> 1] as number) ^ 16
    writeFileSync(join(folder, 'damaged.jsonl.zst'), damaged)
    const { code, stderr } = await leitong(['dedupe', 'damaged.jsonl.zst', '--method', 'exact', '-o', 'out.jsonl'], { cwd: folder })
    expect(code).toBe(3)
    expect(stderr).toMatch(/damaged/)
  })

  it('is written soundly however many files a process writes', async () => {
    for (let bytes = 0; bytes < 60; bytes++) {
      const content = Buffer.from('雷同 '.repeat(bytes))
      async function* source() {
        yield content
      }
      const parts: Uint8Array[] = []
      for await (const part of compressBytes(source(), 'zstd')) parts.push(part)
      expect((await read(Buffer.concat(parts))).equals(content)).toBe(true)
    }
  })
})
