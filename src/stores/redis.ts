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
 * Nobody waits for locks: a transaction notes the version of everything it looks at, and what it writes is written by one
 * script that first sees that all of it is still so; otherwise it begins again.
 */
import { Cluster, Redis } from 'ioredis'
import { LeitongError } from '../errors.js'
import { type Backend, FiledStore, type Posting, type Session } from './filed.js'
import { type Place, readPlace, storeError } from './place.js'
import type { IndexMeta, StoreDriver } from './store.js'

/**
 * KEYS: seq, ids, records, order, then the keys of postings. ARGV: JSON of what to do, then binary values it points to (from 1).
 * Returns 0 when something has changed since it was looked at.
 */
const COMMIT = `
local p = cjson.decode(ARGV[1])
local function arg(i) return ARGV[i + 1] end
for _, c in ipairs(p.ids) do
  local now = redis.call('HGET', KEYS[2], arg(c[1]))
  if (now or '') ~= c[2] then return 0 end
end
for _, c in ipairs(p.versions) do
  local now = redis.call('HGET', KEYS[4 + c[1]], 'v')
  if (now or '') ~= c[2] then return 0 end
end
for _, d in ipairs(p.drops) do
  redis.call('HDEL', KEYS[2], arg(d.id))
  redis.call('HDEL', KEYS[3], d.seq)
  redis.call('ZREM', KEYS[4], d.seq)
end
for _, u in ipairs(p.unfile) do
  redis.call('HDEL', KEYS[4 + u[1]], u[2])
  redis.call('HINCRBY', KEYS[4 + u[1]], 'v', 1)
end
for _, r in ipairs(p.puts) do
  redis.call('HSET', KEYS[2], arg(r.id), r.seq)
  redis.call('HSET', KEYS[3], r.seq, arg(r.record))
  redis.call('ZADD', KEYS[4], r.seq, r.seq)
end
for _, f in ipairs(p.file) do
  redis.call('HSET', KEYS[4 + f[1]], f[2], arg(f[3]))
  redis.call('HINCRBY', KEYS[4 + f[1]], 'v', 1)
end
for _, m in ipairs(p.marks) do
  redis.call('HSET', KEYS[4 + m], 's', '1')
  redis.call('HINCRBY', KEYS[4 + m], 'v', 1)
end
return 1
`

interface Known {
  version: string
  split: boolean
  readonly postings: Map<number, Uint8Array>
}

const name = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')

/** A transaction: what it has looked at, and what it would write. Reads see what it would write. */
class Transaction implements Session {
  readonly #client: Redis | Cluster
  readonly #tag: string
  readonly #keys = new Map<string, Known>()
  readonly #ids = new Map<string, { readonly hash: Uint8Array; readonly found: string; now: number | undefined }>()
  readonly #records = new Map<number, Uint8Array | undefined>()
  readonly #puts: { seq: number; id: Uint8Array; record: Uint8Array; postings: readonly Posting[]; marks: readonly Uint8Array[] }[] = []
  readonly #drops: { seq: number; id: Uint8Array; keys: readonly Uint8Array[] }[] = []

  constructor(client: Redis | Cluster, tag: string) {
    this.#client = client
    this.#tag = tag
  }

