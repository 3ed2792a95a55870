/**
 * The stores in Redis and in a Redis Cluster, held to the contract of every store.
 *
 * Covers   commits when others have written meanwhile; keys that were taken away; indexes of another layout.
 */
import { Redis } from 'ioredis'
import { expect, it } from 'vitest'
import { openIndex } from '../../src/index.js'
import { createIndexKeys } from '../../src/searching/index-keys.js'
import { idHash } from '../../src/stores/postings/posting-store.js'
import { type Changes, UnitOfWork } from '../../src/stores/postings/unit-of-work.js'
import { encodeRecord } from '../../src/stores/record.js'
import { RedisKeys } from '../../src/stores/redis/keys.js'
import { driver } from '../../src/stores/redis/redis.js'
import { WatchingReader } from '../../src/stores/redis/watching-reader.js'
import { describeWith } from '../support/servers.js'
import { storeContract } from './contract/contract.js'

const META = {
  format: 1,
  signature: 'test',
  search: { kind: 'simhash', bits: 64, distance: 3 },
  blockLimit: 1000,
  settings: {},
  created: '2026-01-01T00:00:00Z',
} as const

let next = 0
const place = (url: string) => `${url}#t${process.pid}_${next++}`

await describeWith('redis', 'in Redis', (server) => {
  storeContract({
    name: 'redis',
    driver,
    url: () => place(server),
    persistent: true,
    steps: 25,
    async asked(url, act) {
      const name = `{leitong:${url.slice(url.indexOf('#') + 1)}}`
      const [client, end] = [new Redis(server), `${name} is told`]
      const monitor = await client.monitor()
      let [sent, touched] = [0, 0]
      const ended = new Promise<void>((resolve) => {
        monitor.on('monitor', (_time: string, args: string[], source: string) => {
          if (args.includes(end)) resolve()
          else if (args.some((arg) => arg.startsWith(name))) source === 'lua' ? touched++ : sent++
        })
      })
      await act()
      await client.echo(end)
      await ended
      monitor.disconnect()
      client.disconnect()
      return { sent, touched }
    },
    async damage(url, { seq }) {
      const client = new Redis(server)
      await client.hset(`{leitong:${url.slice(url.indexOf('#') + 1)}}:records`, String(seq), 'damaged')
      client.disconnect()
    },
  })

  it('an index whose keys were taken away takes nothing more, and says so', async () => {
    const index = await openIndex(place(server))
    await index.addIfNew({ id: 1, text: 'The island ferry will run every forty minutes.' })
    const client = new Redis(server)
    // As FLUSHALL does, without what other tests have there.
    const name = index.url.slice(index.url.indexOf('#') + 1)
    await client.del(...(await client.keys(`{leitong:${name}}:*`)))
    await expect(index.addIfNew({ id: 2, text: 'The town library opens on Sundays again.' })).rejects.toThrow(
      'the index is not there any more',
    )
    expect(await client.keys(`{leitong:${name}}:records`)).toEqual([])
    client.disconnect()
    await index.close()
  })

  it('an index of a version that kept it otherwise is refused, and can be dropped', async () => {
    const url = place(server)
    const client = new Redis(server)
    const meta = `{leitong:${url.slice(url.indexOf('#') + 1)}}:meta`
    await client.set(meta, JSON.stringify(META))
    await expect(driver.open(url, META)).rejects.toThrow('an earlier version of leitong made this index')
    await client.set(meta, JSON.stringify({ layout: 9, index: META }))
    await expect(driver.open(url, META)).rejects.toThrow('layout 9 is not known')
    await driver.drop(url)
    expect(await client.exists(meta)).toBe(0)
    client.disconnect()
  })

  const entry = (...parts: readonly number[]) =>
    Uint8Array.from({ length: 24 }, (_, i) => (i < 16 ? (parts[0] as number) : (parts[i - 15] ?? 0)))
  const mine = entry(1, 1, 2, 3, 4, 5, 6, 7, 8)
  const offerOf = (id: string, row: Uint8Array) => ({
    id,
    entry: row,
    decide: () => ({ id, entry: row, group: id, payload: new Uint8Array() }),
  })

  it.each([
    ['nothing', 0, []],
    ['elsewhere in the index', 0, [offerOf('other', entry(2, 9, 9, 9, 9, 9, 9, 9, 9))]],
    ['under a key that was read', undefined, [offerOf('other', entry(2, 1, 2, 9, 9, 9, 9, 9, 9))]],
    ['under an id that was read', undefined, [offerOf('mine', entry(2, 9, 9, 9, 9, 9, 9, 9, 9))]],
  ])('a commit holds what it read against what others wrote meanwhile: %s', async (_, expected, others) => {
    const url = place(server)
    const store = await driver.open(url, META)
    // A neighbour, so that there is something to read.
    await store.update([offerOf('first', entry(3, 1, 2, 8, 8, 8, 8, 8, 8))])
    const client = new Redis(server)
    const reader = new WatchingReader(client, new RedisKeys(url.slice(url.indexOf('#') + 1)))
    const unit = new UnitOfWork(reader)
    const keys = createIndexKeys(META.search).keys(mine)
    await unit.prefetch([idHash('mine')], keys)
    const [seq = 0] = await reader.numbers(1)
    await store.update(others)
    const posting = mine.slice(16)
    const record = encodeRecord({ id: 'mine', entry: mine, group: 'mine', payload: new Uint8Array() }, seq)
    unit.put(
      seq,
      idHash('mine'),
      record,
      keys.map((key) => ({ key, seq, posting })),
      [],
    )
    expect(await reader.commit(unit.changes() as Changes, unit.filed())).toBe(expected)
    expect((await store.find([mine], false))[0]?.some((candidate) => candidate.seq === seq)).toBe(expected === 0)
    expect((await store.verify()).problems).toEqual([])
    client.disconnect()
    await store.close()
  })
})

await describeWith('redisCluster', 'in a Redis Cluster', (server) => {
  storeContract({
    name: 'redis cluster',
    driver,
    url: () => place(server.replace(/^redis:/, 'redis-cluster:')),
    persistent: true,
    steps: 25,
  })
})
