/**
 * The part that stores on servers share: records and postings are filed under the keys of the scheme, and everything that must happen
 * at once happens in a transaction of the backend, which holds locks on the keys concerned.
 *
 * Two rows that must see each other share a key of the first level, so whoever holds the locks on all such keys of a row is
 * alone with its neighbours; keys below an over-full one need no locks of their own. A record changes hands only under the lock on
 * its id.
 */
import { createHash } from 'node:crypto'
import { LeitongError } from '../errors.js'
import { createIndexKeys, type IndexKeys } from '../searching/index-keys.js'
import { findFiled, keysOf, placesOf } from './posting-keys.js'
import { damagedRecord, decodeRecord, encodeRecord, idOfDamaged } from './record.js'
import type { Candidate, IndexMeta, Offer, Store, StoredRecord, VerifyReport } from './store.js'
import { StoreAway } from './store-url.js'
import { type Reader, UnitOfWork } from './unit-of-work.js'

export interface Backend {
  readonly meta: IndexMeta
  /** For messages. */
  readonly name: string
  /** Locks that one transaction takes at most, unless one offer alone needs more; 256 unless it says otherwise. */
  readonly locks?: number | undefined
  /** Looks without locks: all that was acknowledged. */
  look<Result>(act: (reader: Reader) => Promise<Result>): Promise<Result>
  /**
   * Writes what the draft holds in the end, all or nothing, alone with what the locks stand for; may run `act` again, on a new draft, when
   * others were in the way.
   */
  transact<Result>(locks: readonly Uint8Array[], act: (draft: UnitOfWork) => Promise<Result>): Promise<Result>
  /** Records with numbers above one, ascending, up to a limit. */
  page(after: number, limit: number): Promise<{ seq: number; record: Uint8Array }[]>
  /** The highest number of a record; 0 where there is none. */
  last(): Promise<number>
  /** Documents, ids, postings, bytes and more. */
  counts(): Promise<{ documents: number; ids: number; postings: number; marks: number; bytes: number | undefined }>
  /** Postings whose record is gone; removes them when asked to. */
  orphans(remove: boolean): Promise<number>
  /** Gives room back where the place does not do so by itself. */
  shrink?(): Promise<void>
  close(): Promise<void>
}

const LOCKS = 256
/** Offers of several calls that one transaction takes together at most. */
const TOGETHER = 32
/** Rows searched with one draft, which holds all that they look at. */
const ROWS = 32
const PAGE = 512
const MOST_PROBLEMS = 1000

interface Waiting {
  readonly offers: readonly Offer[]
  done(written: (StoredRecord | undefined)[]): void
  failed(error: unknown): void
}

export const idHash = (id: string) => createHash('sha256').update(id).digest()

export class PostingStore implements Store {
  readonly meta: IndexMeta
  readonly #backend: Backend
  readonly #scheme: IndexKeys
  readonly #waiting: Waiting[] = []
  #writing: Promise<void> | undefined
  #open = true

  constructor(backend: Backend) {
    this.#backend = backend
    this.meta = backend.meta
    this.#scheme = createIndexKeys(backend.meta.search)
  }

