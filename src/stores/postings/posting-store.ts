/**
 * A store on a server, the part that all servers share: records and postings are filed under index keys, and everything that
 * must happen at once happens in a transaction of the backend, which holds locks on the keys concerned.
 *
 * Two rows that must see each other share a key of the first level, so a transaction that holds the locks on all such keys of a row is
 * alone with its neighbours; keys below an over-full one need no locks of their own. A record changes hands only under the lock on
 * its id. Under method `rare` whether a feature is common changes what its documents have in common with others: there one transaction at
 * a time writes, under one lock.
 */

import { hash } from 'node:crypto'
import { LeitongError } from '../../errors.js'
import { firstOf } from '../../searching/enough.js'
import { createIndexKeys, type IndexKeys, type Key } from '../../searching/index-keys.js'
import { RareKeys } from '../../searching/rare-keys.js'
import { damagedRecord, decodeRecord, encodeRecord, idOfDamaged } from '../record.js'
import {
  type Alike,
  type Candidate,
  type IndexMeta,
  type Offer,
  requireAnswer,
  type Store,
  type StoredRecord,
  type VerifyReport,
} from '../store.js'
import { Verification } from '../verification.js'
import type { Backend, StoredBytes } from './backend.js'
import { OfferQueue } from './offer-queue.js'
import { filingKeys, findCandidates, KeptKeys, postingKeys, postingLimit } from './posting-keys.js'
import { fileRare, findRare } from './rare-postings.js'
import { nameOf, UnitOfWork } from './unit-of-work.js'

/** Locks of one transaction, unless the backend says otherwise: with more, others wait longer for it than its round trips are worth. */
const LOCKS = 256
/** Keys of one transaction under one lock: some hundred features for each document, and their postings. */
const RARE_KEYS = 4096
/** The one lock of an index that counts features. */
const RARE_LOCK: Key = '\u00ff'
/** Rows that are searched with one unit of work, which holds all postings that they read. */
const ROWS = 32
/** Records that are read at once: some hundred kilobytes, unless they hold long texts. */
const PAGE = 512

/** The hash of an id, under which a server knows it: 32 characters, one for each byte, whatever the length of the id. */
export const idHash = (id: string): Key => hash('sha256', id, 'binary')

/** The first byte of a key under which the digest of a content is filed; those of the search are lower. */
const CONTENT_TAG = '\u0004'
const NOTHING = new Uint8Array()

const contentKey = (digest: Uint8Array): Key => CONTENT_TAG + nameOf(digest)

/** The newest so many of candidates that ascend by number. */
const newest = (candidates: Candidate[], enough: number | undefined) => (enough === undefined ? candidates : candidates.slice(-enough))

/** What a search has found, after so many writes of its unit of work. */
interface Found {
  readonly candidates: readonly Candidate[]
  readonly writes: number
}

/** An offer of a batch, with the hash of its id. */
interface Waiting {
  readonly offer: Offer
  readonly hash: Key
  readonly found: Found | undefined
}

export class PostingStore implements Store {
  readonly meta: IndexMeta
  readonly #backend: Backend
  readonly #indexKeys: IndexKeys
  /** The same, under method `rare`. */
  readonly #rareKeys: RareKeys | undefined
  readonly #queue = new OfferQueue((offers) => this.#writeOffers(offers))
  #isOpen = true

  constructor(backend: Backend) {
    this.#backend = backend
    this.meta = backend.meta
    this.#indexKeys = createIndexKeys(backend.meta.search)
    this.#rareKeys = this.#indexKeys instanceof RareKeys ? this.#indexKeys : undefined
  }

