/** Cases of the contract of stores: in format 2 records carry the digest of their content, and are found by it. */
import { expect, it } from 'vitest'
import type { NewRecord, Offer, StoredRecord } from '../../../src/stores/store.js'
import type { StoreLab } from './lab.js'
import { all, expectSame, metaOf, put, recordOf, SIMHASH, simhashRow } from './support.js'

const digestOf = (content: number) => Uint8Array.from({ length: 16 }, (_, i) => (content * 31 + i * 7) & 255)
/** Rows far from each other, so that nothing is alike. */
const record = (id: string, content: number | undefined): NewRecord => ({
  ...recordOf(
    id,
    simhashRow(id.length * 1000 + id.charCodeAt(0), (BigInt(id.charCodeAt(0)) * 0x9e3779b97f4a7c15n) & (2n ** 64n - 1n)),
    `payload of ${id}`,
  ),
  group: '"a group"',
  ...(content === undefined ? {} : { digest: digestOf(content) }),
})
const meta = { ...metaOf(SIMHASH), format: 2 } as const
const idsOf = (records: readonly StoredRecord[]) => records.map(({ id }) => id)

export function digestCases(lab: StoreLab): void {
  it('come back with their records, and lead to them through changes and removals', async () => {
    const url = lab.newUrl()
    const store = await lab.open(url, meta)
    const records = [record('a', 1), record('b', 2), record('c', 1), record('d', undefined)]
    const written = (await store.update(records.map(put))) as StoredRecord[]
    expectSame(
      written.map(({ seq: _, ...rest }) => rest),
      records,
    )
    expectSame(await store.get(records.map(({ id }) => id)), written)
    expectSame(await all(store.scan()), written)
    const find = async (...contents: number[]) => idsOf(await store.withDigests(contents.map(digestOf)))
    expect([await find(1), await find(2, 1), await find(3), await find()]).toEqual([['"a"', '"c"'], ['"a"', '"b"', '"c"'], [], []])
    await store.update([put(record('a', 3)), put(record('d', 2))])
    await store.remove(['"c"'])
    expect([await find(1), await find(2), await find(3)]).toEqual([[], ['"b"', '"d"'], ['"a"']])
    expect(await store.verify()).toEqual({ records: 3, problems: [] })
    await store.compact()
    expect(await find(2, 3)).toEqual(['"b"', '"a"', '"d"'])
    if (!lab.setup.persistent) return
    await lab.close(store)
    const again = await lab.open(url)
    expect(again.meta).toEqual(meta)
    expect(idsOf(await again.withDigests([digestOf(2)]))).toEqual(['"b"', '"d"'])
  })

  it('bring the records that an offer asks about, also those of the same batch, and all that is alike beside an equal one', async () => {
    const store = await lab.create(meta)
    const seen: (readonly string[])[] = []
    const asking = (id: string, content: number, about: readonly number[], row = record(id, content).entry): Offer => ({
      id: JSON.stringify(id),
      entry: row,
      digest: digestOf(content),
      about: about.map(digestOf),
      decide(_previous, alike, isAll, known) {
        seen.push([...idsOf(known), '|', ...alike.map((one) => one.record.id), String(isAll)])
        return { ...record(id, content), entry: row }
      },
    })
    const row = simhashRow(5, 0n)
    await store.update([asking('x', 1, [2]), asking('y', 2, [1]), asking('y', 3, [2, 1]), asking('e', 4, [2], row)])
    expect(seen.slice(-4)).toEqual([
      ['|', 'true'],
      ['"x"', '|', 'true'],
      ['"x"', '|', 'true'],
      ['|', 'true'],
    ])
    await store.update([put({ ...record('near', 9), entry: simhashRow(6, 1n) })])
    await store.update([asking('f', 5, [3], row)])
    expect(seen.at(-1)).toEqual(['"y"', '|', '"e"', '"near"', 'true'])
  })

  it('of two clients that ask about each other at once one sees the other', async () => {
    const url = lab.newUrl()
    const [left, right] = [await lab.open(url, meta), await lab.open(url, meta)]
    for (let i = 0; i < 10; i++) {
      const counts = new Map<string, number>()
      const asking = (id: string, content: number, about: number): Offer => ({
        id: JSON.stringify(`${id}${i}`),
        entry: simhashRow(100 * i + content, BigInt(i * 2 + (content % 2)) << 50n),
        digest: digestOf(content),
        about: [digestOf(about)],
        decide(_previous, _alike, _isAll, known) {
          counts.set(id, known.length)
          return {
            ...record(id, content),
            id: JSON.stringify(`${id}${i}`),
            entry: simhashRow(100 * i + content, BigInt(i * 2 + (content % 2)) << 50n),
          }
        },
      })
      await Promise.all([left.update([asking('l', 20 + 2 * i, 21 + 2 * i)]), right.update([asking('r', 21 + 2 * i, 20 + 2 * i)])])
      expect([...counts.values()].sort()).toEqual([0, 1])
    }
  })

  it('are not kept in format 1', async () => {
    const store = await lab.create(metaOf(SIMHASH))
    const [written] = await store.update([put(record('a', 1))])
    expect([written?.digest, (await store.get(['"a"']))[0]?.digest]).toEqual([undefined, undefined])
    expect(await store.withDigests([digestOf(1)])).toEqual([])
  })
}
