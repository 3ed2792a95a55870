/** The store in Redis when something fails: with `appendfsync always`, which is what keeps everything that was acknowledged. */
import { Redis } from 'ioredis'
import { it } from 'vitest'
import { describeWithOwn } from '../../support/fault-lab.js'
import { faultContract } from './fault-contract.js'
import { fillUp } from './full-contract.js'

await describeWithOwn('redis', 'Redis when something fails', (lab) => {
  // Longer than a client that gives up after a few attempts.
  faultContract(lab, { through: (port) => lab.url.replace(/:\d+$/, `:${port}`), down: 1500 })

  it('says so when memory is full, keeps what it has acknowledged, and goes on when there is room', async () => {
    const client = new Redis(lab.url)
    const limit = async () => {
      const used = Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1])
      await client.config('SET', 'maxmemory-policy', 'noeviction')
      await client.config('SET', 'maxmemory', String(used + (4 << 20)))
      return async () => void (await client.config('SET', 'maxmemory', '0'))
    }
    await fillUp(`${lab.url}#full`, 400_000, limit, /#full: OOM command not allowed/)
    client.disconnect()
  })
})