  async get(ids: readonly string[]) {
    const hashes = ids.map(idHash)
    for (let attempt = 0; ; attempt++) {
      const { seqs, records } = await this.#backend.read(async (reader) => {
        const unit = new UnitOfWork(reader)
        return { records: await this.#byHashes(unit, hashes), seqs: await unit.seqsOf(hashes) }
      })
      // A number without a record: it was replaced after the number was read.
      if (attempt === 10 || seqs.every((seq, i) => seq === undefined || records[i])) return records
    }
  }

  async read(seqs: readonly number[]) {
    return await this.#backend.read(async (reader) =>
      (await reader.records(seqs)).map((bytes, i) => this.#checked(bytes, seqs[i] as number)),
    )
  }

  async withDigests(digests: readonly Uint8Array[]): Promise<StoredRecord[]> {
    if (this.meta.format !== 2 || !digests.length) return []
    return await this.#backend.read((reader) => this.#withDigests(new UnitOfWork(reader), digests))
  }

  async #withDigests(unit: UnitOfWork, digests: readonly Uint8Array[]): Promise<StoredRecord[]> {
    if (this.meta.format !== 2) return []
    const buckets = await unit.buckets(digests.map(contentKey))
    const seqs = [...new Set(buckets.flatMap(({ postings }) => postings.seqs()))].sort((a, b) => a - b)
    const records = seqs.length ? await unit.records(seqs) : []
    return seqs.flatMap((seq, i) => this.#checked(records[i], seq) ?? [])
  }

  async find(rows: readonly Uint8Array[], equalIsEnough: boolean, enough?: number): Promise<Candidate[][]> {
    return await this.#backend.read(async (reader) => {
      const found: Candidate[][] = []
      for (let at = 0; at < rows.length; at += ROWS) {
        const part = rows.slice(at, at + ROWS)
        const unit = new UnitOfWork(reader)
        // All at once, each once; the rows then find their keys there.
        if (part.length > 1) await unit.buckets(part.flatMap((row) => this.#indexKeys.keys(row)))
        for (const row of part) found.push(newest(await this.#candidates(unit, this.#indexKeys, row, equalIsEnough), enough))
      }
      return found
    })
  }

  /** @param except  the number of a record that the search does not see */
  async #candidates(
    unit: UnitOfWork,
    indexKeys: IndexKeys,
    entry: Uint8Array,
    equalIsEnough: boolean,
    except?: number,
  ): Promise<Candidate[]> {
    if (!this.#rareKeys) return await findCandidates(indexKeys, entry, equalIsEnough, (keys) => unit.buckets(keys), except)
    return await findRare(this.#rareKeys, entry, equalIsEnough, {
      buckets: async (keys) => {
        const buckets = await unit.buckets(keys)
        return except === undefined ? buckets : buckets.map(({ postings, split }) => ({ postings: postings.without(except), split }))
      },
      marks: async (keys) => (await unit.buckets(keys)).map(({ split }) => split),
      entries: async (seqs) => (await unit.records(seqs)).map((bytes, i) => this.#checked(bytes, seqs[i] as number)?.entry),
    })
  }

  async update(offers: readonly Offer[]) {
    return offers.length ? await this.#queue.add(offers) : []
  }

  async #writeOffers(offers: readonly Offer[]): Promise<(StoredRecord | undefined)[]> {
    const written: (StoredRecord | undefined)[] = []
    const indexKeys = new KeptKeys(this.#indexKeys)
    for (let at = 0; at < offers.length; ) {
      const batch: Offer[] = []
      const hashes: Key[] = []
      const locks: Key[] = this.#rareKeys ? [RARE_LOCK] : []
      const most = this.#rareKeys ? RARE_KEYS : (this.#backend.locks ?? LOCKS)
      let used = 0
      while (at < offers.length && (!batch.length || used < most)) {
        const offer = offers[at++] as Offer
        const hash = idHash(offer.id)
        batch.push(offer)
        hashes.push(hash)
        const keys = indexKeys.keys(offer.entry)
        const contents = offer.about && this.meta.format === 2 ? [...offer.about, ...(offer.digest ? [offer.digest] : [])] : []
        used += 1 + keys.length + contents.length
        if (!this.#backend.locksByWriting) locks.push(hash, ...(this.#rareKeys ? [] : keys))
        if (!this.#rareKeys) locks.push(...contents.map(contentKey))
      }
      written.push(
        ...(await this.#backend.transact(locks, async (unit) => {
          const contents = this.meta.format === 2 ? batch.flatMap(({ about = [] }) => about.map(contentKey)) : []
          // Read before anything is written, so that each sees what those before it have written.
          await unit.prefetch(hashes, [...batch.flatMap(({ entry }) => indexKeys.keys(entry)), ...contents])
          const found = await this.#readAhead(unit, batch, hashes, indexKeys)
          const results: (StoredRecord | undefined)[] = []
          for (const [i, offer] of batch.entries()) {
            const hash = hashes[i] as Key
            results.push(await this.#offer(unit, { offer, hash, found: found[i] }, batch.length - i, indexKeys))
          }
          return results
        })),
      )
    }
    return written
  }

  async #offer(
    unit: UnitOfWork,
    { offer, hash, found }: Waiting,
    offersLeft: number,
    indexKeys: IndexKeys,
  ): Promise<StoredRecord | undefined> {
    const [previous] = await this.#byHashes(unit, [hash])
    // Replacing takes no part in its own search: an equal record alone would hide the others.
    const isFound = found && !previous && unit.isUntouched(indexKeys.keys(offer.entry), found.writes)
    const candidates = isFound ? found.candidates : await this.#search(unit, indexKeys, offer, previous?.seq)
    const { first, isAll } = firstOf(candidates, offer.enough)
    const about = offer.about ? (await this.#withDigests(unit, offer.about)).filter(({ id }) => id !== offer.id) : []
    const answer = offer.decide(previous, await this.#alike(unit, first), isAll, about)
    const decided = answer === 'more' ? requireAnswer(offer.decide(previous, await this.#alike(unit, candidates), true, about)) : answer
    if (!decided) return undefined
    const { digest, ...bare } = decided
    const isDigested = digest !== undefined && this.meta.format === 2
    const record = isDigested ? decided : bare
    if (previous) await this.#drop(unit, previous)
    const seq = await unit.nextNumber(offersLeft)
    const { file, mark } = await this.#filingKeys(unit, indexKeys, record.entry, seq)
    if (this.#backend.locksByWriting) {
      const written = new Set([...file, ...mark])
      for (const key of indexKeys.keys(offer.entry)) if (!written.has(key)) unit.touch(key)
    }
    const posting = indexKeys.posting(record.entry)
    const postings = file.map((key) => ({ key, seq, posting }))
    if (isDigested) postings.push({ key: contentKey(digest), seq, posting: NOTHING })
    unit.put(seq, record.id === offer.id ? hash : idHash(record.id), encodeRecord(record, seq), postings, mark)
    const { id, group } = record
    return { seq, id, entry: record.entry.slice(), group, payload: record.payload.slice(), ...(isDigested ? { digest } : {}) }
  }

  /** The records of candidates, but of those that were removed meanwhile. */
  async #alike(unit: UnitOfWork, candidates: readonly Candidate[]): Promise<Alike[]> {
    const records = await unit.records(candidates.map(({ seq }) => seq))
    return candidates.flatMap((candidate, i) => {
      const record = this.#checked(records[i], candidate.seq)
      return record ? [{ candidate, record }] : []
    })
  }

  async #search(unit: UnitOfWork, indexKeys: IndexKeys, { blind, entry, about }: Offer, except?: number): Promise<Candidate[]> {
    return blind ? [] : await this.#candidates(unit, indexKeys, entry, !about, except)
  }

  #filingKeys(unit: UnitOfWork, indexKeys: IndexKeys, entry: Uint8Array, seq: number): ReturnType<typeof filingKeys> {
    if (this.#rareKeys) return fileRare(this.#rareKeys, entry, (keys) => unit.buckets(keys))
    const limit = postingLimit(this.meta, indexKeys.buckets, seq)
    return filingKeys(indexKeys, entry, limit, async (keys) =>
      (await unit.buckets(keys)).map(({ postings, split }) => ({ count: postings.count, split })),
    )
  }

  async #drop(unit: UnitOfWork, { seq, id, entry: row, digest }: StoredRecord): Promise<void> {
    const keys = await postingKeys(this.#indexKeys, row, (below) => unit.marks(below))
    unit.drop(seq, idHash(id), digest ? [...keys, contentKey(digest)] : keys)
  }

  async remove(ids: readonly string[]) {
    const removed: boolean[] = []
    for (let at = 0; at < ids.length; at += LOCKS) {
      const part = ids.slice(at, at + LOCKS)
      const hashes = part.map(idHash)
      removed.push(
        ...(await this.#backend.transact(
          [...(this.#rareKeys ? [RARE_LOCK] : []), ...(this.#backend.locksByWriting ? [] : hashes)],
          async (unit) => {
            // All at once; the ids then find theirs there.
            const records = await unit.records((await unit.seqsOf(hashes)).filter((seq) => seq !== undefined))
            const rows = records.flatMap((bytes) => (bytes && decodeRecord(bytes)?.entry) ?? [])
            await unit.marks(rows.filter(({ length }) => this.#indexKeys.accepts(length)).flatMap((row) => this.#indexKeys.keys(row)))
            const results: boolean[] = []
            for (const hash of hashes) results.push(await this.#remove(unit, hash))
            return results
          },
        )),
      )
    }
    return removed
  }

  async #remove(unit: UnitOfWork, hash: Key): Promise<boolean> {
    const [seq] = await unit.seqsOf([hash])
    const [bytes] = seq === undefined ? [] : await unit.records([seq])
    if (seq === undefined || !bytes) return false
    const record = decodeRecord(bytes)
    if (record?.seq === seq) await this.#drop(unit, record)
    // Where a damaged one is filed cannot be told: its postings lead nowhere until the index is compacted.
    else unit.drop(seq, hash, [])
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
      after = (page.at(-1) as StoredBytes).seq
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
    const verification = new Verification()
    for (let after = 0; ; ) {
      const page = await this.#backend.page(after, PAGE)
      await this.#verifyPage(page, verification)
      if (page.length < PAGE) break
      after = (page.at(-1) as StoredBytes).seq
    }
    verification.counts(await this.#backend.counts())
    const orphans = await this.#backend.orphans(false)
    if (orphans) verification.report(`${orphans} postings of records that are gone`)
    return verification.result()
  }

  async #verifyPage(page: readonly StoredBytes[], verification: Verification): Promise<void> {
    const records: StoredRecord[] = []
    for (const { seq, record: bytes } of page) {
      const record = decodeRecord(bytes)
      if (record?.seq === seq && this.#indexKeys.accepts(record.entry.length)) records.push(record)
      else {
        const id = idOfDamaged(bytes)
        const [leadsTo] = await this.#backend.read((reader) => reader.seqsOf([idHash(id)]))
        verification.damaged(seq, id, leadsTo)
      }
    }
    const rows = records.map(({ entry: row }) => row)
    const found = await this.find(rows, false)
    const leadTo = await this.#backend.read((reader) => new UnitOfWork(reader).seqsOf(records.map(({ id }) => idHash(id))))
    records.forEach((record, i) => {
      verification.record(record, leadTo[i], found[i] ?? [])
    })
  }

  /**
   * Candidates of each, as far as the batch itself has not written; their records, and those that are replaced, are read at once, and each offer
   * finds its own there.
   */
  async #readAhead(unit: UnitOfWork, offers: readonly Offer[], hashes: readonly Key[], indexKeys: IndexKeys): Promise<Found[]> {
    const found: Found[] = []
    const seqs = new Set((await unit.seqsOf(hashes)).filter((seq) => seq !== undefined))
    for (const offer of offers) {
      const { writes } = unit
      const candidates = await this.#search(unit, indexKeys, offer)
      found.push({ candidates, writes })
      for (const { seq } of firstOf(candidates, offer.enough).first) seqs.add(seq)
    }
    if (seqs.size) await unit.records([...seqs])
    return found
  }

  async close() {
    if (!this.#isOpen) return
    this.#isOpen = false
    await this.#queue.ended()
    await this.#backend.close()
  }

  async #byHashes(unit: UnitOfWork, hashes: readonly Key[]): Promise<(StoredRecord | undefined)[]> {
    const seqs = await unit.seqsOf(hashes)
    const known = seqs.filter((seq) => seq !== undefined)
    const records = known.length ? await unit.records(known) : []
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
