/**
 * An index in Redis or a Redis Cluster, by ioredis: `redis://USER@HOST:PORT/DB#NAME`, for a cluster `redis-cluster://HOST:PORT#NAME`.
 * All keys of an index share one hash tag, so that a script may touch them together, in a cluster too:
 *
 *     {leitong:NAME}:meta      JSON: the layout, and IndexMeta
 *     {leitong:NAME}:seq       the last number given
 *     {leitong:NAME}:index     hash: `v` → commits; `i` and the hash of an id → number; `k` and a key → its postings
 *     {leitong:NAME}:records   hash: number → record with checksum (record.ts)
 *     {leitong:NAME}:order     sorted set: numbers of the records, divided by 512
 *
 * Postings of a key are one value: a byte with the width of a posting (and 128 where the key is split), then number (6 bytes, little endian) and
 * posting, one behind the other. Few large values cost a server of Redis a fraction of what many small keys cost it, in time and in memory.
 *
 * Where the master has a replica, a write is acknowledged when a replica has it. `?replicas=N` insists on N.
 */
import type { Cluster, Redis } from 'ioredis'
import { LeitongError } from '../../errors.js'
import type { Key } from '../../searching/index-keys.js'
import type { Backend, StoredBytes } from '../postings/backend.js'
import { inLayout, outOfLayout } from '../postings/layout.js'
import { PostingStore } from '../postings/posting-store.js'
import type { Reader, UnitOfWork } from '../postings/unit-of-work.js'
import { withRetry } from '../retry.js'
import type { IndexMeta, StoreDriver } from '../store.js'
import { storeError } from '../store-errors.js'
import { parseStoreUrl, type StoreAddress } from '../store-url.js'
import { Turns } from '../turns.js'
import { connect, inPlainWords, ioredis, isAway, type RedisIndex, replicasOf } from './client.js'
import { CHUNK, RedisKeys } from './keys.js'
import { COUNT, ORPHANS } from './scripts.js'
import { RedisTransaction } from './transaction.js'
import { WatchingReader } from './watching-reader.js'

/** Keys that are removed at once: the server frees them later, on a thread of its own. */
const DROPPED_AT_ONCE = 1000

class RedisBackend implements Backend {
  readonly meta: IndexMeta
  readonly name: string
  // Nothing is locked, and the script of some 250 documents takes the server some milliseconds, in which others wait.
  readonly locks = 1536
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

  async transact<Result>(_locks: readonly Key[], work: (unit: UnitOfWork) => Promise<Result>): Promise<Result> {
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
      const page: StoredBytes[] = []
      for (let from = after + 1; page.length < limit; ) {
        const [chunk] = await client.zrangebyscore(keys.order, Math.floor(from / CHUNK), '+inf', 'LIMIT', 0, 1)
        if (chunk === undefined) return page
        from = Math.max(from, Number(chunk) * CHUNK)
        const next = (Number(chunk) + 1) * CHUNK
        page.push(...(await recordsIn({ client, keys }, from, next)))
        from = next
      }
      return page.slice(0, limit)
    })
  }

  async last() {
    return await this.#retry(async ({ client, keys }) => {
      for (let below = '+inf'; ; ) {
        const [chunk] = await client.zrevrangebyscore(keys.order, below, '-inf', 'LIMIT', 0, 1)
        if (chunk === undefined) return 0
        const last = (await recordsIn({ client, keys }, Number(chunk) * CHUNK, (Number(chunk) + 1) * CHUNK)).at(-1)
        if (last) return last.seq
        below = `(${chunk}`
      }
    })
  }

  async counts() {
    return await this.#retry(async ({ client, keys }) => {
      const counts = { ids: 0, postings: 0, marks: 0 }
      for (let cursor = '0'; ; ) {
        const [next, ids, postings, marks] = (await client.eval(COUNT, 1, keys.index, cursor)) as [string, number, number, number]
        counts.ids += ids
        counts.postings += postings
        counts.marks += marks
        if (next === '0') break
        cursor = next
      }
      return { documents: await client.hlen(keys.records), ...counts, bytes: undefined }
    })
  }

  /** A commit is one script: there are none, unless somebody else has been at the keys. */
  async orphans(remove: boolean) {
    return await this.#retry(async ({ client, keys }) => {
      let found = 0
      for (let cursor = '0'; ; ) {
        const [next, gone] = (await client.eval(ORPHANS, 2, keys.index, keys.records, cursor, remove ? '1' : '0')) as [string, number]
        found += gone
        if (next === '0') return found
        cursor = next
      }
    })
  }

  async close() {
    await this.#turns.ended()
    this.#index.client.disconnect()
  }
}

/** Records with numbers from one to below another, ascending. */
async function recordsIn({ client, keys }: Pick<RedisIndex, 'client' | 'keys'>, from: number, to: number): Promise<StoredBytes[]> {
  const seqs = Array.from({ length: to - from }, (_, i) => from + i)
  const records = await client.hmgetBuffer(keys.records, ...seqs.map(String))
  return seqs.flatMap((seq, i) => (records[i] ? [{ seq, record: records[i] as Uint8Array }] : []))
}

/** Keys of all masters that match, as the server gives them: about `count` at a time. */
async function* scanKeys(client: Redis | Cluster, match: string, count: number): AsyncGenerator<string[]> {
  const nodes = client instanceof ioredis.Cluster ? client.nodes('master') : [client]
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
      if (create) await client.setnx(keys.meta, inLayout(create))
      const stored = await client.get(keys.meta)
      if (!stored) throw new LeitongError('INDEX_MISSING', address.name)
      const meta = outOfLayout(stored)
      return new PostingStore(new RedisBackend(address, { client, keys, replicas }, meta))
    }),

  drop: (url) =>
    withClient(url, async (client, keys) => {
      for await (const some of scanKeys(client, keys.all, DROPPED_AT_ONCE)) if (some.length) await client.unlink(...some)
      client.disconnect()
    }),
}
