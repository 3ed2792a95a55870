/**
 * Every store at its work, and the question of li2015's Table 5: `npm run bench:stores -- [--documents N] [--fill N] [--clients N] [--cache MB] [--steps]
 * [store …]`.
 *
 * The documents are random 64-bit fingerprints, every twentieth two bits from an earlier one, offered through the store's own interface in
 * batches of 256 as `addIfNew` offers them, so that it is the store that is timed. Every answer is compared with that of the memory
 * store: which were new, and of which record the others are a copy.
 *
 * --fill     documents that are in the index first, put there as they are
 * --clients  in place of batches, so many callers at once, each with one document at a time
 * --cache    megabytes that PostgreSQL, MariaDB and MongoDB keep of their files (64, of MongoDB 256)
 * --steps    first match and all matches for 1000 queries, at 1000, 5000, 10 000, 20 000 and 30 000 records (Table 5), as far as the
 *            documents go
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Cluster, Redis } from 'ioredis'
import { createConnection } from 'mysql2/promise'
import type { Offer, Store } from '../dist/stores/store.js'
import { driverFor } from '../dist/stores/stores.js'
import { RunningServers, type ServerName } from '../test/servers/servers.ts'
import { createRandom } from './random.ts'

const { values, positionals } = parseArgs({
  options: {
    documents: { type: 'string', default: '100000' },
    fill: { type: 'string', default: '0' },
    clients: { type: 'string', default: '0' },
    cache: { type: 'string', default: '64' },
    steps: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
process.env['LEITONG_SERVER_CACHE_MB'] = values.cache
const QUERIES = 1000
const SERVERS: Readonly<Record<string, ServerName>> = {
  redis: 'redis',
  'redis-cluster': 'redisCluster',
  mongodb: 'mongodbReplica',
  'mongodb-sharded': 'mongodbSharded',
  postgres: 'postgres',
  mysql: 'mysql',
}
const NAMES = ['memory', 'lmdb', 'sqlite', ...Object.keys(SERVERS)]
const nothing = new Uint8Array()

/** Digest and fingerprint of each document; views of one buffer, since a million buffers keep the garbage collector busy. */
function rowsOf(count: number): Uint8Array[] {
  const random = createRandom(7)
  const words = new Uint32Array(count * 6)
  for (let i = 0; i < words.length; i++) words[i] = random()
  const all = new Uint8Array(words.buffer)
  const rows = Array.from({ length: count }, (_, i) => all.subarray(i * 24, i * 24 + 24))
  for (let i = 19; i < count; i += 20) {
    const row = rows[i] as Uint8Array
    row.set((rows[random() % i] as Uint8Array).subarray(16), 16)
    for (const bit of [random() % 64, random() % 64]) row[16 + (bit >> 3)] = (row[16 + (bit >> 3)] as number) ^ (1 << (bit & 7))
  }
  return rows
}

/** Offers rows from one number to another; for each the id of its nearest and oldest, -1 for a new one. */
async function offer(store: Store, rows: readonly Uint8Array[], from: number, to: number): Promise<number[]> {
  const answers: number[] = []
  const offerOf = (n: number): Offer => {
    const row = rows[n] as Uint8Array
    const record = { id: String(n), entry: row, group: String(n), payload: nothing }
    return {
      id: record.id,
      entry: row,
      decide(_, alike) {
        const [best] = [...alike].sort((a, b) => (a.candidate.distance ?? 0) - (b.candidate.distance ?? 0) || a.record.seq - b.record.seq)
        answers[n - from] = best ? Number(best.record.id) : -1
        return best ? undefined : record
      },
    }
  }
  const size = clients ? 1 : 256
  let next = from
  const caller = async () => {
    while (next < to) {
      const at = next
      next = Math.min(at + size, to)
      await store.update(Array.from({ length: next - at }, (_, i) => offerOf(at + i)))
    }
  }
  await Promise.all(Array.from({ length: clients || 1 }, caller))
  return answers
}

/** Puts rows in as they are, many at once. */
async function fill(store: Store, rows: readonly Uint8Array[], count: number): Promise<void> {
  for (let at = 0; at < count; at += 4096) {
    const offers = rows.slice(at, Math.min(at + 4096, count)).map((row, i): Offer => {
      const record = { id: String(at + i), entry: row, group: String(at + i), payload: nothing }
      return { id: record.id, entry: row, blind: true, decide: () => record }
    })
    await store.update(offers)
  }
}

/** Milliseconds for the queries, one after the other. */
async function ask(store: Store, rows: readonly Uint8Array[], count: number, first: boolean): Promise<number> {
  const start = performance.now()
  for (let i = 0; i < QUERIES; i++) await store.find([rows[(i * 7919) % count] as Uint8Array], first)
  return performance.now() - start
}

