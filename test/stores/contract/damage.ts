/** Cases of the contract of stores: a record that was damaged behind the store's back is noticed, and there is a way out. */
import { beforeAll, expect, it } from 'vitest'
import type { Store, StoredRecord } from '../../../src/stores/store.js'
import type { StoreLab } from './lab.js'
import { all, metaOf, put, recordOf, SIMHASH, simhashRow } from './support.js'

const RECORDS = 20
const DAMAGED = 11

export function damageCases(lab: StoreLab): void {
  let url: string
  let store: Store
  let damaged: StoredRecord
  const offer = (id: number) => put(recordOf(id, simhashRow(id, BigInt(id)), 'some payload'))
  beforeAll(async () => {
    url = lab.newUrl()
    const intact = await lab.open(url, metaOf(SIMHASH))
    const written = await intact.update(Array.from({ length: RECORDS }, (_, id) => offer(id)))
    damaged = written[DAMAGED] as StoredRecord
    await lab.close(intact)
    await lab.setup.damage?.(url, damaged)
    store = await lab.open(url)
  })
  const told = () => ({ code: 'STORE', message: expect.stringContaining(`record ${damaged.seq} is damaged`) })

  it('is what verify finds', async () => {
    const problems = (await store.verify()).problems.join('\n')
    expect(problems).toContain(`record ${damaged.seq}: it is not what was written (checksum)`)
  })

  it('ends a scan with an error', async () => {
    await expect(all(store.scan())).rejects.toMatchObject(told())
  })

  it('is an error where the record is asked for', async () => {
    await expect(store.get([String(DAMAGED)])).rejects.toMatchObject(told())
  })

  it('goes when the record is removed, added again, and the index compacted', async () => {
    expect(await store.remove(['3', String(DAMAGED), String(DAMAGED), '"nobody"'])).toEqual([true, true, false, false])
    expect(await store.get(['3', String(DAMAGED)])).toEqual([undefined, undefined])
    expect(await all(store.scan())).toHaveLength(RECORDS - 2)
    const again = await store.update([offer(DAMAGED)])
    expect(await store.get([String(DAMAGED)])).toEqual(again)
    // Where it was filed could not be read.
    await store.compact()
    expect(await store.verify()).toEqual({ records: RECORDS - 1, problems: [] })
  })
}
