/** The stores in Redis and in a Redis Cluster, held to the contract of every store. */
import { Redis } from 'ioredis'
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
