/** MinHash: a sketch of a feature set from which Jaccard similarity can be estimated, as the kernel makes it (assembly/minhash.ts), in plain form. */
import { mix64, step64 } from '../hashing/lane64.js'

/** The value of a position that no feature has reached. */
const NONE = 0xffffffff

/**
 * MinHash by fast similarity sketching: k positions whose error is that of k independent hash functions, for about one
 * hash a feature instead of k.
 *
 * Round r < k throws every feature into one position at random; rounds k to 2k-1 throw every feature into position
 * r - k. A position keeps the least value of the first round that reached it. In round r a feature with hash h has
 * x = h for r = 0, else mix64(h + r * K0); its position is the upper 32 bits of x times k >> 32, its value the lower
 * 32 bits (of which 0xffffffff means "none").
 *
 * @param features  64-bit hashes; repeats do not matter
 * @param k         positions (`num_perm`), 1 to 65536
 * @returns         k unsigned 32-bit values; all 0xffffffff for no features
 * @see S. Dahlgaard, M. B. T. Knudsen, M. Thorup, "Fast similarity sketching", FOCS 2017
 */
export function minhash(features: Iterable<bigint>, k: number): Uint32Array<ArrayBuffer> {
  const values = new Uint32Array(k).fill(NONE)
  const distinct = [...new Set(features)]
  if (!distinct.length) return values
  for (let round = 0; round < 2 * k && values.includes(NONE); round++) {
    const fresh = new Uint32Array(k).fill(NONE)
    for (const hash of distinct) {
      const x = round ? mix64(step64(hash, BigInt(round))) : hash
      const position = round < k ? Number(((x >> 32n) * BigInt(k)) >> 32n) : round - k
      fresh[position] = Math.min(fresh[position] as number, Number(x & 0xffffffffn))
    }
    for (let i = 0; i < k; i++) if (values[i] === NONE) values[i] = fresh[i] as number
  }
  return values
}

/**
 * The band keys of a signature: a 32-bit hash of the rows of each band.
 *
 * @param values  a signature of k positions, from {@link minhash}
 * @param bands   times `rows` at most k; the caller sees to it
 * @returns       one key a band
 */
export function bandKeys(values: Uint32Array, bands: number, rows: number): Uint32Array<ArrayBuffer> {
  const keys = new Uint32Array(bands)
  for (let band = 0; band < bands; band++) {
    let h = 0x9e3779b97f4a7c15n
    for (let row = 0; row < rows; row++) {
      h = ((h ^ BigInt(values[band * rows + row] as number)) * 0xbea225f9eb34556dn) & 0xffffffffffffffffn
      h ^= h >> 32n
    }
    keys[band] = Number((h >> 8n) & 0xffffffffn)
  }
  return keys
}

/**
 * Estimates the Jaccard similarity of two feature sets from their MinHash signatures: the share of positions that agree.
 * Its standard error is sqrt(s * (1 - s) / k) for true similarity s, never above 0.5 / sqrt(k), which is 0.044 for 128.
 *
 * @param left   signature of k values, from {@link minhash}
 * @param right  signature of the same length, made with the same options (not checked)
 * @returns      0 to 1 in steps of 1/k
 * @throws {RangeError} when the lengths differ or are 0
 * @see A. Broder, "On the resemblance and containment of documents", SEQUENCES 1997
 * @example estimateJaccard(Uint32Array.of(7, 8, 9, 4), Uint32Array.of(7, 8, 1, 4)) // 0.75
 */
export function estimateJaccard(left: Uint32Array, right: Uint32Array): number {
  const k = left.length
  if (k === 0 || right.length !== k) throw new RangeError(`signatures must have one length above 0, got ${k} and ${right.length}`)
  let agreeing = 0
  for (let i = 0; i < k; i++) if (left[i] === right[i]) agreeing++
  return agreeing / k
}
