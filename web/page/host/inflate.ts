/** What src/sources/formats/inflate.ts has from Node, by what a browser has. */

const POLYNOMIAL = 0xedb88320
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1
  return sum
})

/** @param before  the checksum of the bytes before these */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before
  for (let i = 0; i < bytes.length; i++) sum = (sum >>> 8) ^ (TABLE[(sum ^ (bytes[i] as number)) & 255] as number)
  return ~sum >>> 0
}

/** What a stream holds, piece by piece. */
export async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    while (true) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** What packed bytes hold, in pieces. */
export const inflated = (packed: Uint8Array): AsyncGenerator<Uint8Array> =>
  piecesOf(new Blob([packed as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('deflate-raw')))

/** A browser has no Zstandard of its own. */
export const inflatedFrame = undefined
