/** A store in memory: records by id and by number, and the search structure over them. */
import { type Enough, theNewest } from '../searching/enough.js'
import { LocalIndex } from '../searching/local-index.js'
import { answerTo, type Candidate, type IndexMeta, type Offer, type Store, type StoredRecord, type VerifyReport } from './store.js'
import { Verification } from './verification.js'

export class MemoryIndex {
  readonly meta: IndexMeta
  readonly byId = new Map<string, StoredRecord>()
  readonly bySeq = new Map<number, StoredRecord>()
  /** Numbers by the digest of the content, as Latin-1. */
  readonly byDigest = new Map<string, Set<number>>()
  search: LocalIndex
  /** The last number given. */
  seq = 0

  constructor(meta: IndexMeta) {
    this.meta = meta
    this.search = new LocalIndex(meta.search)
  }
}

export class MemoryStore implements Store {
  readonly meta: IndexMeta
  readonly isNear = true
  readonly #index: MemoryIndex

  readonly #release: () => void

  /** @param release  called when the store is closed */
  constructor(index: MemoryIndex, release: () => void = () => {}) {
    this.#index = index
    this.#release = release
    this.meta = index.meta
  }

  async get(ids: readonly string[]) {
    return ids.map((id) => this.#index.byId.get(id))
  }

  async read(seqs: readonly number[]) {
    return seqs.map((seq) => this.#index.bySeq.get(seq))
  }

  async find(rows: readonly Uint8Array[], equalIsEnough: boolean, enough?: number): Promise<Candidate[][]> {
    const most = enough === undefined ? undefined : theNewest(enough)
    return rows.map((row) => [...this.#index.search.find(row, equalIsEnough, undefined, most).first])
  }

  async withDigests(digests: readonly Uint8Array[]) {
    return this.#withDigests(digests)
  }

  #withDigests(digests: readonly Uint8Array[]): StoredRecord[] {
    const { byDigest, bySeq } = this.#index
    const seqs = new Set(digests.flatMap((digest) => [...(byDigest.get(nameOf(digest)) ?? [])]))
    return [...seqs].sort((a, b) => a - b).map((seq) => bySeq.get(seq) as StoredRecord)
  }

  /** Nothing else runs in between: a batch is one step of the event loop. */
  async update(offers: readonly Offer[]) {
    return offers.map((offer) => this.#offer(offer))
  }

  #offer(offer: Offer): StoredRecord | undefined {
    const { byId, bySeq, byDigest, search, meta } = this.#index
    const previous = byId.get(offer.id)
    const find = (equalIsEnough: boolean, enough?: Enough) => search.find(offer.entry, equalIsEnough, previous?.seq, enough)
    const record = answerTo(
      offer,
      previous,
      find,
      (seq) => bySeq.get(seq) as StoredRecord,
      (digests) => this.#withDigests(digests),
    )
    if (!record) return undefined
    const seq = ++this.#index.seq
    const digest = meta.format === 2 ? record.digest : undefined
    const stored: StoredRecord = {
      seq,
      id: record.id,
      entry: record.entry.slice(),
      group: record.group,
      payload: record.payload.slice(),
      ...(digest ? { digest: digest.slice() } : {}),
    }
    if (previous) this.#forget(previous)
    if (digest) {
      const name = nameOf(digest)
      byDigest.set(name, (byDigest.get(name) ?? new Set()).add(seq))
    }
    byId.set(stored.id, stored)
    bySeq.set(seq, stored)
    search.mark(search.commonBy(stored.entry))
    search.add([seq], stored.entry)
    return stored
  }

  #forget(record: StoredRecord): void {
    const name = record.digest && nameOf(record.digest)
    const same = name === undefined ? undefined : this.#index.byDigest.get(name)
    if (same?.delete(record.seq) && !same.size) this.#index.byDigest.delete(name as string)
    this.#index.byId.delete(record.id)
    this.#index.bySeq.delete(record.seq)
    this.#index.search.remove(record.seq)
  }

  async remove(ids: readonly string[]) {
    return ids.map((id) => {
      const record = this.#index.byId.get(id)
      if (record) this.#forget(record)
      return record !== undefined
    })
  }

  async *scan() {
    const last = this.#index.seq
    // Numbers ascend in the order of insertion, which is the order of a map.
    for (const record of this.#index.bySeq.values()) {
      if (record.seq > last) return
      yield record
    }
  }

  async stats() {
    const { search, bySeq } = this.#index
    let bytes = search.bytes
    for (const { entry, payload, id } of bySeq.values()) bytes += entry.length + payload.length + id.length
    return { documents: bySeq.size, bytes, details: { removed: search.removed } }
  }

  async compact() {
    const search = new LocalIndex(this.meta.search)
    search.mark(this.#index.search.marks())
    for (const { seq, entry } of this.#index.bySeq.values()) search.add([seq], entry)
    this.#index.search = search
  }

  async verify(): Promise<VerifyReport> {
    const { bySeq, byId, search } = this.#index
    const verification = new Verification()
    for (const record of bySeq.values()) verification.record(record, byId.get(record.id)?.seq, search.find(record.entry, false).first)
    verification.counts({ ids: byId.size, documents: bySeq.size, searched: search.count })
    return verification.result()
  }

  async close() {
    this.#release()
  }
}

const nameOf = (digest: Uint8Array) => String.fromCharCode(...digest)
