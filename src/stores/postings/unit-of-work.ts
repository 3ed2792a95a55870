/**
 * A unit of work: everything it reads is read once, and its writes are noted, and seen by its own reads. A backend makes one, lets the
 * store work on it, and writes its {@link Changes} in as few steps as it can. So a batch of documents costs about as many
 * round trips as one document.
 */
import type { Bucket } from './posting-keys.js'
import { PostingList } from './posting-list.js'

/** Reads of a backend; answers in the order asked. */
export interface Reader {
  /** Numbers by id, by 32 bytes of hash. */
  seqsOf(ids: readonly Uint8Array[]): Promise<(number | undefined)[]>
  records(seqs: readonly number[]): Promise<(Uint8Array | undefined)[]>
  /** The lists are the caller's, who adds to them. */
  buckets(keys: readonly Uint8Array[]): Promise<Bucket[]>
  /** Numbers and buckets in one step, where the server has one for both. */
  together?(ids: readonly Uint8Array[], keys: readonly Uint8Array[]): Promise<{ seqs: (number | undefined)[]; buckets: Bucket[] }>
  marks(keys: readonly Uint8Array[]): Promise<boolean[]>
  /** Numbers that were never given, ascending; those that are not used are lost. */
  numbers(count: number): Promise<number[]>
}

/** A posting under a key. */
export interface Posting {
  readonly key: Uint8Array
  readonly seq: number
  readonly posting: Uint8Array
}

/** Writes, in this order. */
export interface Changes {
  readonly drops: readonly { readonly seq: number; readonly id: Uint8Array; readonly keys: readonly Uint8Array[] }[]
  readonly puts: readonly { readonly seq: number; readonly id: Uint8Array; readonly record: Uint8Array }[]
  readonly file: readonly Posting[]
  /** Keys that are split from now on. */
  readonly marks: readonly Uint8Array[]
  /** Keys under which nothing is written, but which belong to what is: see `locksByWriting` of the backend. */
  readonly touched: readonly Uint8Array[]
}

/** What is written under one key. */
export interface Filed {
  readonly key: Uint8Array
  readonly added: PostingList
  /** It is marked as split from now on. */
  readonly isMarked: boolean
  /** All that is under the key afterwards; undefined where it was not read, or something may have been taken out of it. */
  readonly all: Bucket | undefined
}

interface Known {
  split: boolean
  readonly postings: PostingList
  /** Of the last write of this unit to it. */
  written: number
}

/** Bytes as the name of an entry. */
export const nameOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

export class UnitOfWork {
  readonly #reader: Reader
  /** Names by the object: those of a batch come again and again. */
  readonly #names = new Map<Uint8Array, string>()
  readonly #keys = new Map<string, Known>()
  readonly #ids = new Map<string, number | undefined>()
  readonly #records = new Map<number, Uint8Array | undefined>()
  readonly #numbers: number[] = []
  readonly #drops: { seq: number; id: Uint8Array; keys: readonly Uint8Array[] }[] = []
  readonly #puts = new Map<number, { seq: number; id: Uint8Array; record: Uint8Array }>()
  #file: Posting[] = []
  readonly #marks = new Map<string, Uint8Array>()
  readonly #touched = new Map<string, Uint8Array>()
  #writes = 0

  constructor(reader: Reader) {
    this.#reader = reader
  }

