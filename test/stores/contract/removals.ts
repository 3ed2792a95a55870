/** Cases of the contract of stores: many documents that go together cost a store as many steps as one does. */
import { describe, expect, it } from 'vitest'
import type { SearchSpec } from '../../../src/searching/index-keys.js'
import type { Store } from '../../../src/stores/store.js'
import type { Asked, StoreLab } from './lab.js'
import { metaOf, put, recordOf, rowOf } from './support.js'

const DOCUMENTS = 500
/** Fewer than a store takes in one transaction. */
const MANY = 200
/** Statements that hundreds of keys are spread over, where one of them may not have more. Where all share one, numbers may take two. */
const FURTHER = 6

const signature = new Uint8Array(32).fill(7)
/** One text that all have; and texts of their own that share all bands. */
const KINDS: readonly (readonly [name: string, spec: SearchSpec, rowOfDocument: (id: number) => Uint8Array])[] = [
  ['one key', { kind: 'exact' }, () => rowOf(7, new Uint8Array())],
  ['keys beside their own', { kind: 'minhash', bands: 4, numPerm: 16 }, (id) => rowOf(id, signature)],
]

export function removalCases(lab: StoreLab): void {
  describe.each(KINDS)('that share %s', (_, spec, row) => {
    const isAllShared = spec.kind === 'exact'
    const offer = (id: number, payload = '') => put(recordOf(id, row(id), payload))
    const ids = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)
    const opened = async () => {
      const url = lab.newUrl()
      const store = await lab.open(url, metaOf(spec, 1_000_000))
      await store.update(ids(0, DOCUMENTS).map((id) => ({ ...offer(id), blind: true })))
      return { store, asked: (act: () => Promise<unknown>) => (lab.setup.asked as NonNullable<typeof lab.setup.asked>)(url, act) }
    }
    const sameAsOne = (many: Asked, one: Asked) => {
      expect(one.sent).toBeGreaterThan(0)
      expect(many.sent).toBeLessThanOrEqual(one.sent + (isAllShared ? 2 : FURTHER))
      if (isAllShared && one.touched !== undefined) expect(many.touched).toBeLessThanOrEqual(one.touched + 1)
    }
    const expectLeft = async (store: Store, count: number) => {
      expect((await store.find([row(DOCUMENTS - 1)], false))[0]).toHaveLength(count)
      expect(await store.verify()).toEqual({ records: count, problems: [] })
    }

    it('and are removed together', async () => {
      const { store, asked } = await opened()
      const one = await asked(() => store.remove(['0']))
      const many = await asked(() => store.remove(ids(1, MANY).map(String)))
      await expectLeft(store, DOCUMENTS - 1 - MANY)
      sameAsOne(many, one)
    })

    it('and are replaced together', async () => {
      const { store, asked } = await opened()
      const one = await asked(() => store.update([{ ...offer(0, 'new'), blind: true }]))
      const many = await asked(() => store.update(ids(1, 100).map((id) => ({ ...offer(id, 'new'), blind: true }))))
      await expectLeft(store, DOCUMENTS)
      sameAsOne(many, one)
    })
  })
}
