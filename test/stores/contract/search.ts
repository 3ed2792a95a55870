/** Cases of the contract of stores: the search finds everything that is alike, and nothing else. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SearchSpec } from '../../../src/searching/index-keys.js'
import type { Candidate, Store, StoredRecord } from '../../../src/stores/store.js'
import { createRandom } from '../../support/texts.js'
import type { StoreLab } from './lab.js'
import {
  all,
  expectSame,
  fingerprintBytes,
  matchOf,
  metaOf,
  put,
  recordOf,
  rowOf,
  SIMHASH,
  seqsOf,
  sharedBands,
  simhashRow,
} from './support.js'

const SPECS: SearchSpec[] = [
  SIMHASH,
  { kind: 'simhash', bits: 32, distance: 0 },
  { kind: 'simhash', bits: 128, distance: 6 },
  { kind: 'minhash', bands: 4, numPerm: 8 },
  { kind: 'minhash', bands: 4, numPerm: 8, closest: 3 },
  { kind: 'exact' },
]

/** Of stores that search in memory. */
const IN_MEMORY: SearchSpec[] = [{ kind: 'features', threshold: 0.7 }]

export function searchCases(lab: StoreLab): void {
  describe('among equal records', () => equalCases(lab))
  const specs = lab.setup.driver.searchesInMemory ? [...SPECS, ...IN_MEMORY] : SPECS
  it.each(specs.map((spec) => [JSON.stringify(spec), spec] as const))('finds exactly what brute force finds: %s', (_, spec) =>
    holdAgainstBruteForce(lab, spec),
  )
}

function equalCases(lab: StoreLab): void {
  const row = simhashRow(5, 9n)
  let store: Store
  let seqs: number[]
  beforeAll(async () => {
    store = await lab.create(metaOf(SIMHASH))
    const other = put(recordOf(0, simhashRow(4, 9n)))
    seqs = seqsOf(await store.update([other, ...Array.from({ length: 20 }, (_, i) => put(recordOf(i + 1, row)))]))
  })

  it('finds the oldest when that is enough', async () => {
    const [found] = (await store.find([row], true)) as [Candidate[]]
    expect(found).toContainEqual({ seq: seqs[1], equal: true, distance: 0 })
  })

  it('finds every one when all are asked for', async () => {
    expect(await store.find([row], false)).toEqual([seqs.map((seq, i) => ({ seq, equal: i > 0, distance: 0 }))])
  })

  it('finds none for a row that is far from them', async () => {
    expect(await store.find([simhashRow(6, -1n)], false)).toEqual([[]])
  })
}

/** A row of few bits that vary, so that neighbours abound and keys split; a wild one is far from most. */
function rowFor(spec: SearchSpec, n: number, wild: boolean): Uint8Array {
  const random = createRandom(n)
  if (spec.kind === 'exact') return rowOf(n % 7, new Uint8Array())
  if (spec.kind === 'minhash')
    return rowOf(
      n,
      Uint8Array.from({ length: spec.bands * 4 + spec.numPerm }, (_, i) => (i % 4 ? 0 : Math.floor(random() * 6))),
    )
  // Of rare features test/jobs/live/versions.test.ts holds every store against an oracle.
  if (spec.kind === 'rare') throw new Error('no rows of rare features here')
  if (spec.kind === 'features') {
    // Few features in one half of the number or the other, so that texts hold each other.
    const features = Array.from({ length: 12 }, (_, i) => (i % 2 ? BigInt(i) : BigInt(i) << 40n)).filter(
      () => random() < (wild ? 0.8 : 0.3),
    )
    return rowOf(2 * n + Number(wild), new Uint8Array(BigUint64Array.from(features.length ? features : [99n]).buffer))
  }
  let value = 0n
  for (let i = 0; i < (wild ? spec.bits / 2 : 4); i++) value ^= 1n << BigInt(Math.floor(random() * spec.bits))
  return rowOf(n, fingerprintBytes(value, spec.bits))
}

const stepsOf = (most: number) =>
  fc.array(
    fc.record({ id: fc.nat(25), seed: fc.nat(60), wild: fc.boolean(), act: fc.constantFrom('put', 'put', 'put', 'remove', 'compact') }),
    { minLength: 20, maxLength: most },
  )

type Step = ReturnType<typeof stepsOf> extends fc.Arbitrary<(infer Item)[]> ? Item : never

/** Does the steps to a store; what must then be in it. */
async function follow(store: Store, spec: SearchSpec, steps: readonly Step[]): Promise<StoredRecord[]> {
  const model = new Map<string, StoredRecord>()
  for (const { id, seed, wild, act } of steps) {
    const record = recordOf(id, rowFor(spec, seed, wild))
    if (act === 'put') {
      const [written] = await store.update([put(record)])
      model.set(record.id, written as StoredRecord)
    } else if (act === 'remove') expect(await store.remove([record.id])).toEqual([model.delete(record.id)])
    else if (seed < 5) await store.compact()
  }
  return [...model.values()].sort((a, b) => a.seq - b.seq)
}

/** Where only the closest are proposed: those that share the most bands, of equally many the older. */
function closestOf(spec: SearchSpec, row: Uint8Array, found: Candidate[], records: readonly StoredRecord[]): Candidate[] {
  if (spec.kind !== 'minhash' || spec.closest === undefined) return found
  const entries = new Map(records.map(({ seq, entry }) => [seq, entry]))
  const sharedBy = ({ seq, equal }: Candidate) => (equal ? spec.bands : sharedBands(row, entries.get(seq) as Uint8Array, spec.bands))
  const beyond = found.length - spec.closest
  return found
    .sort((a, b) => sharedBy(b) - sharedBy(a) || a.seq - b.seq)
    .slice(0, spec.closest)
    .sort((a, b) => a.seq - b.seq)
    .map((candidate) => (beyond > 0 ? { ...candidate, beyond } : candidate))
}

async function holdAgainstBruteForce(lab: StoreLab, spec: SearchSpec): Promise<void> {
  const { driver, steps = 60, runs = 4 } = lab.setup
  await fc.assert(
    fc.asyncProperty(stepsOf(steps), async (sequence) => {
      const url = lab.newUrl()
      const store = await lab.open(url, metaOf(spec))
      const records = await follow(store, spec, sequence)
      expectSame(await all(store.scan()), records)
      const queries = [...records.map(({ entry: row }) => row), ...sequence.map(({ seed, wild }) => rowFor(spec, seed + 100, wild))]
      const expected = queries.map((row) =>
        closestOf(
          spec,
          row,
          records.flatMap((record) => matchOf(spec, row, record) ?? []),
          records,
        ),
      )
      expectSame(await store.find(queries, false), expected)
      // Of methods that may stop, the newest so many.
      const enough = 3
      const stops = spec.kind === 'simhash' || (spec.kind === 'minhash' && spec.closest === undefined)
      if (stops)
        expectSame(
          await store.find(queries, false, enough),
          expected.map((found) => found.slice(-enough)),
        )
      expect((await store.verify()).problems).toEqual([])
      await lab.close(store)
      await driver.drop(url)
    }),
    { numRuns: runs },
  )
}
