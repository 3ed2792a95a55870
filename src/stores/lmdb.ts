/**
 * An index in a folder on this machine: LMDB holds the records, memory the search structure, which is built when the index is
 * opened and follows what this and other processes write.
 *
 *     meta     'index' → JSON of IndexMeta; 'state' → see State
 *     records  seq → record with checksum (record.ts)
 *     ids      id (or a hash of a long one) → seq
 *     removed  number of a change → seq that it removed
 *     rows     first seq → rows of SEALED records in one value, so that opening reads few and long values
 *
 * Records and removals take their numbers from one counter, so whoever has seen everything up to some number follows by
 * reading what comes after it. Every write is one LMDB transaction, written through to the disk before it is acknowledged;
 * calls that come in while one is under way share the next. LMDB lets one process write at a time, and the writer reads what
 * others have written before it decides.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { type Database, open as openEnvironment, type RootDatabase } from 'lmdb'
import { LeitongError } from '../errors.js'
import { createIndexKeys } from '../searching/index-keys.js'
import { LocalIndex } from '../searching/local-index.js'
import { damagedRecord, decodeRecord, encodeRecord, idOfDamaged } from './record.js'
import type { Candidate, IndexMeta, Offer, Store, StoreDriver, StoredRecord, VerifyReport } from './store.js'
import { shownUrl } from './store-url.js'

/** Records that are sealed at once. */
const SEALED = 4096
/** Removals that are kept at most, unless there are more records. */
const REMOVED = 4096
/** Bytes of sealed rows that go to the search at once. */
const LOADED = 96 << 20
const FILE = 'index.lmdb'
/** Address space, not room on disk: the file grows as it is written. */
const MAP_SIZES = [2 ** 40, 2 ** 36, 2 ** 32]
const MOST_PROBLEMS = 1000

/** Counters, changed with every transaction: four doubles. */
interface State {
  /** The last number given. */
  change: number
  records: number
  /** Everything up to here is sealed. */
  sealed: number
  /** Removals up to here were forgotten: who has not seen them must read everything again. */
  horizon: number
}

function encodeState({ change, records, sealed, horizon }: State): Buffer {
  const bytes = Buffer.allocUnsafe(32)
  ;[change, records, sealed, horizon].forEach((value, i) => {
    bytes.writeDoubleLE(value, i * 8)
  })
  return bytes
}

function decodeState(bytes: Buffer | undefined): State {
  if (bytes?.length !== 32) throw new Error('the counters are damaged')
  const [change, records, sealed, horizon] = [0, 8, 16, 24].map((at) => bytes.readDoubleLE(at)) as [number, number, number, number]
  return { change, records, sealed, horizon }
}

/** JSON never starts with a 1 byte. */
function idKey(id: string): Buffer {
  const bytes = Buffer.from(id)
  return bytes.length <= 500 ? bytes : Buffer.concat([Buffer.of(1), createHash('sha256').update(bytes).digest()])
}

const seqBytes = (seq: number) => {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeDoubleLE(seq)
  return bytes
}

interface Waiting {
  readonly run: () => unknown
  readonly done: (result: never) => void
  readonly failed: (error: unknown) => void
}

/** One folder as this process has it open: LMDB must not be opened twice. */
class Environment {
  handles = 0
  readonly meta: IndexMeta
  readonly url: string
  readonly #root: RootDatabase<Buffer, string>
  readonly #records: Database<Buffer, number>
  readonly #ids: Database<Buffer, Buffer>
  readonly #removed: Database<Buffer, number>
  readonly #rows: Database<Buffer, number>
  readonly #rowBytes: number
  #index: LocalIndex
  /** What the search structure has seen. */
  #seen: State = { change: -1, records: 0, sealed: 0, horizon: 0 }
  /** Rows that are not sealed yet. */
  #tail: { seq: number; row: Uint8Array }[] = []
  readonly #waiting: Waiting[] = []
  #flushing: Promise<void> | undefined
  readonly path: string

