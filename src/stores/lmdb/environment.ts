/** One folder of LMDB as this process has it open: its tables, and the search structure that mirrors them. */

import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import type { Enough, FirstOf } from '../../searching/enough.js'
import { damagedRecord, decodeRecord, encodeRecord, idOfDamaged } from '../record.js'
import {
  answerTo,
  type Candidate,
  type IndexMeta,
  type Offer,
  requireFormat,
  type StoredRecord,
  type StoreStats,
  type VerifyReport,
} from '../store.js'
import { redactedUrl } from '../store-url.js'
import { Verification } from '../verification.js'
import { explainFull } from './full-disk.js'
import { decodeSeq, encodeSeq, idKey, unseal } from './layout.js'
import { setMark } from './mark.js'
import { ProcessTurn } from './process-turn.js'
import { SearchMirror } from './search-mirror.js'
import { FILE, MARK, Tables } from './tables.js'
import { WriteQueue } from './write-queue.js'

/** Removals that are kept at most, unless there are more records: a process that opens the index reads them all. */
const REMOVED = 4096
/** Records of a scan that are read at once, so that no reader holds back the room of those that are removed meanwhile. */
const PAGE = 512
/** Records of a write that is taken back, and bytes of each: enough to ask for pages that are free. */
const REHEARSED = 64
const REHEARSED_BYTES = 10_000

export class Environment {
  readonly meta: IndexMeta
  readonly #url: string
  /** The folder. */
  readonly #path: string
  readonly #tables: Tables
  readonly #mirror: SearchMirror
  readonly #queue: WriteQueue
  /** The file that is open: another one may have its name by now. */
  readonly #file: string | undefined
  #isClosed = false

  /** @throws {LeitongError} `INDEX_MISSING` */
  constructor(url: string, path: string, create: IndexMeta | undefined) {
    this.#url = redactedUrl(url)
    this.#path = path
    this.#queue = new WriteQueue((writes) => this.#transact(writes), new ProcessTurn(this.#url, path))
    this.#tables = new Tables(path)
    try {
      const meta = this.#tables.meta(create)
      if (!meta) throw new LeitongError('INDEX_MISSING', this.#url)
      requireFormat(meta)
      this.meta = meta
      if (this.#isDigested) void this.#tables.digests
      this.#mirror = new SearchMirror(this.#tables, meta.search)
      this.#mirror.refresh()
      this.#file = Tables.fileAt(path)
    } catch (error) {
      void this.#tables.close()
      throw error
    }
  }

  /** Whether records are found by the digest of their content. */
  get #isDigested(): boolean {
    return this.meta.format === 2
  }

  /** What was removed, or replaced by another file, takes nothing and tells nothing. @throws {LeitongError} `INDEX_MISSING` */
  #requireFile(): void {
    if (this.#isClosed) throw new LeitongError('STORE', this.#url, 'it has been closed')
    if (this.isGone) throw new LeitongError('INDEX_MISSING', this.#url)
  }

  /** Whether its file has been removed, or another one has its name. */
  get isGone(): boolean {
    return Tables.fileAt(this.#path) !== this.#file
  }

  /** Reads as of now. */
  read<Result>(work: () => Result): Result {
    try {
      this.#requireFile()
      this.#tables.refresh()
      this.#mirror.refresh()
      return work()
    } catch (error) {
      throw this.#explain(error)
    }
  }

  /** Does work in a transaction; resolves when it is on disk. */
  write<Result>(work: () => Result): Promise<Result> {
    return this.#queue.add(work)
  }

  #transact(writes: readonly (() => unknown)[]): readonly unknown[] {
    const results: unknown[] = []
    this.#requireFile()
    try {
      this.#tables.transaction(() => {
        this.#mirror.refresh()
        for (const write of writes) results.push(write())
        this.#mirror.seal()
        const { entryCount } = this.#tables.removed.getStats() as { entryCount: number }
        if (entryCount > Math.max(REMOVED, this.#mirror.state.records)) this.compact()
        this.#tables.writeState(this.#mirror.state)
      })
      this.mark()
      return results
    } catch (error) {
      this.#mirror.distrust()
      throw this.#explain(error)
    }
  }

  #explain(error: unknown): unknown {
    return error instanceof LeitongError || !(error instanceof Error)
      ? error
      : new LeitongError('STORE', this.#url, explainFull(error.message, this.#path))
  }

  record(seq: number): StoredRecord | undefined {
    const bytes = this.#tables.records.getBinary(seq)
    if (!bytes) return undefined
    const record = decodeRecord(bytes)
    if (record?.seq !== seq) throw new Error(damagedRecord(seq))
    return record
  }

  #found(seq: number): StoredRecord {
    const record = this.record(seq)
    if (!record) throw new Error(`record ${seq} is missing`)
    return record
  }

  #seqOf(id: string): number | undefined {
    const bytes = this.#tables.ids.getBinary(idKey(id))
    return bytes && decodeSeq(bytes)
  }

  recordOf(id: string): StoredRecord | undefined {
    const seq = this.#seqOf(id)
    return seq === undefined ? undefined : this.record(seq)
  }

