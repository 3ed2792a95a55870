/**
 * weighting: does every weight follow its formula?
 *
 * Oracle   the formulas of the sources, spelled out here on plain numbers; worked numbers of docs/papers.md.
 * Laws     a fingerprint does not depend on the scale of weights; models read back as they were written, and broken ones are
 *          refused.
 */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combinedRadius, combinedSimilarity } from '../../src/comparing/combined.js'
import { blogFingerprint, blogHash, blogWords } from '../../src/fingerprinting/blog.js'
import { rotations, rowMinhash } from '../../src/fingerprinting/rotations.js'
import { hammingDistance, simhash } from '../../src/fingerprinting/simhash.js'
import { corpusStatistics, idf } from '../../src/weighting/idf.js'
import { decodeModel, encodeModel } from '../../src/weighting/model.js'
import { HEAVIEST, quantize } from '../../src/weighting/quantize.js'
import { topicLength } from '../../src/weighting/topic-length.js'
import type { FeatureTable } from '../../src/weighting/weight.js'
import { WEIGHTS, type WeightName } from '../../src/weighting/weights.js'

/** Features as rows: occurrences, code points, documents, tag, flags. */
function table(rows: readonly (readonly [count: number, length: number, documents: number, tag?: string, flags?: number])[]): FeatureTable {
  const tagNames = ['', 'n', 'nr', 'v', 'a', '1', '2', '3', '4', '5']
  return {
    size: rows.length,
    counts: Uint32Array.from(rows, ([count]) => count),
    lengths: Uint32Array.from(rows, ([, length]) => length),
    documents: Uint32Array.from(rows, ([, , documents]) => documents),
    flags: Uint32Array.from(rows, ([, , , tag = '', flags = 0]) => (tagNames.indexOf(tag) << 8) | flags),
    tagNames,
  }
}

function weigh(name: WeightName, given: FeatureTable, total = 100, form: 'plain' | 'smooth' = 'plain'): number[] {
  const into = new Float64Array(given.size)
  WEIGHTS[name].weigh(given, into, corpusStatistics(total, form))
  return [...into]
}

describe('weights', () => {
  it('of counts are the counts, one, the square, or the level', () => {
    const given = table([
      [3, 2, 1, '5'],
      [1, 4, 9, 'n'],
    ])
    expect(weigh('tf', given)).toEqual([3, 1])
    expect(weigh('unit', given)).toEqual([1, 1])
    expect(weigh('squared', given)).toEqual([9, 1])
    expect(weigh('level', given)).toEqual([15, 1])
  })

  it('tfidf: share of the occurrences times log(N/df), also with log(N/(1+df)) held at 0', () => {
    const given = table([
      [3, 2, 10],
      [1, 2, 100],
      [1, 2, 0],
    ])
    const close = (found: number[], wanted: number[]) => {
      for (const [i, value] of found.entries()) expect(value).toBeCloseTo(wanted[i] as number, 12)
    }
    close(weigh('tfidf', given), [0.6 * Math.log(10), 0, 0.2 * Math.log(100)])
    close(weigh('tfidf', given, 100, 'smooth'), [0.6 * Math.log(100 / 11), 0, 0.2 * Math.log(50)])
    expect(idf(100, 100, 'smooth')).toBe(0)
  })

  it('topic length: 1 + the normal density around 4.51', () => {
    expect(topicLength(4)).toBeCloseTo(0.9737, 3)
    expect(topicLength(2)).toBeCloseTo(0.5237, 3)
    expect(topicLength(4.51)).toBe(1)
    const [found = 0] = weigh('topic-length', table([[2, 4, 10]]))
    expect(found).toBeCloseTo(Math.log(10) * 1.9737, 3)
  })

  it('composite: part of speech, relative length, marked sentences and title', () => {
    const given = table([
      [1, 1, 10, 'nr'],
      [1, 3, 10, 'v', 1],
      [1, 5, 10, 'a', 2],
      [1, 5, 10, 'n', 3],
    ])
    const base = 0.25 * Math.log(10)
    // Marked and in the title is 5 times a plain one, as either alone.
    const wanted = [1.5, 1.3 * 1.5 * 5, 2 * 5, 1.5 * 2 * 5].map((factor) => base * factor)
    for (const [i, value] of weigh('composite', given).entries()) expect(value).toBeCloseTo(wanted[i] as number, 12)
    // All of one length: no length counts more than another.
    expect(weigh('composite', table([[1, 2, 10]]))[0]).toBeCloseTo(Math.log(10), 12)
  })

  it('become whole numbers in proportion, and count alike where nothing weighs anything', () => {
    const into = new Int32Array(3)
    quantize(Float64Array.of(1, 0.5, 0), 3, into)
    expect([...into]).toEqual([HEAVIEST, HEAVIEST / 2, 0])
    quantize(Float64Array.of(3, 1, 0), 3, into)
    expect([...into]).toEqual([3, 1, 0])
    quantize(Float64Array.of(0, 0, 0), 3, into)
    expect([...into]).toEqual([1, 1, 1])
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 }),
        fc.integer({ min: -20, max: 20 }),
        (weights, power) => {
          // Whole numbers stay as they are, at whatever scale.
          fc.pre([0, power].every((by) => !weights.every((weight) => Number.isInteger(weight * 2 ** by))))
          const [plain, scaled] = [new Int32Array(weights.length), new Int32Array(weights.length)]
          quantize(Float64Array.from(weights), weights.length, plain)
          quantize(
            Float64Array.from(weights, (weight) => weight * 2 ** power),
            weights.length,
            scaled,
          )
          // Subnormal numbers lose digits when they are scaled.
          fc.pre(weights.every((weight) => weight === 0 || weight > 1e-290))
          expect(scaled).toEqual(plain)
        },
      ),
    )
  })
})

