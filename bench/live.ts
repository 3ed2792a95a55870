/**
 * The live index in a folder, at one and at ten million simhash signatures: opening, one query, adding what is new.
 *
 * Most documents are random signatures that the store is given as they are, so that filling takes minutes; ten thousand are
 * texts of some sixty words, added, queried (with a few words changed) and verified through the library.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type LiveIndex, openIndex } from '../dist/index.js'
import { driver } from '../dist/stores/lmdb/lmdb.js'
import type { Offer } from '../dist/stores/store.js'
import { createRandom } from './random.ts'
import { median, type Row } from './row.ts'

const TEXTS = 10_000
const QUERIES = 5_000
const ADDED = 50_000
const OPTIONS = { method: 'simhash', threshold: 0.7 } as const

/** Sixty words of a vocabulary of twenty thousand. */
function textOf(number: number, kind: string): string {
  const random = createRandom(number)
  return Array.from({ length: 60 }, () => `${kind}${random() % 20_000}`).join(' ')
}

/** Gives the store random signatures until the index holds `count` documents. */
async function fill(url: string, from: number, count: number): Promise<void> {
  const store = await driver.open(url, undefined)
  const random = createRandom(from)
  const nothing = new Uint8Array()
  for (let at = from; at < count; ) {
    const offers: Offer[] = []
    for (; at < count && offers.length < 20_000; at++) {
      const row = new Uint8Array(Uint32Array.from({ length: 6 }, random).buffer)
      const record = { id: `"r${at}"`, entry: row, group: `"r${at}"`, payload: nothing }
      offers.push({ id: record.id, entry: row, blind: true, decide: () => record })
    }
    await store.update(offers)
  }
  await store.close()
}

async function measure(url: string, round: number) {
  // Seconds of this process's processor time, which others on the machine do not add to; a query's are of the clock.
  const start = process.cpuUsage()
  const index = await openIndex(url)
  const seconds = processor(start)
  const micros = await queries(index)
  const documents = Array.from({ length: ADDED }, (_, i) => ({ id: `n${round}-${i}`, text: textOf(i, `n${round}x`) }))
  const before = process.cpuUsage()
  let stored = 0
  for await (const added of index.addAll(documents, { ifNew: true })) stored += Number(added.stored)
  const rate = ADDED / processor(before)
  if (stored < ADDED * 0.999) throw new Error(`only ${stored} of ${ADDED} were new`)
  const memory = process.memoryUsage().rss
  const { documents: count } = await index.stats()
  await index.close()
  return { seconds, micros, rate, memory, count }
}

/** Documents in the index, and those that are timed. */
const DENSE = 100_000
const TIMED = 5000

/** 150 words of one text with two of them changed, or 150 words that no other text has in this order. */
function denseText(random: () => number, base: readonly string[] | undefined): string {
  const word = () => `w${random() % 20_000}`
  const words = base ? [...base] : Array.from({ length: 150 }, word)
  if (base) for (let i = 0; i < 2; i++) words[random() % words.length] = word()
  return words.join(' ')
}

/** Rounds in which the two indexes take turns; the median of each counts. */
const ROUNDS = 7

/** An index of near copies or of texts unlike each other, and microseconds of processor time for one more document, and for the first match. */
class Among {
  readonly #index: LiveIndex
  readonly #random = createRandom(3)
  readonly #base: readonly string[] | undefined
  #next = 0

  private constructor(index: LiveIndex, base: readonly string[] | undefined) {
    this.#index = index
    this.#base = base
  }

