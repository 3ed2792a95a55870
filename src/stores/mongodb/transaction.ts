/**
 * Transactions in MongoDB. Each begins by writing to the locks of its keys: of two that share one, the server ends one, which begins
 * again.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Binary,
  type ClientSession,
  type MongoClient,
  MongoError,
  MongoNetworkError,
  MongoServerSelectionError,
  type TransactionOptions,
} from 'mongodb'
import { type Changes, nameOf, UnitOfWork } from '../postings/unit-of-work.js'
import { isOfNetwork } from '../retry.js'
import { binary, bytesOf, type Collections, DUPLICATE_KEY, pageId } from './collections.js'
import { MongoReader } from './reader.js'

/** Milliseconds that a transaction waits for others, in all, and that it asks for the outcome of its commit. */
const CONFLICT_MS = 120_000
const COMMIT_MS = 30_000
/** Milliseconds between attempts: at most where others were in the way, and of a commit. */
const LONGEST_PAUSE = 40
const COMMIT_PAUSE = 50

const OPTIONS: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority' },
  readPreference: 'primary',
}

/**
 * Does work alone with what its locks stand for, and writes its changes, all or nothing; begins again when others were in the way.
 *
 * @param locks  their numbers, ascending
 */
export async function transact<Result>(
  client: MongoClient,
  collections: Collections,
  locks: readonly number[],
  work: (unit: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const end = Date.now() + CONFLICT_MS
  for (let attempt = 0; ; attempt++) {
    const session = client.startSession()
    try {
      session.startTransaction(OPTIONS)
      await collections.locks.updateMany({ _id: { $in: [...locks] } }, { $inc: { taken: 1 } }, { session })
      const reader = new MongoReader(collections, session)
      const unit = new UnitOfWork(reader)
      const result = await work(unit)
      const changes = unit.changes()
      if (changes) await write(collections, reader, changes, session)
      await commit(session)
      return result
    } catch (error) {
      if (session.inTransaction()) await session.abortTransaction().catch(() => {})
      if (!isConflict(error) || isAway(error) || Date.now() > end) throw error
    } finally {
      await session.endSession()
    }
    await pause(Math.random() * Math.min(2 ** attempt, LONGEST_PAUSE))
  }
}

async function write(
  { records, ids, blocks }: Collections,
  reader: MongoReader,
  { drops, puts, file, marks }: Changes,
  session: ClientSession,
): Promise<void> {
  if (drops.length) {
    await records.deleteMany({ _id: { $in: drops.map(({ seq }) => seq) } }, { session })
    await ids.deleteMany({ _id: { $in: drops.map(({ id }) => binary(id)) } }, { session })
    const pulls = drops.map(({ seq, keys }) => ({
      updateMany: { filter: { key: { $in: keys.map(binary) } }, update: { $pull: { info: { seq } } } },
    }))
    await blocks.bulkWrite(pulls, { session })
  }
  if (puts.length) {
    const bytes = puts.map(({ seq, id, record }) => ({ _id: seq, id: binary(id), record: binary(record) }))
    await records.insertMany(bytes, { session })
    const numbers = puts.map(({ seq, id }) => ({ _id: binary(id), seq }))
    await ids.insertMany(numbers, { session })
  }
  const updates = pageUpdates(reader, file, marks)
  if (updates.length) await blocks.bulkWrite(updates, { session, ordered: false })
}

/** One update for each page that gets postings or a mark. */
function pageUpdates(reader: MongoReader, file: Changes['file'], marks: Changes['marks']) {
  const pages = new Map<string, { _id: Binary; key: Binary; info: { seq: number; posting: Binary }[]; split?: true }>()
  const pageFor = (key: Uint8Array, page: number) => {
    const _id = pageId(key, page)
    const name = nameOf(bytesOf(_id))
    const known = pages.get(name) ?? { _id, key: binary(key), info: [] }
    pages.set(name, known)
    return known
  }
  for (const { key, seq, posting } of file) pageFor(key, reader.roomFor(key)).info.push({ seq, posting: binary(posting) })
  for (const key of marks) pageFor(key, 0).split = true
  return Array.from(pages.values(), ({ _id, key, info, split }) => {
    const update = { ...(info.length ? { $push: { info: { $each: info } } } : {}), ...(split ? { $set: { split } } : {}) }
    return { updateOne: { filter: { _id, key }, update, upsert: true } }
  })
}

/**
 * Commits. The outcome may be unknown at first: then it is asked again. A commit that did not take place is an error that says that the
 * transaction may be begun again.
 */
async function commit(session: ClientSession): Promise<void> {
  for (const end = Date.now() + COMMIT_MS; ; ) {
    try {
      await session.commitTransaction()
      return
    } catch (error) {
      const unknown = error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult')
      if (!unknown || Date.now() > end) throw unknown ? new Error(`whether it was written is not known: ${error.message}`) : error
    }
    await pause(COMMIT_PAUSE)
  }
}

/** Codes for a server that is away, stopping or becoming another: those that the driver itself takes for worth another attempt. */
const AWAY = [6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]

export const isAway = (error: unknown) =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  (error instanceof MongoError && AWAY.includes(Number(error.code))) ||
  isOfNetwork(error)

const WRITE_CONFLICT = 112

/** Whether others were in the way. */
const isConflict = (error: unknown) =>
  error instanceof MongoError &&
  (error.hasErrorLabel('TransientTransactionError') || error.code === WRITE_CONFLICT || error.code === DUPLICATE_KEY)
