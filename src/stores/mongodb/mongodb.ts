/**
 * An index in MongoDB, by its driver: `mongodb://USER@HOST:PORT/DATABASE#NAME`, a replica set (of one member too) or a sharded cluster,
 * because everything that must happen at once is a transaction. Its collections are those of collections.ts.
 */
import type { MongoClient } from 'mongodb'
import { LeitongError } from '../../errors.js'
import type { Key } from '../../searching/index-keys.js'
import { CONNECT_TIMEOUT } from '../../sources/databases/database.js'
import type { Backend, StoredBytes } from '../postings/backend.js'
import { inLayout, outOfLayout } from '../postings/layout.js'
import { lockNumbers } from '../postings/lock-numbers.js'
import { PostingStore } from '../postings/posting-store.js'
import type { Reader, UnitOfWork } from '../postings/unit-of-work.js'
import { withRetry } from '../retry.js'
import type { IndexMeta, StoreDriver } from '../store.js'
import { storeError } from '../store-errors.js'
import { parseStoreUrl, type StoreAddress } from '../store-url.js'
import { Turns } from '../turns.js'
import {
  binary,
  bytesOf,
  COLLECTIONS,
  type Collections,
  collectionsOf,
  createCollections,
  type Deployment,
  deploymentOf,
  EARLIER,
  insertMissing,
  mongo,
  sizeOf,
} from './collections.js'
import { MongoReader, pageOf } from './reader.js'
import { isAway, transact } from './transaction.js'

class MongoBackend implements Backend {
  readonly meta: IndexMeta
  readonly name: string
  readonly #client: MongoClient
  readonly #collections: Collections
  readonly #address: StoreAddress
  /** Writers of this client take turns: against each other they would only begin again. */
  readonly #turns = new Turns()

  /** Those of some 250 documents: nothing is locked that is not written anyway. */
  readonly locks = 1536
  readonly locksByWriting = true
  readonly #isSharded: boolean

  constructor(client: MongoClient, address: StoreAddress, { meta, deployment }: Opened) {
    this.#client = client
    this.#isSharded = deployment === 'sharded'
    this.#address = address
    this.name = address.name
    this.#collections = collectionsOf(client.db(), address.index)
    this.meta = meta
  }

  async #retry<Result>(act: (collections: Collections) => Promise<Result>): Promise<Result> {
    return await withRetry(this.#address, isAway, () => act(this.#collections))
  }

  async read<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result> {
    return await this.#retry((collections) => work(new MongoReader(collections, this.#isSharded)))
  }

  async transact<Result>(locks: readonly Key[], work: (unit: UnitOfWork) => Promise<Result>): Promise<Result> {
    const numbers = lockNumbers(locks)
    return await this.#turns.take(() =>
      this.#retry((collections) => transact(this.#client, { collections, isSharded: this.#isSharded }, numbers, work)),
    )
  }

  async page(after: number, limit: number): Promise<StoredBytes[]> {
    return await this.#retry(async ({ records }) => {
      const documents = await records.find({ seq: { $gt: after } }, { sort: { seq: 1 }, limit }).toArray()
      return documents.map(({ seq, record }) => ({ seq, record: bytesOf(record) }))
    })
  }

  async last() {
    return await this.#retry(async ({ records }) => {
      const record = await records.findOne({}, { sort: { seq: -1 }, projection: { seq: 1 } })
      return record?.seq ?? 0
    })
  }

  async counts() {
    return await this.#retry(async ({ records, blocks }) => {
      const [postings] = await blocks.aggregate<{ n: number }>([{ $group: { _id: null, n: { $sum: '$n' } } }]).toArray()
      const sizes = await Promise.all([records, blocks].map(sizeOf))
      const documents = await records.countDocuments()
      return {
        documents,
        ids: documents,
        postings: postings?.n ?? 0,
        marks: await blocks.countDocuments({ split: true }),
        bytes: sizes.reduce((sum, size) => sum + size, 0),
      }
    })
  }

  /** A transaction leaves none, unless somebody else has been at the collections. Documents of keys that removals have emptied go too. */
  async orphans(remove: boolean) {
    return await this.#retry(async ({ blocks, records }) => {
      let found = 0
      for await (const block of blocks.find({})) {
        const { list } = pageOf(block)
        const documents = await records.find({ seq: { $in: list.seqs() } }, { projection: { seq: 1 } }).toArray()
        const known = new Set(documents.map(({ seq }) => seq))
        const gone = list.seqs().filter((seq) => !known.has(seq))
        found += gone.length
        if (!remove || !gone.length) continue
        list.removeAll(new Set(gone))
        // Only as it was read: what others have added meanwhile stays, and the next time finds what was left.
        await blocks.updateOne(
          { _id: block._id, list: block.list },
          { $set: { n: list.count, list: binary(list.packed) }, $inc: { writes: 1 } },
        )
      }
      if (remove) await blocks.deleteMany({ n: 0, ...NEITHER })
      return found
    })
  }

  async close() {
    await this.#turns.ended()
    await this.#client.close()
  }
}

/** Of a document that stands for a key alone, and says no more than which postings there are. */
const NEITHER = { split: { $exists: false }, more: { $exists: false }, page: { $exists: false } }

async function withClient<Result>(url: string, work: (client: MongoClient, address: StoreAddress) => Promise<Result>): Promise<Result> {
  const address = parseStoreUrl(url)
  let client: MongoClient | undefined
  try {
    client = new mongo.MongoClient(address.url.replace(/#.*$/, ''), {
      ...(/[?&]serverSelectionTimeoutMS=/i.test(address.url) ? {} : { serverSelectionTimeoutMS: CONNECT_TIMEOUT }),
      appName: 'leitong',
      readPreference: 'primary',
      // Acknowledged is what a majority has, in its journal unless the set is told otherwise.
      writeConcern: { w: 'majority' },
      readConcern: { level: 'majority' },
      promoteValues: true,
    })
    await client.connect()
    return await work(client, address)
  } catch (error) {
    await client?.close()
    throw storeError(error, address)
  }
}

/** An index that was opened, and where it is. */
interface Opened {
  readonly meta: IndexMeta
  readonly deployment: Deployment
}

async function openIndex(client: MongoClient, address: StoreAddress, create: IndexMeta | undefined): Promise<Opened> {
  const deployment = await deploymentOf(client, address.name)
  const { meta } = collectionsOf(client.db(), address.index)
  let stored = await meta.findOne({ _id: 'meta' })
  if (!stored) {
    if (!create) throw new LeitongError('INDEX_MISSING', address.name)
    await createCollections(client.db(), address.index, deployment)
    await insertMissing(meta, [{ _id: 'meta', meta: inLayout(create) }])
    stored = await meta.findOne({ _id: 'meta' })
  }
  return { meta: outOfLayout(stored?.meta ?? '{}'), deployment }
}

export const driver: StoreDriver = {
  open: (url, create) =>
    withClient(url, async (client, address) => {
      const opened = await openIndex(client, address, create)
      return new PostingStore(new MongoBackend(client, address, opened))
    }),

  drop: (url) =>
    withClient(url, async (client, address) => {
      for (const name of [...EARLIER, ...COLLECTIONS].reverse()) await client.db().collection(`${address.index}.${name}`).drop()
      await client.close()
    }),
}
