/**
 * A unit of work: everything it reads is read once, and its writes are noted, and seen by its own reads. A backend makes one, lets the
 * store work on it, and writes its {@link Changes} in as few steps as it can. So a batch of documents costs about as many
 * round trips as one document.
 */
import type { Bucket } from './posting-keys.js'

/** Reads of a backend; answers in the order asked. */
export interface Reader {
  /** Numbers by id, by 32 bytes of hash. */
  seqsOf(ids: readonly Uint8Array[]): Promise<(number | undefined)[]>
  records(seqs: readonly number[]): Promise<(Uint8Array | undefined)[]>
  buckets(keys: readonly Uint8Array[]): Promise<Bucket[]>
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
}

interface Known {
  split: boolean
  readonly postings: { readonly seq: number; readonly posting: Uint8Array }[]
}

/** Bytes as the name of an entry. */
export const nameOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

export class UnitOfWork {
  readonly #reader: Reader
  readonly #keys = new Map<string, Known>()
  readonly #ids = new Map<string, number | undefined>()
  readonly #records = new Map<number, Uint8Array | undefined>()
  readonly #numbers: number[] = []
  readonly #drops: { seq: number; id: Uint8Array; keys: readonly Uint8Array[] }[] = []
  readonly #puts = new Map<number, { seq: number; id: Uint8Array; record: Uint8Array }>()
  #file: Posting[] = []
  readonly #marks = new Map<string, Uint8Array>()

  constructor(reader: Reader) {
    this.#reader = reader
  }

  async seqsOf(ids: readonly Uint8Array[]): Promise<(number | undefined)[]> {
    const names = ids.map(nameOf)
    const unseen = missing(ids, names, this.#ids)
    const found = unseen.length ? await this.#reader.seqsOf(unseen) : []
    unseen.forEach((id, i) => {
      this.#ids.set(nameOf(id), found[i])
    })
    return names.map((name) => this.#ids.get(name))
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
    const names = keys.map(nameOf)
    const unseen = missing(keys, names, this.#keys)
    const found = unseen.length ? await this.#reader.buckets(unseen) : []
    unseen.forEach((key, i) => {
      const { postings, split } = found[i] as Bucket
      this.#keys.set(nameOf(key), { postings: [...postings], split: split || this.#marks.has(nameOf(key)) })
    })
    return names.map((name) => this.#keys.get(name) as Known)
  }

  async marks(keys: readonly Uint8Array[]): Promise<boolean[]> {
    const names = keys.map(nameOf)
    const unseen = missing(keys, names, this.#keys)
    const found = unseen.length ? await this.#reader.marks(unseen) : []
    const read = new Map(unseen.map((key, i) => [nameOf(key), found[i] as boolean]))
    return names.map((name) => this.#keys.get(name)?.split ?? (this.#marks.has(name) || (read.get(name) as boolean)))
  }

  /** @param expected  how many may be asked for, this one included */
  async nextNumber(expected: number): Promise<number> {
    if (!this.#numbers.length) this.#numbers.push(...(await this.#reader.numbers(expected)))
    return this.#numbers.shift() as number
  }

  /** Adds a record with its postings, and marks keys as split. */
  put(seq: number, id: Uint8Array, record: Uint8Array, postings: readonly Posting[], marks: readonly Uint8Array[]): void {
    this.#puts.set(seq, { seq, id, record })
    this.#records.set(seq, record)
    this.#ids.set(nameOf(id), seq)
    for (const posting of postings) {
      this.#file.push(posting)
      this.#keys.get(nameOf(posting.key))?.postings.push(posting)
    }
    for (const key of marks) {
      const name = nameOf(key)
      this.#marks.set(name, key)
      const known = this.#keys.get(name)
      if (known) known.split = true
    }
  }

  /** @param keys  all that it may be filed under */
  drop(seq: number, id: Uint8Array, keys: readonly Uint8Array[]): void {
    this.#records.set(seq, undefined)
    this.#ids.set(nameOf(id), undefined)
    for (const key of keys) {
      const postings = this.#keys.get(nameOf(key))?.postings ?? []
      const at = postings.findIndex((posting) => posting.seq === seq)
      if (at >= 0) postings.splice(at, 1)
    }
    // A record that this unit itself has put is not there yet.
    if (this.#puts.delete(seq)) this.#file = this.#file.filter((posting) => posting.seq !== seq)
    else this.#drops.push({ seq, id, keys })
  }

  /** Undefined when there is nothing to write. */
  changes(): Changes | undefined {
    if (!this.#drops.length && !this.#puts.size) return undefined
    return { drops: this.#drops, puts: [...this.#puts.values()], file: this.#file, marks: [...this.#marks.values()] }
  }
}

/** Those that are not in the map, each once. */
function missing(items: readonly Uint8Array[], names: readonly string[], known: ReadonlyMap<string, unknown>): Uint8Array[] {
  const found = new Map<string, Uint8Array>()
  items.forEach((item, i) => {
    const name = names[i] as string
    if (!known.has(name)) found.set(name, item)
  })
  return [...found.values()]
}
