/** SHA-1 in plain TypeScript, for I-Match, whose signature it is. */
import { padMessage } from './md5.js'

/** The constant of each of the four parts of 20 steps. */
const ROUND = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6]
const rotate = (x: number, by: number) => (x << by) | (x >>> (32 - by))

/**
 * SHA-1 (FIPS 180-4). Not for anything that an adversary may want to forge.
 *
 * @returns 160 bits, as the digest is usually written: its first byte is the highest
 */
export function sha1(bytes: Uint8Array): bigint {
  const padded = padMessage(bytes, false)
  const view = new DataView(padded.buffer)
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0)
  const schedule = new Int32Array(80)
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getInt32(block + i * 4)
    const word = (i: number) => schedule[i] as number
    for (let i = 16; i < 80; i++) schedule[i] = rotate(word(i - 3) ^ word(i - 8) ^ word(i - 14) ^ word(i - 16), 1)
    let [a, b, c, d, e] = state as unknown as [number, number, number, number, number]
    for (let i = 0; i < 80; i++) {
      const part = Math.floor(i / 20)
      const f = part === 0 ? (b & c) | (~b & d) : part === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d
      const next = (rotate(a, 5) + f + e + (ROUND[part] as number) + word(i)) | 0
      ;[e, d, c, b, a] = [d, c, rotate(b, 30), a, next]
    }
    ;[a, b, c, d, e].forEach((value, i) => {
      state[i] = (state[i] as number) + value
    })
  }
  let digest = 0n
  for (const value of state) digest = (digest << 32n) | BigInt(value >>> 0)
  return digest
}
