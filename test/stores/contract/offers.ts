/** Cases of the contract of stores: each offer decides with what was there before it. */
import { beforeAll, expect, it } from 'vitest'
import type { Offer, Store, StoredRecord } from '../../../src/stores/store.js'
import type { StoreLab } from './lab.js'
import { all, metaOf, put, putIfNew, recordOf, SIMHASH, simhashRow } from './support.js'

interface Asked {
  readonly previous: string | undefined
  readonly alike: readonly (readonly [id: string, distance: number | undefined, equal: boolean])[]
}

export function offerCases(lab: StoreLab): void {
  // As much as offers may be asked again, the last answer stands: by id of the offer and its row.
  const asked = new Map<string, Asked>()
  let store: Store
  let written: (StoredRecord | undefined)[]
  const offer = (id: string, value: bigint, take: boolean): Offer => {
    const record = recordOf(id, simhashRow(Number(value), value))
    return {
      id: record.id,
      entry: record.entry,
      decide(previous, alike) {
        const seen = alike.map((item) => [item.record.id, item.candidate.distance, item.candidate.equal] as const)
        asked.set(`${id} ${value}`, { previous: previous?.id, alike: seen })
        return take ? record : undefined
      },
    }
  }
  beforeAll(async () => {
    store = await lab.create(metaOf(SIMHASH))
    written = await store.update([offer('a', 0n, true), offer('b', 1n, false), offer('b', 3n, true), offer('a', 7n, true)])
  })

  it('are written when they say so', () => {
    expect(written.map((record) => record?.id)).toEqual(['"a"', undefined, '"b"', '"a"'])
  })

  it('see nothing where there is nothing', () => {
    expect(asked.get('a 0')).toEqual({ previous: undefined, alike: [] })
  })

  it('see what an earlier offer of the same call has written', () => {
    expect(asked.get('b 1')).toEqual({ previous: undefined, alike: [['"a"', 1, false]] })
  })

  it('do not see what an earlier offer has not written', () => {
    expect(asked.get('b 3')).toEqual({ previous: undefined, alike: [['"a"', 2, false]] })
  })

  it('see the record that they replace as the previous one, and not among those alike', () => {
    expect(asked.get('a 7')).toEqual({ previous: '"a"', alike: [['"b"', 1, false]] })
  })

  it('may be none', async () => {
    expect(await store.update([])).toEqual([])
  })

  it('are handed the newest so many first, and then all where they ask', async () => {
    const many = await lab.create(metaOf(SIMHASH))
    await many.update(Array.from({ length: 8 }, (_, i) => put(recordOf(i, simhashRow(i, BigInt(1 << i))))))
    const calls: (readonly [ids: string[], isAll: boolean])[] = []
    const record = recordOf('asking', simhashRow(9, 0n))
    const [taken] = await many.update([
      {
        id: record.id,
        entry: record.entry,
        enough: { upTo: 7, newest: 3 },
        decide(_, alike, isAll) {
          calls.push([alike.map((item) => item.record.id), isAll])
          return isAll ? record : 'more'
        },
      },
    ])
    expect(taken?.id).toBe('"asking"')
    expect(calls.slice(-2)).toEqual([
      [['5', '6', '7'], false],
      [['0', '1', '2', '3', '4', '5', '6', '7'], true],
    ])
  })

  it('of a call of hundreds are decided one after the other', async () => {
    const every = await lab.create(metaOf(SIMHASH))
    // Of fifty texts, unlike each other; a later one is a bit from its own, and every seventh has the id of an earlier one.
    const offers = Array.from({ length: 300 }, (_, i) => {
      const kind = i % 50
      const row = simhashRow(i, (BigInt(kind * 0x9e37_79b1) << 20n) ^ BigInt(i < 50 ? 0 : 1 << (i % 3)))
      return i % 7 === 6 ? put(recordOf(i - 6, row)) : putIfNew(recordOf(i, row))
    })
    const single: (string | undefined)[] = []
    const alone = await lab.create(metaOf(SIMHASH))
    for (const one of offers) single.push((await alone.update([one]))[0]?.id)
    expect((await every.update(offers)).map((record) => record?.id)).toEqual(single)
    const contents = async (store: Store) => (await all(store.scan())).map(({ id, entry }) => [id, Buffer.from(entry).toString('hex')])
    expect(await contents(every)).toEqual(await contents(alone))
    expect(single.filter((id) => id === undefined).length).toBeGreaterThan(100)
    expect((await every.verify()).problems).toEqual([])
  })

  it('that are blind are written and found as others are', async () => {
    const record = recordOf('blind', simhashRow(1, 0n))
    const [taken] = await store.update([{ ...put(record), blind: true }])
    expect(taken?.id).toBe('"blind"')
    expect((await store.find([record.entry], false))[0]).toContainEqual({ seq: taken?.seq, equal: true, distance: 0 })
  })
}
