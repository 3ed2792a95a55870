/**
 * The part that stores on servers share: records and postings are filed under the keys of the scheme, and everything that must happen
 * at once happens in a transaction of the backend, which holds locks on the keys concerned.
 *
 * Two rows that must see each other share a key of the first level, so whoever holds the locks on all such keys of a row is
 * alone with its neighbours; keys below an over-full one need no locks of their own. A record changes hands only under the lock on
 * its id.
 */
import { createHash } from 'node:crypto'
import { createScheme, type Scheme } from '../searching/scheme.js'
import { type Bucket, findFiled, keysOf, placesOf } from './blocks.js'
import { decodeRecord, encodeRecord } from './record.js'
import type { Candidate, IndexMeta, Offer, Store, StoredRecord, VerifyReport } from './store.js'

/** A posting under a key. */
export interface Posting {
  readonly key: Uint8Array
  readonly seq: number
  readonly posting: Uint8Array
}

/** What a transaction, or a look without one, can do. */
export interface Session {
  /** Numbers by id, by 32 bytes of hash. */
  seqsOf(ids: readonly Uint8Array[]): Promise<(number | undefined)[]>
  records(seqs: readonly number[]): Promise<(Uint8Array | undefined)[]>
  buckets(keys: readonly Uint8Array[]): Promise<Bucket[]>
  marks(keys: readonly Uint8Array[]): Promise<boolean[]>
  /** A number that was never given. */
  nextNumber(): Promise<number>
  /** Adds a record with its postings, and marks keys as split. */
  put(seq: number, id: Uint8Array, record: Uint8Array, postings: readonly Posting[], marks: readonly Uint8Array[]): Promise<void>
  drop(seq: number, id: Uint8Array, keys: readonly Uint8Array[]): Promise<void>
}

export interface Backend {
  readonly meta: IndexMeta
  /** Looks without locks: all that was acknowledged. */
  look<Result>(act: (session: Session) => Promise<Result>): Promise<Result>
  /** All or nothing, alone with what the locks stand for; may run `act` again when others were in the way. */
  transact<Result>(locks: readonly Uint8Array[], act: (session: Session) => Promise<Result>): Promise<Result>
  /** Records with numbers above one, ascending, up to a limit. */
  page(after: number, limit: number): Promise<{ seq: number; record: Uint8Array }[]>
  /** Documents, ids, postings, bytes and more. */
  counts(): Promise<{ documents: number; ids: number; postings: number; marks: number; bytes: number | undefined }>
  /** Postings whose record is gone; removes them when asked to. */
  orphans(remove: boolean): Promise<number>
  close(): Promise<void>
}

/** Locks that one transaction takes at most, unless one offer alone needs more. */
const LOCKS = 256
const PAGE = 512
const MOST_PROBLEMS = 1000

export const idHash = (id: string) => createHash('sha256').update(id).digest()

export class FiledStore implements Store {
  readonly meta: IndexMeta
  readonly #backend: Backend
  readonly #scheme: Scheme
  #open = true

  constructor(backend: Backend) {
    this.#backend = backend
    this.meta = backend.meta
    this.#scheme = createScheme(backend.meta.search)
  }

  async get(ids: readonly string[]) {
    return await this.#backend.look((session) => this.#byIds(session, ids))
  }

  async read(seqs: readonly number[]) {
    return await this.#backend.look(async (session) => (await session.records(seqs)).map((bytes, i) => checked(bytes, seqs[i] as number)))
  }

  async find(rows: readonly Uint8Array[], equalIsEnough: boolean): Promise<Candidate[][]> {
    return await this.#backend.look(async (session) => {
      const found: Candidate[][] = []
      for (const row of rows) found.push(await findFiled(this.#scheme, row, equalIsEnough, (keys) => session.buckets(keys)))
      return found
    })
  }

  async update(offers: readonly Offer[]) {
    const written: (StoredRecord | undefined)[] = []
    for (let at = 0; at < offers.length; ) {
      const batch: Offer[] = []
      const locks: Uint8Array[] = []
      while (at < offers.length && (!batch.length || locks.length < LOCKS)) {
        const offer = offers[at++] as Offer
        batch.push(offer)
        locks.push(idHash(offer.id), ...this.#scheme.keys(offer.row))
      }
      written.push(
        ...(await this.#backend.transact(locks, async (session) => {
          const results: (StoredRecord | undefined)[] = []
          for (const offer of batch) results.push(await this.#offer(session, offer))
          return results
        })),
      )
    }
    return written
  }

