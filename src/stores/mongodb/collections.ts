/**
 * The collections of an index in MongoDB. NAME is the name of the index:
 *
 *     NAME.meta      { _id: 'meta', meta: JSON of the layout and IndexMeta } and { _id: 'numbers', last: the last number given }
 *     NAME.records   { _id: hash of the id, seq: number, record: with checksum (record.ts) }
 *     NAME.blocks    { _id: key, n: how many postings, list: they themselves, packed (posting-list.ts), split: true where it is, more: how many
 *                    further documents it has }: one document for a key, and further ones, whose `_id` is the key and a number, where a key
 *                    that cannot be split has more postings than a document should hold
 *     NAME.locks     { _id: number below 4096, taken: how often }
 *
 * A sharded cluster spreads records and blocks by a hash of their `_id`.
 */
import type { Binary, Collection, Db, Document, MongoClient, MongoError, OptionalUnlessRequiredId } from 'mongodb'
import { LeitongError } from '../../errors.js'
import { loadPackage } from '../../packages.js'
import type { Key } from '../../searching/index-keys.js'
import { LOCK_COUNT } from '../postings/lock-numbers.js'
import { bytesOfName } from '../postings/unit-of-work.js'

export const mongo = loadPackage<typeof import('mongodb')>('mongodb', 'keep an index in mongodb')

interface RecordDocument {
  readonly _id: Binary
  readonly seq: number
  readonly record: Binary
}

export interface BlockDocument {
  readonly _id: Binary
  readonly n: number
  readonly list: Binary
  /** Of the first document of a key. */
  readonly split?: boolean
  readonly more?: number
  /** The number of a further one. */
  readonly page?: number
  /** How often it was written after it was made. */
  readonly writes?: number
}

/** Typed views of the collections of one index. */
export function collectionsOf(db: Db, index: string) {
  return {
    db,
    meta: db.collection<{ _id: string; meta?: string; last?: number }>(`${index}.meta`),
    records: db.collection<RecordDocument>(`${index}.records`),
    blocks: db.collection<BlockDocument>(`${index}.blocks`),
    locks: db.collection<{ _id: number; taken: number }>(`${index}.locks`),
  }
}

export type Collections = ReturnType<typeof collectionsOf>

/** In the order in which they are made. They are removed in reverse: without its meta an index is not there any more. */
export const COLLECTIONS = ['records', 'blocks', 'locks', 'meta'] as const
/** Those that an index of an earlier version had beside them. */
export const EARLIER = ['ids'] as const

export const binary = (bytes: Uint8Array) => new mongo.Binary(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
/** A key. */
export const binaryOf = (key: Key) => new mongo.Binary(bytesOfName(key))
export const bytesOf = ({ buffer, position }: Binary): Uint8Array => buffer.subarray(0, position)

/** The `_id` of a further document of a key: the key, then its number, big endian. */
export function pageId(key: Key, page: number): Binary {
  const bytes = Buffer.alloc(key.length + 4)
  bytes.write(key, 'latin1')
  bytes.writeUInt32BE(page, key.length)
  return new mongo.Binary(bytes)
}

/** Codes of the server. */
const NAMESPACE_EXISTS = 48
export const DUPLICATE_KEY = 11000

/** The two kinds of deployment that have transactions. */
export type Deployment = 'replica set' | 'sharded'

/** @throws {LeitongError} `STORE` for a server that stands alone */
export async function deploymentOf(client: MongoClient, name: string): Promise<Deployment> {
  const hello = await client.db('admin').command({ hello: 1 })
  if (hello['msg'] === 'isdbgrid') return 'sharded'
  if (hello['setName']) return 'replica set'
  throw new LeitongError(
    'STORE',
    name,
    'this mongod stands alone and has no transactions; start it with --replSet NAME and call rs.initiate() once: a replica set of one is enough',
  )
}

const SHARDED = ['records', 'blocks'] as const

/** Makes those that are missing; several clients may do so at once. */
export async function createCollections(db: Db, index: string, deployment: Deployment): Promise<void> {
  for (const name of COLLECTIONS) {
    try {
      await db.createCollection(`${index}.${name}`)
    } catch (error) {
      // Another was first.
      if ((error as MongoError).code !== NAMESPACE_EXISTS) throw error
    }
  }
  const { records, locks, meta } = collectionsOf(db, index)
  if (deployment === 'sharded')
    for (const name of SHARDED) await db.admin().command({ shardCollection: `${db.databaseName}.${index}.${name}`, key: { _id: 'hashed' } })
  await records.createIndex({ seq: 1 })
  await insertMissing(
    locks,
    Array.from({ length: LOCK_COUNT }, (_, _id) => ({ _id, taken: 0 })),
  )
  await insertMissing(meta, [{ _id: 'numbers', last: 0 }])
}

/** Inserts documents, and leaves alone those that are there. */
export async function insertMissing<Item extends Document>(
  collection: Collection<Item>,
  items: OptionalUnlessRequiredId<Item>[],
): Promise<void> {
  try {
    await collection.insertMany(items, { ordered: false })
  } catch (error) {
    if ((error as MongoError).code !== DUPLICATE_KEY) throw error
  }
}

/** Bytes of a collection, on all shards. */
export async function sizeOf(collection: { aggregate(pipeline: Document[]): { toArray(): Promise<Document[]> } }): Promise<number> {
  const stats = await collection.aggregate([{ $collStats: { storageStats: {} } }]).toArray()
  return stats.reduce((sum, { storageStats }) => sum + Number(storageStats.totalSize ?? 0), 0)
}