  async get(ids: readonly string[]) {
    for (let attempt = 0; ; attempt++) {
      const { seqs, records } = await this.#backend.look(async (reader) => {
        const draft = new UnitOfWork(reader)
        return { records: await this.#byIds(draft, ids), seqs: await draft.seqsOf(ids.map(idHash)) }
      })
      // A number without a record: it was replaced after the number was read.
      if (attempt === 10 || seqs.every((seq, i) => seq === undefined || records[i])) return records
    }
  }

  async read(seqs: readonly number[]) {
    return await this.#backend.look(async (reader) =>
      (await reader.records(seqs)).map((bytes, i) => this.#checked(bytes, seqs[i] as number)),
    )
  }

  async find(rows: readonly Uint8Array[], equalIsEnough: boolean): Promise<Candidate[][]> {
    return await this.#backend.look(async (reader) => {
      const found: Candidate[][] = []
      for (let at = 0; at < rows.length; at += ROWS) {
        const part = rows.slice(at, at + ROWS)
        const draft = new UnitOfWork(reader)
        // All at once, each once; the rows then find their keys there.
        if (part.length > 1) await draft.buckets(part.flatMap((row) => this.#scheme.keys(row)))
        for (const row of part) found.push(await findFiled(this.#scheme, row, equalIsEnough, (keys) => draft.buckets(keys)))
      }
      return found
    })
  }

  async update(offers: readonly Offer[]) {
    if (!offers.length) return []
    return await new Promise<(StoredRecord | undefined)[]>((done, failed) => {
      this.#waiting.push({ offers, done, failed })
      this.#writing ??= this.#writeAll()
    })
  }

  /** One transaction at a time; whoever waits meanwhile goes into the next one together. */
  async #writeAll(): Promise<void> {
    while (this.#waiting.length) {
      const together: Waiting[] = []
      let count = 0
      do {
        const waiting = this.#waiting.shift() as Waiting
        together.push(waiting)
        count += waiting.offers.length
      } while (this.#waiting.length && count + (this.#waiting[0] as Waiting).offers.length <= TOGETHER)
      try {
        const written = await this.#writeOffers(together.flatMap(({ offers }) => offers))
        let at = 0
        for (const { offers, done } of together) {
          done(written.slice(at, at + offers.length))
          at += offers.length
        }
      } catch (error) {
        // Then each has one of its own, so that one's failure is not another's; one wait for a server is enough for all.
        if (together.length === 1 || error instanceof StoreAway) for (const { failed } of together) failed(error)
        else for (const { offers, done, failed } of together) await this.#writeOffers(offers).then(done, failed)
      }
    }
    this.#writing = undefined
  }

  async #writeOffers(offers: readonly Offer[]): Promise<(StoredRecord | undefined)[]> {
    const written: (StoredRecord | undefined)[] = []
    for (let at = 0; at < offers.length; ) {
      const batch: Offer[] = []
      const locks: Uint8Array[] = []
      while (at < offers.length && (!batch.length || locks.length < (this.#backend.locks ?? LOCKS))) {
        const offer = offers[at++] as Offer
        batch.push(offer)
        locks.push(idHash(offer.id), ...this.#scheme.keys(offer.row))
      }
      written.push(
        ...(await this.#backend.transact(locks, async (draft) => {
          if (batch.length > 1) {
            await draft.seqsOf(batch.map(({ id }) => idHash(id)))
            await draft.buckets(batch.flatMap(({ row }) => this.#scheme.keys(row)))
          }
          const results: (StoredRecord | undefined)[] = []
          for (const [i, offer] of batch.entries()) results.push(await this.#offer(draft, offer, batch.length - i))
          return results
        })),
      )
    }
    return written
  }

  async #offer(draft: UnitOfWork, offer: Offer, left: number): Promise<StoredRecord | undefined> {
    const [previous] = await this.#byIds(draft, [offer.id])
    // Replacing takes no part in its own search: an equal record alone would hide the others.
    const read = async (keys: readonly Uint8Array[]) => {
      const buckets = await draft.buckets(keys)
      if (!previous) return buckets
      return buckets.map(({ postings, split }) => ({ postings: postings.filter(({ seq }) => seq !== previous.seq), split }))
    }
    const candidates = offer.blind ? [] : await findFiled(this.#scheme, offer.row, true, read)
    const records = await draft.records(candidates.map(({ seq }) => seq))
    const alike = candidates.flatMap((candidate, i) => {
      // Gone meanwhile: whoever removed it came first.
      const record = this.#checked(records[i], candidate.seq)
      return record ? [{ candidate, record }] : []
    })
    const record = offer.decide(previous, alike)
    if (!record) return undefined
    if (previous) await this.#drop(draft, previous)
    const seq = await draft.nextNumber(left)
    const { file, mark } = await placesOf(this.#scheme, record.row, this.meta.blockLimit, async (keys) =>
      (await draft.buckets(keys)).map(({ postings, split }) => ({ count: postings.length, split })),
    )
    const posting = this.#scheme.posting(record.row)
    const postings = file.map((key) => ({ key, seq, posting }))
    draft.put(seq, idHash(record.id), encodeRecord(record, seq), postings, mark)
    return { seq, id: record.id, row: record.row.slice(), group: record.group, payload: record.payload.slice() }
  }

  async #drop(draft: UnitOfWork, { seq, id, row }: StoredRecord): Promise<void> {
    const keys = await keysOf(this.#scheme, row, (below) => draft.marks(below))
    draft.drop(seq, idHash(id), keys)
  }

  async remove(ids: readonly string[]) {
    const removed: boolean[] = []
    for (let at = 0; at < ids.length; at += LOCKS) {
      const part = ids.slice(at, at + LOCKS)
      const hashes = part.map(idHash)
      removed.push(
        ...(await this.#backend.transact(hashes, async (draft) => {
          // All at once; the ids then find theirs there.
          await draft.records((await draft.seqsOf(hashes)).filter((seq) => seq !== undefined))
          const results: boolean[] = []
          for (const hash of hashes) results.push(await this.#remove(draft, hash))
          return results
        })),
      )
    }
    return removed
  }

  async #remove(draft: UnitOfWork, hash: Uint8Array): Promise<boolean> {
    const [seq] = await draft.seqsOf([hash])
    const [bytes] = seq === undefined ? [] : await draft.records([seq])
    if (seq === undefined || !bytes) return false
    const record = decodeRecord(bytes)
    if (record?.seq === seq) await this.#drop(draft, record)
    // Where a damaged one is filed cannot be told: its postings lead nowhere from now on, until the index is compacted.
    else draft.drop(seq, hash, [])
    return true
  }

  async *scan() {
    const last = await this.#backend.last()
    for (let after = 0; ; ) {
      const page = await this.#backend.page(after, PAGE)
      for (const { seq, record } of page) {
        if (seq > last) return
        yield this.#checked(record, seq) as StoredRecord
      }
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
    await this.#backend.shrink?.()
  }

  async verify(): Promise<VerifyReport> {
    const problems: string[] = []
    const report = (problem: string) => problems.length < MOST_PROBLEMS && problems.push(problem)
    let documents = 0
    for (let after = 0; ; ) {
      const page = await this.#backend.page(after, PAGE)
      documents += page.length
      const records: StoredRecord[] = []
      for (const { seq, record: bytes } of page) {
        const record = decodeRecord(bytes)
        if (record?.seq === seq && record.row.length === this.#scheme.entryBytes) records.push(record)
        else {
          const id = idOfDamaged(bytes)
          const [leads] = await this.#backend.look((reader) => reader.seqsOf([idHash(id)]))
          report(`record ${seq}: it is not what was written (checksum)${leads === seq ? `; its id is ${id}` : ''}`)
        }
      }
      const found = await this.find(
        records.map(({ row }) => row),
        false,
      )
      const leads = await this.#backend.look((reader) => new UnitOfWork(reader).seqsOf(records.map(({ id }) => idHash(id))))
      records.forEach(({ seq, id }, i) => {
        if (leads[i] !== seq) report(`record ${seq}: its id ${id} leads elsewhere`)
        if (!found[i]?.some((candidate) => candidate.seq === seq)) report(`record ${seq}: the search does not find it`)
      })
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
    await this.#writing
    await this.#backend.close()
  }

  async #byIds(draft: UnitOfWork, ids: readonly string[]): Promise<(StoredRecord | undefined)[]> {
    const seqs = await draft.seqsOf(ids.map(idHash))
    const known = seqs.filter((seq) => seq !== undefined)
    const records = known.length ? await draft.records(known) : []
    const bySeq = new Map(known.map((seq, i) => [seq, records[i]]))
    return seqs.map((seq) => (seq === undefined ? undefined : this.#checked(bySeq.get(seq), seq)))
  }

  #checked(bytes: Uint8Array | undefined, seq: number): StoredRecord | undefined {
    if (!bytes) return undefined
    const record = decodeRecord(bytes)
    if (record?.seq !== seq) throw new LeitongError('STORE', this.#backend.name, damagedRecord(seq))
    return record
  }
}
