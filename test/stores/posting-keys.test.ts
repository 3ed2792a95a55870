/**
 * Filing under keys: complete within the distance, and bounded.
 *
 * Covers   keys and finer keys: rows within the distance share one at every level; the walk through split keys against brute
 *          force; no splittable key outgrows its limit; removal finds every posting. Packed lists against lists of objects.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIndexKeys, type Key } from '../../src/searching/index-keys.js'
import { filingKeys, findCandidates, postingKeys, postingLimit } from '../../src/stores/postings/posting-keys.js'
import { PostingList } from '../../src/stores/postings/posting-list.js'
import { fingerprintBytes, rowOf } from './contract/support.js'

describe.each([
  [32, 2],
  [64, 0],
  [64, 3],
  [64, 10],
  [128, 5],
] as const)('blocks of %i bits, distance %i', (bits, distance) => {
  const indexKeys = createIndexKeys({ kind: 'simhash', bits, distance })
  const near = fc
    .tuple(fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n }), fc.uniqueArray(fc.nat(bits - 1), { maxLength: distance }))
    .map(([value, flips]) => [value, flips.reduce((sum, bit) => sum ^ (1n << BigInt(bit)), value)] as const)

  it('brings rows within the distance together at every level', () => {
    fc.assert(
      fc.property(near, ([a, b]) => {
        const [left, right] = [rowOf(1, fingerprintBytes(a, bits)), rowOf(2, fingerprintBytes(b, bits))]
        const shared = (x: Key[], y: Key[]) => x.filter((key) => y.includes(key))
        const first = shared(indexKeys.keys(left), indexKeys.keys(right))
        expect(first.length).toBeGreaterThan(0)
        for (const key of first) {
          const [x, y] = [indexKeys.split(key, left), indexKeys.split(key, right)]
          expect(x.length).toBe(y.length)
          if (x.length) expect(shared(x, y).length).toBeGreaterThan(0)
        }
      }),
    )
  })

  it('finds all and only what is near, however often keys split', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(near, { minLength: 5, maxLength: 20 }), fc.nat(3), fc.boolean(), async (pairs, low, grows) => {
        // As many buckets as make a limit of 4 at the end, from 1 in the beginning.
        const limits = grows ? { blockLimit: 4, overflow: 3 } : { blockLimit: 4 }
        const limitAt = (seq: number) => postingLimit(limits, 2 * pairs.length, seq)
        // Few bits vary, so that keys fill up.
        const mask = (1n << BigInt(8 + low * 4)) - 1n
        const rows = pairs.flat().map((value, i) => rowOf(i, fingerprintBytes(value & mask, bits)))
        const buckets = new Map<Key, { postings: PostingList; split: boolean }>()
        const bucket = (key: Key) => buckets.get(key) ?? { postings: new PostingList(), split: false }
        for (const [seq, row] of rows.entries()) {
          const { file, mark } = await filingKeys(indexKeys, row, limitAt(seq), async (keys) =>
            keys.map((key) => ({ count: bucket(key).postings.count, split: bucket(key).split })),
          )
          for (const key of mark) buckets.set(key, { ...bucket(key), split: true })
          for (const key of file) {
            const { postings, split } = bucket(key)
            if (indexKeys.split(key, row).length) expect(postings.count).toBeLessThan(limitAt(seq))
            postings.push(seq, indexKeys.posting(row))
            buckets.set(key, { postings, split })
          }
        }
        const distanceOf = (a: Uint8Array, b: Uint8Array) => indexKeys.match(a, indexKeys.keys(a)[1] as Key, indexKeys.posting(b))?.distance
        for (const row of rows) {
          const found = await findCandidates(indexKeys, row, false, async (keys) => keys.map(bucket))
          const expected = rows.flatMap((other, seq) => (distanceOf(row, other) === undefined ? [] : [seq]))
          expect(found.map(({ seq }) => seq)).toEqual(expected)
        }
        const [row] = rows as [Uint8Array]
        for (const key of await postingKeys(indexKeys, row, async (keys) => keys.map((each) => bucket(each).split))) {
          const { postings, split } = bucket(key)
          buckets.set(key, { postings: postings.without(0), split })
        }
        for (const { postings } of buckets.values()) expect(postings.seqs()).not.toContain(0)
      }),
      { numRuns: 10 },
    )
  })
})

describe('the limit of a key', () => {
  it('is a number, or grows with the mean of all buckets as in wang2019', () => {
    const { buckets } = createIndexKeys({ kind: 'simhash', bits: 64, distance: 3 })
    expect(buckets).toBe(65_536)
    expect(postingLimit({ blockLimit: 1000, overflow: 2 }, buckets, 2 ** 33)).toBe(393_216)
    expect(postingLimit({ blockLimit: 1000, overflow: 2 }, buckets, 10)).toBe(1)
    expect(postingLimit({ blockLimit: 1000 }, buckets, 2 ** 33)).toBe(1000)
    expect(createIndexKeys({ kind: 'minhash', bands: 4, numPerm: 16 }).buckets).toBeUndefined()
  })
})

describe('a packed list', () => {
  it('holds what a list of objects holds, whatever is added and removed, and leaves the bytes it came from alone', () => {
    const act = fc.tuple(
      fc.boolean(),
      fc.nat(9).map((seq) => seq * 5_000_000_000),
      fc.nat(255),
    )
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), fc.constantFrom(0, 4, 8), (acts, width) => {
        let expected: { seq: number; posting: number[] }[] = []
        let list = new PostingList()
        for (const [isAdded, seq, byte] of acts) {
          const posting = new Uint8Array(width).fill(byte)
          if (isAdded) {
            expected.push({ seq, posting: [...posting] })
            list.push(seq, posting)
          } else {
            const at = expected.findIndex((each) => each.seq === seq)
            expected = expected.filter((_, i) => i !== at)
            expect(list.remove(seq)).toBe(at >= 0)
          }
          // As a store reads it again: then the first change must not reach the bytes that were read.
          const read = Buffer.concat([Buffer.of(7), list.packed])
          const before = read.toString('hex')
          const again = new PostingList(read, 1, width)
          again.push(1, new Uint8Array(width))
          if (expected.length) again.remove((expected[0] as { seq: number }).seq)
          expect(read.toString('hex')).toBe(before)
          list = new PostingList(read, 1, width)
          const bytes = list.postings().map((each) => [...each])
          expect(list.seqs().map((each, i) => ({ seq: each, posting: bytes[i] }))).toEqual(expected)
        }
      }),
    )
  })

  it('refuses bytes of another length, postings of another width, and numbers that it cannot name', () => {
    expect(() => new PostingList(Buffer.alloc(13), 0, 8)).toThrow('length')
    const list = PostingList.from([{ seq: 2 ** 48 - 1, posting: Uint8Array.of(1, 2, 3, 4) }])
    expect(list.seqOf(0)).toBe(2 ** 48 - 1)
    expect(() => list.push(1, new Uint8Array(8))).toThrow('one width')
    const unlike = [4, 8].map((width) => ({ seq: 1, posting: new Uint8Array(width) }))
    expect(() => PostingList.from(unlike)).toThrow('one width')
    expect(() => list.push(2 ** 48, Uint8Array.of(1, 2, 3, 4))).toThrow('beyond')
  })
})
