/**
 * The store in a MongoDB replica set of three when its primary is killed and the others choose another.
 *
 * Covers   three elections while four clients write and one offers: each call has its answer, what was acknowledged is there, and of each group that is
 *          offered one is new.
 */
import { MongoClient } from 'mongodb'
import { expect, it } from 'vitest'
import { describeWithOwn } from '../../support/fault-lab.js'
import { pause, writeThrough } from './fault-contract.js'

await describeWithOwn('mongodbSet', 'a MongoDB replica set when its primary is killed', ({ home, url }) => {
  /** The port of the primary that the set has, other than one that is dead. */
  const primary = (dead?: string) =>
    home.until(async () => {
      const client = await new MongoClient(url, { serverSelectionTimeoutMS: 2000 }).connect()
      try {
        const { primary } = await client.db('admin').command({ hello: 1 })
        const port = String(primary).split(':')[1] as string
        if (port === dead) throw new Error('it is still the old one')
        return port
      } finally {
        await client.close()
      }
    })

  it('loses nothing acknowledged, and lets one of each group be new', async () => {
    const killed: string[] = []
    await writeThrough(`${url}#elections`, async () => {
      for (let i = 0; i < 3; i++) {
        await pause(500 + Math.random() * 500)
        const port = await primary()
        killed.push(port)
        await home.crash(home.which(port))
        await primary(port)
        home.restart(home.which(port))
        // All three are there again: two that are dead would be a majority.
        await home.until(async () => {
          const member = new MongoClient(url.replace(/@[^/]+/, `@127.0.0.1:${port}`).replace(/replicaSet=\w+/, 'directConnection=true'), {
            serverSelectionTimeoutMS: 1000,
          })
          try {
            const { secondary, isWritablePrimary } = await member.db('admin').command({ hello: 1 })
            if (!secondary && !isWritablePrimary) throw new Error('it does not follow yet')
          } finally {
            await member.close()
          }
        }, 60)
      }
    })
    expect(killed).toHaveLength(3)
  })
})
