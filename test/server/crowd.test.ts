/**
 * Many clients that offer near-identical texts at once, to one service and to two on one server, and services that are killed meanwhile.
 *
 * Oracle   how the texts were made: each group is one text of which every client has a copy with one word of its own.
 * Covers   exactly one new of each group; all others are told of it; after kill -9 what was acknowledged as stored is there, and no group twice.
 *          LMDB with one process, Redis and PostgreSQL with two. The long run has 32 clients, 400 texts each, and 51 kills, 17 for each store.
 */
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { kills, rounds } from '../support/long.js'
import { describeWith } from '../support/servers.js'
import { ServiceProcess } from '../support/service-process.js'
import { createRandom, createText } from '../support/texts.js'
import { ask } from './started.js'

const CLIENTS = rounds(8, 32)
const GROUPS = rounds(60, 400)
/** Times that the service is killed, on each of three stores: fifty moments in the long run. */
const KILLS = kills(2, 17)
/** Milliseconds: the long run has minutes of work for each store. */
const TIMEOUT = rounds(240_000, 5_400_000)
/** Groups that all clients offer in the same stretch of time. */
const WINDOW = 20

interface Document {
  readonly id: string
  readonly text: string
}
interface Answer {
  readonly id: string
  readonly status: 'new' | 'duplicate' | 'unchanged'
  readonly duplicate_of: string | null
  readonly group: string
}

const texts = new Map<number, string[]>()
/** The text of a group as one client has it. */
function documentOf(group: number, client: number): Document {
  const words = texts.get(group) ?? createText(createRandom(group), 80).split(' ')
  texts.set(group, words)
  return { id: `${group}-${client}`, text: words.with(client, `client${client}`).join(' ') }
}
const groupOf = (id: string) => Number(id.split('-')[0])

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, item]) => item)
}

/** Documents in requests of one to thirty. */
function* requestsOf(documents: readonly Document[], random: () => number): Generator<Document[]> {
  for (let at = 0; at < documents.length; ) {
    const count = 1 + Math.floor(random() * 30)
    yield documents.slice(at, at + count)
    at += count
  }
}

const clients = <Result>(work: (client: number, random: () => number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client, createRandom(1000 + client))))

const post = async (url: string, name: string, action: string, documents: readonly Document[]): Promise<Answer[]> => {
  const reply = await ask(url, 'POST', `/indexes/${name}/${action}`, { documents })
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
  return reply.json.answers
}

async function createIndex({ url }: ServiceProcess, name: string): Promise<void> {
  expect((await ask(url, 'PUT', `/indexes/${name}`, { options: { threshold: 0.6 } })).status).toBe(201)
}

async function offerAll(services: readonly ServiceProcess[], name: string): Promise<void> {
  await createIndex(services[0] as ServiceProcess, name)
  const answers = await clients(async (client, random) => {
    const { url } = services[client % services.length] as ServiceProcess
    const documents = Array.from({ length: GROUPS }, (_, group) => documentOf(group, client))
    const told: Answer[] = []
    for (const request of requestsOf(shuffled(documents, random), random)) told.push(...(await post(url, name, 'add-if-new', request)))
    return told
  })
  const news = answers.flat().filter(({ status }) => status === 'new')
  expect(answers.flat()).toHaveLength(CLIENTS * GROUPS)
  expect(news.map(({ id }) => groupOf(id)).sort((a, b) => a - b)).toEqual(Array.from({ length: GROUPS }, (_, group) => group))
  const stored = new Map(news.map(({ id }) => [groupOf(id), id]))
  for (const { id, status, duplicate_of: of, group } of answers.flat())
    if (status !== 'new' && (of !== stored.get(groupOf(id)) || group !== of)) expect([id, status, of, group]).toEqual('its first')
  for (const { url } of services) expect((await ask(url, 'GET', `/indexes/${name}`)).json.documents).toBe(GROUPS)
}

async function offerAndKill(services: readonly ServiceProcess[], name: string): Promise<void> {
  await createIndex(services[0] as ServiceProcess, name)
  /** Ids that clients were told of as stored, by group. */
  const acknowledged = new Map<number, Set<string>>()
  let offered = 0
  let answered = 0
  let isOver = false
  const clientsDone = clients(async (client, random) => {
    const service = services[client % services.length] as ServiceProcess
    for (let from = 0; !isOver; from += WINDOW) {
      offered = Math.max(offered, from + WINDOW)
      const documents = Array.from({ length: WINDOW }, (_, i) => documentOf(from + i, client))
      for (const request of requestsOf(shuffled(documents, random), random)) {
        let told: Answer[] | undefined
        // Sent again until there is an answer, as clients do.
        while (!told) told = await post(service.url, name, 'add-if-new', request).catch((error: Error) => retried(error))
        answered += told.length
        for (const { id, status } of told)
          if (status !== 'duplicate') acknowledged.set(groupOf(id), (acknowledged.get(groupOf(id)) ?? new Set()).add(id))
      }
    }
  })
  const random = createRandom(5)
  for (let kill = 0; kill < KILLS; kill++) {
    const service = services[kill % services.length] as ServiceProcess
    const before = answered
    while (answered === before) await Promise.race([setTimeout(5), clientsDone])
    await setTimeout(random() * 150)
    await service.kill()
    await service.start()
  }
  isOver = true
  await clientsDone
  expect(acknowledged.size).toBeGreaterThan(KILLS)
  const { url } = services[0] as ServiceProcess
  const there = new Map<number, string[]>()
  for (let from = 0; from < offered; from += WINDOW) {
    const all = Array.from({ length: WINDOW * CLIENTS }, (_, i) => documentOf(from + Math.floor(i / CLIENTS), i % CLIENTS))
    for (const { id, status } of await post(url, name, 'check', all))
      if (status === 'unchanged') there.set(groupOf(id), [...(there.get(groupOf(id)) ?? []), id])
  }
  expect([...there].filter(([, stored]) => stored.length !== 1)).toEqual([])
  for (const [group, ids] of acknowledged) expect([...ids]).toEqual(there.get(group))
  expect((await ask(url, 'GET', `/indexes/${name}`)).json.documents).toBe(there.size)
}

/** A connection that a killed service left, or a port where none is yet. */
async function retried(error: Error): Promise<undefined> {
  if (!(error instanceof TypeError)) throw error
  await setTimeout(20)
}

/** @param count  of services on one store; without a store each has a folder of its own */
function crowd(name: string, count: number, store?: string): void {
  const services = Array.from({ length: count }, () => new ServiceProcess(store))

  it(
    `lets one of each be new when ${CLIENTS} clients offer ${GROUPS} texts each`,
    async () => {
      for (const service of services) await service.start()
      await offerAll(services, `${name}_all`)
    },
    TIMEOUT,
  )

  it(
    `loses nothing acknowledged in ${KILLS} kills`,
    async () => {
      await offerAndKill(services, `${name}_killed`)
      for (const service of services) await service.kill()
    },
    TIMEOUT,
  )
}

describe('one service on LMDB', () => crowd('lmdb', 1))

for (const server of ['redis', 'postgres'] as const)
  await describeWith(server, `two services on ${server}`, (url) => crowd(server, 2, `${url}#crowd_${process.pid}_{name}`))
