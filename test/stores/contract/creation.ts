/** Cases of the contract of stores: an index is created once, whoever opens it. */
import { beforeAll, expect, it } from 'vitest'
import { createIndexKeys } from '../../../src/searching/index-keys.js'
import type { Store, StoredRecord } from '../../../src/stores/store.js'
import { createRandom } from '../../support/texts.js'
import type { StoreLab } from './lab.js'
import { all, expectSame, metaOf, put, recordOf, rowOf, SIMHASH, simhashRow } from './support.js'

export function creationCases(lab: StoreLab): void {
  const metas = [metaOf(SIMHASH), metaOf({ kind: 'exact' }), metaOf({ kind: 'minhash', bands: 3, numPerm: 8 })]
  let url: string
  let opened: Store[]
  beforeAll(async () => {
    url = lab.newUrl()
    opened = await Promise.all(metas.map((meta) => lab.open(url, meta)))
  })

  it('is needed: where there is no index, opening says so', async () => {
    await expect(lab.open(lab.newUrl())).rejects.toMatchObject({ code: 'INDEX_MISSING' })
  })

  it('has one winner among clients that create at once, and all get what it created', () => {
    const [first] = opened as [Store]
    expect(metas).toContainEqual(first.meta)
    for (const store of opened) expect(store.meta).toEqual(first.meta)
  })

  it('is remembered by the index', async () => {
    const store = await lab.open(url)
    expect(store.meta).toEqual(opened[0]?.meta)
    await lab.close(store)
  })

  it.runIf(lab.setup.persistent)('outlives all clients, with everything that was written', async () => {
    const place = lab.newUrl()
    const store = await lab.open(place, metaOf(SIMHASH))
    const random = createRandom(3)
    const rows = Array.from({ length: 150 }, (_, i) => simhashRow(i, BigInt(Math.floor(random() * 2 ** 20))))
    await store.update(rows.map((row, i) => put(recordOf(i, row, `payload ${i}`))))
    await store.remove(['1', '2'])
    const before: [StoredRecord[], unknown] = [await all(store.scan()), await store.find(rows, false)]
    expect(before[0]).toHaveLength(148)
    await lab.close(store)
    const again = await lab.open(place)
    expect(again.meta).toEqual(metaOf(SIMHASH))
    expectSame([await all(again.scan()), await again.find(rows, false)], before)
  })

  it.runIf(lab.setup.persistent).each([
    ['fields', 1024],
    ['match', 64],
    ['jaccard', undefined],
  ])('of measure %s that an earlier version left without a bound is read with %s', async (measure, closest) => {
    const place = lab.newUrl()
    const earlier = { ...metaOf({ kind: 'minhash', bands: 3, numPerm: 8 }), settings: { options: { measure } } }
    await lab.close(await lab.open(place, earlier))
    const store = await lab.open(place)
    expect(store.meta.search).toEqual({ ...earlier.search, ...(closest === undefined ? {} : { closest }) })
    // Alike rows, one more than are proposed: the answer counts the one that is left out.
    if (closest !== 64) return
    const bytes = createIndexKeys(store.meta.search).entryBytes - rowOf(0, new Uint8Array()).length
    const rows = Array.from({ length: closest + 2 }, (_, i) => rowOf(i, new Uint8Array(bytes)))
    await store.update(rows.map((row, i) => put(recordOf(i, row))))
    const [found] = await store.find([rows[0] as Uint8Array], false)
    expect(found?.map(({ beyond }) => beyond)).toEqual(Array(closest).fill(2))
  })

  // The last one: the others need the index.
  it('ends when the index is dropped, which may be done twice', async () => {
    for (const store of opened) await lab.close(store)
    await lab.setup.driver.drop(url)
    await lab.setup.driver.drop(url)
    await expect(lab.open(url)).rejects.toMatchObject({ code: 'INDEX_MISSING' })
  })
}