  withDigests(digests: readonly Uint8Array[]): StoredRecord[] {
    if (!this.#isDigested) return []
    const seqs = new Set(digests.flatMap((digest) => [...this.#tables.digests.getValues(Buffer.from(digest))].map(decodeSeq)))
    return [...seqs].sort((a, b) => a - b).flatMap((seq) => this.record(seq) ?? [])
  }

  find(row: Uint8Array, equalIsEnough: boolean, enough?: Enough): FirstOf<Candidate> {
    return this.#mirror.find(row, equalIsEnough, undefined, enough)
  }

  /** Inside a transaction. */
  put(offer: Offer): StoredRecord | undefined {
    const previous = this.recordOf(offer.id)
    const find = (equalIsEnough: boolean, enough?: Enough) => this.#mirror.find(offer.entry, equalIsEnough, previous?.seq, enough)
    const answer = answerTo(
      offer,
      previous,
      find,
      (seq) => this.#found(seq),
      (digests) => this.withDigests(digests),
    )
    if (!answer) return undefined
    const { digest, ...bare } = answer
    const record = this.#isDigested ? answer : bare
    if (previous) this.#drop(previous.seq, previous.digest)
    const seq = this.#mirror.nextChange()
    // The search reads words.
    const row = record.entry.byteOffset % 4 ? record.entry.slice() : record.entry
    this.#tables.put(this.#tables.records, seq, encodeRecord(record, seq), { append: true })
    this.#tables.put(this.#tables.ids, idKey(record.id), encodeSeq(seq))
    if (digest && this.#isDigested) this.#tables.put(this.#tables.digests, Buffer.from(digest), encodeSeq(seq))
    this.#mirror.add(seq, row)
    return { ...record, seq, entry: row }
  }

  /** Inside a transaction. */
  remove(id: string): boolean {
    const seq = this.#seqOf(id)
    if (seq === undefined) return false
    const bytes = this.#isDigested ? this.#tables.records.getBinary(seq) : undefined
    this.#tables.remove(this.#tables.ids, idKey(id))
    // Of a damaged record the entry leads nowhere from now on, and is passed over.
    this.#drop(seq, bytes && decodeRecord(bytes)?.digest)
    return true
  }

  #drop(seq: number, digest: Uint8Array | undefined): void {
    if (digest) this.#tables.remove(this.#tables.digests, Buffer.from(digest), encodeSeq(seq))
    this.#tables.remove(this.#tables.records, seq)
    this.#tables.put(this.#tables.removed, this.#mirror.nextChange(), encodeSeq(seq), { append: true })
    this.#mirror.remove(seq)
  }

  /** Inside a transaction. */
  compact(): void {
    this.#mirror.compact()
  }

  *scan(): Generator<StoredRecord> {
    const end = this.read(() => this.#mirror.state.change + 1)
    for (let start = 1; ; ) {
      const page = this.read(() => [...this.#tables.records.getRange({ start, end, limit: PAGE })])
      for (const { key, value } of page) {
        const record = decodeRecord(value)
        if (record?.seq !== key) throw new LeitongError('STORE', this.#url, damagedRecord(key))
        yield record
      }
      if (page.length < PAGE) return
      start = (page.at(-1) as { key: number }).key + 1
    }
  }

  stats(): StoreStats {
    return this.read(() => {
      const { state, bytes, removed } = this.#mirror
      const details = { 'memory of the search': bytes, 'removed, not compacted': removed, change: state.change }
      return { documents: state.records, bytes: this.#tables.fileBytes, details }
    })
  }

  verify(): VerifyReport {
    return this.read(() => {
      const verification = new Verification()
      for (const { key, value } of this.#tables.records.getRange({})) {
        const record = decodeRecord(value)
        if (record?.seq === key) verification.record(record, this.#seqOf(record.id), this.find(record.entry, false).first)
        else {
          const id = idOfDamaged(value)
          verification.damaged(key, id, id === '' ? undefined : this.#seqOf(id))
        }
      }
      const { state, count } = this.#mirror
      verification.counts({ ids: this.#tables.ids.getKeysCount(), documents: state.records, searched: count })
      for (const { key, value } of this.#tables.rows.getRange({})) {
        try {
          unseal(value)
        } catch (error) {
          verification.report(`rows from ${key}: ${(error as Error).message}`)
        }
      }
      return verification.result()
    })
  }

  /** The file as it is now is as a process of ours left it. */
  mark(): void {
    setMark(join(this.#path, FILE), join(this.#path, MARK))
  }

  /** Visits every page that leads to something. What is damaged there ends the process, or throws. */
  walk(): void {
    for (const table of this.#tables.all) table.getKeysCount()
  }

  /**
   * Writes and takes it back, since damage of what is free shows only when it is used.
   *
   * @returns why a write fails, in a sentence
   */
  rehearse(): string | undefined {
    try {
      this.#tables.rehearse(() => {
        for (let i = 0; i < REHEARSED; i++) this.#tables.records.putSync(this.#mirror.state.change + 1 + i, Buffer.alloc(REHEARSED_BYTES))
      })
      return undefined
    } catch (error) {
      return `a write fails: ${(error as Error).message}`
    }
  }

  /** Resolves when all writes so far are done. */
  ended(): Promise<void> {
    return this.#queue.ended()
  }

  /** In a turn. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#tables.close()
  }
}