  async seqsOf(ids: readonly Uint8Array[]) {
    const unseen = ids.filter((id) => !this.#ids.has(name(id)))
    if (unseen.length) {
      const found = await this.#client.hmget(`${this.#tag}:ids`, ...unseen.map((id) => Buffer.from(id)))
      unseen.forEach((hash, i) => {
        const seq = found[i] ?? ''
        this.#ids.set(name(hash), { hash, found: seq, now: seq ? Number(seq) : undefined })
      })
    }
    return ids.map((id) => this.#ids.get(name(id))?.now)
  }

  async records(seqs: readonly number[]) {
    const unseen = seqs.filter((seq) => !this.#records.has(seq))
    if (unseen.length) {
      const found = await this.#client.hmgetBuffer(`${this.#tag}:records`, ...unseen.map(String))
      unseen.forEach((seq, i) => {
        this.#records.set(seq, found[i] ?? undefined)
      })
    }
    return seqs.map((seq) => this.#records.get(seq))
  }

  async #load(keys: readonly Uint8Array[]): Promise<Known[]> {
    const unseen = keys.filter((key) => !this.#keys.has(name(key)))
    const found = await Promise.all(unseen.map((key) => this.#client.hgetallBuffer(`${this.#tag}:k:${name(key)}`)))
    unseen.forEach((key, i) => {
      const fields = found[i] as Record<string, Buffer>
      const postings = new Map<number, Uint8Array>()
      for (const [field, value] of Object.entries(fields)) if (field !== 'v' && field !== 's') postings.set(Number(field), value)
      this.#keys.set(name(key), { version: fields['v']?.toString() ?? '', split: 's' in fields, postings })
    })
    return keys.map((key) => this.#keys.get(name(key)) as Known)
  }

  async buckets(keys: readonly Uint8Array[]) {
    const known = await this.#load(keys)
    return known.map(({ postings, split }) => ({ postings: Array.from(postings, ([seq, posting]) => ({ seq, posting })), split }))
  }

  async marks(keys: readonly Uint8Array[]) {
    return (await this.#load(keys)).map(({ split }) => split)
  }

  async nextNumber() {
    return await this.#client.incr(`${this.#tag}:seq`)
  }

  async put(seq: number, id: Uint8Array, record: Uint8Array, postings: readonly Posting[], marks: readonly Uint8Array[]) {
    await this.#load([...postings.map(({ key }) => key), ...marks])
    await this.seqsOf([id])
    this.#puts.push({ seq, id, record, postings, marks })
    this.#records.set(seq, record)
    const entry = this.#ids.get(name(id))
    if (entry) entry.now = seq
    for (const { key, posting } of postings) this.#keys.get(name(key))?.postings.set(seq, posting)
    for (const key of marks) (this.#keys.get(name(key)) as Known).split = true
  }

  async drop(seq: number, id: Uint8Array, keys: readonly Uint8Array[]) {
    await this.#load(keys)
    await this.seqsOf([id])
    const holding = keys.filter((key) => this.#keys.get(name(key))?.postings.delete(seq))
    this.#records.set(seq, undefined)
    const entry = this.#ids.get(name(id))
    if (entry) entry.now = undefined
    const put = this.#puts.findIndex((other) => other.seq === seq)
    // What this transaction itself has put is not there yet.
    if (put >= 0) this.#puts.splice(put, 1)
    else this.#drops.push({ seq, id, keys: holding })
  }

  /** @returns false when something has changed meanwhile */
  async commit(): Promise<boolean> {
    if (!this.#puts.length && !this.#drops.length) return true
    const numbers = new Map([...this.#keys.keys()].map((key, i) => [key, i + 1]))
    const numberOf = (key: Uint8Array) => numbers.get(name(key)) as number
    const values: (Uint8Array | string)[] = []
    const value = (bytes: Uint8Array) => values.push(Buffer.from(bytes))
    const filed = this.#puts.flatMap(({ seq, postings }) =>
      postings.map(({ key, posting }) => [numberOf(key), String(seq), value(posting)]),
    )
    const plan = {
      ids: Array.from(this.#ids.values(), ({ hash, found }) => [value(hash), found]),
      versions: Array.from(this.#keys, ([key, { version }]) => [numbers.get(key), version]),
      drops: this.#drops.map(({ seq, id }) => ({ seq: String(seq), id: value(id) })),
      unfile: this.#drops.flatMap(({ seq, keys }) => keys.map((key) => [numberOf(key), String(seq)])),
      puts: this.#puts.map(({ seq, id, record }) => ({ seq: String(seq), id: value(id), record: value(record) })),
      file: filed,
      marks: this.#puts.flatMap(({ marks }) => marks.map(numberOf)),
    }
    const keys = ['seq', 'ids', 'records', 'order'].map((part) => `${this.#tag}:${part}`)
    const all = [...keys, ...[...this.#keys.keys()].map((key) => `${this.#tag}:k:${key}`)]
    return (await this.#client.eval(COMMIT, all.length, ...all, JSON.stringify(plan), ...(values as Buffer[]))) === 1
  }
}

class RedisBackend implements Backend {
  readonly meta: IndexMeta
  readonly #client: Redis | Cluster
  readonly #tag: string
  readonly #place: Place
  /** Writers of this client take turns: against each other they would only begin again. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(client: Redis | Cluster, tag: string, place: Place, meta: IndexMeta) {
    this.#client = client
    this.#tag = tag
    this.#place = place
    this.meta = meta
  }

  async look<Result>(act: (session: Session) => Promise<Result>): Promise<Result> {
    return await this.#guard(() => act(new Transaction(this.#client, this.#tag)))
  }

  async transact<Result>(_locks: readonly Uint8Array[], act: (session: Session) => Promise<Result>): Promise<Result> {
    const run = () => this.#guard(() => this.#attempt(act))
    const turn = this.#turn.then(run, run)
    this.#turn = turn.catch(() => {})
    return await turn
  }

  async #attempt<Result>(act: (session: Session) => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      const transaction = new Transaction(this.#client, this.#tag)
      try {
        const result = await act(transaction)
        if (await transaction.commit()) return result
      } catch (error) {
        // What was read in pieces while others wrote need not fit together: that is told by the versions.
        if (attempt > 10 || (error as { command?: unknown }).command) throw error
      }
      if (attempt > 1000) throw new Error('others write without pause, and it was begun again 1000 times')
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** attempt, 50)))
    }
  }

  async #guard<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act()
    } catch (error) {
      throw storeError(error, this.#place)
    }
  }

  async page(after: number, limit: number): Promise<{ seq: number; record: Uint8Array }[]> {
    return await this.#guard(async () => {
      for (let from = after; ; ) {
        const seqs = await this.#client.zrangebyscore(`${this.#tag}:order`, `(${from}`, '+inf', 'LIMIT', 0, limit)
        if (!seqs.length) return []
        const records = await this.#client.hmgetBuffer(`${this.#tag}:records`, ...seqs)
        const page = seqs.flatMap((seq, i) => (records[i] ? [{ seq: Number(seq), record: records[i] as Uint8Array }] : []))
        // A short page would mean the end.
        if (page.length === seqs.length || seqs.length < limit) return page
        if (page.length) return await this.#refill(page, Number(seqs.at(-1)), limit)
        from = Number(seqs.at(-1))
      }
    })
  }

  /** Completes a page of which some records were removed meanwhile. */
  async #refill(page: { seq: number; record: Uint8Array }[], after: number, limit: number): Promise<{ seq: number; record: Uint8Array }[]> {
    return [...page, ...(await this.page(after, limit - page.length))].slice(0, limit)
  }

  /** Names of all keys of postings. */
  async *#postingKeys(): AsyncGenerator<string[]> {
    const nodes = this.#client instanceof Cluster ? this.#client.nodes('master') : [this.#client]
    for (const node of nodes)
      for await (const keys of node.scanStream({ match: `${this.#tag.replace(/[*?[\]\\]/g, '\\$&')}:k:*`, count: 1000 }))
        if ((keys as string[]).length) yield keys as string[]
  }

  async counts() {
    return await this.#guard(async () => {
      let postings = 0
      let marks = 0
      for await (const keys of this.#postingKeys()) {
        for (const key of keys) {
          const fields = await this.#client.hkeys(key)
          if (fields.includes('s')) marks++
          postings += fields.filter((field) => field !== 'v' && field !== 's').length
        }
      }
      const [documents, ids] = await Promise.all([this.#client.hlen(`${this.#tag}:records`), this.#client.hlen(`${this.#tag}:ids`)])
      return { documents, ids, postings, marks, bytes: undefined }
    })
  }

  /** A commit is one script: there are none, unless somebody else has been at the keys. */
  async orphans(remove: boolean) {
    return await this.#guard(async () => {
      let found = 0
      for await (const keys of this.#postingKeys()) {
        for (const key of keys) {
          const seqs = (await this.#client.hkeys(key)).filter((field) => field !== 'v' && field !== 's')
          if (!seqs.length) continue
          const records = await Promise.all(seqs.map((seq) => this.#client.hexists(`${this.#tag}:records`, seq)))
          const gone = seqs.filter((_, i) => !records[i])
          found += gone.length
          if (remove && gone.length)
            await this.#client
              .multi()
              .hdel(key, ...gone)
              .hincrby(key, 'v', 1)
              .exec()
        }
      }
      return found
    })
  }

  async close() {
    await this.#turn
    this.#client.disconnect()
  }
}

async function connect(place: Place): Promise<Redis | Cluster> {
  const quiet = <Client extends Redis | Cluster>(client: Client) => {
    client.on('error', () => {})
    return client
  }
  if (/^redis-cluster:/i.test(place.url)) {
    const address = new URL(place.url.replace(/^redis-cluster:/i, 'redis:'))
    const redisOptions = {
      ...(address.username ? { username: decodeURIComponent(address.username) } : {}),
      ...(address.password ? { password: decodeURIComponent(address.password) } : {}),
    }
    const node = { host: address.hostname, port: Number(address.port || 6379) }
    const cluster = quiet(
      new Cluster([node], { redisOptions, lazyConnect: true, clusterRetryStrategy: (times) => (times > 5 ? null : 200) }),
    )
    await cluster.connect()
    return cluster
  }
  const client = quiet(
    new Redis(place.url, { lazyConnect: true, connectTimeout: 10_000, retryStrategy: (times) => (times > 5 ? null : 200) }),
  )
  await client.connect()
  return client
}

async function withClient<Result>(
  url: string,
  act: (client: Redis | Cluster, place: Place, tag: string) => Promise<Result>,
): Promise<Result> {
  const place = readPlace(url)
  let client: Redis | Cluster | undefined
  try {
    client = await connect(place)
    return await act(client, place, `{leitong:${place.index}}`)
  } catch (error) {
    client?.disconnect()
    throw storeError(error, place)
  }
}

export const driver: StoreDriver = {
  open: (url, create) =>
    withClient(url, async (client, place, tag) => {
      if (create) await client.setnx(`${tag}:meta`, JSON.stringify(create))
      const stored = await client.get(`${tag}:meta`)
      if (!stored) throw new LeitongError('INDEX_MISSING', place.name)
      const meta = JSON.parse(stored) as IndexMeta
      if (meta.format !== 1) throw new Error(`format ${meta.format} is not known to this version`)
      return new FiledStore(new RedisBackend(client, tag, place, meta))
    }),

  drop: (url) =>
    withClient(url, async (client, _place, tag) => {
      const nodes = client instanceof Cluster ? client.nodes('master') : [client]
      for (const node of nodes)
        for await (const keys of node.scanStream({ match: `${tag}:*`, count: 1000 }))
          for (const key of keys as string[]) await client.del(key)
      client.disconnect()
    }),
}
