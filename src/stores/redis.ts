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
import { type Changes, Draft, type Reader } from './draft.js'
import { type Backend, FiledStore } from './filed.js'
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
  if redis.call('HDEL', KEYS[4 + u[1]], u[2]) == 1 then redis.call('HINCRBY', KEYS[4 + u[1]], 'v', 1) end
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

const name = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')

/** Reads, and remembers in which state it found what it has read. */
class Watch implements Reader {
  readonly #client: Redis | Cluster
  readonly #tag: string
  /** By key, in hexadecimal. */
  readonly #versions = new Map<string, string>()
  /** By hash of an id, in hexadecimal. */
  readonly #ids = new Map<string, { readonly id: Uint8Array; readonly found: string }>()

  constructor(client: Redis | Cluster, tag: string) {
    this.#client = client
    this.#tag = tag
  }

  async seqsOf(ids: readonly Uint8Array[]) {
    if (!ids.length) return []
    const found = await this.#client.hmget(`${this.#tag}:ids`, ...ids.map((id) => Buffer.from(id)))
    return ids.map((id, i) => {
      const seq = found[i] ?? ''
      this.#ids.set(name(id), { id, found: seq })
      return seq ? Number(seq) : undefined
    })
  }

  async records(seqs: readonly number[]) {
    if (!seqs.length) return []
    const found = await this.#client.hmgetBuffer(`${this.#tag}:records`, ...seqs.map(String))
    return seqs.map((_, i) => found[i] ?? undefined)
  }

  async buckets(keys: readonly Uint8Array[]) {
    return await Promise.all(
      keys.map(async (key) => {
        const fields = await this.#client.hgetallBuffer(`${this.#tag}:k:${name(key)}`)
        const postings: { seq: number; posting: Uint8Array }[] = []
        for (const [field, posting] of Object.entries(fields))
          if (field !== 'v' && field !== 's') postings.push({ seq: Number(field), posting })
        this.#watch(key, fields['v']?.toString() ?? '')
        return { postings, split: 's' in fields }
      }),
    )
  }

  async marks(keys: readonly Uint8Array[]) {
    return await Promise.all(
      keys.map(async (key) => {
        const [version, split] = await this.#client.hmget(`${this.#tag}:k:${name(key)}`, 'v', 's')
        this.#watch(key, version ?? '')
        return typeof split === 'string'
      }),
    )
  }

  /** What was seen first counts. */
  #watch(key: Uint8Array, version: string): void {
    if (!this.#versions.has(name(key))) this.#versions.set(name(key), version)
  }

  async numbers(count: number) {
    const last = await this.#client.incrby(`${this.#tag}:seq`, count)
    return Array.from({ length: count }, (_, i) => last - count + 1 + i)
  }

  /** @returns false when something that was read has changed meanwhile */
  async commit({ drops, puts, file, marks }: Changes): Promise<boolean> {
    const numbers = new Map<string, number>()
    const numberOf = (key: string) => {
      if (!numbers.has(key)) numbers.set(key, numbers.size + 1)
      return numbers.get(key) as number
    }
    const values: Buffer[] = []
    const value = (bytes: Uint8Array) => values.push(Buffer.from(bytes))
    const plan = {
      ids: Array.from(this.#ids.values(), ({ id, found }) => [value(id), found]),
      versions: Array.from(this.#versions, ([key, version]) => [numberOf(key), version]),
      drops: drops.map(({ seq, id }) => ({ seq: String(seq), id: value(id) })),
      unfile: drops.flatMap(({ seq, keys }) => keys.map((key) => [numberOf(name(key)), String(seq)])),
      puts: puts.map(({ seq, id, record }) => ({ seq: String(seq), id: value(id), record: value(record) })),
      file: file.map(({ key, seq, posting }) => [numberOf(name(key)), String(seq), value(posting)]),
      marks: marks.map((key) => numberOf(name(key))),
    }
    const parts = ['seq', 'ids', 'records', 'order'].map((part) => `${this.#tag}:${part}`)
    const all = [...parts, ...[...numbers.keys()].map((key) => `${this.#tag}:k:${key}`)]
    return (await this.#client.eval(COMMIT, all.length, ...all, JSON.stringify(plan), ...values)) === 1
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

  async look<Result>(act: (reader: Reader) => Promise<Result>): Promise<Result> {
    return await this.#guard(() => act(new Watch(this.#client, this.#tag)))
  }

  async transact<Result>(_locks: readonly Uint8Array[], act: (draft: Draft) => Promise<Result>): Promise<Result> {
    const run = () => this.#guard(() => this.#attempt(act))
    const turn = this.#turn.then(run, run)
    this.#turn = turn.catch(() => {})
    return await turn
  }

  async #attempt<Result>(act: (draft: Draft) => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      const watch = new Watch(this.#client, this.#tag)
      const draft = new Draft(watch)
      try {
        const result = await act(draft)
        const changes = draft.changes()
        if (!changes || (await watch.commit(changes))) return result
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
