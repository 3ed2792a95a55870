/**
 * The store in PostgreSQL when the primary is killed and its standby takes over, by the hand of somebody, as PostgreSQL wants it.
 *
 * Covers   an address that moves to the new primary: a handle goes on by itself; the URL of the new primary: everything acknowledged is there; a standby
 *          that is not promoted says that it takes no writes.
 */
import pg from 'pg'
import { expect, it } from 'vitest'
import { openIndex } from '../../../src/index.js'
import { describeWithOwn } from '../../support/fault-lab.js'
import { startProxy } from '../../support/proxy.js'
import { textsOf } from '../../support/writers.js'
import { OPTIONS, pause, writeThrough } from './fault-contract.js'

await describeWithOwn('postgresPair', 'PostgreSQL when its standby takes over', ({ home, url }) => {
  const [first = '', standby = ''] = url.split('?standby=')
  const second = first.replace(/:\d+\//, `:${standby}/`)

  it('loses nothing acknowledged, and lets one of each group be new', async () => {
    await using before = await openIndex(`${first}#others`, OPTIONS)
    await before.add({ id: 'kept', text: 'what was acknowledged before' })
    // As soon as the standby has replayed it.
    await home.until(async () => expect(await textsOf(`${second}#others`)).toEqual(new Map([['kept', 'what was acknowledged before']])))
    await using asking = await openIndex(`${second}#others`, { create: false })
    await expect(asking.add({ id: 'refused', text: 'what a standby is asked to keep' })).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringContaining('read-only transaction'),
    })

    // Nothing is acknowledged that the standby does not have.
    const stop = (signal: NodeJS.Signals) => {
      for (const pid of home.processes(1)) process.kill(pid, signal)
    }
    stop('SIGSTOP')
    const waiting = before.add({ id: 'waits', text: 'a text for which the standby is waited' })
    expect(await Promise.race([waiting, pause(500).then(() => 'nothing yet')])).toBe('nothing yet')
    stop('SIGCONT')
    expect(await waiting).toMatchObject({ status: 'new', stored: true })

    const proxy = await startProxy(Number(new URL(first).port))
    await writeThrough(`${first.replace(/:\d+\//, `:${proxy.port}/`)}#failover`, async () => {
      await pause(1500)
      await home.crash(0)
      await pause(500)
      const client = new pg.Client(second)
      await client.connect()
      await client.query('SELECT pg_promote()')
      await client.end()
      await proxy.moveTo(Number(standby))
      await pause(1500)
    })
    proxy.close()

    // By the URL of the server that died a call says so; by that of the new primary all is there and goes on.
    await expect(before.add({ id: 'late', text: 'what comes after' })).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringMatching(/#others: the server was away for 30 s/),
    })
    expect(await asking.add({ id: 'late', text: 'what comes after' })).toMatchObject({ status: 'new', stored: true })
    expect((await textsOf(`${second}#others`)).size).toBe(3)
  })
})
