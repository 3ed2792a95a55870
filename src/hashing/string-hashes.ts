/** The shelf: string hashes by name, to compare and to reproduce what texts name. The product's own features use lane64. */
import { city64 } from './city64.js'
import { ap, bkdr32, bkdr64, djb, js, rs } from './classics.js'
import { fnv1a32, fnv1a64 } from './fnv.js'
import { lane64 } from './lane64.js'
import { md5 } from './md5.js'
import { murmur3x32, murmur3x128 } from './murmur3.js'
import { python64 } from './python.js'
import { sha1 } from './sha1.js'
import { xxh3 } from './xxh3.js'
import { xxh64 } from './xxh64.js'

/** A string hash: bytes to an unsigned integer of `bits` bits, a number up to 32 bits and a bigint beyond. */
export interface StringHash {
  readonly name: string
  readonly bits: 32 | 64 | 128 | 160
  /**
   * Of short words some of the 64 bits that {@link to64} gives are nearly always the same. A simhash of such hashes has them the same in every
   * text, so that unlike texts are few bits apart.
   */
  readonly isUneven?: true
  /** @param seed  what the hash takes for one (BKDR its multiplier, AP, DJB, JS, RS and FNV their start); Python's, MD5 and SHA-1 take none */
  readonly hash: (bytes: Uint8Array, seed?: bigint) => bigint | number
}

type Hash32 = (bytes: Uint8Array, seed?: number) => number

const narrow = (name: string, hash: Hash32): StringHash => ({
  name,
  bits: 32,
  isUneven: true,
  hash: (bytes, seed) => hash(bytes, seed === undefined ? undefined : Number(seed & 0xffffffffn)),
})

const ALL: readonly StringHash[] = [
  { name: 'lane64', bits: 64, hash: lane64 },
  narrow('bkdr32-31', (bytes, seed) => bkdr32(bytes, seed ?? 31)),
  narrow('bkdr32-131', bkdr32),
  { name: 'bkdr64-31', bits: 64, isUneven: true, hash: (bytes, seed) => bkdr64(bytes, seed ?? 31n) },
  { name: 'bkdr64-131', bits: 64, isUneven: true, hash: bkdr64 },
  narrow('ap', ap),
  narrow('djb', djb),
  narrow('js', js),
  narrow('rs', rs),
  narrow('fnv1a-32', fnv1a32),
  { name: 'fnv1a-64', bits: 64, hash: fnv1a64 },
  narrow('murmur3-32', murmur3x32),
  { name: 'murmur3-128', bits: 128, hash: (bytes, seed) => murmur3x128(bytes, Number((seed ?? 0n) & 0xffffffffn)) },
  { name: 'city64', bits: 64, hash: city64 },
  { name: 'xxh64', bits: 64, hash: xxh64 },
  { name: 'xxh3-64', bits: 64, hash: xxh3 },
  { name: 'python64', bits: 64, hash: (bytes) => python64(bytes) },
  { name: 'md5', bits: 128, hash: (bytes) => md5(bytes) },
  { name: 'sha1', bits: 160, hash: (bytes) => sha1(bytes) },
]

/** Every string hash by its name. */
export const STRING_HASHES: ReadonlyMap<string, StringHash> = new Map(ALL.map((hash) => [hash.name, hash]))

/**
 * A hash brought to 64 bits: the lower 64 of a wider one; a narrower one fills the lower bits only, which leaves the
 * upper half of a fingerprint empty, as it does in the programs that use such hashes.
 *
 * @example to64(STRING_HASHES.get('md5')?.hash(bytes) ?? 0n)
 */
export const to64 = (value: bigint | number): bigint => BigInt.asUintN(64, BigInt(value))
