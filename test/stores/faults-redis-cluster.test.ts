/**
 * The store in a Redis Cluster when the master of the index is killed and its replica takes over.
 *
 * Covers   two failovers: the master dies, its replica takes over without a replica of its own, the old master comes back as its replica, and
 *          takes over again. Each call has its answer, and what was acknowledged is there.
 */
import { Redis } from 'ioredis'
import { expect, it } from 'vitest'
import { open } from '../../src/index.js'
import { describeWithOwn } from '../support/fault-lab.js'
import { writeThrough } from './fault-contract.js'

/** The nodes as one of them sees them. */
async function nodesBy(port: number): Promise<{ port: number; flags: string; slots: string[]; link: string }[]> {
  const client = new Redis({ port, lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => {})
  try {
    await client.connect()
    const lines = String(await client.call('CLUSTER', 'NODES'))
      .trim()
      .split('\n')
    return lines.map((line) => {
      const [, address = '', flags = '', , , , , link = '', ...slots] = line.split(' ')
      return { port: Number(/:(\d+)@/.exec(address)?.[1]), flags, slots, link }
    })
  } finally {
    client.disconnect()
  }
}

const holds = (slots: readonly string[], slot: number) =>
  slots.some((range) => {
    const [from = NaN, to = from] = range.split('-').map(Number)
    return from <= slot && slot <= to
  })

await describeWithOwn('redisCluster', 'Redis Cluster when a master is killed', ({ home, url }) => {
  const first = Number(new URL(url).port)

  it('loses nothing acknowledged when its replica takes over, and again', async () => {
    const ports = (await nodesBy(first)).map(({ port }) => port)
    const client = new Redis(first)
    const slot = Number(await client.call('CLUSTER', 'KEYSLOT', '{leitong:failover}'))
    client.disconnect()
    /** Who holds the slot, as all that live see it who are not `dead`. */
    const masterOf = (dead?: number) =>
      home.until(async () => {
        const seen = await Promise.all(ports.filter((port) => port !== dead).map(nodesBy))
        const masters = seen.map((nodes) => nodes.find(({ flags, slots }) => /master/.test(flags) && holds(slots, slot))?.port)
        if (new Set(masters).size !== 1 || masters[0] === undefined || masters[0] === dead) throw new Error(`masters: ${masters}`)
        return masters[0]
      })
    /** Until a replica follows that master. */
    const followed = (port: number) =>
      home.until(async () => {
        const node = new Redis(port)
        const info = await node.info('replication')
        node.disconnect()
        if (!/state=online/.test(info)) throw new Error(info)
      })
    const place = `${url.replace(/^redis:/, 'redis-cluster:')}#failover`
    await (await open(place, { method: 'simhash', keep: 'text' })).close()
    await writeThrough(place, async () => {
      for (let i = 0; i < 2; i++) {
        const master = await masterOf()
        await followed(master)
        await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 200))
        const which = home.which(String(master))
        await home.crash(which)
        const next = await masterOf(master)
        expect(next).not.toBe(master)
        home.restart(which)
        await masterOf()
      }
    })
  })

  it('says so when fewer replicas confirm than ?replicas asks for', async () => {
    const place = url.replace(/^redis:/, 'redis-cluster:')
    await expect(open(`${place}?replicas=x#asking`)).rejects.toMatchObject({ code: 'STORE', message: expect.stringContaining('a digit') })
    await using index = await open(`${place}?replicas=1#asking`)
    expect(await index.add({ id: 'a', text: 'a text that one replica must have' })).toMatchObject({ status: 'new' })
  })
})
