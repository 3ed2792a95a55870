/**
 * searching/local-index: does the structure of one process find what is there, filled in one go or bit by bit?
 *
 * Oracle   the exact index of the kernel over the same fingerprints; brute force after many replacements.
 * Covers   three widths; every kind of search; removal, and the memory that replacements over and over may take.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstOf, theNewest } from '../../src/searching/enough.js'
import { createHammingIndex } from '../../src/searching/hamming-index.js'
import type { SearchSpec } from '../../src/searching/index-keys.js'
import { LocalIndex, type LocalMatch } from '../../src/searching/local-index.js'
import { createRandom } from '../support/texts.js'

describe('a local index', () => {
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
      expect(whole.find(rowOf(i), false)).toEqual({ first: expected, isAll: true })
      expect(grown.find(rowOf(i), false)).toEqual({ first: expected, isAll: true })
    }
  })
})

const specs: SearchSpec[] = [
  { kind: 'simhash', bits: 32, distance: 1 },
  { kind: 'simhash', bits: 64, distance: 3 },
  { kind: 'simhash', bits: 128, distance: 5 },
  { kind: 'minhash', bands: 3, numPerm: 8 },
  { kind: 'exact' },
]

describe('the oldest of equal entries', () => {
  it('is the one that is there, whatever came and went', () => {
    const operation = fc.record({ value: fc.nat(5), act: fc.constantFrom('add', 'add', 'remove', 'ask'), but: fc.nat(40) })
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 300 }), (operations) => {
        const index = new LocalIndex({ kind: 'minhash', bands: 2, numPerm: 8 })
        const entryOf = (value: number) => new Uint8Array(Uint32Array.from({ length: 8 }, (_, i) => (i ? value % 2 : value)).buffer)
        const there: { seq: number; value: number }[] = []
        let seq = 0
        for (const { value, act, but } of operations) {
          if (act === 'add') {
            index.add([++seq], entryOf(value))
            there.push({ seq, value })
          } else if (act === 'remove' && there.length) {
            const gone = there.splice(value % there.length, 1)[0] as (typeof there)[number]
            expect(index.remove(gone.seq)).toBe(true)
          } else {
            const oldest = there.find((entry) => entry.value === value && entry.seq !== but)
            const found = index.find(entryOf(value), true, but).first
            if (oldest) expect(found).toEqual([{ seq: oldest.seq, equal: true, distance: undefined }])
            else
              expect(found.map((match) => match.seq)).toEqual(
                there.filter((e) => e.value % 2 === value % 2 && e.seq !== but).map((e) => e.seq),
              )
          }
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('a local index under replacement', () => {
  it.each(specs.map((spec) => [JSON.stringify(spec), spec] as const))('lets go of what is replaced, over and over: %s', (_, spec) => {
    const signatureWords = spec.kind === 'simhash' ? spec.bits / 32 : spec.kind === 'minhash' ? spec.bands + spec.numPerm / 4 : 0
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 300 }), (seed, ids) => {
        const random = createRandom(seed)
        const below = (n: number) => Math.floor(random() * n)
        // Few values, so that all have neighbours.
        const rowOf = () =>
          Uint32Array.from({ length: 4 + signatureWords }, (_, i) =>
            i < 4 ? (i ? 7 : below(500)) : spec.kind === 'minhash' ? below(40) : 1 << below(8),
          )
        const index = new LocalIndex(spec)
        const model = new Map<number, { seq: number; row: Uint32Array }>()
        let most = 0
        for (let seq = 1; seq <= 20_000; seq++) {
          const id = below(ids)
          const known = model.get(id)
          if (known) expect(index.remove(known.seq)).toBe(true)
          model.delete(id)
          if (known && random() < 0.1) continue
          const row = rowOf()
          index.add([seq], new Uint8Array(row.buffer))
          model.set(id, { seq, row })
          if (index.removed > most) most = index.removed
          if (seq % 997) continue
          const asked = rowOf()
          const expected = [...model.values()].sort((a, b) => a.seq - b.seq).flatMap((record) => matchOf(spec, asked, record) ?? [])
          const entry = new Uint8Array(asked.buffer)
          expect(index.find(entry, false)).toEqual({ first: expected, isAll: true })
          const oldest = expected.find(({ equal }) => equal)
          // The signature of an equal text is equal too, which that of this row need not be.
          if (oldest || spec.kind === 'exact') expect(index.find(entry, true).first[0]?.equal ?? false).toBe(oldest !== undefined)
          if (spec.kind === 'exact') continue
          const others = [...model.values()].sort((a, b) => a.seq - b.seq)
          for (const but of [0, others[below(others.length)]?.seq ?? 0]) {
            const left = expected.filter((match) => match.seq !== but)
            for (const enough of [theNewest(3), { upTo: 20, newest: 4 }, { upTo: 200, newest: 2 }])
              expect(index.find(entry, false, but, enough)).toEqual(firstOf(left, enough))
          }
        }
        expect(index.count).toBe(model.size)
        // Not one in four of the replacements, however many there are.
        expect(most).toBeLessThanOrEqual(4096)
        expect(index.bytes).toBeLessThan(16 << 20)
      }),
      { numRuns: 3 },
    )
  })
})

/** How near one entry is to another, by looking at all of it. */
function matchOf(spec: SearchSpec, row: Uint32Array, { seq, row: other }: { seq: number; row: Uint32Array }): LocalMatch | undefined {
  const equal = row.subarray(0, 4).every((word, i) => word === other[i])
  if (spec.kind === 'simhash') {
    let distance = 0
    for (let i = 4; i < row.length; i++) for (let x = (row[i] as number) ^ (other[i] as number); x; x &= x - 1) distance++
    return distance <= spec.distance ? { seq, equal, distance } : undefined
  }
  const shares = spec.kind === 'minhash' ? row.subarray(4, 4 + spec.bands).some((word, i) => word === other[4 + i]) : equal
  // Equal rows share everything; these rows are equal in their digests by chance alone.
  return shares ? { seq, equal, distance: undefined } : undefined
}
