/** The store in MongoDB, a replica set of one and a sharded cluster, held to the contract of every store. */
import { MongoClient } from 'mongodb'
import { expect, it } from 'vitest'
import { driver } from '../../src/stores/mongodb.js'
import { describeWith } from '../support/servers.js'
import { metaOf, storeContract } from './contract.js'

let next = 0
const place = (url: string) => `${url}#t${process.pid}_${next++}`
const nameOf = (url: string) => url.slice(url.indexOf('#') + 1)

await describeWith('mongodb', 'in a MongoDB that stands alone', (server) => {
  it('says what is missing', async () => {
    const opened = driver.open(place(server), metaOf({ kind: 'exact' }))
    await expect(opened).rejects.toThrow(/has no transactions; start it with --replSet/)
    await expect(opened).rejects.toMatchObject({ code: 'STORE' })
  })
})

for (const [server, steps] of [
  ['mongodbReplica', 25],
  ['mongodbSharded', 22],
] as const) {
  await describeWith(server, `in MongoDB, ${server}`, (url) => {
    storeContract({
      name: server,
      driver,
      url: () => place(url),
      persistent: true,
      steps,
      async damage(index, { seq }) {
        const client = await new MongoClient(url).connect()
        await client
          .db()
          .collection<{ _id: number }>(`${nameOf(index)}.records`)
          .updateOne({ _id: seq }, { $set: { record: Buffer.from('damaged') } })
        await client.close()
      },
    })
  })
}
