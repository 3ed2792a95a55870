/** The stores in Redis and in a Redis Cluster, held to the contract of every store. */
import { Redis } from 'ioredis'
import { expect, it } from 'vitest'
import { open } from '../../src/index.js'
import { driver } from '../../src/stores/redis/redis.js'
import { describeWith } from '../support/servers.js'
import { storeContract } from './contract/contract.js'

let next = 0
const place = (url: string) => `${url}#t${process.pid}_${next++}`

await describeWith('redis', 'in Redis', (server) => {
  storeContract({
    name: 'redis',
    driver,
    url: () => place(server),
    persistent: true,
    steps: 25,
    async damage(url, { seq }) {
      const client = new Redis(server)
      await client.hset(`{leitong:${url.slice(url.indexOf('#') + 1)}}:records`, String(seq), 'damaged')
      client.disconnect()
    },
  })

  it('an index whose keys were taken away takes nothing more, and says so', async () => {
    const index = await open(place(server))
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
