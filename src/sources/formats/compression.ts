/** Compressed files as streams of bytes, in and out; growth is watched. */
import { createReadStream, statSync } from 'node:fs'
import { pipeline, Readable, Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { LeitongError } from '../../errors.js'
import { loadPackage } from '../../packages.js'
import { isNamedPipe, pipeReader } from './named-pipe.js'
import { readStandardInput } from './standard-input.js'
import { decompressZstd } from './zstd.js'

export type Compression = 'gzip' | 'zstd' | undefined

/** By the ending of a name, and the name without it. */
export function compressionOf(path: string): { compression: Compression; bare: string } {
  const [, bare, ending] = /^(.*)\.(gz|gzip|zst|zstd)$/i.exec(path) ?? []
  if (bare === undefined) return { compression: undefined, bare: path }
  return { compression: (ending as string).toLowerCase().startsWith('g') ? 'gzip' : 'zstd', bare }
}

interface MaybeZstd {
  createZstdCompress?: () => Transform
}
const native = zlib as unknown as MaybeZstd

async function compressor(compression: 'gzip' | 'zstd'): Promise<Transform> {
  if (compression === 'gzip') return zlib.createGzip()
  if (native.createZstdCompress) return native.createZstdCompress()
  const compress = await plainCompress()
  // Frames behind each other are one zstd stream.
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(compress(chunk, 3)))
    },
  })
}

/** Loaded once: a second module takes the place of the first, and the bytes that it gives are zeros. */
const plainCompress = (() => {
  const load = async () => {
    const { init, compress } = loadPackage<typeof import('@bokuweb/zstd-wasm')>('@bokuweb/zstd-wasm', 'write .zst files')
    await init()
    return compress
  }
  let compress: ReturnType<typeof load> | undefined
  return () => {
    compress ??= load()
    return compress
  }
})()

/** Growth is only suspicious beyond this many bytes. */
const FREE_BYTES = 256 << 20

/**
 * The bytes of a file or of standard input (`-`), decompressed.
 *
 * @param maxRatio  how many times its compressed size a file may grow, beyond 256 MB
 * @throws {LeitongError} `INPUT_BOMB`, `SOURCE_READ`
 */
export async function* readBytes(path: string, compression: Compression, maxRatio: number): AsyncGenerator<Uint8Array> {
  const stat = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false })
  const open = () => (isNamedPipe(path, stat) ? pipeReader(path) : createReadStream(path, { highWaterMark: 1 << 20 }))
  const file = path === '-' ? undefined : open()
  const input: AsyncIterable<Uint8Array> = file ?? readStandardInput()
  let read = 0
  let made = 0
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of input) {
      read += chunk.length
      yield chunk
    }
  }
  const stream = compression ? decompressed(counted(), compression) : input
  const size = stat?.isFile() ? stat.size : undefined
  try {
    for await (const chunk of stream) {
      made += chunk.length
      const limit = Math.max(FREE_BYTES, (size ?? read) * maxRatio)
      if (compression && made > limit) throw new LeitongError('INPUT_BOMB', path, size ?? read, limit)
      yield chunk
    }
  } catch (error) {
    if (error instanceof LeitongError) throw error
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  } finally {
    file?.destroy()
  }
}

/** The content of compressed bytes. */
export const decompressed = (chunks: AsyncIterable<Uint8Array>, compression: 'gzip' | 'zstd'): AsyncIterable<Uint8Array> =>
  compression === 'zstd' ? decompressZstd(chunks) : gunzipped(chunks)

async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pipeline(Readable.from(chunks), zlib.createGunzip(), () => {}) as AsyncIterable<Uint8Array>
}

/** Compresses what is yielded. */
export async function* compressBytes(bytes: AsyncIterable<Uint8Array>, compression: Compression): AsyncGenerator<Uint8Array> {
  if (!compression) return yield* bytes
  yield* pipeline(Readable.from(bytes), await compressor(compression), () => {}) as AsyncIterable<Uint8Array>
}
