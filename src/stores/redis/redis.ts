/**
 * An index in Redis or a Redis Cluster, by ioredis: `redis://USER@HOST:PORT/DB#NAME`, for a cluster `redis-cluster://HOST:PORT#NAME`.
 * All keys of an index share one hash tag, so that a script may touch them together, in a cluster too:
 *
 *     {leitong:NAME}:meta      JSON of IndexMeta
 *     {leitong:NAME}:seq       the last number given
 *     {leitong:NAME}:ids       hash: hash of an id → number
 *     {leitong:NAME}:records   hash: number → record with checksum (record.ts)
 *     {leitong:NAME}:order     sorted set of the numbers
 *     {leitong:NAME}:k:KEY     hash: number → posting; `v` → how often it was changed; `s` where it is split
 *
 * Where the master has a replica, a write is acknowledged when a replica has it. `?replicas=N` insists on N.
 */
import { Cluster, type Redis } from 'ioredis'
import { LeitongError } from '../../errors.js'
import type { Backend, StoredBytes } from '../postings/backend.js'
import { PostingStore } from '../postings/posting-store.js'
import type { Reader, UnitOfWork } from '../postings/unit-of-work.js'
import { withRetry } from '../retry.js'
import type { IndexMeta, StoreDriver } from '../store.js'
import { storeError } from '../store-errors.js'
import { parseStoreUrl, type StoreAddress } from '../store-url.js'
import { Turns } from '../turns.js'
import { connect, inPlainWords, isAway, type RedisIndex, replicasOf } from './client.js'
import { RedisKeys } from './keys.js'
import { COUNT, ORPHANS } from './scripts.js'
import { RedisTransaction } from './transaction.js'
import { KEYS_AT_ONCE, WatchingReader } from './watching-reader.js'

/** Keys that are removed at once: the server frees them later, on a thread of its own. */
const DROPPED_AT_ONCE = 1000

class RedisBackend implements Backend {
  readonly meta: IndexMeta
  readonly name: string
  // Nothing is locked, and the scripts of some eighty documents take the server some milliseconds, in which others wait.
  readonly locks = 512
  readonly #address: StoreAddress
  readonly #index: RedisIndex
  /** Writers of this client take turns: against each other they would only begin again. */
  readonly #turns = new Turns()

  constructor(address: StoreAddress, index: RedisIndex, meta: IndexMeta) {
    this.#address = address
    this.name = address.name
    this.#index = index
    this.meta = meta
  }

  async read<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result> {
    return await this.#retry(({ client, keys }) => work(new WatchingReader(client, keys)))
  }

  async transact<Result>(_locks: readonly Uint8Array[], work: (unit: UnitOfWork) => Promise<Result>): Promise<Result> {
    const transaction = new RedisTransaction(this.#index, work)
    return await this.#turns.take(() => this.#retry(() => transaction.run()))
  }

  async #retry<Result>(act: (index: RedisIndex) => Promise<Result>): Promise<Result> {
    return await withRetry(this.#address, isAway, async () => {
      try {
        return await act(this.#index)
      } catch (error) {
        throw inPlainWords(error)
      }
    })
  }

  async page(after: number, limit: number): Promise<StoredBytes[]> {
    return await this.#retry(async ({ client, keys }) => {
      for (let from = after; ; ) {
        const seqs = await client.zrangebyscore(keys.order, `(${from}`, '+inf', 'LIMIT', 0, limit)
        if (!seqs.length) return []
        const records = await client.hmgetBuffer(keys.records, ...seqs)
        const page = seqs.flatMap((seq, i) => (records[i] ? [{ seq: Number(seq), record: records[i] as Uint8Array }] : []))
        const last = Number(seqs.at(-1))
        // A short page would mean the end.
        if (page.length === seqs.length || seqs.length < limit) return page
        if (page.length) return await this.#refill(page, last, limit)
        from = last
      }
    })
  }

  /** Completes a page of which some records were removed meanwhile. */
  async #refill(page: readonly StoredBytes[], after: number, limit: number): Promise<StoredBytes[]> {
    return [...page, ...(await this.page(after, limit - page.length))].slice(0, limit)
  }

  /** Keys of all postings, some at a time. */
  async *#postingKeys({ client, keys }: RedisIndex): AsyncGenerator<string[]> {
    for await (const found of scanKeys(client, keys.allPostings, KEYS_AT_ONCE))
      for (let at = 0; at < found.length; at += KEYS_AT_ONCE) yield found.slice(at, at + KEYS_AT_ONCE)
  }

  async last() {
    return await this.#retry(async ({ client, keys }) => Number((await client.zrange(keys.order, '-1', '-1'))[0] ?? 0))
  }

  async counts() {
    return await this.#retry(async (index) => {
      const { client, keys } = index
      let postings = 0
      let marks = 0
      for await (const some of this.#postingKeys(index)) {
        const [held, split] = (await client.eval(COUNT, some.length, ...some)) as [number, number]
        postings += held
        marks += split
      }
      const [documents, ids] = await Promise.all([client.hlen(keys.records), client.hlen(keys.ids)])
      return { documents, ids, postings, marks, bytes: undefined }
    })
  }

  /** A commit is one script: there are none, unless somebody else has been at the keys. */
  async orphans(remove: boolean) {
    return await this.#retry(async (index) => {
      const { client, keys } = index
      let found = 0
      for await (const some of this.#postingKeys(index))
        found += Number(await client.eval(ORPHANS, some.length + 1, keys.records, ...some, remove ? '1' : '0'))
      return found
    })
  }

  async close() {
    await this.#turns.ended()
    this.#index.client.disconnect()
  }
}

/** Keys of all masters that match, as the server gives them: about `count` at a time. */
async function* scanKeys(client: Redis | Cluster, match: string, count: number): AsyncGenerator<string[]> {
  const nodes = client instanceof Cluster ? client.nodes('master') : [client]
  for (const node of nodes) yield* node.scanStream({ match, count }) as AsyncIterable<string[]>
}

async function withClient<Result>(
  url: string,
  work: (client: Redis | Cluster, keys: RedisKeys, address: StoreAddress) => Promise<Result>,
): Promise<Result> {
  const address = parseStoreUrl(url)
  let client: Redis | Cluster | undefined
  try {
    client = await connect(address)
    return await work(client, new RedisKeys(address.index), address)
  } catch (error) {
    client?.disconnect()
    throw storeError(error, address)
  }
}

export const driver: StoreDriver = {
  open: (url, create) =>
    withClient(url, async (client, keys, address) => {
      const replicas = replicasOf(address)
      if (create) await client.setnx(keys.meta, JSON.stringify(create))
      const stored = await client.get(keys.meta)
      if (!stored) throw new LeitongError('INDEX_MISSING', address.name)
      const meta = JSON.parse(stored) as IndexMeta
      if (meta.format !== 1) throw new Error(`format ${meta.format} is not known to this version`)
      return new PostingStore(new RedisBackend(address, { client, keys, replicas }, meta))
    }),

  drop: (url) =>
    withClient(url, async (client, keys) => {
      for await (const some of scanKeys(client, keys.all, DROPPED_AT_ONCE)) if (some.length) await client.unlink(...some)
      client.disconnect()
    }),
}
