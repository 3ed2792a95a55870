/**
 * An index in MongoDB, by its driver: `mongodb://USER@HOST:PORT/DATABASE#NAME`, a replica set (of one member too) or a sharded cluster.
 * NAME is the name of the index:
 *
 *     NAME.meta      { _id: 'meta', meta: JSON of IndexMeta } and { _id: 'numbers', last: the last number given }
 *     NAME.records   { _id: number, id: hash of the id, record: with checksum (record.ts) }
 *     NAME.ids       { _id: hash of the id, seq: number }
 *     NAME.blocks    { _id: key and page, key, info: [ { seq, posting }, … ], split: true where it is }: one document for a block and its value, further ones
 *                    (pages) where a key that cannot be split has more postings than a document should hold
 *     NAME.locks     { _id: number below 4096, taken: how often }
 *
 * Everything that must happen at once is a transaction. It begins by writing to the locks of its keys: of two that share one, the
 * server ends one, which begins again. A sharded cluster spreads records, ids and blocks by a hash of their `_id` or key.
 */
import {
  Binary,
  type ClientSession,
  type Collection,
  type Db,
  type Document,
  MongoClient,
  MongoError,
  MongoNetworkError,
  MongoServerSelectionError,
  type OptionalUnlessRequiredId,
} from 'mongodb'
import { LeitongError } from '../../errors.js'
import { LOCK_COUNT, lockNumbers } from '../postings/lock-numbers.js'
import { type Backend, PostingStore } from '../postings/posting-store.js'
import { type Changes, nameOf, type Reader, UnitOfWork } from '../postings/unit-of-work.js'
import { isOfNetwork, withRetry } from '../retry.js'
import type { IndexMeta, StoreDriver } from '../store.js'
import { parseStoreUrl, type StoreAddress, storeError } from '../store-url.js'

/** Postings of one document: at most 16 bytes of signature and some 30 around them each, far below the 16 MB of a document. */
const PAGE = 2000
/** Waits for others this long, in all, and for the outcome of a commit. */
const PATIENCE = 120_000
const COMMIT_PATIENCE = 30_000
const COLLECTIONS = ['records', 'ids', 'blocks', 'locks', 'meta'] as const

interface RecordDocument {
  readonly _id: number
  readonly id: Binary
  readonly record: Binary
}

interface BlockDocument {
  readonly _id: Binary
  readonly key: Binary
  readonly info?: readonly { readonly seq: number; readonly posting: Binary }[]
  /** Of page 0. */
  readonly split?: boolean
}

