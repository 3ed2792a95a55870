/**
 * The search structure of an index in memory, which mirrors the tables: it is built when the index is opened, and follows what this and
 * other processes write.
 */
import type { Enough, FirstOf } from '../../searching/enough.js'
import { createIndexKeys, type IndexKeys } from '../../searching/index-keys.js'
import { LocalIndex } from '../../searching/local-index.js'
import { decodeRecord } from '../record.js'
import type { Candidate, IndexMeta } from '../store.js'
import { decodeSeq, joinBlocks, type NumberedRow, type RowBlock, type State, seal, unseal } from './layout.js'
import type { Tables } from './tables.js'

/** Rows of one sealed block: opening reads one value for as many, and up to as many records one by one. */
const SEALED = 4096
/** Bytes of sealed rows that go to the search at once: more fill its tables faster, and are held twice meanwhile. */
const LOADED = 96 << 20
/** Nothing was seen yet: everything is read at the next look. */
const UNSEEN: State = { change: -1, records: 0, sealed: 0, horizon: 0 }

export class SearchMirror {
  readonly #tables: Tables
  readonly #spec: IndexMeta['search']
  readonly #keys: IndexKeys
  #search: LocalIndex
  /** The counters of what this structure has seen; inside a transaction those that will be written. */
  #seen: State = { ...UNSEEN }
  /** Rows that are not sealed yet. */
  #tail: NumberedRow[] = []

  constructor(tables: Tables, spec: IndexMeta['search']) {
    this.#tables = tables
    this.#spec = spec
    this.#keys = createIndexKeys(spec)
    this.#search = new LocalIndex(spec)
  }

  get state(): Readonly<State> {
    return this.#seen
  }

  /** Rows that can be found. */
  get count(): number {
    return this.#search.count
  }

  get bytes(): number {
    return this.#search.bytes
  }

  /** Removals that the structure holds until it is compacted. */
  get removed(): number {
    return this.#search.removed
  }

  find(row: Uint8Array, equalIsEnough: boolean, but?: number, enough?: Enough): FirstOf<Candidate> {
    return this.#search.find(row, equalIsEnough, but, enough)
  }

  /** Follows what was written since the last call, by any process. Also called inside transactions. */
  refresh(): void {
    const state = this.#tables.readState()
    if (state.change === this.#seen.change) return
    if (this.#seen.change < state.horizon) this.#load(state)
    else {
      this.#takeMarks(this.#seen.change + 1)
      for (const { key, value } of this.#tables.records.getRange({ start: this.#seen.change + 1 })) this.#take(key, value)
      this.#takeRemovals(this.#seen.change + 1)
    }
    if (state.sealed > this.#seen.sealed) this.#tail = this.#tail.filter(({ seq }) => seq > state.sealed)
    this.#seen = state
  }

  /** After a transaction that was taken back: the structure may have what it wrote, and is built anew at the next look. */
  distrust(): void {
    this.#seen = { ...UNSEEN }
  }

  /** Builds the structure anew. */
  #load(state: State): void {
    this.#clear()
    this.#takeMarks(0)
    let blocks: RowBlock[] = []
    let bytes = 0
    // Many at once, because tables fill faster one by one.
    const flush = () => {
      const { seqs, rows } = joinBlocks(blocks)
      this.#search.add(seqs, rows)
      blocks = []
      bytes = 0
    }
    const firsts = [...this.#tables.rows.getKeys({})]
    firsts.forEach((first, i) => {
      try {
        const block = unseal(this.#tables.rows.get(first) as Buffer)
        blocks.push(block)
        bytes += block.rows.length
        if (bytes >= LOADED) flush()
      } catch {
        // Damaged, as verify will tell; the records themselves have it all.
        flush()
        for (const { key, value } of this.#tables.records.getRange({ start: first, end: firsts[i + 1] ?? state.sealed + 1 }))
          this.#take(key, value)
      }
    })
    flush()
    this.#tail = []
    for (const { key, value } of this.#tables.records.getRange({ start: state.sealed + 1 })) this.#take(key, value)
    this.#takeRemovals(0)
  }

  #clear(): void {
    this.#search = new LocalIndex(this.#spec)
    this.#tail = []
  }

  #take(seq: number, value: Buffer): void {
    const record = decodeRecord(value)
    // A damaged row cannot be searched; verify tells.
    if (record && this.#keys.accepts(record.entry.length)) this.#put(seq, record.entry)
  }

  #put(seq: number, row: Uint8Array): void {
    this.#search.add([seq], row)
    // Rows that are of unlike lengths are not sealed: they are most of their records.
    // A copy: the row may lie in the bytes of its record, which need not be held.
    if (this.#seals) this.#tail.push({ seq, row: row.slice() })
  }

  get #seals(): boolean {
    return this.#keys.entryBytes > 0 && this.#keys.spec.kind !== 'rare'
  }

  /** Before the records, so that those need not be listed under what is common. */
  #takeMarks(start: number): void {
    for (const { value } of this.#tables.common.getRange({ start })) this.#search.mark(wordsOf(value))
  }

  #takeRemovals(start: number): void {
    for (const { value } of this.#tables.removed.getRange({ start })) this.#search.remove(decodeSeq(value))
  }

  /** The next number, for a record or a removal. Inside a transaction, as all below. */
  nextChange(): number {
    return ++this.#seen.change
  }

  add(seq: number, row: Uint8Array): void {
    const common = this.#search.commonBy(row)
    if (common.length) {
      this.#tables.put(this.#tables.common, seq, Buffer.from(common.buffer))
      this.#search.mark(common)
    }
    this.#put(seq, row)
    this.#seen.records++
  }

  remove(seq: number): void {
    this.#search.remove(seq)
    this.#seen.records--
  }

  /** Seals rows as soon as there are enough of them. */
  seal(): void {
    while (this.#tail.length >= SEALED) {
      const part = this.#tail.splice(0, SEALED)
      const [first, last] = [part[0], part.at(-1)] as [NumberedRow, NumberedRow]
      this.#tables.put(this.#tables.rows, first.seq, seal(part, this.#keys.entryBytes))
      this.#seen.sealed = last.seq
    }
  }

  /** Seals all records anew, and forgets removals: other processes read everything again. */
  compact(): void {
    this.#tables.rows.clearSync()
    this.#tables.removed.clearSync()
    this.#seen.change++
    this.#seen.horizon = this.#seen.change
    this.#seen.sealed = 0
    this.#clear()
    this.#takeMarks(0)
    for (const { key, value } of this.#tables.records.getRange({})) {
      this.#take(key, value)
      this.seal()
    }
  }
}

/** Copied, since a value of LMDB may begin anywhere. */
const wordsOf = (value: Buffer) => new Uint32Array(new Uint8Array(value).buffer)
