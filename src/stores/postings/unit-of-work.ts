/**
 * A unit of work: everything it reads is read once, and its writes are noted, and seen by its own reads. A backend makes one, lets the
 * store work on it, and writes its {@link Changes} in as few steps as it can. So a batch of documents costs about as many
 * round trips as one document.
 */
import type { Key } from '../../searching/index-keys.js'
import { keyOf } from '../../searching/key-names.js'
import type { Bucket } from './posting-keys.js'
import { PostingList } from './posting-list.js'

/** Reads of a backend; answers in the order asked. */
export interface Reader {
  /** Numbers by id, by the 32 characters of its hash. */
  seqsOf(ids: readonly Key[]): Promise<(number | undefined)[]>
  records(seqs: readonly number[]): Promise<(Uint8Array | undefined)[]>
  /** The lists are the caller's, who adds to them. */
  buckets(keys: readonly Key[]): Promise<Bucket[]>
  /** Numbers and buckets in one step, where the server has one for both. */
  together?(ids: readonly Key[], keys: readonly Key[]): Promise<{ seqs: (number | undefined)[]; buckets: Bucket[] }>
  marks(keys: readonly Key[]): Promise<boolean[]>
  /** Numbers that were never given, ascending; those that are not used are lost. */
  numbers(count: number): Promise<number[]>
}

/** A posting under a key. */
export interface Posting {
  readonly key: Key
  readonly seq: number
  readonly posting: Uint8Array
}

/** Writes, in this order. */
export interface Changes {
  readonly drops: readonly { readonly seq: number; readonly id: Key; readonly keys: readonly Key[] }[]
  readonly puts: readonly { readonly seq: number; readonly id: Key; readonly record: Uint8Array }[]
  readonly file: readonly Posting[]
  /** Keys that are split from now on. */
  readonly marks: readonly Key[]
  /** Keys under which nothing is written, but which belong to what is: see `locksByWriting` of the backend. */
  readonly touched: readonly Key[]
}

/** The numbers that are taken out of each key: what many documents share is read and written once, however many of them go. */
export function droppedByKey(drops: Changes['drops']): Map<Key, Set<number>> {
  const dropped = new Map<Key, Set<number>>()
  for (const { seq, keys } of drops)
    for (const key of keys) {
      const seqs = dropped.get(key)
      if (seqs) seqs.add(seq)
      else dropped.set(key, new Set([seq]))
    }
  return dropped
}

/** What is written under one key. */
export class Filed {
  readonly key: Key
  /** What is added, in its order. */
  readonly postings: Posting[] = []
  /** It is marked as split from now on. */
  isMarked = false
  /** All that is under the key afterwards; undefined where it was not read, or something may have been taken out of it. */
  readonly all: Bucket | undefined

  constructor(key: Key, all: Bucket | undefined) {
    this.key = key
    this.all = all
  }

  /** What is added, packed. */
  get added(): PostingList {
    return PostingList.from(this.postings)
  }
}

interface Known {
  split: boolean
  readonly postings: PostingList
  /** Of the last write of this unit to it. */
  written: number
}

/** Bytes as a {@link Key}. */
export function nameOf(bytes: Uint8Array): Key {
  const whole = bytes.length & ~3
  let name = keyOf(bytes, 0, whole)
  for (let i = whole; i < bytes.length; i++) name += String.fromCharCode(bytes[i] as number)
  return name
}

/** A {@link Key} as bytes. */
export const bytesOfName = (name: Key): Buffer => Buffer.from(name, 'latin1')

export class UnitOfWork {
  readonly #reader: Reader
  readonly #keys = new Map<Key, Known>()
  readonly #ids = new Map<Key, number | undefined>()
  readonly #records = new Map<number, Uint8Array | undefined>()
  #numbers: number[] = []
  /** Those of the numbers that are given already. */
  #given = 0
  readonly #drops: { seq: number; id: Key; keys: readonly Key[] }[] = []
  readonly #puts = new Map<number, { seq: number; id: Key; record: Uint8Array }>()
  #file: Posting[] = []
  readonly #marks = new Set<Key>()
  /** Marks of keys whose postings were not read. */
  readonly #readMarks = new Map<Key, boolean>()
  readonly #touched = new Set<Key>()
  #writes = 0

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** Reads what will be asked for, in as few steps as there are: before anything is written. */
  async prefetch(ids: readonly Key[], keys: readonly Key[]): Promise<void> {
    const [newIds, newKeys] = [missing(ids, this.#ids), missing(keys, this.#keys)]
    if (this.#reader.together && newIds.length && newKeys.length) {
      const { seqs, buckets } = await this.#reader.together(newIds, newKeys)
      this.#knowIds(newIds, seqs)
      this.#knowKeys(newKeys, buckets)
      return
    }
    await this.seqsOf(ids)
    await this.buckets(keys)
  }

  #knowIds(ids: readonly Key[], seqs: readonly (number | undefined)[]): void {
    ids.forEach((id, i) => {
      this.#ids.set(id, seqs[i])
    })
  }

  #knowKeys(keys: readonly Key[], found: readonly Bucket[]): void {
    keys.forEach((key, i) => {
      const { postings, split } = found[i] as Bucket
      this.#keys.set(key, { postings, split: split || this.#marks.has(key), written: 0 })
    })
  }

