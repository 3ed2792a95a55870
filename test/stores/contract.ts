/**
 * What every store does, whichever it is: call `storeContract` with a driver and a place of its own.
 *
 * Covers   creation and its races; records there and back; numbers; candidates against brute force through random writes,
 *          with keys that split after three postings; offers that see each other; 64 clients at once; what outlives the
 *          client; planted damage, and a way out of it.
 */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { SearchSpec } from '../../src/searching/index-keys.js'
import type { Candidate, IndexMeta, NewRecord, Offer, Store, StoreDriver, StoredRecord } from '../../src/stores/store.js'
import { createRandom } from '../support/texts.js'

export interface StoreSetup {
  readonly name: string
  readonly driver: StoreDriver
  /** A place that nothing else uses, another with each call. */
  url(): string
  /** The index is still there when its last client has closed it. */
  readonly persistent: boolean
  /** Damages one stored record behind the store's back, while no client has the index open. */
  damage?(url: string, record: StoredRecord): Promise<void>
  /** Random writes of the property test; fewer for a slow server. @default 60 */
  readonly steps?: number
  /** Sequences of the property test; fewer where an index takes long to make. @default 4 */
  readonly runs?: number
}

const SIMHASH: SearchSpec = { kind: 'simhash', bits: 64, distance: 3 }

export const metaOf = (search: SearchSpec, blockLimit = 3): IndexMeta => ({
  format: 1,
  signature: `test ${search.kind}`,
  search,
  blockLimit,
  settings: { threshold: 0.5, nested: ['雷同', null] },
  created: '2026-01-01T00:00:00.000Z',
})

/** A row of a digest that the number stands for and these bytes of signature. */
export function rowOf(digest: number, signature: Uint8Array): Uint8Array {
  const row = new Uint8Array(16 + signature.length)
  new DataView(row.buffer).setFloat64(0, digest)
  new DataView(row.buffer).setFloat64(8, digest * 3 + 1)
  row.set(signature, 16)
  return row
}

export function fingerprintBytes(value: bigint, bits = 64): Uint8Array {
  return Uint8Array.from({ length: bits / 8 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n))
}

const recordOf = (id: unknown, row: Uint8Array, payload = ''): NewRecord => ({
  id: JSON.stringify(id),
  row,
  group: JSON.stringify(id),
  payload: new TextEncoder().encode(payload),
})

/** An offer that is always taken. */
const put = (record: NewRecord): Offer => ({ id: record.id, row: record.row, decide: () => record })

/** An offer that is taken when nothing is alike. */
const putIfNew = (record: NewRecord): Offer => ({
  id: record.id,
  row: record.row,
  decide: (_, alike) => (alike.length ? undefined : record),
})

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

/** `toEqual` for a lot: it goes through bytes one by one. */
function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}

/** What a record is to a row, by looking at everything. */
function matchOf(spec: SearchSpec, row: Uint8Array, record: StoredRecord): Candidate | undefined {
  const equal = row.subarray(0, 16).every((byte, i) => byte === record.row[i])
  const { seq } = record
  if (spec.kind === 'simhash') {
    let distance = 0
    for (let i = 16; i < row.length; i++) for (let x = (row[i] as number) ^ (record.row[i] as number); x; x &= x - 1) distance++
    return distance <= spec.distance ? { seq, equal, distance } : undefined
  }
  if (equal) return { seq, equal, distance: undefined }
  if (spec.kind === 'exact') return undefined
  for (let band = 0; band < spec.bands; band++) {
    const at = 16 + 4 * band
    if (row.subarray(at, at + 4).every((byte, i) => byte === record.row[at + i])) return { seq, equal, distance: undefined }
  }
  return undefined
}

