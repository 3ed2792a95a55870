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
 * Where the master has a replica, an answer is given when a replica has what was written. `?replicas=N` insists on N.
 *
 * Nobody waits for locks: a transaction notes the version of everything it looks at, and what it writes is written by one
 * script that first sees that all of it is still so; otherwise it begins again.
 */
import { Cluster, type Redis } from 'ioredis'
import { LeitongError } from '../../errors.js'
import { type Backend, PostingStore } from '../postings/posting-store.js'
import { type Changes, type Reader, UnitOfWork } from '../postings/unit-of-work.js'
import { withRetry } from '../retry.js'
import type { IndexMeta, StoreDriver } from '../store.js'
import { parseStoreUrl, type StoreAddress, storeError } from '../store-url.js'
import { connect, inPlainWords, isAway, isOfRedis, replicasOf } from './client.js'
import { COMMIT, COUNT, ORPHANS, STILL } from './scripts.js'

/** Milliseconds for a replica to confirm, before it is asked again. */
const CONFIRM = 1000
const CONFIRM_PATIENCE = 30_000

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

  /** @returns 0 when something that was read has changed meanwhile, else one more than the number of replicas */
  async commit({ drops, puts, file, marks }: Changes): Promise<number> {
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
    return Number(await this.#client.eval(COMMIT, all.length, ...all, JSON.stringify(plan), ...values))
  }
}

/** By what one sees that a commit has taken place. */
interface Sign {
  readonly id: Uint8Array
  readonly seq: number
  readonly now: 'there' | 'gone'
}

function signOf({ puts, drops }: Changes): Sign {
  const [put] = puts
  if (put) return { ...put, now: 'there' }
  return { ...(drops[0] as { id: Uint8Array; seq: number }), now: 'gone' }
}

/** Keys that a script looks at before others have their turn. */
const AT_ONCE = 500

