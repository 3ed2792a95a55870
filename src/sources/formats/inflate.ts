/** Deflated bytes with their checksum, and frames of Zstandard, by what Node has for them; the page that needs no installation has web/page/host/inflate.ts in its place. */
import { Readable, type Transform } from 'node:stream'
import * as zlib from 'node:zlib'

/** Bytes that are unpacked at a time. */
const CHUNK = 1 << 16

export const { crc32 } = zlib

/** What raw deflated bytes hold, in pieces. */
export const inflated = (packed: Uint8Array): AsyncIterable<Uint8Array> =>
  Readable.from([packed]).pipe(zlib.createInflateRaw({ chunkSize: CHUNK }))

const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform }

/** What one frame of Zstandard holds, its checksum held against it; undefined where Node has none (before 22.15). */
export const inflatedFrame: ((frame: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>) | undefined =
  createZstdDecompress &&
  ((frame) => {
    const source = Readable.from(frame)
    const inflate = createZstdDecompress()
    source.on('error', (error) => inflate.destroy(error))
    return source.pipe(inflate)
  })
