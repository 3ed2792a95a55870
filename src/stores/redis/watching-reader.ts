/** Reads of an index in Redis that note versions, so that a commit can tell whether everything is still as it was read. */
import type { Cluster, Redis } from 'ioredis'
import type { Bucket } from '../postings/posting-keys.js'
import type { Changes, Reader } from '../postings/unit-of-work.js'
import { hexOf, type RedisKeys } from './keys.js'
import { COMMIT, READ, replicasIn } from './scripts.js'

/** Keys that a script reads before others have their turn: some milliseconds. */
export const KEYS_AT_ONCE = 500

export class WatchingReader implements Reader {
  readonly #client: Redis | Cluster
  readonly #keys: RedisKeys
  /** By key of postings. */
  readonly #versions = new Map<string, string>()
  /** By hash of an id, in hexadecimal: the number that was found, or nothing. */
  readonly #ids = new Map<string, { readonly id: Uint8Array; readonly found: string }>()

  constructor(client: Redis | Cluster, keys: RedisKeys) {
    this.#client = client
    this.#keys = keys
  }

  async seqsOf(ids: readonly Uint8Array[]): Promise<(number | undefined)[]> {
    if (!ids.length) return []
    const found = await this.#client.hmget(this.#keys.ids, ...ids.map((id) => Buffer.from(id)))
    return ids.map((id, i) => {
      const seq = found[i] ?? ''
      this.#ids.set(hexOf(id), { id, found: seq })
      return seq ? Number(seq) : undefined
    })
  }

  async records(seqs: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    if (!seqs.length) return []
    const found = await this.#client.hmgetBuffer(this.#keys.records, ...seqs.map(String))
    return seqs.map((_, i) => found[i] ?? undefined)
  }

  async buckets(keys: readonly Uint8Array[]): Promise<Bucket[]> {
    const names = keys.map((key) => this.#keys.postings(key))
    const parts: string[][] = []
    for (let at = 0; at < names.length; at += KEYS_AT_ONCE) parts.push(names.slice(at, at + KEYS_AT_ONCE))
    const found = await Promise.all(parts.map((part) => this.#client.callBuffer('EVAL', READ, part.length, ...part)))
    return (found as Buffer[][][]).flat().map((fields, i) => this.#bucket(names[i] as string, fields))
  }

  /** @param fields  names and values, one after the other */
  #bucket(key: string, fields: readonly Buffer[]): Bucket {
    const postings: { seq: number; posting: Uint8Array }[] = []
    let [version, split] = ['', false]
    for (let i = 0; i < fields.length; i += 2) {
      const [field, value] = [String(fields[i]), fields[i + 1] as Buffer]
      if (field === 'v') version = value.toString()
      else if (field === 's') split = true
      else postings.push({ seq: Number(field), posting: value })
    }
    this.#watch(key, version)
    return { postings, split }
  }

  async marks(keys: readonly Uint8Array[]): Promise<boolean[]> {
    return await Promise.all(keys.map((key) => this.#mark(this.#keys.postings(key))))
  }

  async #mark(key: string): Promise<boolean> {
    const [version, split] = await this.#client.hmget(key, 'v', 's')
    this.#watch(key, version ?? '')
    return typeof split === 'string'
  }

  /** The version that was seen first counts. */
  #watch(key: string, version: string): void {
    if (!this.#versions.has(key)) this.#versions.set(key, version)
  }

  async numbers(count: number): Promise<number[]> {
    const last = await this.#client.incrby(this.#keys.seq, count)
    return Array.from({ length: count }, (_, i) => last - count + 1 + i)
  }

  /**
   * Writes all changes in one step, unless something that was read has changed meanwhile.
   *
   * @returns how many replicas are connected; undefined when something has changed, and nothing was written
   */
  async commit({ drops, puts, file, marks }: Changes): Promise<number | undefined> {
    // The script names keys and binary values by their number.
    const numbers = new Map<string, number>()
    const numberOf = (key: string) => {
      const number = numbers.get(key) ?? numbers.size + 1
      numbers.set(key, number)
      return number
    }
    const postingsOf = (key: Uint8Array) => numberOf(this.#keys.postings(key))
    const values: Uint8Array[] = []
    const ends: number[] = []
    const value = (bytes: Uint8Array) => {
      values.push(bytes)
      return ends.push((ends.at(-1) ?? 0) + bytes.length)
    }
    const plan = {
      ends,
      ids: Array.from(this.#ids.values(), ({ id, found }) => [value(id), found]),
      versions: Array.from(this.#versions, ([key, version]) => [numberOf(key), version]),
      drops: drops.map(({ seq, id }) => ({ seq: String(seq), id: value(id) })),
      unfile: drops.flatMap(({ seq, keys }) => keys.map((key) => [postingsOf(key), String(seq)])),
      puts: puts.map(({ seq, id, record }) => ({ seq: String(seq), id: value(id), record: value(record) })),
      file: file.map(({ key, seq, posting }) => [postingsOf(key), String(seq), value(posting)]),
      marks: marks.map(postingsOf),
    }
    const { seq, ids, records, order, meta } = this.#keys
    const keys = [seq, ids, records, order, meta, ...numbers.keys()]
    return replicasIn(await this.#client.eval(COMMIT, keys.length, ...keys, JSON.stringify(plan), Buffer.concat(values)))
  }
}