class RedisBackend implements Backend {
  readonly meta: IndexMeta
  readonly name: string
  readonly #client: Redis | Cluster
  readonly #tag: string
  readonly #place: StoreAddress
  /** Replicas that must have a write before it is acknowledged; undefined for one where there is one. */
  readonly #replicas: number | undefined
  /** Writers of this client take turns: against each other they would only begin again. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(client: Redis | Cluster, tag: string, place: StoreAddress, replicas: number | undefined, meta: IndexMeta) {
    this.#client = client
    this.#tag = tag
    this.name = place.name
    this.#place = place
    this.#replicas = replicas
    this.meta = meta
  }

  async read<Result>(act: (reader: Reader) => Promise<Result>): Promise<Result> {
    return await this.#guard(() => act(new Watch(this.#client, this.#tag)))
  }

  async transact<Result>(_locks: readonly Uint8Array[], act: (draft: UnitOfWork) => Promise<Result>): Promise<Result> {
    // Of an answer that was lost nobody knows whether it was written, until one looks.
    const sent: { last?: { readonly sign: Sign; readonly result: Result } } = {}
    const run = () =>
      this.#guard(async () => {
        if (sent.last && (await this.#confirm(sent.last.sign))) return sent.last.result
        delete sent.last
        return await this.#attempt(act, sent)
      })
    const turn = this.#turn.then(run, run)
    this.#turn = turn.catch(() => {})
    return await turn
  }

  async #attempt<Result>(
    act: (draft: UnitOfWork) => Promise<Result>,
    sent: { last?: { readonly sign: Sign; readonly result: Result } },
  ): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      const watch = new Watch(this.#client, this.#tag)
      const draft = new UnitOfWork(watch)
      try {
        const result = await act(draft)
        const changes = draft.changes()
        if (!changes) return result
        const sign = signOf(changes)
        sent.last = { sign, result }
        const connected = (await watch.commit(changes)) - 1
        const alone = !(this.#replicas ?? connected)
        if (connected >= 0 && (alone || (await this.#confirm(sign)))) return result
        delete sent.last
      } catch (error) {
        // What was read in pieces while others wrote need not fit together: that is told by the versions.
        if (attempt > 10 || isAway(error) || isOfRedis(error)) throw error
      }
      if (attempt > 1000) throw new Error('others write without pause, and it was begun again 1000 times')
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** attempt, 50)))
    }
  }

  /**
   * Looks whether it was written, and waits until a replica has it.
   *
   * @returns false when it was not, or is lost because another server took over
   */
  async #confirm({ id, seq, now }: Sign): Promise<boolean> {
    for (const end = Date.now() + CONFIRM_PATIENCE; ; ) {
      const answers = await this.#client
        .pipeline()
        .eval(STILL, 2, `${this.#tag}:seq`, `${this.#tag}:ids`, Buffer.from(id), String(seq), now)
        .wait(this.#replicas ?? 1, CONFIRM)
        .exec()
      const failed = answers?.find(([error]) => error)
      if (failed) {
        // Half of a pipeline does not follow a key to where it has moved; a request on its own does, and remembers.
        await this.#client.exists(`${this.#tag}:seq`)
        throw failed[0]
      }
      const [still, have] = (answers ?? []).map(([, value]) => Number(value)) as [number, number]
      if (!still) return false
      if (have >= (this.#replicas ?? Math.min(1, still - 1))) return true
      if (Date.now() > end) throw new Error(`written, but for ${CONFIRM_PATIENCE / 1000} s no replica has said that it has it`)
    }
  }

  async #guard<Result>(act: () => Promise<Result>): Promise<Result> {
    return await withRetry(this.#place, isAway, () => act().catch(inPlainWords))
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
      for await (const keys of node.scanStream({ match: `${this.#tag.replace(/[*?[\]\\]/g, '\\$&')}:k:*`, count: AT_ONCE }))
        for (let at = 0; at < (keys as string[]).length; at += AT_ONCE) yield (keys as string[]).slice(at, at + AT_ONCE)
  }

  async last() {
    return await this.#guard(async () => Number((await this.#client.zrange(`${this.#tag}:order`, '-1', '-1'))[0] ?? 0))
  }

  async counts() {
    return await this.#guard(async () => {
      let postings = 0
      let marks = 0
      for await (const keys of this.#postingKeys()) {
        const [held, split] = (await this.#client.eval(COUNT, keys.length, ...keys)) as [number, number]
        postings += held
        marks += split
      }
      const [documents, ids] = await Promise.all([this.#client.hlen(`${this.#tag}:records`), this.#client.hlen(`${this.#tag}:ids`)])
      return { documents, ids, postings, marks, bytes: undefined }
    })
  }

  /** A commit is one script: there are none, unless somebody else has been at the keys. */
  async orphans(remove: boolean) {
    return await this.#guard(async () => {
      let found = 0
      for await (const keys of this.#postingKeys())
        found += Number(await this.#client.eval(ORPHANS, keys.length + 1, `${this.#tag}:records`, ...keys, remove ? '1' : '0'))
      return found
    })
  }

  async close() {
    await this.#turn
    this.#client.disconnect()
  }
}

async function withClient<Result>(
  url: string,
  act: (client: Redis | Cluster, place: StoreAddress, tag: string) => Promise<Result>,
): Promise<Result> {
  const place = parseStoreUrl(url)
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
      const replicas = replicasOf(place)
      if (create) await client.setnx(`${tag}:meta`, JSON.stringify(create))
      const stored = await client.get(`${tag}:meta`)
      if (!stored) throw new LeitongError('INDEX_MISSING', place.name)
      const meta = JSON.parse(stored) as IndexMeta
      if (meta.format !== 1) throw new Error(`format ${meta.format} is not known to this version`)
      return new PostingStore(new RedisBackend(client, tag, place, replicas, meta))
    }),

  drop: (url) =>
    withClient(url, async (client, _place, tag) => {
      const nodes = client instanceof Cluster ? client.nodes('master') : [client]
      for (const node of nodes)
        for await (const keys of node.scanStream({ match: `${tag}:*`, count: 1000 }))
          if ((keys as string[]).length) await client.unlink(...(keys as string[]))
      client.disconnect()
    }),
}
