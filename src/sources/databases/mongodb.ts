/**
 * MongoDB as a source of rows, by its driver (an optional package): documents as rows, a column for each name at the top and, where asked
 * for, below it (`address.city`).
 */
import type { ClientSession, Collection, Document, MongoClient } from 'mongodb'
import { loadPackage } from '../../packages.js'
import type { Column } from '../rows/infer.js'
import { SAMPLE_ROWS } from '../rows/infer.js'
import { reach } from '../rows/paths.js'
import { plainValue, typeOf } from './bson-values.js'
import { CONNECT_TIMEOUT, type Connection, type Database, type Row, type Selection, type TableShape } from './database.js'
import { codeOf, type Fault, networkFault } from './faults.js'
import { type Bson, filterOf } from './mongodb-filter.js'
import { type ResultRow, resultBatches, unfinishedName } from './results.js'

const load = () => loadPackage<typeof import('mongodb')>('mongodb', 'read MongoDB')

/** Documents of one answer of the server: each answer is a wait for the network, and fewer of them save nothing. */
const BATCH_SIZE = 1000

/** Codes of the server. */
const NO_COLLECTION = 26
const COLLECTION_EXISTS = 48

class MongodbConnection implements Connection {
  readonly #client: MongoClient
  readonly #bson: Bson
  #session: ClientSession | undefined
  #wantsSnapshot = false

  private constructor(client: MongoClient, bson: Bson) {
    this.#client = client
    this.#bson = bson
  }

  static async open(url: string): Promise<MongodbConnection> {
    const { MongoClient, BSON } = load()
    const client = new MongoClient(url, {
      ...(/[?&]serverSelectionTimeoutMS=/i.test(url) ? {} : { serverSelectionTimeoutMS: CONNECT_TIMEOUT }),
      connectTimeoutMS: CONNECT_TIMEOUT,
      appName: 'leitong',
      // Whole numbers beyond 2^53 as they are.
      promoteLongs: false,
    })
    await client.connect()
    return new MongodbConnection(client, BSON)
  }

  async beginReading(): Promise<void> {
    this.#wantsSnapshot = true
  }

  async tables(): Promise<string[][]> {
    const found = await this.#client.db().listCollections({}, { nameOnly: true, authorizedCollections: true }).toArray()
    const names = found.map(({ name }) => name).filter((name) => !name.startsWith('system.'))
    // A dot is part of the name.
    return names.sort().map((name) => name.split('.'))
  }

  async #collectionOf({ table = [] }: Selection): Promise<Collection> {
    const name = table.join('.')
    const db = this.#client.db()
    const found = await db.listCollections({ name }, { nameOnly: true, authorizedCollections: true }).toArray()
    if (!found.length) throw Object.assign(new Error(`no collection ${name} in ${db.databaseName}`), { code: NO_COLLECTION })
    return db.collection(name)
  }

  async shape(from: Selection, names: readonly string[] = []): Promise<TableShape> {
    const collection = await this.#collectionOf(from)
    const types = new Map<string, Column['type']>([['_id', 'text']])
    for await (const document of collection.find(filterOf(from, this.#bson), { limit: SAMPLE_ROWS, sort: { _id: 1 } })) {
      for (const [name, value] of Object.entries(document)) {
        if (value === null || value === undefined) continue
        const type = typeOf(value)
        const known = name === '_id' && types.size === 1 ? undefined : types.get(name)
        // A name that holds values of several types is compared by how they are written.
        types.set(name, known === undefined || known === type ? type : 'other')
      }
    }
    for (const name of names) {
      if (types.has(name)) continue
      const document = await collection.findOne({ [name]: { $exists: true } })
      if (document) types.set(name, typeOf(reach(document, name) ?? ''))
    }
    return { columns: Array.from(types, ([name, type]) => ({ name, type })), primaryKey: ['_id'] }
  }

  async *rows(from: Selection, columns: readonly string[], order: readonly string[]): AsyncGenerator<Row> {
    const collection = await this.#collectionOf(from)
    const sort = Object.fromEntries(order.map((name) => [name, 1 as const]))
    const options = { projection: projectionOf(columns), sort, batchSize: BATCH_SIZE }
    const filter = filterOf(from, this.#bson)
    const valuesOf = (document: Document) => columns.map((name) => plainValue(reach(document, name)))
    if (this.#wantsSnapshot && from.snapshot !== false) this.#session = this.#client.startSession({ snapshot: true })
    const session = this.#session
    let begun = false
    try {
      for await (const document of collection.find(filter, { ...options, ...(session ? { session } : {}) })) {
        begun = true
        yield valuesOf(document)
      }
      return
    } catch (error) {
      // A server on its own has no snapshots.
      if (begun || !session || !isNoSnapshot(error)) throw error
    }
    for await (const document of collection.find(filter, options)) yield valuesOf(document)
  }

  async storeResults(table: readonly string[], rows: Iterable<ResultRow>, replace: boolean): Promise<boolean> {
    const db = this.#client.db()
    const name = table.join('.')
    const [there] = await db.listCollections({ name }, { nameOnly: true }).toArray()
    if (there && !(replace && there.type === 'collection')) return false
    const unfinished = unfinishedName()
    await db.createCollection(unfinished)
    try {
      for (const batch of resultBatches(rows))
        await db.collection(unfinished).insertMany(batch.map(({ group, key, ...rest }) => ({ group_number: group, row_key: key, ...rest })))
      await db.renameCollection(unfinished, name, { dropTarget: replace })
    } catch (error) {
      await db.dropCollection(unfinished).catch(() => {})
      if (codeOf(error) === COLLECTION_EXISTS) return false
      throw error
    }
    return true
  }

  async close(): Promise<void> {
    await this.#session?.endSession().catch(() => {})
    await this.#client.close()
  }
}

/** Names to read, the id only where it is asked for. A field inside of another comes with it, and must not be named again. */
function projectionOf(columns: readonly string[]): Record<string, 0 | 1> {
  const outermost = columns.filter((name) => !columns.some((other) => name.startsWith(`${other}.`)))
  return Object.fromEntries([['_id', columns.includes('_id') ? 1 : 0], ...outermost.map((name) => [name, 1])])
}

/** Not a replica set, or an engine without snapshots. */
const isNoSnapshot = (error: unknown) =>
  [20, 72, 123, 246].includes(codeOf(error) as number) || /snapshot/i.test(error instanceof Error ? error.message : '')

/** Codes for: the server shuts down or steps down, a cursor was killed, a snapshot is gone or not there. */
const DROPPED = [11600, 11602, 237, 43, 246, 239]
const CONNECT_ERRORS = ['MongoServerSelectionError', 'MongoParseError', 'MongoInvalidArgumentError']

function faultOf(error: unknown): Fault | undefined {
  const { name = '', message = '' } = error as Error
  const code = codeOf(error)
  if (code === 18 || code === 8000) return 'login'
  if (code === 13) return 'rights'
  if (code === NO_COLLECTION) return 'table'
  if (CONNECT_ERRORS.includes(name)) return 'connect'
  if (name === 'MongoNetworkError' || name === 'MongoNotConnectedError' || DROPPED.includes(code as number)) return 'dropped'
  if (name === 'BSONError' || error instanceof SyntaxError) return 'query'
  const network = networkFault(error)
  if (network || !name.startsWith('Mongo')) return network
  return /authentication failed/i.test(message) ? 'login' : 'query'
}

export const mongodb: Database = {
  schemes: ['mongodb', 'mongodb+srv'],
  isTyped: false,
  hasFilters: true,
  passwordVariables: [],
  connect: (url) => MongodbConnection.open(url),
  faultOf,
}