  #name(bytes: Uint8Array): string {
    let name = this.#names.get(bytes)
    if (name === undefined) {
      name = nameOf(bytes)
      this.#names.set(bytes, name)
    }
    return name
  }

  /** Reads what will be asked for, in as few steps as there are: before anything is written. */
  async prefetch(ids: readonly Uint8Array[], keys: readonly Uint8Array[]): Promise<void> {
    const [newIds, newKeys] = [this.#missing(ids, this.#ids), this.#missing(keys, this.#keys)]
    if (this.#reader.together && newIds.length && newKeys.length) {
      const { seqs, buckets } = await this.#reader.together(newIds, newKeys)
      this.#knowIds(newIds, seqs)
      this.#knowKeys(newKeys, buckets)
      return
    }
    await this.seqsOf(ids)
    await this.buckets(keys)
  }

  #knowIds(ids: readonly Uint8Array[], seqs: readonly (number | undefined)[]): void {
    ids.forEach((id, i) => {
      this.#ids.set(this.#name(id), seqs[i])
    })
  }

  #knowKeys(keys: readonly Uint8Array[], found: readonly Bucket[]): void {
    keys.forEach((key, i) => {
      const { postings, split } = found[i] as Bucket
      const name = this.#name(key)
      this.#keys.set(name, { postings, split: split || this.#marks.has(name), written: 0 })
    })
  }

  async seqsOf(ids: readonly Uint8Array[]): Promise<(number | undefined)[]> {
    const unseen = this.#missing(ids, this.#ids)
    if (unseen.length) this.#knowIds(unseen, await this.#reader.seqsOf(unseen))
    return ids.map((id) => this.#ids.get(this.#name(id)))
  }

  async records(seqs: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    const unseen = seqs.filter((seq) => !this.#records.has(seq))
    const found = unseen.length ? await this.#reader.records(unseen) : []
    unseen.forEach((seq, i) => {
      this.#records.set(seq, found[i])
    })
    return seqs.map((seq) => this.#records.get(seq))
  }

  async buckets(keys: readonly Uint8Array[]): Promise<readonly Bucket[]> {
    const unseen = this.#missing(keys, this.#keys)
    if (unseen.length) this.#knowKeys(unseen, await this.#reader.buckets(unseen))
    return keys.map((key) => this.#keys.get(this.#name(key)) as Known)
  }

  async marks(keys: readonly Uint8Array[]): Promise<boolean[]> {
    const unseen = this.#missing(keys, this.#keys)
    const found = unseen.length ? await this.#reader.marks(unseen) : []
    const read = new Map(unseen.map((key, i) => [this.#name(key), found[i] as boolean]))
    return keys.map((key) => {
      const name = this.#name(key)
      return this.#keys.get(name)?.split ?? (this.#marks.has(name) || (read.get(name) as boolean))
    })
  }

  /** How often it has written so far. */
  get writes(): number {
    return this.#writes
  }

  /** Whether these keys were read, have none below them, and the unit itself has not written to them after so many writes. */
  isUntouched(keys: readonly Uint8Array[], writes: number): boolean {
    return keys.every((key) => {
      const known = this.#keys.get(this.#name(key))
      return known !== undefined && !known.split && known.written <= writes
    })
  }

  /** Those that are not in the map, each once. */
  #missing(items: readonly Uint8Array[], known: ReadonlyMap<string, unknown>): Uint8Array[] {
    const unseen: Uint8Array[] = []
    for (const item of items) if (!known.has(this.#name(item))) unseen.push(item)
    if (unseen.length < 2) return unseen
    const found = new Map<string, Uint8Array>()
    for (const item of unseen) {
      const name = this.#name(item)
      if (!found.has(name)) found.set(name, item)
    }
    return [...found.values()]
  }

  /** @param expected  how many may be asked for, this one included */
  async nextNumber(expected: number): Promise<number> {
    if (!this.#numbers.length) this.#numbers.push(...(await this.#reader.numbers(expected)))
    return this.#numbers.shift() as number
  }

  /** Adds a record with its postings, and marks keys as split. */
  put(seq: number, id: Uint8Array, record: Uint8Array, postings: readonly Posting[], marks: readonly Uint8Array[]): void {
    const written = ++this.#writes
    this.#puts.set(seq, { seq, id, record })
    this.#records.set(seq, record)
    this.#ids.set(this.#name(id), seq)
    for (const posting of postings) {
      this.#file.push(posting)
      const known = this.#keys.get(this.#name(posting.key))
      if (!known) continue
      known.postings.push(seq, posting.posting)
      known.written = written
    }
    for (const key of marks) {
      const name = this.#name(key)
      this.#marks.set(name, key)
      const known = this.#keys.get(name)
      if (!known) continue
      known.split = true
      known.written = written
    }
  }

  /** Notes a key that belongs to what is written, though nothing is filed under it. */
  touch(key: Uint8Array): void {
    this.#touched.set(this.#name(key), key)
  }

  /** @param keys  all that it may be filed under */
  drop(seq: number, id: Uint8Array, keys: readonly Uint8Array[]): void {
    const written = ++this.#writes
    this.#records.set(seq, undefined)
    this.#ids.set(this.#name(id), undefined)
    for (const key of keys) {
      const known = this.#keys.get(this.#name(key))
      if (known?.postings.remove(seq)) known.written = written
    }
    // A record that this unit itself has put is not there yet.
    if (this.#puts.delete(seq)) this.#file = this.#file.filter((posting) => posting.seq !== seq)
    else this.#drops.push({ seq, id, keys })
  }

  /** Undefined when there is nothing to write. */
  changes(): Changes | undefined {
    if (!this.#drops.length && !this.#puts.size) return undefined
    return {
      drops: this.#drops,
      puts: [...this.#puts.values()],
      file: this.#file,
      marks: [...this.#marks.values()],
      touched: [...this.#touched.values()],
    }
  }

  /** What {@link changes} file and mark, by key. */
  filed(): Filed[] {
    const found = new Map<string, Filed & { isMarked: boolean }>()
    const filedUnder = (key: Uint8Array) => {
      const name = this.#name(key)
      const filed = found.get(name) ?? {
        key,
        added: new PostingList(),
        isMarked: false,
        all: this.#drops.length ? undefined : this.#keys.get(name),
      }
      found.set(name, filed)
      return filed
    }
    for (const { key, seq, posting } of this.#file) filedUnder(key).added.push(seq, posting)
    for (const key of this.#marks.values()) filedUnder(key).isMarked = true
    return [...found.values()]
  }
}