const binary = (bytes: Uint8Array) => new Binary(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
const bytesOf = ({ buffer, position }: Binary): Uint8Array => buffer.subarray(0, position)
/** A key followed by the number of a page. */
function pageOf(key: Uint8Array, page: number): Binary {
  const bytes = Buffer.alloc(key.length + 4)
  bytes.set(key)
  bytes.writeUInt32BE(page, key.length)
  return new Binary(bytes)
}

/** Typed views of the collections of one index. */
function collectionsOf(db: Db, index: string) {
  return {
    meta: db.collection<{ _id: string; meta?: string; last?: number }>(`${index}.meta`),
    records: db.collection<RecordDocument>(`${index}.records`),
    ids: db.collection<{ _id: Binary; seq: number }>(`${index}.ids`),
    blocks: db.collection<BlockDocument>(`${index}.blocks`),
    locks: db.collection<{ _id: number; taken: number }>(`${index}.locks`),
  }
}

type Collections = ReturnType<typeof collectionsOf>

/** Reads in a transaction, or each time anew. */
class MongoReader implements Reader {
  readonly #collections: Collections
  readonly #options: { readonly session?: ClientSession }
  /** Where postings of a key are: pages by name of the key, each with its length. */
  readonly pages = new Map<string, { page: number; count: number }[]>()

  constructor(collections: Collections, session?: ClientSession) {
    this.#collections = collections
    this.#options = session ? { session } : {}
  }

  async seqsOf(ids: readonly Uint8Array[]) {
    const documents = await this.#collections.ids.find({ _id: { $in: ids.map(binary) } }, this.#options).toArray()
    const bySeq = new Map(documents.map(({ _id, seq }) => [nameOf(bytesOf(_id)), seq]))
    return ids.map((id) => bySeq.get(nameOf(id)))
  }

  async records(seqs: readonly number[]) {
    const documents = await this.#collections.records.find({ _id: { $in: [...seqs] } }, this.#options).toArray()
    const found = new Map(documents.map(({ _id, record }) => [_id, bytesOf(record)]))
    return seqs.map((seq) => found.get(seq))
  }

  async buckets(keys: readonly Uint8Array[]) {
    const documents = await this.#collections.blocks.find({ key: { $in: keys.map(binary) } }, this.#options).toArray()
    const split = new Set<string>()
    const byKey = new Map<string, { seq: number; posting: Uint8Array }[]>()
    for (const key of keys) this.pages.set(nameOf(key), [])
    for (const { _id, key, info = [], split: isSplit } of documents) {
      const name = nameOf(bytesOf(key))
      if (isSplit) split.add(name)
      const id = bytesOf(_id)
      const page = Buffer.from(id).readUInt32BE(id.length - 4)
      this.pages.get(name)?.push({ page, count: info.length })
      const postings = byKey.get(name) ?? []
      byKey.set(name, postings)
      for (const { seq, posting } of info) postings.push({ seq, posting: bytesOf(posting) })
    }
    return keys.map((key) => ({ postings: byKey.get(nameOf(key)) ?? [], split: split.has(nameOf(key)) }))
  }

  async marks(keys: readonly Uint8Array[]) {
    const filter = { key: { $in: keys.map(binary) }, split: true }
    const documents = await this.#collections.blocks.find(filter, { ...this.#options, projection: { key: 1 } }).toArray()
    const known = new Set(documents.map(({ key }) => nameOf(bytesOf(key))))
    return keys.map((key) => known.has(nameOf(key)))
  }

  /** Outside of any transaction: those who only count must not wait for each other. */
  async numbers(count: number) {
    const counter = await this.#collections.meta.findOneAndUpdate(
      { _id: 'numbers' },
      { $inc: { last: count } },
      { returnDocument: 'after' },
    )
    if (!counter?.last) throw new Error('the counter of the numbers is missing')
    const first = counter.last - count + 1
    return Array.from({ length: count }, (_, i) => first + i)
  }

  /** The page for the next postings of a key, as far as it was read: the first that has room. */
  roomFor(key: Uint8Array): number {
    const pages = this.pages.get(nameOf(key)) ?? []
    this.pages.set(nameOf(key), pages)
    let found = pages.find(({ count }) => count < PAGE)
    if (!found) {
      found = { page: pages.reduce((next, { page }) => Math.max(next, page + 1), 0), count: 0 }
      pages.push(found)
    }
    found.count++
    return found.page
  }
}

