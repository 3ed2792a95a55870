/** Reads of an index in Redis that note what they have seen, so that a commit can tell whether everything is still as it was read. */
import { hash } from 'node:crypto'
import type { Cluster, Redis } from 'ioredis'
import type { Key } from '../../searching/index-keys.js'
import type { Bucket } from '../postings/posting-keys.js'
import { PostingList } from '../postings/posting-list.js'
import type { Changes, Filed, Reader } from '../postings/unit-of-work.js'
import { packCommit, SPLIT } from './commit.js'
import { idField, keyField, type RedisKeys, VERSION } from './keys.js'
import { COMMIT, replicasIn } from './scripts.js'

/** Fields that are read before others have their turn: some milliseconds. */
const FIELDS_AT_ONCE = 4000

export class WatchingReader implements Reader {
  readonly #client: Redis | Cluster
  readonly #keys: RedisKeys
  /** Of the first read; reads that were sent again may come late. */
  #version = Number.POSITIVE_INFINITY
  /** By field, as it was read first. */
  readonly #seen = new Map<string, Buffer | null>()

  constructor(client: Redis | Cluster, keys: RedisKeys) {
    this.#client = client
    this.#keys = keys
  }

  /** Values of fields in the order asked. With them comes the version, in one step: a later one would hide what others wrote in between. */
  async #fields(fields: readonly string[]): Promise<(Buffer | null)[]> {
    const parts: string[][] = []
    for (let at = 0; at < fields.length; at += FIELDS_AT_ONCE) parts.push(fields.slice(at, at + FIELDS_AT_ONCE))
    const found = await Promise.all(parts.map((part) => this.#client.hmgetBuffer(this.#keys.index, VERSION, ...part)))
    const values: (Buffer | null)[] = []
    for (const [version, ...part] of found) {
      this.#version = Math.min(this.#version, Number(version ?? 0))
      for (const value of part) values.push(value)
    }
    fields.forEach((field, i) => {
      if (!this.#seen.has(field)) this.#seen.set(field, values[i] ?? null)
    })
    return values
  }

  async together(ids: readonly Key[], keys: readonly Key[]) {
    const found = await this.#fields([...ids.map(idField), ...keys.map(keyField)])
    return { seqs: found.slice(0, ids.length).map(seqIn), buckets: found.slice(ids.length).map(bucketIn) }
  }

  async seqsOf(ids: readonly Key[]): Promise<(number | undefined)[]> {
    return (await this.#fields(ids.map(idField))).map(seqIn)
  }

  async records(seqs: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    if (!seqs.length) return []
    const found = await this.#client.hmgetBuffer(this.#keys.records, ...seqs.map(String))
    return seqs.map((_, i) => found[i] ?? undefined)
  }

  async buckets(keys: readonly Key[]): Promise<Bucket[]> {
    return (await this.#fields(keys.map(keyField))).map(bucketIn)
  }

  async marks(keys: readonly Key[]): Promise<boolean[]> {
    return (await this.buckets(keys)).map(({ split }) => split)
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
  async commit(changes: Changes, filed: readonly Filed[]): Promise<number | undefined> {
    const version = String(Number.isFinite(this.#version) ? this.#version : 0)
    const replicas = await this.#send(packCommit({ version, checks: [] }, changes, filed))
    if (replicas !== undefined) return replicas
    // Others have written, perhaps elsewhere in the index: then what was read is held against what is there.
    const checks = [...this.#seen].flatMap(([field, value]) => [field, value ? hash('sha1', value) : ''])
    return await this.#send(packCommit({ version, checks }, changes, filed))
  }

  async #send(packed: Buffer): Promise<number | undefined> {
    const { seq, index, records, order, meta } = this.#keys
    return replicasIn(await this.#client.eval(COMMIT, 5, seq, index, records, order, meta, packed))
  }
}

const seqIn = (value: Buffer | null) => (value ? Number(value.toString('latin1')) : undefined)

function bucketIn(value: Buffer | null): Bucket {
  if (!value?.length) return { postings: new PostingList(), split: false }
  const head = value[0] as number
  return { postings: new PostingList(value, 1, head % SPLIT), split: head >= SPLIT }
}
