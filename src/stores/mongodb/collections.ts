/**
 * The collections of an index in MongoDB. NAME is the name of the index:
 *
 *     NAME.meta      { _id: 'meta', meta: JSON of IndexMeta } and { _id: 'numbers', last: the last number given }
 *     NAME.records   { _id: number, id: hash of the id, record: with checksum (record.ts) }
 *     NAME.ids       { _id: hash of the id, seq: number }
 *     NAME.blocks    { _id: key and page, key, info: [ { seq, posting }, … ], split: true where it is }: one document for a key, further ones
 *                    (pages) where a key that cannot be split has more postings than a document should hold
 *     NAME.locks     { _id: number below 4096, taken: how often }
 *
 * A sharded cluster spreads records, ids and blocks by a hash of their `_id` or key.
 */
import { Binary, type Collection, type Db, type Document, type MongoClient, type MongoError, type OptionalUnlessRequiredId } from 'mongodb'
import { LeitongError } from '../../errors.js'
import { LOCK_COUNT } from '../postings/lock-numbers.js'

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

/** Typed views of the collections of one index. */
export function collectionsOf(db: Db, index: string) {
  return {
    meta: db.collection<{ _id: string; meta?: string; last?: number }>(`${index}.meta`),
    records: db.collection<RecordDocument>(`${index}.records`),
    ids: db.collection<{ _id: Binary; seq: number }>(`${index}.ids`),
    blocks: db.collection<BlockDocument>(`${index}.blocks`),
    locks: db.collection<{ _id: number; taken: number }>(`${index}.locks`),
  }
}

export type Collections = ReturnType<typeof collectionsOf>

/** In the order in which they are made. They are removed in reverse: without its meta an index is not there any more. */
export const COLLECTIONS = ['records', 'ids', 'blocks', 'locks', 'meta'] as const

export const binary = (bytes: Uint8Array) => new Binary(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
export const bytesOf = ({ buffer, position }: Binary): Uint8Array => buffer.subarray(0, position)

/** The `_id` of a page of a key: the key, then the number, big endian. */
export function pageId(key: Uint8Array, page: number): Binary {
  const bytes = Buffer.alloc(key.length + 4)
  bytes.set(key)
  bytes.writeUInt32BE(page, key.length)
  return new Binary(bytes)
}

/** The number of the page that has this `_id`. */
export function pageNumber(id: Binary): number {
  const bytes = bytesOf(id)
  return Buffer.from(bytes).readUInt32BE(bytes.length - 4)
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

const SHARD_KEYS = [
  ['records', '_id'],
  ['ids', '_id'],
  ['blocks', 'key'],
] as const

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
  const { blocks, locks, meta } = collectionsOf(db, index)
  await blocks.createIndex({ key: deployment === 'sharded' ? 'hashed' : 1 })
  if (deployment === 'sharded')
    for (const [name, key] of SHARD_KEYS)
      await db.admin().command({ shardCollection: `${db.databaseName}.${index}.${name}`, key: { [key]: 'hashed' } })
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
