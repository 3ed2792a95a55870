/** The store in MongoDB, a replica set of one, held to the contract of every store; a server on its own is refused. */
import { expect, it } from 'vitest'
import { driver } from '../../src/stores/mongodb/mongodb.js'
import { describeWith } from '../support/servers.js'
import { metaOf } from './contract/support.js'
import { mongodbContract, mongodbPlace } from './mongodb-contract.js'

await describeWith('mongodb', 'in a MongoDB that stands alone', (server) => {
  it('says what is missing', async () => {
    const opened = driver.open(mongodbPlace(server), metaOf({ kind: 'exact' }))
    await expect(opened).rejects.toThrow(/has no transactions; start it with --replSet/)
    await expect(opened).rejects.toMatchObject({ code: 'STORE' })
  })
})

await describeWith('mongodbReplica', 'in MongoDB', (server) => mongodbContract('mongodb', server, 2))
