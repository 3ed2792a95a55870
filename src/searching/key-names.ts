/**
 * Keys as strings, one character for each byte. Characters are put together by hand: to make an array of so few bytes, and a string of that,
 * takes ten times as long.
 */
import type { Key } from './key-types.js'

/** The first byte of a key, which keeps kinds of keys apart in one index. */
export const TAG = { digest: 0, block: 1, band: 2, feature: 3 } as const

/** Bytes of the digest at the start of an entry. */
const DIGEST = 16
const F = String.fromCharCode

export const tagOf = (key: Key): number => key.charCodeAt(0)

/** Bytes as characters. @param bytes  their number a multiple of four */
export function keyOf(bytes: ArrayLike<number>, from: number, to: number): Key {
  let key = ''
  for (let i = from; i < to; i += 4) key += F(bytes[i] as number, bytes[i + 1] as number, bytes[i + 2] as number, bytes[i + 3] as number)
  return key
}

const DIGEST_TAG = F(TAG.digest)

export const digestKey = (entry: Uint8Array): Key => DIGEST_TAG + keyOf(entry, 0, DIGEST)

/** A band of a MinHash signature behind the digest: its number, and its four bytes. */
export function bandKey(entry: Uint8Array, band: number): Key {
  const at = DIGEST + band * 4
  const [a, b, c, d] = [entry[at], entry[at + 1], entry[at + 2], entry[at + 3]] as [number, number, number, number]
  return F(TAG.band, band & 255, band >> 8, a, b, c, d)
}
