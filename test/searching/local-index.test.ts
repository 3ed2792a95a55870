/**
 * The search structure of one process, filled in one go and bit by bit.
 *
 * Oracle   the exact index of the kernel over the same fingerprints.
 */
import { describe, expect, it } from 'vitest'
import { createHammingIndex } from '../../src/searching/hamming-index.js'
import { LocalIndex } from '../../src/searching/local-index.js'
import { createRandom } from '../support/texts.js'

describe('local index', () => {
  it.each([
    [64, 3],
    [128, 5],
    [32, 1],
  ] as const)('finds what the kernel finds: %i bits, distance %i', (bits, distance) => {
    const random = createRandom(bits)
    const [count, words] = [70_000, bits / 32]
    // Few distinct values in some blocks, so that buckets are of very unlike sizes.
    const fingerprints = Uint32Array.from({ length: count * words }, (_, i) => Math.floor(random() * (i % words ? 2 ** 32 : 2 ** 22)))
    const rows = new Uint32Array(count * (4 + words))
    for (let i = 0; i < count; i++) {
      rows[i * (4 + words)] = i
      rows.set(fingerprints.subarray(i * words, (i + 1) * words), i * (4 + words) + 4)
    }
    const rowOf = (i: number) => new Uint8Array(rows.buffer, i * (4 + words) * 4, (4 + words) * 4)
    const whole = new LocalIndex({ kind: 'simhash', bits, distance })
    whole.add(
      Float64Array.from({ length: count }, (_, i) => i + 1),
      new Uint8Array(rows.buffer),
    )
    const grown = new LocalIndex({ kind: 'simhash', bits, distance })
    for (let i = 0; i < count; i++) grown.add([i + 1], rowOf(i))
    for (const index of [whole, grown]) for (let i = 0; i < count; i += 10) expect(index.remove(i + 1)).toBe(true)
    expect(whole.count).toBe(count - count / 10)
    const fingerprintOf = (i: number) =>
      Array.from({ length: words }, (_, w) => BigInt(fingerprints[i * words + w] as number) << BigInt(32 * w)).reduce((a, b) => a | b)
    const wide = bits === 128 ? 2 : 1
    const oracle = createHammingIndex(
      BigUint64Array.from(
        { length: count * wide },
        (_, i) => (fingerprintOf(Math.floor(i / wide)) >> BigInt(64 * (i % wide))) & (2n ** 64n - 1n),
      ),
      bits,
      distance,
    )
    for (let i = 0; i < count; i += 101) {
      const expected = oracle
        .query(fingerprintOf(i))
        .filter(({ ordinal }) => ordinal % 10)
        .map((match) => ({ seq: match.ordinal + 1, equal: match.ordinal === i, distance: match.distance }))
        .sort((a, b) => a.seq - b.seq)
      expect(whole.find(rowOf(i), false)).toEqual(expected)
      expect(grown.find(rowOf(i), false)).toEqual(expected)
    }
  })
})