export function storeContract(setup: StoreSetup): void {
  const { driver } = setup
  describe(`store ${setup.name}`, () => {
    const used: string[] = []
    const stores = new Set<Store>()
    const newUrl = () => {
      const url = setup.url()
      used.push(url)
      return url
    }
    const open = async (url: string, create: IndexMeta | undefined) => {
      const store = await driver.open(url, create)
      stores.add(store)
      return store
    }
    const close = async (store: Store) => {
      stores.delete(store)
      await store.close()
    }
    afterAll(async () => {
      for (const store of stores) await store.close()
      for (const url of used) await driver.drop(url)
    })

    it('creates an index once, and says when there is none', async () => {
      const url = newUrl()
      await expect(open(url, undefined)).rejects.toMatchObject({ code: 'INDEX_MISSING' })
      const metas = [metaOf(SIMHASH), metaOf({ kind: 'exact' }), metaOf({ kind: 'minhash', bands: 3, numPerm: 8 })]
      const opened = await Promise.all(metas.map((meta) => open(url, meta)))
      const [first] = opened
      expect(metas).toContainEqual(first?.meta)
      for (const store of opened) expect(store.meta).toEqual(first?.meta)
      expect((await open(url, undefined)).meta).toEqual(first?.meta)
      for (const store of opened) await close(store)
      await driver.drop(url)
      await driver.drop(url)
    })

    it('keeps records as they are, by id and by number', async () => {
      const store = await open(newUrl(), metaOf({ kind: 'exact' }))
      const ids: unknown[] = ['a', 7, '7', null, '', ' ', 'ａ', '雷同\u0000"\\', 'x'.repeat(3000), 1.5, '%_*?[', 'A', 'a ', { k: [1] }]
      const records = ids.map((id, i) => ({
        ...recordOf(id, rowOf(i, new Uint8Array()), 'é'.repeat(i * 500)),
        group: JSON.stringify(`g${i}`),
      }))
      const written = (await store.update(records.map(put))) as StoredRecord[]
      expectSame(
        written.map(({ seq, ...record }) => record),
        records,
      )
      expect([...written].sort((a, b) => a.seq - b.seq)).toEqual(written)
      expect(new Set(written.map(({ seq }) => seq)).size).toBe(ids.length)
      expectSame(await store.get(records.map(({ id }) => id)), written)
      expect(await store.get(['"nobody"', records[1]?.id as string])).toEqual([undefined, written[1]])
      expectSame(await store.read([...written.map(({ seq }) => seq), 2 ** 50]), [...written, undefined])
      expectSame(await all(store.scan()), written)
      expect((await store.stats()).documents).toBe(ids.length)
      expect(await store.verify()).toEqual({ records: ids.length, problems: [] })
      await close(store)
    })

    it('replaces and removes, and gives no number twice', async () => {
      const store = await open(newUrl(), metaOf(SIMHASH))
      const [a1] = await store.update([put(recordOf('a', rowOf(1, fingerprintBytes(1n)), 'old'))])
      const [a2, b] = await store.update([
        put(recordOf('a', rowOf(2, fingerprintBytes(1n << 60n)), 'new')),
        put(recordOf('b', rowOf(3, fingerprintBytes(255n)))),
      ])
      expect((a2 as StoredRecord).seq).toBeGreaterThan((a1 as StoredRecord).seq)
      expect(await store.get(['"a"'])).toEqual([a2])
      expect(await store.read([(a1 as StoredRecord).seq])).toEqual([undefined])
      expect(await store.find([rowOf(1, fingerprintBytes(1n))], false)).toEqual([
        [{ seq: (a2 as StoredRecord).seq, equal: false, distance: 2 }],
      ])
      expect(await store.remove(['"b"', '"nobody"', '"b"'])).toEqual([true, false, false])
      expect(await store.get(['"b"'])).toEqual([undefined])
      expect(await store.find([rowOf(3, fingerprintBytes(255n))], false)).toEqual([[]])
      const [again] = await store.update([put(recordOf('b', rowOf(3, fingerprintBytes(255n))))])
      expect((again as StoredRecord).seq).toBeGreaterThan((b as StoredRecord).seq)
      expect(await all(store.scan())).toEqual([a2, again])
      await store.compact()
      expect(await all(store.scan())).toEqual([a2, again])
      expect(await store.verify()).toEqual({ records: 2, problems: [] })
      await close(store)
    })

    it('ends a scan where it began, whatever is written meanwhile', async () => {
      const store = await open(newUrl(), metaOf({ kind: 'exact' }, 1000))
      expect(await all(store.scan())).toEqual([])
      // More than one page.
      const offers = Array.from({ length: 530 }, (_, i) => put(recordOf(i, rowOf(i, new Uint8Array()))))
      const written = (await store.update(offers)) as StoredRecord[]
      const found: number[] = []
      for await (const { seq } of store.scan()) {
        if (!found.length) await store.update(offers.slice(-10))
        found.push(seq)
      }
      // Those that have new numbers now may have been read before.
      expect(found.slice(0, 520)).toEqual(written.slice(0, 520).map(({ seq }) => seq))
      expect(Math.max(...found)).toBeLessThanOrEqual(written.at(-1)?.seq as number)
      await close(store)
    })

    it('asks each offer with what was there before it', async () => {
      const store = await open(newUrl(), metaOf(SIMHASH))
      const asked: unknown[] = []
      const offer = (id: string, value: bigint, take: boolean): Offer => {
        const record = recordOf(id, rowOf(Number(value), fingerprintBytes(value)))
        return {
          id: record.id,
          row: record.row,
          decide(previous, alike) {
            asked.push([id, previous?.id, alike.map((item) => [item.record.id, item.candidate.distance, item.candidate.equal])])
            return take ? record : undefined
          },
        }
      }
      const written = await store.update([offer('a', 0n, true), offer('b', 1n, false), offer('b', 3n, true), offer('a', 7n, true)])
      expect(written.map((record) => record?.id)).toEqual(['"a"', undefined, '"b"', '"a"'])
      expect(asked.slice(-4)).toEqual([
        ['a', undefined, []],
        ['b', undefined, [['"a"', 1, false]]],
        ['b', undefined, [['"a"', 2, false]]],
        ['a', '"a"', [['"b"', 1, false]]],
      ])
      expect(await store.update([])).toEqual([])
      await close(store)
    })

    it('finds the oldest of equal ones alone when that is enough', async () => {
      const store = await open(newUrl(), metaOf(SIMHASH))
      const row = rowOf(5, fingerprintBytes(9n))
      const written = await store.update([
        put(recordOf(0, rowOf(4, fingerprintBytes(9n)))),
        ...Array.from({ length: 20 }, (_, i) => put(recordOf(i + 1, row))),
      ])
      const [found] = await store.find([row], true)
      expect(found).toContainEqual({ seq: written[1]?.seq, equal: true, distance: 0 })
      const [every, none] = await store.find([row, rowOf(6, fingerprintBytes(-1n))], false)
      expect(every).toEqual(written.map((record, i) => ({ seq: record?.seq, equal: i > 0, distance: 0 })))
      expect(none).toEqual([])
      await close(store)
    })

    const specs: SearchSpec[] = [
      SIMHASH,
      { kind: 'simhash', bits: 32, distance: 0 },
      { kind: 'simhash', bits: 128, distance: 6 },
      { kind: 'minhash', bands: 4, numPerm: 8 },
      { kind: 'exact' },
    ]
    it.each(specs.map((spec) => [JSON.stringify(spec), spec] as const))('finds exactly what brute force finds: %s', async (_, spec) => {
      // Few bits that vary, so that neighbours abound and keys split.
      const bits = spec.kind === 'simhash' ? spec.bits : 0
      const rowFor = (n: number, wild: boolean) => {
        const random = createRandom(n)
        if (spec.kind === 'exact') return rowOf(n % 7, new Uint8Array())
        if (spec.kind === 'minhash')
          return rowOf(
            n,
            Uint8Array.from({ length: spec.bands * 4 + spec.numPerm }, (_, i) => (i % 4 ? 0 : Math.floor(random() * 6))),
          )
        let value = 0n
        for (let i = 0; i < (wild ? bits / 2 : 4); i++) value ^= 1n << BigInt(Math.floor(random() * bits))
        return rowOf(n, fingerprintBytes(value, bits))
      }
      const steps = fc.array(
        fc.record({ id: fc.nat(25), seed: fc.nat(60), wild: fc.boolean(), act: fc.constantFrom('put', 'put', 'put', 'remove', 'compact') }),
        { minLength: 20, maxLength: setup.steps ?? 60 },
      )
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          const url = newUrl()
          const store = await open(url, metaOf(spec))
          const model = new Map<string, StoredRecord>()
          for (const { id, seed, wild, act } of sequence) {
            const record = recordOf(id, rowFor(seed, wild))
            if (act === 'put') {
              const [written] = await store.update([put(record)])
              model.set(record.id, written as StoredRecord)
            } else if (act === 'remove') expect(await store.remove([record.id])).toEqual([model.delete(record.id)])
            else if (seed < 5) await store.compact()
          }
          const records = [...model.values()].sort((a, b) => a.seq - b.seq)
          expectSame(await all(store.scan()), records)
          const queries = [...records.map(({ row }) => row), ...sequence.map(({ seed, wild }) => rowFor(seed + 100, wild))]
          const expected = queries.map((row) => records.flatMap((record) => matchOf(spec, row, record) ?? []))
          expectSame(await store.find(queries, false), expected)
          expect((await store.verify()).problems).toEqual([])
          await close(store)
          await driver.drop(url)
        }),
        { numRuns: setup.runs ?? 4 },
      )
    })

    it('takes exactly one of each group from 64 clients at once', async () => {
      const url = newUrl()
      const clients = [await open(url, metaOf(SIMHASH))]
      while (clients.length < 8) clients.push(await open(url, undefined))
      const random = createRandom(64)
      const centres = Array.from({ length: 50 }, () => BigInt(Math.floor(random() * 2 ** 32)) * 0x1_0000_0001n)
      // Members of a group differ from its centre in one bit, so from each other in at most two.
      const offers = Array.from({ length: 1000 }, (_, i) => {
        const value = (centres[i % centres.length] as bigint) ^ (1n << BigInt(Math.floor(i / centres.length) % 64))
        return { group: i % centres.length, offer: putIfNew(recordOf(i, rowOf(i, fingerprintBytes(value)))) }
      }).sort(() => random() - 0.5)
      const taken: number[] = []
      let next = 0
      await Promise.all(
        Array.from({ length: 64 }, async (_, worker) => {
          const client = clients[worker % clients.length] as Store
          while (next < offers.length) {
            const { group, offer } = offers[next++] as (typeof offers)[number]
            if ((await client.update([offer]))[0]) taken.push(group)
          }
        }),
      )
      expect(taken.sort((a, b) => a - b)).toEqual(centres.map((_, group) => group))
      const [first] = clients as [Store]
      expect((await first.stats()).documents).toBe(centres.length)
      expect(await first.verify()).toEqual({ records: centres.length, problems: [] })
      for (const client of clients) await close(client)
    })

    it('shows every client what another has written', async () => {
      const url = newUrl()
      const a = await open(url, metaOf(SIMHASH))
      const b = await open(url, undefined)
      const row = rowOf(1, fingerprintBytes(77n))
      const [written] = await a.update([put(recordOf('x', row))])
      expect(await b.find([row], false)).toEqual([[{ seq: written?.seq, equal: true, distance: 0 }]])
      expect(await b.get(['"x"'])).toEqual([written])
      await b.remove(['"x"'])
      expect(await a.find([row], false)).toEqual([[]])
      await b.update([put(recordOf('y', row))])
      await b.compact()
      expect((await a.find([row], false))[0]).toHaveLength(1)
      await close(a)
      await close(b)
    })

    it.runIf(setup.persistent)('has everything after all clients have gone', async () => {
      const url = newUrl()
      const store = await open(url, metaOf(SIMHASH))
      const random = createRandom(3)
      const rows = Array.from({ length: 150 }, (_, i) => rowOf(i, fingerprintBytes(BigInt(Math.floor(random() * 2 ** 20)))))
      await store.update(rows.map((row, i) => put(recordOf(i, row, `payload ${i}`))))
      await store.remove(['1', '2'])
      const before = [await all(store.scan()), await store.find(rows, false)]
      await close(store)
      const again = await open(url, undefined)
      expect(again.meta).toEqual(metaOf(SIMHASH))
      expectSame([await all(again.scan()), await again.find(rows, false)], before)
      await close(again)
    })

    it.runIf(setup.damage)('notices damage', async () => {
      const url = newUrl()
      const store = await open(url, metaOf(SIMHASH))
      const written = await store.update(
        Array.from({ length: 20 }, (_, i) => put(recordOf(i, rowOf(i, fingerprintBytes(BigInt(i))), 'some payload'))),
      )
      await close(store)
      await setup.damage?.(url, written[11] as StoredRecord)
      const damaged = await open(url, undefined)
      const problems = (await damaged.verify()).problems.join('\n')
      expect(problems).toContain(`record ${written[11]?.seq}: it is not what was written (checksum)`)
      const told = { code: 'STORE', message: expect.stringContaining(`record ${written[11]?.seq} is damaged`) }
      await expect(all(damaged.scan())).rejects.toMatchObject(told)
      await expect(damaged.get(['11'])).rejects.toMatchObject(told)
      expect(await damaged.remove(['3', '11', '11', '"nobody"'])).toEqual([true, true, false, false])
      expect(await damaged.get(['3', '11'])).toEqual([undefined, undefined])
      expect(await all(damaged.scan())).toHaveLength(18)
      const [again] = await damaged.update([put(recordOf(11, rowOf(11, fingerprintBytes(11n))))])
      expect(await damaged.get(['11'])).toEqual([again])
      // Where it was filed could not be read.
      await damaged.compact()
      expect(await damaged.verify()).toEqual({ records: 19, problems: [] })
      await close(damaged)
    })
  })
}