  constructor(url: string, path: string, create: IndexMeta | undefined) {
    this.url = shownUrl(url)
    this.path = path
    this.#root = openRoot(path)
    const options = { encoding: 'binary' } as const
    try {
      this.#records = this.#root.openDB<Buffer, number>('records', options)
      this.#ids = this.#root.openDB<Buffer, Buffer>('ids', { ...options, keyEncoding: 'binary' })
      this.#removed = this.#root.openDB<Buffer, number>('removed', options)
      this.#rows = this.#root.openDB<Buffer, number>('rows', options)
      this.#root.readerCheck()
      this.#root.transactionSync(() => {
        if (this.#root.get('index') || !create) return
        this.#root.putSync('index', Buffer.from(JSON.stringify(create)))
        this.#root.putSync('state', encodeState({ change: 0, records: 0, sealed: 0, horizon: 0 }))
      })
      const stored = this.#root.get('index')
      if (!stored) throw new LeitongError('INDEX_MISSING', shownUrl(url))
      this.meta = JSON.parse(stored.toString()) as IndexMeta
      if (this.meta.format !== 1) throw new Error(`format ${this.meta.format} is not known to this version`)
    } catch (error) {
      void this.#root.close()
      throw error
    }
    this.#rowBytes = createIndexKeys(this.meta.search).entryBytes
    this.#index = new LocalIndex(this.meta.search)
    this.#refresh()
  }

  /** Follows what was written since the last look, by whichever process. Also called inside transactions. */
  #refresh(): void {
    const state = decodeState(this.#root.get('state'))
    if (state.change === this.#seen.change) return
    if (this.#seen.change < state.horizon) this.#load(state)
    else {
      for (const { key, value } of this.#records.getRange({ start: this.#seen.change + 1 })) this.#take(key, value)
      this.#forgetRemoved(this.#seen.change + 1)
    }
    if (state.sealed > this.#seen.sealed) this.#tail = this.#tail.filter(({ seq }) => seq > state.sealed)
    this.#seen = state
  }

  /** Builds the search structure anew. */
  #load(state: State): void {
    this.#index = new LocalIndex(this.meta.search)
    this.#tail = []
    // Many at once, because tables fill faster one by one.
    let parts: { seqs: Float64Array; rows: Uint8Array }[] = []
    let bytes = 0
    const flush = () => {
      const seqs = new Float64Array(parts.reduce((sum, part) => sum + part.seqs.length, 0))
      const rows = new Uint8Array(bytes)
      let seqsAt = 0
      let rowsAt = 0
      for (const part of parts) {
        seqs.set(part.seqs, seqsAt)
        rows.set(part.rows, rowsAt)
        seqsAt += part.seqs.length
        rowsAt += part.rows.length
      }
      this.#index.add(seqs, rows)
      parts = []
      bytes = 0
    }
    const chunks = [...this.#rows.getKeys({})]
    chunks.forEach((first, i) => {
      try {
        const part = unseal(this.#rows.get(first) as Buffer)
        parts.push(part)
        bytes += part.rows.length
        if (bytes >= LOADED) flush()
      } catch {
        // Damaged, as verify will tell; the records themselves have it all.
        flush()
        for (const { key, value } of this.#records.getRange({ start: first, end: chunks[i + 1] ?? state.sealed + 1 }))
          this.#take(key, value)
      }
    })
    flush()
    this.#tail = []
    for (const { key, value } of this.#records.getRange({ start: state.sealed + 1 })) this.#take(key, value)
    this.#forgetRemoved(0)
  }

  #take(seq: number, value: Buffer): void {
    const record = decodeRecord(value)
    // What is damaged cannot be searched; verify tells.
    if (record?.row.length !== this.#rowBytes) return
    this.#index.add([seq], record.row)
    this.#tail.push({ seq, row: record.row })
  }

  #forgetRemoved(start: number): void {
    for (const { value } of this.#removed.getRange({ start })) this.#index.remove(value.readDoubleLE(0))
  }

  /** Reads as of now. */
  look<Result>(read: () => Result): Result {
    try {
      this.#root.resetReadTxn()
      this.#refresh()
      return read()
    } catch (error) {
      throw this.#explain(error)
    }
  }

  /** Does work in a transaction; resolves when it is on disk. What comes in meanwhile shares the next one. */
  write<Result>(run: () => Result): Promise<Result> {
    return new Promise<Result>((done, failed) => {
      this.#waiting.push({ run, done, failed })
      this.#flushing ??= this.#flush()
    })
  }

  async #flush(): Promise<void> {
    // Whoever is ready to write now has its turn first.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length) {
      const batch = this.#waiting.splice(0)
      // A failure takes the whole transaction back: then each has one of its own, so that one's failure is not another's.
      if (!this.#commit(batch, batch.length === 1)) for (const each of batch) this.#commit([each], true)
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#flushing = undefined
  }

  /** Whether the transaction was done; `last`: a failure goes to whoever waits. */
  #commit(batch: readonly Waiting[], last: boolean): boolean {
    const results: unknown[] = []
    try {
      this.#root.transactionSync(() => {
        this.#refresh()
        for (const { run } of batch) results.push(run())
        this.#seal()
        // Who opens the index reads them all, and whoever follows has them in memory.
        const { entryCount } = this.#removed.getStats() as { entryCount: number }
        if (entryCount > Math.max(REMOVED, this.#seen.records)) this.compact()
        this.#root.putSync('state', encodeState(this.#seen))
      })
    } catch (error) {
      // The search structure may have what the transaction took back.
      this.#seen = { change: -1, records: 0, sealed: 0, horizon: 0 }
      if (last) for (const { failed } of batch) failed(this.#explain(error))
      return false
    }
    batch.forEach(({ done }, i) => {
      done(results[i] as never)
    })
    return true
  }

  #explain(error: unknown): unknown {
    return error instanceof LeitongError || !(error instanceof Error) ? error : new LeitongError('STORE', this.url, error.message)
  }

  #seal(): void {
    while (this.#tail.length >= SEALED) {
      const part = this.#tail.splice(0, SEALED)
      const first = part[0] as { seq: number }
      this.#rows.putSync(first.seq, seal(part, this.#rowBytes))
      this.#seen.sealed = (part.at(-1) as { seq: number }).seq
    }
  }

  record(seq: number): StoredRecord | undefined {
    const bytes = this.#records.getBinary(seq)
    if (!bytes) return undefined
    const record = decodeRecord(bytes)
    if (record?.seq !== seq) throw new Error(damagedRecord(seq))
    return record
  }

  seqOf(id: string): number | undefined {
    const bytes = this.#ids.getBinary(idKey(id))
    if (!bytes) return undefined
    const seq = bytes.readDoubleLE(0)
    return seq
  }

  recordOf(id: string): StoredRecord | undefined {
    const seq = this.seqOf(id)
    return seq === undefined ? undefined : this.record(seq)
  }

  find(row: Uint8Array, equalIsEnough: boolean, but?: number): Candidate[] {
    return this.#index.find(row, equalIsEnough, but)
  }

  /** Inside a transaction. */
  put(offer: Offer): StoredRecord | undefined {
    const previous = this.recordOf(offer.id)
    const candidates = offer.blind ? [] : this.find(offer.row, true, previous?.seq)
    const alike = candidates.map((candidate) => {
      const record = this.record(candidate.seq)
      if (!record) throw new Error(`record ${candidate.seq} is missing`)
      return { candidate, record }
    })
    const record = offer.decide(previous, alike)
    if (!record) return undefined
    if (previous) this.#drop(previous.seq)
    const seq = ++this.#seen.change
    const row = record.row.byteOffset % 4 ? record.row.slice() : record.row
    this.#records.putSync(seq, encodeRecord(record, seq), { append: true })
    this.#ids.putSync(idKey(record.id), seqBytes(seq))
    this.#index.add([seq], row)
    this.#tail.push({ seq, row })
    this.#seen.records++
    return { seq, id: record.id, row, group: record.group, payload: record.payload }
  }

  /** Inside a transaction. */
  remove(id: string): boolean {
    const seq = this.seqOf(id)
    if (seq === undefined) return false
    this.#ids.removeSync(idKey(id))
    this.#drop(seq)
    return true
  }

  #drop(seq: number): void {
    this.#records.removeSync(seq)
    this.#removed.putSync(++this.#seen.change, seqBytes(seq), { append: true })
    this.#index.remove(seq)
    this.#seen.records--
  }

  *scan(): Generator<StoredRecord> {
    const end = this.look(() => this.#seen.change + 1)
    // In parts, so that no reader holds back the room of what is removed meanwhile.
    for (let start = 1; ; ) {
      const part = this.look(() => [...this.#records.getRange({ start, end, limit: 512 })])
      for (const { key, value } of part) {
        const record = decodeRecord(value)
        if (record?.seq !== key) throw new LeitongError('STORE', this.url, damagedRecord(key))
        yield record
      }
      if (part.length < 512) return
      start = (part.at(-1) as { key: number }).key + 1
    }
  }

  stats() {
    return this.look(() => ({
      documents: this.#seen.records,
      bytes: statSync(join(this.path, FILE)).size,
      details: { 'memory of the search': this.#index.bytes, 'removed, not compacted': this.#index.removed, change: this.#seen.change },
    }))
  }

  /** Inside a transaction: seals what is there anew, and forgets removals. */
  compact(): void {
    this.#rows.clearSync()
    this.#removed.clearSync()
    this.#seen.change++
    this.#seen.horizon = this.#seen.change
    this.#seen.sealed = 0
    this.#index = new LocalIndex(this.meta.search)
    this.#tail = []
    for (const { key, value } of this.#records.getRange({})) {
      this.#take(key, value)
      this.#seal()
    }
  }

  verify(): VerifyReport {
    return this.look(() => {
      const problems: string[] = []
      const report = (problem: string) => problems.length < MOST_PROBLEMS && problems.push(problem)
      let records = 0
      for (const { key, value } of this.#records.getRange({})) {
        records++
        const record = decodeRecord(value)
        if (record?.seq !== key) {
          const id = idOfDamaged(value)
          const isKnown = id !== '' && this.seqOf(id) === key
          report(`record ${key}: it is not what was written (checksum)${isKnown ? `; its id is ${id}` : ''}`)
          continue
        }
        if (this.seqOf(record.id) !== key) report(`record ${key}: its id ${record.id} leads elsewhere`)
        if (!this.find(record.row, false).some(({ seq }) => seq === key)) report(`record ${key}: the search does not find it`)
      }
      const ids = this.#ids.getKeysCount()
      if (records !== this.#seen.records) report(`${records} records, but ${this.#seen.records} were counted`)
      if (ids !== records) report(`${ids} ids for ${records} records`)
      if (this.#index.count !== records) report(`the search knows ${this.#index.count} of ${records} records`)
      for (const { key, value } of this.#rows.getRange({})) {
        try {
          unseal(value)
        } catch (error) {
          report(`rows from ${key}: ${(error as Error).message}`)
        }
      }
      return { records, problems }
    })
  }

  async close(): Promise<void> {
    await this.#flushing
    await this.#root.close()
  }
}

function openRoot(path: string): RootDatabase<Buffer, string> {
  let failure: unknown
  for (const mapSize of MAP_SIZES) {
    try {
      return openEnvironment<Buffer, string>({
        path: join(path, FILE),
        encoding: 'binary',
        mapSize,
        maxDbs: 8,
        // A transaction is on disk when it returns.
        overlappingSync: false,
        noSubdir: true,
      })
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** Rows with their numbers: CRC-32, count, numbers as doubles, rows padded to a multiple of 4. */
function seal(part: readonly { seq: number; row: Uint8Array }[], rowBytes: number): Buffer {
  const stride = (rowBytes + 3) & ~3
  const bytes = Buffer.alloc(8 + part.length * (8 + stride))
  bytes.writeUInt32LE(part.length, 4)
  part.forEach(({ seq, row }, i) => {
    bytes.writeDoubleLE(seq, 8 + i * 8)
    bytes.set(row, 8 + part.length * 8 + i * stride)
  })
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0)
  return bytes
}

function unseal(value: Buffer): { seqs: Float64Array; rows: Uint8Array } {
  if (value.length < 8 || value.readUInt32LE(0) !== crc32(value.subarray(4))) throw new Error('they are not what was written (checksum)')
  const count = value.readUInt32LE(4)
  const copy = new Uint8Array(value.subarray(8))
  return { seqs: new Float64Array(copy.buffer, 0, count), rows: copy.subarray(count * 8) }
}

const environments = new Map<string, Environment>()

class LmdbStore implements Store {
  readonly meta: IndexMeta
  readonly #environment: Environment
  #isOpen = true

  constructor(environment: Environment) {
    this.#environment = environment
    this.meta = environment.meta
    environment.handles++
  }

  async get(ids: readonly string[]) {
    return this.#environment.look(() => ids.map((id) => this.#environment.recordOf(id)))
  }

  async read(seqs: readonly number[]) {
    return this.#environment.look(() => seqs.map((seq) => this.#environment.record(seq)))
  }

  async find(rows: readonly Uint8Array[], equalIsEnough: boolean) {
    return this.#environment.look(() => rows.map((row) => this.#environment.find(row, equalIsEnough)))
  }

  async update(offers: readonly Offer[]) {
    return offers.length ? this.#environment.write(() => offers.map((offer) => this.#environment.put(offer))) : []
  }

  async remove(ids: readonly string[]) {
    return this.#environment.write(() => ids.map((id) => this.#environment.remove(id)))
  }

  async *scan() {
    yield* this.#environment.scan()
  }

  async stats() {
    return this.#environment.stats()
  }

  async compact() {
    await this.#environment.write(() => this.#environment.compact())
  }

  async verify() {
    return this.#environment.verify()
  }

  async close() {
    if (!this.#isOpen) return
    this.#isOpen = false
    if (--this.#environment.handles) return
    environments.delete(this.#environment.path)
    await this.#environment.close()
  }
}

/** `lmdb:///abs/path`, `lmdb:path`, or a path. */
function pathOf(url: string): string {
  if (/^lmdb:\/\//i.test(url)) return resolve(fileURLToPath(url.replace(/^lmdb:/i, 'file:')))
  return resolve(url.replace(/^lmdb:/i, ''))
}

export const driver: StoreDriver = {
  async open(url, create) {
    try {
      const named = pathOf(url)
      if (!create && !existsSync(join(named, FILE))) throw new LeitongError('INDEX_MISSING', shownUrl(url))
      if (statSync(named, { throwIfNoEntry: false })?.isFile()) throw new Error('it is a file, and an index is a folder')
      if (create) mkdirSync(named, { recursive: true })
      // One folder may have several names, and must not be opened twice.
      const path = realpathSync(named)
      const known = environments.get(path)
      if (known) return new LmdbStore(known)
      const environment = new Environment(url, path, create)
      environments.set(path, environment)
      return new LmdbStore(environment)
    } catch (error) {
      throw error instanceof LeitongError ? error : new LeitongError('STORE', shownUrl(url), (error as Error).message)
    }
  },
  async drop(url) {
    const path = pathOf(url)
    for (const name of [FILE, `${FILE}-lock`]) rmSync(join(path, name), { force: true })
  },
}