  static async open(folder: string, method: 'minhash' | 'simhash', base: readonly string[] | undefined): Promise<Among> {
    const made = new Among(await openIndex(join(folder, `${method}-${base ? 'dense' : 'unlike'}`), { method, threshold: 0.7 }), base)
    while (made.#next < DENSE) for await (const _ of made.#index.addAll(made.#documents()));
    return made
  }

  #documents() {
    const documents = Array.from({ length: TIMED }, (_, i) => ({ id: this.#next + i, text: denseText(this.#random, this.#base) }))
    this.#next += TIMED
    return documents
  }

  async add(): Promise<number> {
    const more = this.#documents()
    const start = process.cpuUsage()
    let duplicates = 0
    for await (const { status } of this.#index.addAll(more)) duplicates += Number(status === 'duplicate')
    const took = (processor(start) * 1e6) / TIMED
    if (duplicates !== (this.#base ? TIMED : 0)) throw new Error(`${duplicates} of ${TIMED} were duplicates`)
    return took
  }

  async ask(): Promise<number> {
    const asked = Array.from({ length: TIMED }, () => denseText(this.#random, this.#base))
    const start = process.cpuUsage()
    for (const text of asked)
      if (((await this.#index.query(text, { first: true })).length === 1) !== (this.#base !== undefined)) throw new Error('not found')
    return (processor(start) * 1e6) / TIMED
  }

  close(): Promise<void> {
    return this.#index.close()
  }
}

/** Adding to and asking an index of 100 000 near copies of one text, against one of as many texts unlike each other. */
export async function denseGroups(): Promise<Row[]> {
  const data = new URL('.data/', import.meta.url).pathname
  mkdirSync(data, { recursive: true })
  const folder = mkdtempSync(join(data, 'dense-'))
  const random = createRandom(2)
  const base = Array.from({ length: 150 }, () => `w${random() % 20_000}`)
  try {
    const rows: Row[] = []
    for (const method of ['minhash', 'simhash'] as const) {
      const indexes = [await Among.open(folder, method, base), await Among.open(folder, method, undefined)] as const
      for (const act of ['add', 'ask'] as const) {
        const times: [number[], number[]] = [[], []]
        for (let round = 0; round < ROUNDS; round++) for (const i of [0, 1] as const) times[i].push(await indexes[i][act]())
        const [value, reference] = times.map(median) as [number, number]
        rows.push({
          name: `live index, LMDB, ${method}: ${act === 'add' ? 'one more' : 'the first match'} among 100 000 near copies, processor time`,
          value,
          reference,
          unit: 'us a document (among 100 000 unlike texts)',
          ratio: value / reference,
          bar: '<= 3',
          reached: value <= 3 * reference,
          answer: `${TIMED} duplicates of ${TIMED}, and none`,
        })
      }
      for (const index of indexes) await index.close()
    }
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const processor = (since: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1e6
}

async function queries(index: LiveIndex): Promise<number> {
  const micros: number[] = []
  for (let i = 0; i < QUERIES; i++) {
    const number = (i * 7919) % TEXTS
    const text = textOf(number, 'w')
    const start = performance.now()
    const [match] = await index.query(text, { first: true })
    micros.push((performance.now() - start) * 1000)
    if (match?.id !== number) throw new Error(`text ${number} was not found`)
  }
  return median(micros)
}

export async function liveIndex(): Promise<Row[]> {
  const data = new URL('.data/', import.meta.url).pathname
  mkdirSync(data, { recursive: true })
  const folder = mkdtempSync(join(data, 'live-'))
  try {
    const url = join(folder, 'index')
    const index = await openIndex(url, OPTIONS)
    const documents = Array.from({ length: TEXTS }, (_, id) => ({ id, text: textOf(id, 'w') }))
    for await (const _ of index.addAll(documents));
    await index.close()
    await fill(url, TEXTS, 1_000_000)
    const small = await measure(url, 1)
    await fill(url, 1_000_000 + ADDED, 10_000_000)
    const large = await measure(url, 2)
    const answer = `${large.count} documents, ${QUERIES} queries answered and verified`
    const growth = large.micros / small.micros
    const row = (name: string, value: number, bar: number, unit: string, atMost: boolean): Row => ({
      name: `live index, LMDB: ${name}`,
      value,
      reference: bar,
      unit: `${unit} (bar)`,
      ratio: value / bar,
      bar: atMost ? '<= 1' : '>= 1',
      reached: atMost ? value <= bar : value >= bar,
      answer,
    })
    return [
      row('opening 10 M simhash signatures, processor time', large.seconds, 10, 's', true),
      row('one query among 10 M, signed, searched and verified, median', large.micros, 100, 'us', true),
      row('one query among 10 M against one among 1 M', growth, 3, 'times', true),
      row('addIfNew into 10 M, batches, durable, processor time', large.rate, 20_000, 'documents/s', false),
      row('memory of the process at 10 M', large.memory / 1e6, 2000, 'MB', true),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
