/**
 * An index in MongoDB, by its driver: `mongodb://USER@HOST:PORT/DATABASE#NAME`, a replica set (of one member too) or a sharded cluster,
 * because everything that must happen at once is a transaction. Its collections are those of collections.ts.
 */
import { MongoClient } from 'mongodb'
import { LeitongError } from '../../errors.js'
import { CONNECT_TIMEOUT } from '../../sources/databases/database.js'
import type { Backend, StoredBytes } from '../postings/backend.js'
import { lockNumbers } from '../postings/lock-numbers.js'
import { PostingStore } from '../postings/posting-store.js'
import type { Reader, UnitOfWork } from '../postings/unit-of-work.js'
import { withRetry } from '../retry.js'
import type { IndexMeta, StoreDriver } from '../store.js'
import { storeError } from '../store-errors.js'
import { parseStoreUrl, type StoreAddress } from '../store-url.js'
import { Turns } from '../turns.js'
import {
  bytesOf,
  COLLECTIONS,
  type Collections,
  collectionsOf,
  createCollections,
  deploymentOf,
  insertMissing,
  sizeOf,
} from './collections.js'
import { MongoReader } from './reader.js'
import { isAway, transact } from './transaction.js'

class MongoBackend implements Backend {
  readonly meta: IndexMeta
  readonly name: string
  readonly #client: MongoClient
  readonly #collections: Collections
  readonly #address: StoreAddress
  /** Writers of this client take turns: against each other they would only begin again. */
  readonly #turns = new Turns()

  constructor(client: MongoClient, address: StoreAddress, meta: IndexMeta) {
    this.#client = client
    this.#address = address
    this.name = address.name
    this.#collections = collectionsOf(client.db(), address.index)
    this.meta = meta
  }

  async #retry<Result>(act: (collections: Collections) => Promise<Result>): Promise<Result> {
    return await withRetry(this.#address, isAway, () => act(this.#collections))
  }

  async read<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result> {
    return await this.#retry((collections) => work(new MongoReader(collections)))
  }

  async transact<Result>(locks: readonly Uint8Array[], work: (unit: UnitOfWork) => Promise<Result>): Promise<Result> {
    const numbers = lockNumbers(locks)
    return await this.#turns.take(() => this.#retry((collections) => transact(this.#client, collections, numbers, work)))
  }

  async page(after: number, limit: number): Promise<StoredBytes[]> {
    return await this.#retry(async ({ records }) => {
      const documents = await records.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit }).toArray()
      return documents.map(({ _id, record }) => ({ seq: _id, record: bytesOf(record) }))
    })
  }

  async last() {
    return await this.#retry(async ({ records }) => {
      const record = await records.findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } })
      return record?._id ?? 0
    })
  }

  async counts() {
    return await this.#retry(async ({ records, ids, blocks }) => {
      const size = { $sum: { $size: { $ifNull: ['$info', []] } } }
      const [postings] = await blocks.aggregate<{ n: number }>([{ $group: { _id: null, n: size } }]).toArray()
      const sizes = await Promise.all([records, ids, blocks].map(sizeOf))
      return {
        documents: await records.countDocuments(),
        ids: await ids.countDocuments(),
        postings: postings?.n ?? 0,
        marks: await blocks.countDocuments({ split: true }),
        bytes: sizes.reduce((sum, size) => sum + size, 0),
      }
    })
  }

  /** A transaction leaves none, unless somebody else has been at the collections. Pages that removals have emptied go too. */
  async orphans(remove: boolean) {
    return await this.#retry(async ({ blocks, records }) => {
      let found = 0
      for await (const { _id, info = [] } of blocks.find({})) {
        const seqs = info.map(({ seq }) => seq)
        const documents = await records.find({ _id: { $in: seqs } }, { projection: { _id: 1 } }).toArray()
        const known = new Set(documents.map((record) => record._id))
        const gone = seqs.filter((seq) => !known.has(seq))
        found += gone.length
        // A document that is written at this moment is no orphan: postings are removed by their number.
        if (remove && gone.length) await blocks.updateOne({ _id }, { $pull: { info: { seq: { $in: gone } } } })
      }
      if (remove) await blocks.deleteMany({ info: { $size: 0 }, split: { $exists: false } })
      return found
    })
  }

  async close() {
    await this.#turns.ended()
    await this.#client.close()
  }
}

async function withClient<Result>(url: string, work: (client: MongoClient, address: StoreAddress) => Promise<Result>): Promise<Result> {
  const address = parseStoreUrl(url)
  let client: MongoClient | undefined
  try {
    client = new MongoClient(address.url.replace(/#.*$/, ''), {
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

async function openIndex(client: MongoClient, address: StoreAddress, create: IndexMeta | undefined): Promise<IndexMeta> {
  const deployment = await deploymentOf(client, address.name)
  const { meta } = collectionsOf(client.db(), address.index)
  let stored = await meta.findOne({ _id: 'meta' })
  if (!stored) {
    if (!create) throw new LeitongError('INDEX_MISSING', address.name)
    await createCollections(client.db(), address.index, deployment)
    await insertMissing(meta, [{ _id: 'meta', meta: JSON.stringify(create) }])
    stored = await meta.findOne({ _id: 'meta' })
  }
  const found = JSON.parse(stored?.meta ?? '{}') as IndexMeta
  if (found.format !== 1) throw new LeitongError('STORE', address.name, `format ${found.format} is not known to this version`)
  return found
}

export const driver: StoreDriver = {
  open: (url, create) =>
    withClient(url, async (client, address) => {
      const meta = await openIndex(client, address, create)
      return new PostingStore(new MongoBackend(client, address, meta))
    }),

  drop: (url) =>
    withClient(url, async (client, address) => {
      for (const name of [...COLLECTIONS].reverse()) await client.db().collection(`${address.index}.${name}`).drop()
      await client.close()
    }),
}