class MongoBackend implements Backend {
  readonly meta: IndexMeta
  readonly name: string
  readonly #client: MongoClient
  readonly #collections: Collections
  readonly #place: StoreAddress
  /** Writers of this client take turns: against each other they would only begin again. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(client: MongoClient, place: StoreAddress, meta: IndexMeta) {
    this.#client = client
    this.name = place.name
    this.#place = place
    this.#collections = collectionsOf(client.db(), place.index)
    this.meta = meta
  }

  async read<Result>(act: (reader: Reader) => Promise<Result>): Promise<Result> {
    return await this.#guard(() => act(new MongoReader(this.#collections)))
  }

  async transact<Result>(locks: readonly Uint8Array[], act: (draft: UnitOfWork) => Promise<Result>): Promise<Result> {
    const run = () => this.#guard(() => this.#attempt(lockNumbers(locks), act))
    const turn = this.#turn.then(run, run)
    this.#turn = turn.catch(() => {})
    return await turn
  }

  async #attempt<Result>(locks: readonly number[], act: (draft: UnitOfWork) => Promise<Result>): Promise<Result> {
    const end = Date.now() + PATIENCE
    for (let attempt = 0; ; attempt++) {
      const session = this.#client.startSession()
      try {
        session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' }, readPreference: 'primary' })
        await this.#collections.locks.updateMany({ _id: { $in: [...locks] } }, { $inc: { taken: 1 } }, { session })
        const reader = new MongoReader(this.#collections, session)
        const draft = new UnitOfWork(reader)
        const result = await act(draft)
        const changes = draft.changes()
        if (changes) await this.#write(reader, changes, session)
        await commit(session)
        return result
      } catch (error) {
        if (session.inTransaction()) await session.abortTransaction().catch(() => {})
        if (!isAgain(error) || isAway(error) || Date.now() > end) throw error
      } finally {
        await session.endSession()
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** attempt, 40)))
    }
  }

  async #write(reader: MongoReader, { drops, puts, file, marks }: Changes, session: ClientSession): Promise<void> {
    const { records, ids, blocks } = this.#collections
    if (drops.length) {
      await records.deleteMany({ _id: { $in: drops.map(({ seq }) => seq) } }, { session })
      await ids.deleteMany({ _id: { $in: drops.map(({ id }) => binary(id)) } }, { session })
      await blocks.bulkWrite(
        drops.map(({ seq, keys }) => ({
          updateMany: { filter: { key: { $in: keys.map(binary) } }, update: { $pull: { info: { seq } } } },
        })),
        { session },
      )
    }
    if (puts.length) {
      await records.insertMany(
        puts.map(({ seq, id, record }) => ({ _id: seq, id: binary(id), record: binary(record) })),
        { session },
      )
      await ids.insertMany(
        puts.map(({ seq, id }) => ({ _id: binary(id), seq })),
        { session },
      )
    }
    const pages = new Map<string, { _id: Binary; key: Binary; info: { seq: number; posting: Binary }[]; split?: true }>()
    const pageFor = (key: Uint8Array, page: number) => {
      const _id = pageOf(key, page)
      const name = nameOf(bytesOf(_id))
      const known = pages.get(name) ?? { _id, key: binary(key), info: [] }
      pages.set(name, known)
      return known
    }
    for (const { key, seq, posting } of file) pageFor(key, reader.roomFor(key)).info.push({ seq, posting: binary(posting) })
    for (const key of marks) pageFor(key, 0).split = true
    if (pages.size)
      await blocks.bulkWrite(
        Array.from(pages.values(), ({ _id, key, info, split }) => {
          const update = { ...(info.length ? { $push: { info: { $each: info } } } : {}), ...(split ? { $set: { split } } : {}) }
          return { updateOne: { filter: { _id, key }, update, upsert: true } }
        }),
        { session, ordered: false },
      )
  }

  async #guard<Result>(act: () => Promise<Result>): Promise<Result> {
    return await withRetry(this.#place, isAway, act)
  }

  async page(after: number, limit: number) {
    return await this.#guard(async () => {
      const documents = await this.#collections.records.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit }).toArray()
      return documents.map(({ _id, record }) => ({ seq: _id, record: bytesOf(record) }))
    })
  }

  async last() {
    return await this.#guard(async () => {
      const record = await this.#collections.records.findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } })
      return record?._id ?? 0
    })
  }

  async counts() {
    return await this.#guard(async () => {
      const { records, ids, blocks } = this.#collections
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
    return await this.#guard(async () => {
      const { blocks, records } = this.#collections
      let found = 0
      for await (const { _id, info = [] } of blocks.find({})) {
        const seqs = info.map(({ seq }) => seq)
        const known = new Set(
          (await records.find({ _id: { $in: seqs } }, { projection: { _id: 1 } }).toArray()).map((record) => record._id),
        )
        const gone = seqs.filter((seq) => !known.has(seq))
        // A document that is written at this moment is no orphan: what is removed goes by its number.
        found += gone.length
        if (remove && gone.length) await blocks.updateOne({ _id }, { $pull: { info: { seq: { $in: gone } } } })
      }
      if (remove) await blocks.deleteMany({ info: { $size: 0 }, split: { $exists: false } })
      return found
    })
  }

  async close() {
    await this.#turn
    await this.#client.close()
  }
}

/**
 * Its outcome may be unknown at first: then it is asked again. A commit that did not take place is an error that says that the
 * transaction may be begun again.
 */
async function commit(session: ClientSession): Promise<void> {
  for (const end = Date.now() + COMMIT_PATIENCE; ; ) {
    try {
      await session.commitTransaction()
      return
    } catch (error) {
      const unknown = error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult')
      if (!unknown || Date.now() > end) throw unknown ? new Error(`whether it was written is not known: ${error.message}`) : error
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The server is away, stopping or becoming another: the codes are those of the driver for what may be tried again. */
const AWAY = [6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]
const isAway = (error: unknown) =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  (error instanceof MongoError && AWAY.includes(Number(error.code))) ||
  isOfNetwork(error)

/** Others were in the way. */
const isAgain = (error: unknown) =>
  error instanceof MongoError && (error.hasErrorLabel('TransientTransactionError') || error.code === 112 || error.code === 11000)

async function sizeOf(collection: { aggregate(pipeline: Document[]): { toArray(): Promise<Document[]> } }): Promise<number> {
  const stats = await collection.aggregate([{ $collStats: { storageStats: {} } }]).toArray()
  return stats.reduce((sum, { storageStats }) => sum + Number(storageStats.totalSize ?? 0), 0)
}

async function withClient<Result>(url: string, act: (client: MongoClient, place: StoreAddress) => Promise<Result>): Promise<Result> {
  const place = parseStoreUrl(url)
  let client: MongoClient | undefined
  try {
    client = new MongoClient(place.url.replace(/#.*$/, ''), {
      ...(/[?&]serverSelectionTimeoutMS=/i.test(place.url) ? {} : { serverSelectionTimeoutMS: 10_000 }),
      appName: 'leitong',
      readPreference: 'primary',
      // Acknowledged is what a majority has, in its journal unless the set is told otherwise.
      writeConcern: { w: 'majority' },
      readConcern: { level: 'majority' },
      promoteValues: true,
    })
    await client.connect()
    return await act(client, place)
  } catch (error) {
    await client?.close()
    throw storeError(error, place)
  }
}

/** What this server is: only a replica set and a router of shards have transactions. */
async function kindOf(client: MongoClient, place: StoreAddress): Promise<'set' | 'sharded'> {
  const hello = await client.db('admin').command({ hello: 1 })
  if (hello['msg'] === 'isdbgrid') return 'sharded'
  if (hello['setName']) return 'set'
  throw new LeitongError(
    'STORE',
    place.name,
    'this mongod stands alone and has no transactions; start it with --replSet NAME and call rs.initiate() once: a replica set of one is enough',
  )
}

async function createCollections(db: Db, index: string, kind: 'set' | 'sharded'): Promise<void> {
  for (const name of COLLECTIONS) {
    try {
      await db.createCollection(`${index}.${name}`)
    } catch (error) {
      // Another was first.
      if ((error as MongoError).code !== 48) throw error
    }
  }
  const { blocks, locks, meta } = collectionsOf(db, index)
  await blocks.createIndex({ key: kind === 'sharded' ? 'hashed' : 1 })
  if (kind === 'sharded')
    for (const [name, key] of [
      ['records', '_id'],
      ['ids', '_id'],
      ['blocks', 'key'],
    ] as const)
      await db.admin().command({ shardCollection: `${db.databaseName}.${index}.${name}`, key: { [key]: 'hashed' } })
  await insertMissing(
    locks,
    Array.from({ length: LOCK_COUNT }, (_, _id) => ({ _id, taken: 0 })),
  )
  await insertMissing(meta, [{ _id: 'numbers', last: 0 }])
}

/** Leaves alone those that are there. */
async function insertMissing<Item extends Document>(collection: Collection<Item>, items: OptionalUnlessRequiredId<Item>[]): Promise<void> {
  try {
    await collection.insertMany(items, { ordered: false })
  } catch (error) {
    if ((error as MongoError).code !== 11000) throw error
  }
}

export const driver: StoreDriver = {
  open: (url, create) =>
    withClient(url, async (client, place) => {
      const kind = await kindOf(client, place)
      const { meta } = collectionsOf(client.db(), place.index)
      let stored = await meta.findOne({ _id: 'meta' })
      if (!stored) {
        if (!create) throw new LeitongError('INDEX_MISSING', place.name)
        await createCollections(client.db(), place.index, kind)
        await insertMissing(meta, [{ _id: 'meta', meta: JSON.stringify(create) }])
        stored = await meta.findOne({ _id: 'meta' })
      }
      const found = JSON.parse(stored?.meta ?? '{}') as IndexMeta
      if (found.format !== 1) throw new LeitongError('STORE', place.name, `format ${found.format} is not known to this version`)
      return new PostingStore(new MongoBackend(client, place, found))
    }),

  drop: (url) =>
    withClient(url, async (client, place) => {
      for (const name of [...COLLECTIONS].reverse()) await client.db().collection(`${place.index}.${name}`).drop()
      await client.close()
    }),
}
