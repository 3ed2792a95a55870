/** The contract of every store, for a server of MongoDB. */
import { MongoClient } from 'mongodb'
import { driver } from '../../src/stores/mongodb/mongodb.js'
import { storeContract } from './contract/contract.js'

let next = 0
/** An index that nothing else uses. */
export const mongodbPlace = (url: string) => `${url}#t${process.pid}_${next++}`

export function mongodbContract(name: string, server: string, runs: number): void {
  storeContract({
    name,
    driver,
    url: () => mongodbPlace(server),
    persistent: true,
    steps: 25,
    runs,
    async damage(url, { seq }) {
      const client = await new MongoClient(server).connect()
      await client
        .db()
        .collection(`${url.slice(url.indexOf('#') + 1)}.records`)
        .updateOne({ seq }, { $set: { record: Buffer.from('damaged') } })
      await client.close()
    },
  })
}