describe('the combined similarity of wang2019', () => {
  it('gives the distances at which 0.25 is reached, and the radius that loses none', () => {
    const similar = (distance: number, info: number) => combinedSimilarity(distance, info, 0.9) >= 0.25 - 1e-12
    expect([0, 1, 2].every((distance) => similar(distance, 0))).toBe(true)
    expect([similar(3, 0.24), similar(3, 0.25), similar(4, 0.69), similar(4, 0.7), similar(5, 0.99), similar(5, 1)]).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
    ])
    expect([0, 1, 2, 3, 4, 5, 6].map((distance) => similar(distance, 1))).toEqual([true, true, true, true, true, true, false])
    expect(combinedRadius(0.25, 0.9)).toBe(5)
    expect(combinedSimilarity(3, undefined, 0.9)).toBe(0.25)
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 1, noNaN: true }), fc.double({ min: 0.01, max: 1, noNaN: true }), (mu, share) => {
        const threshold = 1 - mu + share * mu
        const radius = combinedRadius(threshold, mu)
        expect(combinedSimilarity(radius + 1, 1, mu)).toBeLessThan(threshold)
        expect(combinedSimilarity(radius, 1, mu)).toBeGreaterThanOrEqual(threshold - 1e-9)
      }),
    )
  })

  it('signs other information as the worked example does', () => {
    const sets = [
      [0, 1],
      [1, 2, 3],
      [0, 3, 4],
      [3, 4],
    ]
    const functions = [(x: number) => (x + 1) % 5, (x: number) => (2 * x + 1) % 5]
    expect(sets.map((rows) => rowMinhash(rows, functions))).toEqual([
      [1, 1],
      [2, 0],
      [0, 1],
      [0, 2],
    ])
    expect(rotations([], 100)).toEqual(new Uint8Array(100).fill(255))
    // h_i(x) = (x + i) mod 100, i from 1 to 100.
    expect([...rotations([7], 100)]).toEqual(Array.from({ length: 100 }, (_, i) => (7 + i + 1) % 100))
    // The functions know a row by its number modulo 100 alone. The source has a hundred rows; here an element has its hash, so that elements of
    // equal remainder are one, as docs/papers.md says.
    expect(rotations([12_345, 607], 100)).toEqual(rotations([45, 7], 100))
    expect(rotations([7, 107], 100)).toEqual(rotations([7], 100))
  })
})

