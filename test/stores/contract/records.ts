/** Cases of the contract of stores: records come back as they are, by id and by number, until they are replaced or removed. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Store, StoredRecord } from '../../../src/stores/store.js'
import type { StoreLab } from './lab.js'
import { all, expectSame, metaOf, put, recordOf, rowOf, SIMHASH, seqsOf, simhashRow } from './support.js'

const IDS: unknown[] = ['a', 7, '7', null, '', ' ', 'ａ', '雷同\u0000"\\', 'x'.repeat(3000), 1.5, '%_*?[', 'A', 'a ', { k: [1] }]
const nothing = new Uint8Array()

export function recordCases(lab: StoreLab): void {
  describe('that are written', () => storedCases(lab))
  describe('that change', () => changeCases(lab))
  describe('of more than one page', () => scanCases(lab))
}

function storedCases(lab: StoreLab): void {
  const records = IDS.map((id, i) => ({ ...recordOf(id, rowOf(i, nothing), 'é'.repeat(i * 500)), group: JSON.stringify(`g${i}`) }))
  let store: Store
  let written: StoredRecord[]
  beforeAll(async () => {
    store = await lab.create(metaOf({ kind: 'exact' }))
    written = (await store.update(records.map(put))) as StoredRecord[]
  })

  it('are those that were offered', () => {
    const offered = written.map(({ seq, ...record }) => record)
    expectSame(offered, records)
  })

  it('have numbers that ascend', () => {
    const seqs = seqsOf(written)
    expect([...new Set(seqs)].sort((a, b) => a - b)).toEqual(seqs)
  })

  it('are found by id, whatever the id', async () => {
    const ids = records.map(({ id }) => id)
    expectSame(await store.get(ids), written)
  })

  it('are undefined for an id that nobody has', async () => {
    expect(await store.get(['"nobody"', records[1]?.id as string])).toEqual([undefined, written[1]])
  })

  it('are read by number, and undefined for a number that was not given', async () => {
    expectSame(await store.read([...seqsOf(written), 2 ** 50]), [...written, undefined])
  })

  it('are scanned in the order of their numbers', async () => {
    expectSame(await all(store.scan()), written)
  })

  it('are counted', async () => {
    expect((await store.stats()).documents).toBe(IDS.length)
  })

  it('are found to be whole', async () => {
    expect(await store.verify()).toEqual({ records: IDS.length, problems: [] })
  })
}

/** Each case has ids of its own, and rows far from those of the others. */
function changeCases(lab: StoreLab): void {
  let store: Store
  beforeAll(async () => {
    store = await lab.create(metaOf(SIMHASH))
  })
  const write = async (id: string, row: Uint8Array, payload = '') => {
    const [written] = await store.update([put(recordOf(id, row, payload))])
    return written as StoredRecord
  }

  it('are replaced under their id', async () => {
    const old = await write('replaced', simhashRow(1, 0xffn << 8n), 'old')
    const now = await write('replaced', simhashRow(2, 0xffn << 40n), 'new')
    expect(now.seq).toBeGreaterThan(old.seq)
    expect(await store.get(['"replaced"'])).toEqual([now])
    expect(await store.read([old.seq, now.seq])).toEqual([undefined, now])
  })

  it('are found by their new row alone', async () => {
    const [before, after] = [simhashRow(3, 0xfffn << 20n), simhashRow(4, 0xfffn << 44n)]
    await write('moved', before)
    const { seq } = await write('moved', after)
    expect(await store.find([before, after], false)).toEqual([[], [{ seq, equal: true, distance: 0 }]])
  })

  it('are found as near as they are now', async () => {
    await write('nearer', simhashRow(5, 1n))
    const { seq } = await write('nearer', simhashRow(6, 1n << 60n))
    expect(await store.find([simhashRow(5, 1n)], false)).toEqual([[{ seq, equal: false, distance: 2 }]])
  })

  it('are removed, and removal says which were there', async () => {
    const row = simhashRow(7, 0xf0f0f0n)
    await write('removed', row)
    expect(await store.remove(['"removed"', '"nobody"', '"removed"'])).toEqual([true, false, false])
    expect(await store.get(['"removed"'])).toEqual([undefined])
    expect(await store.find([row], false)).toEqual([[]])
  })

  it('get no number twice', async () => {
    const row = simhashRow(8, 0xf0f0f0f0n << 32n)
    const first = await write('again', row)
    await store.remove(['"again"'])
    const second = await write('again', row)
    expect(second.seq).toBeGreaterThan(first.seq)
  })

  it('are the same after the index was compacted', async () => {
    await write('kept', simhashRow(9, 0xff00ff00n))
    const before = await all(store.scan())
    await store.compact()
    expect(await all(store.scan())).toEqual(before)
    expect(await store.verify()).toEqual({ records: before.length, problems: [] })
  })
}

function scanCases(lab: StoreLab): void {
  // More than one page.
  const offers = Array.from({ length: 530 }, (_, i) => put(recordOf(i, rowOf(i, nothing))))
  const scanned: number[] = []
  let before: StoredRecord[]
  let written: StoredRecord[]
  beforeAll(async () => {
    const store = await lab.create(metaOf({ kind: 'exact' }, 1000))
    before = await all(store.scan())
    written = (await store.update(offers)) as StoredRecord[]
    for await (const { seq } of store.scan()) {
      if (!scanned.length) await store.update(offers.slice(-10))
      scanned.push(seq)
    }
  })

  it('are none before they are written', () => {
    expect(before).toEqual([])
  })

  it('are scanned one by one, but for those that are replaced meanwhile', () => {
    // Those that have new numbers now may have been read before.
    expect(scanned.slice(0, 520)).toEqual(seqsOf(written).slice(0, 520))
  })

  it('are scanned up to the last number of the beginning', () => {
    expect(Math.max(...scanned)).toBeLessThanOrEqual(written.at(-1)?.seq as number)
  })
}
