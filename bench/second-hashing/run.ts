/**
 * What the second hashing of wang2019 saves where it is meant for: many fingerprints, skewed as those of texts are, buckets of many.
 *
 *     npm run --silent build && npx tsx bench/second-hashing/run.ts [--size N] [--skew mild|strong|even] [--rounds N] [--redis]
 *
 * In memory: all pairs at distance 3 by 4 blocks of 16 bits; without second hashing, with it once beyond (1 + 2) times the mean bucket, and
 * the product's own batch. The ways take turns, and what is told of time is the median of their ratios. Their pairs must be as many.
 * --redis  an index in a Redis of its own for each way: keys that are never split, those of the product (--block-limit 1000), and --overflow 2.
 *          1000 queries in turn; bytes are those that Redis counts as sent. Answers must be equal.
 */
import { parseArgs } from 'node:util'
import { Redis } from 'ioredis'
import { hammingPairs } from '../../dist/searching/hamming.js'
import type { IndexMeta, Offer, Store } from '../../dist/stores/store.js'
import { driverFor } from '../../dist/stores/stores.js'
import { RunningServers } from '../../test/servers/servers.ts'
import { createRandom } from '../random.ts'
import { searchBlocks } from './blocks.ts'
import { type Skew, skewedFingerprints } from './fingerprints.ts'

/**
 * At 3 000 fingerprints, comparisons beside those of evenly spread ones: even 2.7 (copies meet in every list), mild 3.8, strong 13.7. Of the real sets in
 * docs/papers.md petitions have 2.2, hist_zh 13.5 and lctt 13.8.
 */
const SKEWS: Readonly<Record<string, Skew>> = {
  even: { common: 0, topic: 0 },
  mild: { common: 0.4, topic: 0.3 },
  strong: { common: 1, topic: 0.8 },
}
const OVERFLOW = 2
const QUERIES = 1000

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1000000' },
    skew: { type: 'string', default: 'strong' },
    rounds: { type: 'string', default: '3' },
    redis: { type: 'boolean', default: false },
  },
})
const size = Number(values.size)
const rounds = Number(values.rounds)
const { low, high } = skewedFingerprints(size, SKEWS[values.skew] as Skew)
const mean = size / 2 ** 16
const whole = (n: number) => Math.round(n).toLocaleString('en').replaceAll(',', ' ')
const median = (all: readonly number[]) => [...all].sort((a, b) => a - b)[all.length >> 1] as number
console.log(`${whole(size)} fingerprints, skew ${values.skew}, mean bucket ${mean.toFixed(1)}, limit ${whole((1 + OVERFLOW) * mean)}`)

/** Times of each way in each round; what each found is compared. */
function inTurn<Of extends { readonly pairs: number }>(ways: Readonly<Record<string, () => Of>>) {
  const times: Record<string, number[]> = {}
  const results: Record<string, Of> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(ways)) {
      const start = performance.now()
      const result = run()
      times[name] = [...(times[name] ?? []), (performance.now() - start) / 1000]
      results[name] = result
    }
  }
  if (new Set(Object.values(results).map(({ pairs }) => pairs)).size > 1) throw new Error('the ways found other pairs')
  return { times, results }
}

/** Against the first way, round by round. */
function ratios(times: Readonly<Record<string, readonly number[]>>, name: string): string {
  const [first = []] = Object.values(times)
  const all = (times[name] as readonly number[]).map((time, i) => time / (first[i] as number))
  return `${median(all).toFixed(2)} (${Math.min(...all).toFixed(2)}–${Math.max(...all).toFixed(2)})`
}

function inMemory(): void {
  const product = () => {
    const all = new BigUint64Array(size)
    const words = new Uint32Array(all.buffer)
    for (let i = 0; i < size; i++) {
      words[2 * i] = low[i] as number
      words[2 * i + 1] = high[i] as number
    }
    let pairs = 0
    const { crowded } = hammingPairs(all, { bits: 64, distance: 3 }, (triples) => {
      pairs += triples.length / 3
      return false
    })
    if (crowded) throw new Error(`${crowded} values with too many copies`)
    return { pairs, comparisons: Number.NaN, largest: Number.NaN, split: Number.NaN }
  }
  const { times, results } = inTurn({
    without: () => searchBlocks(low, high, Number.POSITIVE_INFINITY),
    once: () => searchBlocks(low, high, (1 + OVERFLOW) * mean),
    product,
  })
  const evenly = (4 * size * (size - 1)) / 2 / 2 ** 16
  console.log(
    `evenly spread: ${whole(evenly)} comparisons; largest bucket ${whole(results['without']?.largest ?? 0)}; pairs ${whole(results['without']?.pairs ?? 0)}`,
  )
  for (const [name, { comparisons, split }] of Object.entries(results)) {
    const told = Number.isNaN(comparisons) ? '' : `${whole(comparisons)} comparisons, ${whole(split)} buckets cut, `
    console.log(`${name}: ${told}${median(times[name] as number[]).toFixed(1)} s, ${ratios(times, name)} of without`)
  }
}

