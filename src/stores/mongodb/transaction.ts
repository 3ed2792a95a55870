/**
 * Transactions in MongoDB. Each writes to the documents of the keys that its entries share with their neighbours, and first of all to locks of
 * what it asks about and does not write: of two that write to one document, the server ends one, which begins again.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientSession, MongoClient, TransactionOptions } from 'mongodb'
import { type Changes, type Filed, UnitOfWork } from '../postings/unit-of-work.js'
import { isOfNetwork } from '../retry.js'
import { writeBlocks } from './blocks.js'
import { binary, binaryOf, type Collections, DUPLICATE_KEY, mongo } from './collections.js'
import { insertAll } from './commands.js'
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

/** The collections of an index, and where they are. */
interface Place {
  readonly collections: Collections
  readonly isSharded: boolean
}

/**
 * Does work alone with what its locks stand for, and writes its changes, all or nothing; begins again when others were in the way.
 *
 * @param locks  their numbers, ascending
 */
export async function transact<Result>(
  client: MongoClient,
  { collections, isSharded }: Place,
  locks: readonly number[],
  work: (unit: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const end = Date.now() + CONFLICT_MS
  for (let attempt = 0; ; attempt++) {
    const session = client.startSession()
    try {
      session.startTransaction(OPTIONS)
      if (locks.length) await collections.locks.updateMany({ _id: { $in: [...locks] } }, { $inc: { taken: 1 } }, { session })
      const reader = new MongoReader(collections, isSharded, session)
      const unit = new UnitOfWork(reader)
      const result = await work(unit)
      const changes = unit.changes()
      if (changes) await write(collections, reader, changes, unit.filed(), session)
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
  collections: Collections,
  reader: MongoReader,
  changes: Changes,
  filed: readonly Filed[],
  session: ClientSession,
): Promise<void> {
  const { db, records } = collections
  const { drops, puts } = changes
  if (drops.length) await records.deleteMany({ _id: { $in: drops.map(({ id }) => binaryOf(id)) } }, { session })
  if (puts.length) {
    const documents = puts.map(({ seq, id, record }) => ({ _id: binaryOf(id), seq, record: binary(record) }))
    await insertAll(db, records.collectionName, documents, session)
  }
  await writeBlocks(collections, reader, changes, filed, session)
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
      const unknown = error instanceof mongo.MongoError && error.hasErrorLabel('UnknownTransactionCommitResult')
      if (!unknown || Date.now() > end) throw unknown ? new Error(`whether it was written is not known: ${error.message}`) : error
    }
    await pause(COMMIT_PAUSE)
  }
}

/** Codes for a server that is away, stopping or becoming another: those that the driver itself takes for worth another attempt. */
const AWAY = [6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]

export const isAway = (error: unknown) =>
  error instanceof mongo.MongoNetworkError ||
  error instanceof mongo.MongoServerSelectionError ||
  (error instanceof mongo.MongoError && AWAY.includes(Number(error.code))) ||
  isOfNetwork(error)

const WRITE_CONFLICT = 112

/** Whether others were in the way. */
const isConflict = (error: unknown) =>
  error instanceof mongo.MongoError &&
  (error.hasErrorLabel('TransientTransactionError') || error.code === WRITE_CONFLICT || error.code === DUPLICATE_KEY)
