/** Cases of the contract of stores: clients that work at once, each as if it were alone. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/stores/store.js'
import { createRandom } from '../../support/texts.js'
import type { StoreLab } from './lab.js'
import { metaOf, put, putIfNew, recordOf, SIMHASH, seqsOf, simhashRow } from './support.js'

const GROUPS = 50
const OFFERS = 1000
const HANDLES = 8
const WORKERS = 64

export function clientCases(lab: StoreLab): void {
  describe('that offer the same groups', () => competingCases(lab))
  describe('of which one writes', () => sharingCases(lab))
}

/** Members of a group differ from its centre in one bit, so from each other in at most two. */
function offersOfGroups() {
  const random = createRandom(64)
  const centres = Array.from({ length: GROUPS }, () => BigInt(Math.floor(random() * 2 ** 32)) * 0x1_0000_0001n)
  return Array.from({ length: OFFERS }, (_, i) => {
    const value = (centres[i % GROUPS] as bigint) ^ (1n << BigInt(Math.floor(i / GROUPS) % 64))
    return { group: i % GROUPS, offer: putIfNew(recordOf(i, simhashRow(i, value))) }
  }).sort(() => random() - 0.5)
}

function competingCases(lab: StoreLab): void {
  const taken: number[] = []
  let clients: Store[]
  beforeAll(async () => {
    const url = lab.newUrl()
    clients = [await lab.open(url, metaOf(SIMHASH))]
    while (clients.length < HANDLES) clients.push(await lab.open(url))
    const offers = offersOfGroups()
    const work = async (_: unknown, worker: number) => {
      const client = clients[worker % HANDLES] as Store
      for (let next = offers.pop(); next; next = offers.pop()) if ((await client.update([next.offer]))[0]) taken.push(next.group)
    }
    await Promise.all(Array.from({ length: WORKERS }, work))
  })

  it('have exactly one of each taken', () => {
    expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: GROUPS }, (_, group) => group))
  })

  it('count the same', async () => {
    for (const client of clients) expect((await client.stats()).documents).toBe(GROUPS)
  })

  it('leave an index that is whole', async () => {
    expect(await (clients[0] as Store).verify()).toEqual({ records: GROUPS, problems: [] })
  })
}

/** Each case has ids of its own, and rows far from those of the others. */
function sharingCases(lab: StoreLab): void {
  let one: Store
  let other: Store
  beforeAll(async () => {
    const url = lab.newUrl()
    one = await lab.open(url, metaOf(SIMHASH))
    other = await lab.open(url)
  })

  it('find and get what it has written', async () => {
    const row = simhashRow(1, 77n)
    const written = await one.update([put(recordOf('written', row))])
    expect(await other.find([row], false)).toEqual([[{ seq: seqsOf(written)[0], equal: true, distance: 0 }]])
    expect(await other.get(['"written"'])).toEqual(written)
  })

  it('find no more what it has removed', async () => {
    const row = simhashRow(2, 77n << 24n)
    await one.update([put(recordOf('removed', row))])
    expect((await other.find([row], false))[0]).toHaveLength(1)
    await one.remove(['"removed"'])
    expect(await other.find([row], false)).toEqual([[]])
  })

  it('go on when it compacts', async () => {
    const row = simhashRow(3, 77n << 48n)
    await one.update([put(recordOf('compacted', row))])
    await one.compact()
    expect((await other.find([row], false))[0]).toHaveLength(1)
  })
}