const META: Omit<IndexMeta, 'blockLimit'> = {
  format: 1,
  signature: 'bench',
  search: { kind: 'simhash', bits: 64, distance: 3 },
  settings: {},
  created: new Date(0).toISOString(),
}
const WAYS: Readonly<Record<string, Pick<IndexMeta, 'blockLimit' | 'overflow'>>> = {
  'never split': { blockLimit: 2 ** 40 },
  'block-limit 1000': { blockLimit: 1000 },
  'overflow 2': { blockLimit: 1000, overflow: OVERFLOW },
}

function rowsOf(): Uint8Array[] {
  const random = createRandom(11)
  const words = new Uint32Array(size * 6)
  for (let i = 0; i < size; i++) {
    for (let word = 0; word < 4; word++) words[6 * i + word] = random()
    words[6 * i + 4] = low[i] as number
    words[6 * i + 5] = high[i] as number
  }
  const all = new Uint8Array(words.buffer)
  return Array.from({ length: size }, (_, i) => all.subarray(24 * i, 24 * i + 24))
}

async function fill(store: Store, rows: readonly Uint8Array[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 4096) {
    const offers = rows.slice(at, at + 4096).map((entry, i): Offer => {
      const record = { id: String(at + i), entry, group: String(at + i), payload: new Uint8Array() }
      return { id: record.id, entry, blind: true, decide: () => record }
    })
    await store.update(offers)
  }
}

async function inRedis(): Promise<void> {
  const servers = new RunningServers()
  try {
    const found = await servers.find('redis')
    if (!('url' in found)) throw new Error(found.reason)
    const client = new Redis(found.url)
    const figure = async (name: string) => Number(new RegExp(`${name}:(\\d+)`).exec(await client.info())?.[1])
    const rows = rowsOf()
    const stores: Record<string, Store> = {}
    for (const [i, [name, limits]] of Object.entries(WAYS).entries()) {
      const url = `${found.url}#way${i}`
      const store = await (await driverFor(url)).open(url, { ...META, ...limits })
      stores[name] = store
      const [before, start] = [await figure('used_memory'), performance.now()]
      await fill(store, rows)
      const seconds = (performance.now() - start) / 1000
      console.log(`${name}: filled in ${seconds.toFixed(0)} s, ${whole(((await figure('used_memory')) - before) / size)} bytes a document`)
    }
    const times: Record<string, number[]> = {}
    const sent: Record<string, number> = {}
    for (let round = 0; round < rounds; round++) {
      let expected: string | undefined
      for (const [name, store] of Object.entries(stores)) {
        const [before, start] = [await figure('total_net_output_bytes'), performance.now()]
        let answers = ''
        for (let i = 0; i < QUERIES; i++) {
          const row = rows[(i * 7919 + round) % size] as Uint8Array
          const [candidates = []] = await store.find([row], false)
          answers += `${candidates.map(({ seq }) => seq)};`
        }
        times[name] = [...(times[name] ?? []), (performance.now() - start) / 1000]
        sent[name] = ((await figure('total_net_output_bytes')) - before) / QUERIES
        expected ??= answers
        if (answers !== expected) throw new Error(`${name} answers otherwise`)
      }
    }
    for (const name of Object.keys(stores))
      console.log(
        `${name}: ${whole(sent[name] as number)} bytes and ${median(times[name] as number[]).toFixed(2)} ms a query, ${ratios(times, name)} of never split`,
      )
    for (const store of Object.values(stores)) await store.close()
    client.disconnect()
  } finally {
    await servers.stop()
  }
}

if (values.redis) await inRedis()
else inMemory()
