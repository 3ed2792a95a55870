/**
 * An index in the memory of this process, under a name: `memory:NAME`. Handles of one name share it; it goes with the last of
 * them. `memory:` without a name is an index of its own each time.
 */
import { LeitongError } from '../errors.js'
import { LocalIndex } from '../searching/local-index.js'
import type { Candidate, IndexMeta, Offer, Store, StoreDriver, StoredRecord, VerifyReport } from './store.js'
import { redactedUrl } from './store-url.js'

class Shared {
  handles = 0
  readonly meta: IndexMeta
  readonly byId = new Map<string, StoredRecord>()
  readonly bySeq = new Map<number, StoredRecord>()
  index: LocalIndex
  seq = 0

  constructor(meta: IndexMeta) {
    this.meta = meta
    this.index = new LocalIndex(meta.search)
  }
}

const named = new Map<string, Shared>()

class MemoryStore implements Store {
  readonly meta: IndexMeta
  readonly #shared: Shared
  readonly #name: string
  #open = true

  constructor(shared: Shared, name: string) {
    this.meta = shared.meta
    this.#shared = shared
    this.#name = name
    shared.handles++
  }

  async get(ids: readonly string[]) {
    return ids.map((id) => this.#shared.byId.get(id))
  }

  async read(seqs: readonly number[]) {
    return seqs.map((seq) => this.#shared.bySeq.get(seq))
  }

  async find(rows: readonly Uint8Array[], equalIsEnough: boolean): Promise<Candidate[][]> {
    return rows.map((row) => this.#shared.index.find(row, equalIsEnough))
  }

  /** Nothing else runs in between: a batch is one step of the event loop. */
  async update(offers: readonly Offer[]) {
    const { byId, bySeq, index } = this.#shared
    return offers.map((offer) => {
      const previous = byId.get(offer.id)
      const candidates = offer.blind ? [] : index.find(offer.row, true, previous?.seq)
      const alike = candidates.map((candidate) => ({ candidate, record: bySeq.get(candidate.seq) as StoredRecord }))
      const record = offer.decide(previous, alike)
      if (!record) return undefined
      const seq = ++this.#shared.seq
      const stored = { seq, id: record.id, row: record.row.slice(), group: record.group, payload: record.payload.slice() }
      if (previous) this.#forget(previous)
      byId.set(stored.id, stored)
      bySeq.set(seq, stored)
      index.add([seq], stored.row)
      return stored
    })
  }

  #forget(record: StoredRecord): void {
    this.#shared.byId.delete(record.id)
    this.#shared.bySeq.delete(record.seq)
    this.#shared.index.remove(record.seq)
  }

  async remove(ids: readonly string[]) {
    return ids.map((id) => {
      const record = this.#shared.byId.get(id)
      if (record) this.#forget(record)
      return record !== undefined
    })
  }

  async *scan() {
    const last = this.#shared.seq
    // Numbers ascend in the order of insertion, which is the order of a map.
    for (const record of this.#shared.bySeq.values()) {
      if (record.seq > last) return
      yield record
    }
  }

  async stats() {
    const { index, bySeq } = this.#shared
    let bytes = index.bytes
    for (const { row, payload, id } of bySeq.values()) bytes += row.length + payload.length + id.length
    return { documents: bySeq.size, bytes, details: { removed: index.removed } }
  }

  async compact() {
    const index = new LocalIndex(this.meta.search)
    for (const { seq, row } of this.#shared.bySeq.values()) index.add([seq], row)
    this.#shared.index = index
  }

  async verify(): Promise<VerifyReport> {
    const { bySeq, byId, index } = this.#shared
    const problems: string[] = []
    for (const { seq, id, row } of bySeq.values()) {
      if (byId.get(id)?.seq !== seq) problems.push(`${id}: its id leads elsewhere`)
      if (!index.find(row, false).some((candidate) => candidate.seq === seq)) problems.push(`${id}: the search does not find it`)
    }
    if (index.count !== bySeq.size || byId.size !== bySeq.size)
      problems.push(`${bySeq.size} records, ${byId.size} ids, ${index.count} searched`)
    return { records: bySeq.size, problems: problems.slice(0, 1000) }
  }

  async close() {
    if (!this.#open) return
    this.#open = false
    if (!--this.#shared.handles && named.get(this.#name) === this.#shared) named.delete(this.#name)
  }
}

const nameOf = (url: string) => url.slice(url.indexOf(':') + 1)

export const driver: StoreDriver = {
  async open(url, create) {
    const name = nameOf(url)
    const known = named.get(name)
    if (!known && !create) throw new LeitongError('INDEX_MISSING', redactedUrl(url))
    const shared = known ?? new Shared(create as IndexMeta)
    if (name) named.set(name, shared)
    return new MemoryStore(shared, name)
  },
  async drop(url) {
    named.delete(nameOf(url))
  },
}
