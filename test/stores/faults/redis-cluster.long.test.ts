/**
 * The store in a Redis Cluster when the master of the index is killed and its replica takes over.
 *
 * Covers   two failovers: the master dies, its replica takes over without a replica of its own, the old master comes back as its replica, and
 *          takes over again. Each call has its answer, and what was acknowledged is there. Nothing is acknowledged that no replica has.
 */
import { Redis } from 'ioredis'
import { beforeAll, expect, it } from 'vitest'
import { openIndex } from '../../../src/index.js'
import { describeWithOwn } from '../../support/fault-lab.js'
import { pause, writeThrough } from './fault-contract.js'

/** Asks one node. */
async function by<Answer>(port: number, ask: (node: Redis) => Promise<Answer>): Promise<Answer> {
  const node = new Redis({ port, lazyConnect: true, retryStrategy: () => null })
  node.on('error', () => {})
  try {
    await node.connect()
    return await ask(node)
  } finally {
    node.disconnect()
  }
}

/** The nodes as one of them sees them. */
async function nodesBy(port: number): Promise<{ port: number; flags: string; slots: string[] }[]> {
  const lines = await by(port, async (node) => String(await node.call('CLUSTER', 'NODES')))
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [, address = '', flags = '', , , , , , ...slots] = line.split(' ')
      return { port: Number(/:(\d+)@/.exec(address)?.[1]), flags, slots }
    })
}

const holds = (slots: readonly string[], slot: number) =>
  slots.some((range) => {
    const [from = NaN, to = from] = range.split('-').map(Number)
    return from <= slot && slot <= to
  })

await describeWithOwn('redisCluster', 'Redis Cluster when a master is killed', ({ home, url }) => {
  const first = Number(new URL(url).port)
  let ports: number[]
  let slot: number
  beforeAll(async () => {
    ports = (await nodesBy(first)).map(({ port }) => port)
    slot = await by(first, async (node) => Number(await node.call('CLUSTER', 'KEYSLOT', '{leitong:failover}')))
  })
  /** Who holds the slot, as all that live see it who are not `dead`. */
  const masterOf = (dead?: number) =>
    home.until(async () => {
      const seen = await Promise.all(ports.filter((port) => port !== dead).map(nodesBy))
      const masters = seen.map((nodes) => nodes.find(({ flags, slots }) => /master/.test(flags) && holds(slots, slot))?.port)
      if (new Set(masters).size !== 1 || masters[0] === undefined || masters[0] === dead) throw new Error(`masters: ${masters}`)
      return masters[0]
    })
  /** The replicas that follow a master, as soon as there is one. */
  const followed = (port: number) =>
    home.until(async () => {
      const info = await by(port, (node) => node.info('replication'))
      const online = [...info.matchAll(/port=(\d+),state=online/g)].map(([, replica]) => Number(replica))
      if (!online.length) throw new Error(info)
      return online
    })

  it('loses nothing acknowledged when its replica takes over, and again', async () => {
    const place = `${url.replace(/^redis:/, 'redis-cluster:')}#failover`
    await (await openIndex(place, { method: 'simhash', payload: 'text' })).close()
    await writeThrough(place, async () => {
      for (let i = 0; i < 2; i++) {
        const master = await masterOf()
        await followed(master)
        await pause(100 + Math.random() * 200)
        const which = home.which(String(master))
        await home.crash(which)
        const next = await masterOf(master)
        expect(next).not.toBe(master)
        home.restart(which)
        await masterOf()
      }
    })
  })

  it('acknowledges nothing that no replica has, unless there is none', async () => {
    const place = `${url.replace(/^redis:/, 'redis-cluster:')}#failover`
    const master = await masterOf()
    const [replica] = await followed(master)
    await using index = await openIndex(place, { create: false })
    const pid = home.processes(home.which(String(replica)))[0] as number
    process.kill(pid, 'SIGSTOP')
    const added = index.add({ id: 'waits', text: 'a text for which a replica is waited' })
    expect(await Promise.race([added, pause(300).then(() => 'nothing yet')])).toBe('nothing yet')
    process.kill(pid, 'SIGCONT')
    expect(await added).toMatchObject({ status: 'new', stored: true })
    // A master that has lost its only replica goes on, unless it is told to insist.
    await home.crash(home.which(String(replica)))
    expect(await index.add({ id: 'alone', text: 'nobody else has this text' })).toMatchObject({ stored: true })
    await using insisting = await openIndex(place.replace('#', '?replicas=1#'), { create: false })
    const refused = insisting.add({ id: 'never', text: 'a text that one replica must have' })
    expect(await Promise.race([refused.catch(() => {}), pause(300).then(() => 'nothing yet')])).toBe('nothing yet')
    home.restart(home.which(String(replica)))
    expect(await refused).toMatchObject({ stored: true })
  })

  it('takes a digit for ?replicas', async () => {
    const place = url.replace(/^redis:/, 'redis-cluster:')
    await expect(openIndex(`${place}?replicas=x#asking`)).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringContaining('a digit'),
    })
  })
})
