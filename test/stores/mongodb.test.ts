/** The store in MongoDB, a replica set of one, held to the contract of every store; a server on its own is refused. */
import { MongoClient } from 'mongodb'
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

await describeWith('mongodbReplica', 'in MongoDB', (server) => {
  mongodbContract('mongodb', server, 2)

  it('spreads the postings of a key over several documents, and takes them out again', async () => {
    const store = await driver.open(mongodbPlace(server), metaOf({ kind: 'exact' }))
    const entry = new Uint8Array(16).fill(3)
    const record = (id: string) => ({ id, entry, group: id, payload: new Uint8Array() })
    const ids = Array.from({ length: 4500 }, (_, n) => String(n))
    for (let at = 0; at < ids.length; at += 900)
      await store.update(ids.slice(at, at + 900).map((id) => ({ id, entry, blind: true, decide: () => record(id) })))
    expect((await store.find([entry], false))[0]?.length).toBe(4500)
    await store.remove(ids.slice(1000, 2500))
    expect((await store.find([entry], false))[0]?.length).toBe(3000)
    await store.update([{ id: 'more', entry, blind: true, decide: () => record('more') }])
    await store.compact()
    expect((await store.find([entry], false))[0]?.length).toBe(3001)
    expect((await store.verify()).problems).toEqual([])
    expect((await store.stats()).details['postings']).toBe(3001)
    await store.close()
  })

  it('refuses an index of a version that kept it otherwise, and drops it', async () => {
    const url = mongodbPlace(server)
    const client = await new MongoClient(server).connect()
    const meta = client.db().collection<{ _id: string }>(`${url.slice(url.indexOf('#') + 1)}.meta`)
    await meta.insertOne({ _id: 'meta', meta: JSON.stringify(metaOf({ kind: 'exact' })) } as { _id: string })
    await expect(driver.open(url, metaOf({ kind: 'exact' }))).rejects.toThrow('an earlier version of leitong made this index')
    await driver.drop(url)
    expect(await meta.countDocuments()).toBe(0)
    await client.close()
  })
})
