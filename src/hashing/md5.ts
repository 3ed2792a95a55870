/** MD5 in plain TypeScript, for the rival that compares whole texts by it and for comparison; a browser offers none. */
import { word32 } from './words.js'

/** Bits by which each step rotates, four for each of the four parts. */
const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
/** The constant of each of the 64 steps, as the RFC derives them. */
const SINES = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0)

/** The message with one bit, zeros and its length in bits, in whole blocks of 64 bytes, as MD5 and SHA-1 take it. */
export function padMessage(bytes: Uint8Array, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n, littleEndian)
  return padded
}

/**
 * MD5 (RFC 1321). Not for anything that an adversary may want to forge.
 *
 * @returns 128 bits, as the digest is usually written: its first byte is the highest
 */
export function md5(bytes: Uint8Array): bigint {
  const padded = padMessage(bytes, true)
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
  for (let block = 0; block < padded.length; block += 64) {
    let [a, b, c, d] = state as unknown as [number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const part = i >> 4
      const f = part === 0 ? (b & c) | (~b & d) : part === 1 ? (d & b) | (~d & c) : part === 2 ? b ^ c ^ d : c ^ (b | ~d)
      const g = [i, 5 * i + 1, 3 * i + 5, 7 * i][part] as number
      const sum = (a + f + (SINES[i] as number) + word32(padded, block + (g & 15) * 4)) | 0
      const by = SHIFTS[part * 4 + (i & 3)] as number
      ;[a, d, c, b] = [d, c, b, (b + ((sum << by) | (sum >>> (32 - by)))) | 0]
    }
    ;[a, b, c, d].forEach((value, i) => {
      state[i] = (state[i] as number) + value
    })
  }
  const out = new DataView(new ArrayBuffer(16))
  state.forEach((value, i) => {
    out.setInt32(i * 4, value, true)
  })
  return (out.getBigUint64(0) << 64n) | out.getBigUint64(8)
}
