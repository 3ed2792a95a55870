/**
 * The stores' own layouts beside that of li2015, with the questions of its Table 5: is there any similar one, and which are all similar ones; and records that are filed.
 *
 *     npm run --silent build && npx tsx bench/papers/own-layout.ts [--documents N] [--rounds N]
 *
 * li2015 in MongoDB: one document for each block and value, { _id: blockName, info: [{ hashcode, textname }] }. In MySQL: one row a fingerprint, four indexed
 * columns. A question is answered by the blocks of a fingerprint; the client compares. 1000 questions of each kind, the ways in turn; answers must be as many.
 */
import { parseArgs } from 'node:util'
import { Long, MongoClient } from 'mongodb'
import mysql from 'mysql2/promise'
import type { IndexMeta, Offer, Store } from '../../dist/stores/store.js'
import { driverFor } from '../../dist/stores/stores.js'
import { RunningServers } from '../../test/servers/servers.ts'
import { skewedFingerprints } from '../second-hashing/fingerprints.ts'

const { values } = parseArgs({ options: { documents: { type: 'string', default: '30000' }, rounds: { type: 'string', default: '3' } } })
const count = Number(values.documents)
const rounds = Number(values.rounds)
const QUESTIONS = 1000
const { low, high } = skewedFingerprints(count, { common: 0.4, topic: 0.3 })
const wholeOf = (i: number) => (BigInt(high[i] as number) << 32n) | BigInt(low[i] as number)
const blocksOf = (print: bigint) => [0n, 16n, 32n, 48n].map((shift) => Number((print >> shift) & 0xffffn))

function distance(a: bigint, b: bigint): number {
  let ones = 0
  for (let x = a ^ b; x; x &= x - 1n) ones++
  return ones
}

interface Way {
  file(from: number, to: number): Promise<void>
  /** How many are within 3 bits; with `first` 1 or 0. */
  ask(i: number, first: boolean): Promise<number>
  close(): Promise<void>
}

async function mongoOfSource(url: string): Promise<Way> {
  const client = await MongoClient.connect(url)
  const blocks = client.db().collection<{ _id: string; info: { hashcode: Long; textname: string }[] }>('source_blocks')
  const names = (i: number) => blocksOf(wholeOf(i)).map((value, block) => `${block}:${value}`)
  return {
    async file(from, to) {
      const operations = Array.from({ length: to - from }, (_, n) => n + from).flatMap((i) =>
        names(i).map((_id) => ({
          updateOne: {
            filter: { _id },
            update: { $push: { info: { hashcode: Long.fromBigInt(BigInt.asIntN(64, wholeOf(i))), textname: String(i) } } },
            upsert: true,
          },
        })),
      )
      await blocks.bulkWrite(operations, { ordered: false })
    },
    async ask(i, first) {
      const print = wholeOf(i)
      const found = new Set<string>()
      for await (const { info } of blocks.find({ _id: { $in: names(i) } }, { promoteLongs: false })) {
        for (const { hashcode, textname } of info) {
          if (distance(BigInt.asUintN(64, hashcode.toBigInt()), print) <= 3) found.add(textname)
          if (first && found.size) return 1
        }
      }
      return found.size
    },
    close: () => client.close(),
  }
}

async function mysqlOfSource(url: string): Promise<Way> {
  const client = await mysql.createConnection({ uri: url, supportBigNumbers: true, bigNumberStrings: true })
  const columns = [0, 1, 2, 3].map((block) => `b${block} smallint unsigned, INDEX (b${block})`).join(', ')
  await client.query(`CREATE TABLE source_prints (name int primary key, hashcode bigint unsigned, ${columns})`)
  return {
    async file(from, to) {
      const rows = Array.from({ length: to - from }, (_, n) => [n + from, String(wholeOf(n + from)), ...blocksOf(wholeOf(n + from))])
      await client.query('INSERT INTO source_prints VALUES ?', [rows])
    },
    async ask(i, first) {
      const [one, two, three, four] = blocksOf(wholeOf(i))
      const within = `BIT_COUNT(hashcode ^ ${wholeOf(i)}) <= 3`
      const sql = `SELECT name FROM source_prints WHERE (b0 = ${one} OR b1 = ${two} OR b2 = ${three} OR b3 = ${four}) AND ${within}${first ? ' LIMIT 1' : ''}`
      const [rows] = await client.query<mysql.RowDataPacket[]>(sql)
      return rows.length
    },
    close: () => client.end(),
  }
}

const META: IndexMeta = {
  format: 1,
  signature: 'bench',
  search: { kind: 'simhash', bits: 64, distance: 3 },
  blockLimit: 1000,
  settings: {},
  created: new Date(0).toISOString(),
}

async function ours(url: string): Promise<Way> {
  const store: Store = await (await driverFor(url)).open(url, META)
  // Equal fingerprints are documents of their own: the digest is the number.
  const entryOf = (i: number) => new Uint8Array(new Uint32Array([i, ~i, 0, 0, low[i] as number, high[i] as number]).buffer)
  return {
    async file(from, to) {
      const offers = Array.from({ length: to - from }, (_, n): Offer => {
        const record = { id: String(n + from), entry: entryOf(n + from), group: String(n + from), payload: new Uint8Array() }
        return { id: record.id, entry: record.entry, blind: true, decide: () => record }
      })
      await store.update(offers)
    },
    async ask(i, first) {
      const [found = []] = await store.find([entryOf(i)], first)
      return first ? Math.min(1, found.length) : found.length
    },
    close: () => store.close(),
  }
}

const median = (all: readonly number[]) => [...all].sort((a, b) => a - b)[all.length >> 1] as number
const servers = new RunningServers()
try {
  const urlOf = async (name: 'mongodbReplica' | 'mysql') => {
    const found = await servers.find(name)
    if (!('url' in found)) throw new Error(found.reason)
    return found.url
  }
  const [mongo, maria] = [await urlOf('mongodbReplica'), await urlOf('mysql')]
  const ways: Readonly<Record<string, Way>> = {
    'MongoDB, li2015': await mongoOfSource(mongo),
    'MySQL, li2015': await mysqlOfSource(maria),
    'MongoDB, ours': await ours(`${mongo}#ours`),
    'MySQL, ours': await ours(`${maria}#ours`),
  }
  const filed: Record<string, number> = {}
  for (let at = 0; at < count; at += 1000) {
    for (const [name, way] of Object.entries(ways)) {
      const start = performance.now()
      await way.file(at, Math.min(at + 1000, count))
      filed[name] = (filed[name] ?? 0) + (performance.now() - start)
    }
  }
  const times: Record<string, [first: number[], all: number[]]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [kind, first] of [true, false].entries()) {
      let expected: number | undefined
      for (const [name, way] of Object.entries(ways)) {
        const start = performance.now()
        let answers = 0
        for (let i = 0; i < QUESTIONS; i++) answers += await way.ask((i * 7919) % count, first)
        times[name] ??= [[], []]
        times[name][kind]?.push((performance.now() - start) / QUESTIONS)
        expected ??= answers
        if (answers !== expected) throw new Error(`${name} answers ${answers}, not ${expected}`)
      }
    }
  }
  console.log(`${count} fingerprints; milliseconds: filed each, first match, all matches (median of ${rounds} rounds)`)
  for (const [name, [first, all]] of Object.entries(times))
    console.log(`| ${name} | ${((filed[name] as number) / count).toFixed(2)} | ${median(first).toFixed(2)} | ${median(all).toFixed(2)} |`)
  for (const way of Object.values(ways)) await way.close()
} finally {
  await servers.stop()
}