  async seqsOf(ids: readonly Key[]): Promise<(number | undefined)[]> {
    const unseen = missing(ids, this.#ids)
    if (unseen.length) this.#knowIds(unseen, await this.#reader.seqsOf(unseen))
    return ids.map((id) => this.#ids.get(id))
  }

  async records(seqs: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    const unseen = seqs.filter((seq) => !this.#records.has(seq))
    const found = unseen.length ? await this.#reader.records(unseen) : []
    unseen.forEach((seq, i) => {
      this.#records.set(seq, found[i])
    })
    return seqs.map((seq) => this.#records.get(seq))
  }

  async buckets(keys: readonly Key[]): Promise<readonly Bucket[]> {
    const unseen = missing(keys, this.#keys)
    if (unseen.length) this.#knowKeys(unseen, await this.#reader.buckets(unseen))
    return keys.map((key) => this.#keys.get(key) as Known)
  }

  async marks(keys: readonly Key[]): Promise<boolean[]> {
    const unseen = missing(keys, this.#keys).filter((key) => !this.#readMarks.has(key))
    const found = unseen.length ? await this.#reader.marks(unseen) : []
    unseen.forEach((key, i) => {
      this.#readMarks.set(key, found[i] as boolean)
    })
    return keys.map((key) => this.#keys.get(key)?.split ?? (this.#marks.has(key) || (this.#readMarks.get(key) as boolean)))
  }

  /** How often it has written so far. */
  get writes(): number {
    return this.#writes
  }

  /** Whether these keys were read, have none below them, and the unit itself has not written to them after so many writes. */
  isUntouched(keys: readonly Key[], writes: number): boolean {
    return keys.every((key) => {
      const known = this.#keys.get(key)
      return known !== undefined && !known.split && known.written <= writes
    })
  }

  /** @param expected  how many may be asked for, this one included */
  async nextNumber(expected: number): Promise<number> {
    if (this.#given === this.#numbers.length) {
      this.#numbers = await this.#reader.numbers(expected)
      this.#given = 0
    }
    return this.#numbers[this.#given++] as number
  }

  /** Adds a record with its postings, and marks keys as split. */
  put(seq: number, id: Key, record: Uint8Array, postings: readonly Posting[], marks: readonly Key[]): void {
    const written = ++this.#writes
    this.#puts.set(seq, { seq, id, record })
    this.#records.set(seq, record)
    this.#ids.set(id, seq)
    for (const posting of postings) {
      this.#file.push(posting)
      const known = this.#keys.get(posting.key)
      if (!known) continue
      known.postings.push(seq, posting.posting)
      known.written = written
    }
    for (const key of marks) {
      this.#marks.add(key)
      const known = this.#keys.get(key)
      if (!known) continue
      known.split = true
      known.written = written
    }
  }

  /** Notes a key that belongs to what is written, though nothing is filed under it. */
  touch(key: Key): void {
    this.#touched.add(key)
  }

  /** @param keys  all that it may be filed under */
  drop(seq: number, id: Key, keys: readonly Key[]): void {
    const written = ++this.#writes
    this.#records.set(seq, undefined)
    this.#ids.set(id, undefined)
    for (const key of keys) {
      const known = this.#keys.get(key)
      if (known?.postings.remove(seq)) known.written = written
    }
    // A record that this unit itself has put is not there yet.
    if (this.#puts.delete(seq)) this.#file = this.#file.filter((posting) => posting.seq !== seq)
    else this.#drops.push({ seq, id, keys })
  }

  /** Undefined when there is nothing to write. */
  changes(): Changes | undefined {
    if (!this.#drops.length && !this.#puts.size) return undefined
    return { drops: this.#drops, puts: [...this.#puts.values()], file: this.#file, marks: [...this.#marks], touched: [...this.#touched] }
  }

  /** What {@link changes} file and mark, by key. */
  filed(): Filed[] {
    const found = new Map<Key, Filed>()
    const filedUnder = (key: Key) => {
      let filed = found.get(key)
      if (!filed) {
        filed = new Filed(key, this.#drops.length ? undefined : this.#keys.get(key))
        found.set(key, filed)
      }
      return filed
    }
    for (const posting of this.#file) filedUnder(posting.key).postings.push(posting)
    for (const key of this.#marks) filedUnder(key).isMarked = true
    return [...found.values()]
  }
}

/** Those that are not in the map, each once. */
function missing(items: readonly Key[], known: ReadonlyMap<Key, unknown>): Key[] {
  const unseen: Key[] = []
  for (const item of items) if (!known.has(item)) unseen.push(item)
  return unseen.length < 2 ? unseen : [...new Set(unseen)]
}