describe('the worked numbers of the five steps', () => {
  it('weigh, merge and reduce 100101 (4) and 101011 (5) to 101011', () => {
    // 9 -9 1 -1 1 9
    expect(
      simhash(
        [
          [0b100101n, 4],
          [0b101011n, 5],
        ],
        64,
      ),
    ).toBe(0b101011n)
    // A sum of exactly 0 gives 0.
    expect(
      simhash(
        [
          [0b01n, 2],
          [0b10n, 2],
        ],
        64,
      ),
    ).toBe(0n)
    expect(hammingDistance(0b1011101n, 0b1001001n)).toBe(2)
    expect(hammingDistance(0b101011n, 0b101000n)).toBe(2)
  })
})

describe('the published program of the profile blog', () => {
  const text = '今天/t 天气/n 很/d 好/a ，/wd 今天/t 出门/v 散步/v\r\n的/ude1 人/n 、/wn 很/d 多/a 标点 。/wj'

  it('takes what stands before the first slash, joins lines, and skips commas and untagged pieces', () => {
    expect([...blogWords(text)]).toEqual([
      ['今天', 2],
      ['天气', 1],
      ['很', 2],
      ['好', 1],
      ['出门', 1],
      ['散步', 1],
      ['人', 1],
      ['多', 1],
      ['。', 1],
    ])
  })

  it('hashes as Java does: 31 times, wrapping, then the absolute value', () => {
    let long = 0n
    for (const c of 'abcdefghijklmnop') long = BigInt.asIntN(64, long * 31n + BigInt(c.charCodeAt(0)))
    expect(long < 0n ? -long : long).toBe(blogHash('abcdefghijklmnop'))
    expect(blogHash('a')).toBe(97n)
  })

  it('leaves words whose remainder is negative without a bit', () => {
    // The hash of a word of one character is its code; 32 bits hold it, and the sign bit stays free.
    expect(blogFingerprint('a/x', 8).fingerprint).toBe(97n)
    const negative = Array.from({ length: 5000 }, (_, i) => `w${i}word`).find((word) => blogHash(word) % (1n << 32n) >= 1n << 31n) as string
    expect(blogFingerprint(`${negative}/x`, 32)).toEqual({ fingerprint: 0n, words: 1 })
  })
})

describe('corpus models', () => {
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

  it('read back as they were written, at any offset', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
        fc.string(),
        fc.nat(),
        fc.integer({ min: 0, max: 9 }),
        (hashes, features, total, offset) => {
          const sorted = BigUint64Array.from(hashes).sort()
          const documents = Uint32Array.from(sorted, (_, i) => i + 2)
          const bytes = encodeModel({ features, total, hashes: sorted, documents }, digest)
          const moved = new Uint8Array(bytes.length + offset)
          moved.set(bytes, offset)
          const model = decodeModel(moved.subarray(offset), 'm', digest)
          expect({ ...model, hashes: [...model.hashes], documents: [...model.documents] }).toEqual({
            features,
            total,
            hashes: [...sorted],
            documents: [...documents],
            checksum: Buffer.from(bytes.subarray(-16)).toString('hex'),
          })
        },
      ),
    )
  })

  it('that were cut, changed or are something else are refused', () => {
    const bytes = encodeModel({ features: 'f', total: 3, hashes: BigUint64Array.of(5n, 9n), documents: Uint32Array.of(2, 3) }, digest)
    const broken = expect.objectContaining({ code: 'MODEL_BROKEN' })
    for (let cut = 0; cut < bytes.length; cut++) expect(() => decodeModel(bytes.slice(0, cut), 'm', digest)).toThrow(broken)
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice()
      changed[at] = (changed[at] as number) ^ 1
      expect(() => decodeModel(changed, 'm', digest)).toThrow(broken)
    }
  })
})
