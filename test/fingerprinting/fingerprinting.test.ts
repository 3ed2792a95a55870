/**
 * fingerprinting: are the signatures what the papers define, and how far may their estimates stray?
 *
 * Oracle   worked examples of the papers; exact Jaccard on Sets; k independent MinHash functions, written here.
 * Covers   simhash (bits by majority, even balance, distance); MinHash: unbiased, and the mean squared error of the
 *          estimate no larger than that of k independent functions, for sets of 1 to 5000 features and k of 16 to 256.
 * Seed     fixed; the features are hashes of numbers.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateJaccard, minhash } from '../../src/fingerprinting/minhash.js'
import { hammingDistance, simhash } from '../../src/fingerprinting/simhash.js'
import { mix64 } from '../../src/hashing/lane64.js'
import { createKernel, instantiateKernel } from '../../src/kernel/wasm.js'

describe('simhash', () => {
  it('is the majority of each bit', () => {
    // The worked example of the five steps: 100101 and 101011 with weights 4 and 5 give 101011.
    expect(
      simhash(
        [
          [0b100101n, 4],
          [0b101011n, 5],
        ],
        64,
      ) & 0b111111n,
    ).toBe(0b101011n)
    expect(
      simhash(
        [
          [1n, 1],
          [0n, 1],
        ],
        64,
      ),
    ).toBe(0n)
    expect(simhash([], 64)).toBe(0n)
  })

  it('of 32 bits is the upper half of 64, and of 128 holds the 64', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: (1n << 64n) - 1n }), { maxLength: 20 }), (hashes) => {
        const features = hashes.map((hash) => [hash, 1] as const)
        const narrow = simhash(features, 64)
        expect(simhash(features, 32)).toBe(narrow >> 32n)
        expect(simhash(features, 128) & ((1n << 64n) - 1n)).toBe(narrow)
      }),
    )
  })

  it('has the distances of the texts on it', () => {
    expect(hammingDistance(0b1011101n, 0b1001001n)).toBe(2)
    expect(hammingDistance(0b101011n, 0b101000n)).toBe(2)
    expect(hammingDistance((1n << 128n) - 1n, 0n)).toBe(128)
  })
})

describe('minhash', () => {
  // Words w0, w1, … through the kernel: fast enough for thousands of signatures.
  const kernel = createKernel({ tokenizer: 'word', normalize: [], ngram: 1, charNgram: 1, seed: 0 }, instantiateKernel())
  const sign = (words: readonly string[], k: number) => {
    kernel.load(words.join(' '))
    return kernel.minhash(k)
  }

  for (const k of [16, 128, 256]) {
    for (const size of [1, 2, 5, 20, 100, 1000, 5000]) {
      it(`errs no more than ${k} independent functions on sets of about ${size}`, () => {
        const trials = size > 500 ? 150 : 400
        let squares = 0
        let bias = 0
        let independent = 0
        for (let trial = 0; trial < trials; trial++) {
          const shared = Math.round((size * (trial % 9)) / 8)
          const own = Math.max(size - shared, shared ? 0 : 1)
          const word = (kind: string) => (_: unknown, i: number) => `${kind}${trial}x${i}`
          const common = Array.from({ length: shared }, word('c'))
          const a = [...common, ...Array.from({ length: own }, word('a'))]
          const b = [...common, ...Array.from({ length: own }, word('b'))]
          const jaccard = shared / (shared + 2 * own)
          const error = estimateJaccard(sign(a, k), sign(b, k)) - jaccard
          squares += error * error
          bias += error
          independent += (jaccard * (1 - jaccard)) / k
        }
        const slack = 1 + 5 * Math.sqrt(2 / trials)
        expect(squares).toBeLessThanOrEqual(independent * slack + 1e-12)
        expect(Math.abs(bias)).toBeLessThanOrEqual(4 * Math.sqrt(independent) + 1e-9)
      })
    }
  }

  it('does not care about repeats and order', () => {
    const hashes = Array.from({ length: 50 }, (_, i) => mix64(BigInt(i + 1)))
    expect(minhash([...hashes, ...hashes].reverse(), 32)).toEqual(minhash(hashes, 32))
  })

  it('leaves no position empty but for the empty text', () => {
    expect(minhash([mix64(1n)], 64)).not.toContain(0xffffffff)
    expect(minhash([], 4)).toEqual(new Uint32Array(4).fill(0xffffffff))
  })

  it('estimates by agreeing positions', () => {
    expect(estimateJaccard(Uint32Array.of(7, 8, 9, 4), Uint32Array.of(7, 8, 1, 4))).toBe(0.75)
    expect(() => estimateJaccard(Uint32Array.of(1), Uint32Array.of(1, 2))).toThrow(RangeError)
  })
})