  async #offer(session: Session, offer: Offer): Promise<StoredRecord | undefined> {
    const [previous] = await this.#byIds(session, [offer.id])
    // Replacing takes no part in its own search: an equal record alone would hide the others.
    const seen = new Map<string, Bucket>()
    const read = async (keys: readonly Uint8Array[]) => {
      const buckets = await session.buckets(keys)
      return buckets.map(({ postings, split }, i) => {
        seen.set(hex(keys[i] as Uint8Array), { postings, split })
        return { postings: postings.filter(({ seq }) => seq !== previous?.seq), split }
      })
    }
    const candidates = await findFiled(this.#scheme, offer.row, true, read)
    const records = await session.records(candidates.map(({ seq }) => seq))
    const alike = candidates.flatMap((candidate, i) => {
      // Gone meanwhile: whoever removed it came first.
      const record = checked(records[i], candidate.seq)
      return record ? [{ candidate, record }] : []
    })
    const record = offer.decide(previous, alike)
    if (!record) return undefined
    if (previous) await this.#drop(session, previous)
    const seq = await session.nextNumber()
    const { file, mark } = await placesOf(this.#scheme, record.row, this.meta.blockLimit, async (keys) => {
      const unseen = keys.filter((key) => !seen.has(hex(key)))
      const buckets = unseen.length ? await session.buckets(unseen) : []
      unseen.forEach((key, i) => {
        seen.set(hex(key), buckets[i] as Bucket)
      })
      return keys.map((key) => {
        const { postings, split } = seen.get(hex(key)) as Bucket
        return { count: postings.length, split }
      })
    })
    const posting = this.#scheme.posting(record.row)
    const postings = file.map((key) => ({ key, seq, posting }))
    await session.put(seq, idHash(record.id), encodeRecord(record, seq), postings, mark)
    return { seq, id: record.id, row: record.row.slice(), group: record.group, payload: record.payload.slice() }
  }

  async #byIds(session: Session, ids: readonly string[]): Promise<(StoredRecord | undefined)[]> {
    const seqs = await session.seqsOf(ids.map(idHash))
    const known = seqs.filter((seq) => seq !== undefined)
    const records = known.length ? await session.records(known) : []
    const bySeq = new Map(known.map((seq, i) => [seq, records[i]]))
    return seqs.map((seq) => (seq === undefined ? undefined : checked(bySeq.get(seq), seq)))
  }

  async #drop(session: Session, { seq, id, row }: StoredRecord): Promise<void> {
    const keys = await keysOf(this.#scheme, row, (below) => session.marks(below))
    await session.drop(seq, idHash(id), keys)
  }

  async remove(ids: readonly string[]) {
    const removed: boolean[] = []
    for (const id of ids) {
      removed.push(
        await this.#backend.transact([idHash(id)], async (session) => {
          const [record] = await this.#byIds(session, [id])
          if (record) await this.#drop(session, record)
          return record !== undefined
        }),
      )
    }
    return removed
  }

  async *scan() {
    for (let after = 0; ; ) {
      const page = await this.#backend.page(after, PAGE)
      for (const { seq, record } of page) yield checked(record, seq) as StoredRecord
      if (page.length < PAGE) return
      after = (page.at(-1) as { seq: number }).seq
    }
  }

  async stats() {
    const { documents, bytes, postings, marks } = await this.#backend.counts()
    return { documents, bytes, details: { postings, 'keys that were split': marks } }
  }

  async compact() {
    await this.#backend.orphans(true)
  }

  async verify(): Promise<VerifyReport> {
    const problems: string[] = []
    const report = (problem: string) => problems.length < MOST_PROBLEMS && problems.push(problem)
    let documents = 0
    for (let after = 0; ; ) {
      const page = await this.#backend.page(after, PAGE)
      for (const { seq, record: bytes } of page) {
        documents++
        const record = decodeRecord(bytes)
        if (record?.seq !== seq || record.row.length !== this.#scheme.rowBytes) {
          report(`record ${seq}: it is not what was written (checksum)`)
          continue
        }
        const [found, [leads]] = await this.#backend.look(async (session) => [
          await findFiled(this.#scheme, record.row, false, (keys) => session.buckets(keys)),
          await session.seqsOf([idHash(record.id)]),
        ])
        if (leads !== seq) report(`record ${seq}: its id ${record.id} leads elsewhere`)
        if (!found.some((candidate) => candidate.seq === seq)) report(`record ${seq}: the search does not find it`)
      }
      if (page.length < PAGE) break
      after = (page.at(-1) as { seq: number }).seq
    }
    const counts = await this.#backend.counts()
    if (counts.documents !== documents) report(`${documents} records, but ${counts.documents} were counted`)
    if (counts.ids !== documents) report(`${counts.ids} ids for ${documents} records`)
    const orphans = await this.#backend.orphans(false)
    if (orphans) report(`${orphans} postings of records that are gone`)
    return { records: documents, problems }
  }

  async close() {
    if (!this.#open) return
    this.#open = false
    await this.#backend.close()
  }
}

const hex = (key: Uint8Array) => Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1')

function checked(bytes: Uint8Array | undefined, seq: number): StoredRecord | undefined {
  if (!bytes) return undefined
  const record = decodeRecord(bytes)
  if (record?.seq !== seq) throw new Error(`record ${seq} is damaged`)
  return record
}