/** Microseconds of processor time that the processes begun by this one have taken so far: those of the servers. */
function serverTime(): number {
  const TICK = 10_000
  const statistics = readdirSync('/proc').flatMap((name) => {
    try {
      const [, rest = ''] = /^\d+ \(.*\) (.*)$/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
      return rest ? [{ pid: Number(name), fields: rest.split(' ') }] : []
    } catch {
      return []
    }
  })
  const own = new Set([process.pid])
  let ticks = 0
  for (let before = 0; before !== own.size; ) {
    before = own.size
    for (const { pid, fields } of statistics) if (own.has(Number(fields[1]))) own.add(pid)
  }
  // User and system time of the process, and of its children that have ended.
  for (const { pid, fields } of statistics)
    if (own.has(pid) && pid !== process.pid) for (const field of fields.slice(11, 15)) ticks += Number(field)
  return ticks * TICK
}

/** Bytes that the servers of Redis hold; nothing else is in them. */
async function redisMemory(url: string): Promise<number> {
  const isCluster = url.startsWith('redis-cluster:')
  const address = url.replace(/^redis-cluster:/, 'redis:').replace(/#.*$/, '')
  const client = isCluster ? new Cluster([address]) : new Redis(address)
  // Of a cluster one shard has the index, and the others are idle: the fullest is it.
  await client.ping()
  const nodes = client instanceof Cluster ? client.nodes('master') : [client]
  const used = await Promise.all(nodes.map(async (node) => Number(/used_memory:(\d+)/.exec(await node.info('memory'))?.[1])))
  client.disconnect()
  return Math.max(...used)
}

/** MariaDB counts anew when it is told to. */
async function analyze(url: string): Promise<void> {
  const connection = await createConnection(url.replace(/#.*$/, ''))
  await connection.query('ANALYZE TABLE bench_records, bench_postings, bench_splits')
  await connection.end()
}

const servers = new RunningServers()
const folder = mkdtempSync(join(tmpdir(), 'leitong-bench-'))
async function urlOf(name: string): Promise<string> {
  if (name === 'memory') return 'memory:bench'
  if (name === 'lmdb') return join(folder, 'lmdb')
  if (name === 'sqlite') return `sqlite:${join(folder, 'index.db')}`
  const found = await servers.find(SERVERS[name] as ServerName)
  if (!('url' in found)) throw new Error(found.reason)
  return `${name === 'redis-cluster' ? found.url.replace(/^redis:/, 'redis-cluster:') : found.url}#bench`
}

const meta = {
  format: 1,
  signature: 'bench',
  search: { kind: 'simhash', bits: 64, distance: 3 },
  blockLimit: 1000,
  settings: {},
  created: new Date().toISOString(),
} as const

const documents = Number(values.documents)
const filled = Number(values.fill)
const clients = Number(values.clients)
const STEPS = [1000, 5000, 10_000, 20_000, 30_000].filter((step) => step <= documents)
const rows = rowsOf(filled + documents)
const names = positionals.length ? positionals : NAMES
let expected: string | undefined
try {
  for (const name of ['memory', ...names.filter((other) => other !== 'memory')]) {
    const url = await urlOf(name)
    const driver = await driverFor(url)
    await driver.drop(url)
    const store = await driver.open(url, meta)
    const isRedis = name.startsWith('redis')
    const before = isRedis ? await redisMemory(url) : 0
    let answers: number[] = []
    if (values.steps) {
      const cells: string[] = []
      for (const [i, step] of STEPS.entries()) {
        answers = answers.concat(await offer(store, rows, STEPS[i - 1] ?? 0, step))
        const [first, every] = [await ask(store, rows, step, true), await ask(store, rows, step, false)]
        cells.push(`${Math.round(first)} / ${Math.round(every)}`)
      }
      console.log(`| ${name} | ${cells.join(' | ')} |`)
    } else {
      const began = performance.now()
      await fill(store, rows, filled)
      const filling = (performance.now() - began) / 1000
      const start = performance.now()
      const processor = process.cpuUsage()
      const served = serverTime()
      answers = await offer(store, rows, filled, filled + documents)
      const { user, system } = process.cpuUsage(processor)
      const seconds = (performance.now() - start) / 1000
      const server = serverTime() - served
      const queried = (await ask(store, rows, filled + documents, false)) / 1000
      if (name === 'mysql') await analyze(url)
      const { bytes, documents: kept } = await store.stats()
      const room = Math.round((isRedis ? (await redisMemory(url)) - before : (bytes as number)) / kept)
      const [client, servers] = [user + system, server].map((time) => Math.round(time / documents))
      console.log(`${name}: processor time for a document added, this process ${client} us, its servers ${servers} us`)
      if (filled) console.log(`${name}: filled in ${filling.toFixed(1)} s`)
      console.log(`| ${name} | ${Math.round(documents / seconds)} | ${Math.round(QUERIES / queried)} | ${room} |`)
    }
    const said = JSON.stringify(answers)
    expected ??= said
    if (said !== expected) throw new Error(`${name} answers otherwise than memory`)
    await store.close()
    await driver.drop(url)
  }
} finally {
  await servers.stop()
  rmSync(folder, { recursive: true, force: true })
}
