/**
 * Writes of a transaction as commands of the server. The driver's own bulk writes look at every document twice before they send it, to cut
 * batches and to count what was done; what a transaction does is all or nothing, and its batches are cut here.
 */
import type { Binary, ClientSession, Db, Document } from 'mongodb'
import { mongo } from './collections.js'

interface Stored {
  readonly _id: Binary
}

/** Bytes and documents of a command: the server takes 16 MB and 100 000. */
const BYTES = 8 << 20
const DOCUMENTS = 10_000
/** Bytes of a document beside those of its binary fields, at most. */
const REST = 200

/** Adds documents. @throws {MongoServerError} */
export const insertAll = (db: Db, name: string, documents: readonly Stored[], session: ClientSession): Promise<void> =>
  write(db, documents, session, (documents) => ({ insert: name, documents }))

/** Puts documents in the place of those of the same `_id`. @throws {MongoServerError} */
export const replaceAll = (db: Db, name: string, documents: readonly Stored[], session: ClientSession): Promise<void> =>
  write(db, documents, session, (some) => ({ update: name, updates: some.map(({ _id, ...u }) => ({ q: { _id }, u })) }))

async function write(
  db: Db,
  documents: readonly Stored[],
  session: ClientSession,
  commandOf: (documents: readonly Stored[]) => Document,
): Promise<void> {
  for (let from = 0, to = 0; from < documents.length; from = to) {
    for (let bytes = 0; to < documents.length && to - from < DOCUMENTS; to++) {
      bytes += bytesOfDocument(documents[to] as Stored)
      if (bytes > BYTES && to > from) break
    }
    // None depends on another, so the server need not go by their order.
    const { writeErrors } = await db.command({ ...commandOf(documents.slice(from, to)), ordered: false }, { session })
    const [failed] = (writeErrors ?? []) as readonly { readonly code: number; readonly errmsg: string }[]
    if (failed) throw new mongo.MongoServerError({ message: failed.errmsg, code: failed.code })
  }
}

function bytesOfDocument(document: Stored): number {
  let bytes = REST
  for (const value of Object.values(document)) if (value instanceof mongo.Binary) bytes += value.position
  return bytes
}
