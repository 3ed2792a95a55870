/** Texts of about 1 kB, and an index that is filled up with signatures of no text. */
import { openIndex } from '../../dist/index.js'
import { driver } from '../../dist/stores/lmdb/lmdb.js'
import type { Offer } from '../../dist/stores/store.js'
import { createRandom } from '../random.ts'

/** A hundred and sixty words of a vocabulary of twenty thousand. */
export function textOf(number: number, kind: string): string {
  const random = createRandom(number + 1)
  return Array.from({ length: 160 }, () => `${kind.slice(0, 1)}${random() % 20_000}`).join(' ')
}

/** Gives a store random entries, as long as those that it has, until it holds `count` documents. */
export async function fill(url: string, count: number): Promise<void> {
  const index = await openIndex(url, { create: false })
  const { documents } = await index.stats()
  await index.close()
  const store = await driver.open(url, undefined)
  try {
    const [first] = await store.read([1])
    const length = (first?.entry.length ?? 0) >> 2
    const random = createRandom(99)
    const nothing = new Uint8Array()
    for (let at = documents; at < count; ) {
      const offers: Offer[] = []
      for (; at < count && offers.length < 20_000; at++) {
        const entry = new Uint8Array(Uint32Array.from({ length }, random).buffer)
        const record = { id: `"r${at}"`, entry, group: `"r${at}"`, payload: nothing }
        offers.push({ id: record.id, entry, blind: true, decide: () => record })
      }
      await store.update(offers)
    }
  } finally {
    await store.close()
  }
}
