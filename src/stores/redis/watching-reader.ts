/** Reads of an index in Redis that note what they have seen, so that a commit can tell whether everything is still as it was read. */
import { hash } from 'node:crypto'
import type { Cluster, Redis } from 'ioredis'
import type { Key } from '../../searching/index-keys.js'
import type { Bucket } from '../postings/posting-keys.js'
import { PostingList } from '../postings/posting-list.js'
import type { Changes, Filed, Reader } from '../postings/unit-of-work.js'
import { packCommit, type Seen, SPLIT } from './commit.js'
import { type FieldOf, OF_ID, OF_KEY, type RedisKeys, shortId, VERSION } from './keys.js'
import { Packer, unpackValues, type Value } from './packer.js'
import { COMMIT, READ, replicasIn } from './scripts.js'

/** Fields that are read before others have their turn: some milliseconds. */
const FIELDS_AT_ONCE = 4000
/** Fewer fields than that are asked for one by one. */
const MANY = 64

/** Fields as they are told: a letter, and the rest of each. */
interface Fields {
  readonly letter: FieldOf
  readonly rest: readonly string[]
}

/** What was read at once. */
interface Read {
  readonly fields: Fields
  readonly values: readonly Value[]
}

export class WatchingReader implements Reader {
  readonly #client: Redis | Cluster
  readonly #keys: RedisKeys
  /** Of the first read; reads that were sent again may come late. */
  #version = Number.POSITIVE_INFINITY
  readonly #seen: Read[] = []

  constructor(client: Redis | Cluster, keys: RedisKeys) {
    this.#client = client
    this.#keys = keys
  }

  /** Values of fields in the order asked. With them comes the version, in one step: a later one would hide what others wrote in between. */
  async #fields(...asked: readonly Fields[]): Promise<(readonly Value[])[]> {
    const found = await Promise.all(parts(asked).map((part) => this.#values(part)))
    const values: Value[] = []
    for (const [version, ...part] of found) {
      this.#version = Math.min(this.#version, numberIn(version) ?? 0)
      for (const value of part) values.push(value)
    }
    let at = 0
    return asked.map((fields) => {
      const own = values.slice(at, at + fields.rest.length)
      at += own.length
      this.#seen.push({ fields, values: own })
      return own
    })
  }

  /** The version, and the values of some fields. */
  async #values(part: readonly Fields[]): Promise<readonly Value[]> {
    const { index } = this.#keys
    const count = part.reduce((sum, { rest }) => sum + rest.length, 0)
    if (count < MANY) {
      const names = part.flatMap(({ letter, rest }) => rest.map((each) => letter + each))
      const found = await this.#client.hmgetBuffer(index, VERSION, ...names)
      return found.map((bytes) => (bytes ? { bytes, start: 0, end: bytes.length } : undefined))
    }
    const packer = new Packer(32 * count)
    packer.list(1 + count)
    packer.text('', VERSION)
    for (const { letter, rest } of part) for (const each of rest) packer.text(letter, each)
    return unpackValues((await this.#client.callBuffer('EVAL', READ, 1, index, packer.packed)) as Buffer)
  }

  async together(ids: readonly Key[], keys: readonly Key[]) {
    const [seqs = [], buckets = []] = await this.#fields({ letter: OF_ID, rest: ids.map(shortId) }, { letter: OF_KEY, rest: keys })
    return { seqs: seqs.map(numberIn), buckets: buckets.map(bucketIn) }
  }

  async seqsOf(ids: readonly Key[]): Promise<(number | undefined)[]> {
    const [seqs = []] = await this.#fields({ letter: OF_ID, rest: ids.map(shortId) })
    return seqs.map(numberIn)
  }

  async records(seqs: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    if (!seqs.length) return []
    const found = await this.#client.hmgetBuffer(this.#keys.records, ...seqs.map(String))
    return seqs.map((_, i) => found[i] ?? undefined)
  }

  async buckets(keys: readonly Key[]): Promise<Bucket[]> {
    const [buckets = []] = await this.#fields({ letter: OF_KEY, rest: keys })
    return buckets.map(bucketIn)
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
    return await this.#send(packCommit({ version, checks: this.#checks() }, changes, filed))
  }

  /** All that was read, each field as it was read first. */
  #checks(): Seen['checks'] {
    const checks = new Map<string, Seen['checks'][number]>()
    for (const { fields, values } of this.#seen)
      fields.rest.forEach((rest, i) => {
        const [name, value] = [fields.letter + rest, values[i]]
        if (!checks.has(name))
          checks.set(name, [fields.letter, rest, value ? hash('sha1', value.bytes.subarray(value.start, value.end)) : ''])
      })
    return [...checks.values()]
  }

  async #send(packed: Buffer): Promise<number | undefined> {
    const { seq, index, records, order, meta } = this.#keys
    return replicasIn(await this.#client.eval(COMMIT, 5, seq, index, records, order, meta, packed))
  }
}

/** Fields in parts that are asked for at once. */
function parts(asked: readonly Fields[]): readonly (readonly Fields[])[] {
  if (asked.reduce((sum, { rest }) => sum + rest.length, 0) <= FIELDS_AT_ONCE) return [asked]
  return asked.flatMap(({ letter, rest }) =>
    Array.from({ length: Math.ceil(rest.length / FIELDS_AT_ONCE) }, (_, i) => [
      { letter, rest: rest.slice(i * FIELDS_AT_ONCE, (i + 1) * FIELDS_AT_ONCE) },
    ]),
  )
}

/** A number that was written as digits. */
function numberIn(value: Value): number | undefined {
  if (!value) return undefined
  let number = 0
  for (let i = value.start; i < value.end; i++) number = number * 10 + (value.bytes[i] as number) - 48
  return number
}

function bucketIn(value: Value): Bucket {
  if (!value || value.start === value.end) return { postings: new PostingList(), split: false }
  const head = value.bytes[value.start] as number
  return { postings: new PostingList(value.bytes, value.start + 1, head % SPLIT, value.end), split: head >= SPLIT }
}
