/** MongoDB, by its driver (an optional package): documents as rows, a column for each name at the top and, where asked for, below it (`address.city`). */
import type { ClientSession, Document, Filter, MongoClient } from 'mongodb'
import { LeitongError } from '../../errors.js'
import type { Column } from '../rows/infer.js'
import { SAMPLE_ROWS } from '../rows/infer.js'
import { reach } from '../rows/paths.js'
import {
  batches,
  CONNECT_TIMEOUT,
  type Connection,
  codeOf,
  type Database,
  type Fault,
  networkFault,
  type PositionValue,
  type Selection,
  type Tail,
} from './database.js'

async function load() {
  try {
    return await import('mongodb')
  } catch {
    throw new LeitongError('PACKAGE_MISSING', 'mongodb', 'read MongoDB')
  }
}

/** A value of BSON as JSON has it. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(plain)
  const type = (value as { _bsontype?: string })._bsontype
  if (type === 'Long' || type === 'Decimal128' || type === 'ObjectId' || type === 'Timestamp') return String(value)
  if (type === 'Binary') return (value as unknown as { buffer: Uint8Array }).buffer
  if (type) return String(value)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]))
}

function typeOf(value: unknown): Column['type'] {
  const type = (value as { _bsontype?: string } | null)?._bsontype
  if (typeof value === 'string' || type === 'ObjectId') return 'text'
  if (
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    type === 'Long' ||
    type === 'Decimal128' ||
    type === 'Int32' ||
    type === 'Double'
  )
    return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (value instanceof Date) return 'date'
  return type === 'Binary' ? 'bytes' : 'other'
}

export const mongodb: Database = {
  schemes: ['mongodb', 'mongodb+srv'],
  isServer: true,
  isTyped: false,
  passwordVariables: [],

  async connect(url): Promise<Connection> {
    const { MongoClient, BSON } = await load()
    const client: MongoClient = new MongoClient(url, {
      ...(/[?&]serverSelectionTimeoutMS=/i.test(url) ? {} : { serverSelectionTimeoutMS: CONNECT_TIMEOUT }),
      connectTimeoutMS: CONNECT_TIMEOUT,
      appName: 'leitong',
      // Whole numbers beyond 2^53 as they are.
      promoteLongs: false,
    })
    await client.connect()
    let session: ClientSession | undefined
    let wantsSnapshot = false

    const collectionOf = async ({ table = [] }: Selection) => {
      const name = table.join('.')
      const db = client.db()
      const found = await db.listCollections({ name }, { nameOnly: true, authorizedCollections: true }).toArray()
      if (!found.length) throw Object.assign(new Error(`no collection ${name} in ${db.databaseName}`), { code: 26 })
      return db.collection(name)
    }
    const filterOf = ({ where, query, tail }: Selection): Filter<Document> => {
      const given = [query, where].filter((part) => part !== undefined)
      // Not relaxed: whole numbers beyond 2^53 stay what they are.
      const behind = tail ? tailFilters(tail).map((part) => BSON.EJSON.parse(JSON.stringify(part), { relaxed: false }) as Document) : []
      const filters = [
        ...behind,
        ...given.map((part) => BSON.EJSON.parse(typeof part === 'string' ? part : JSON.stringify(part)) as Document),
      ]
      return filters.length > 1 ? { $and: filters } : (filters[0] ?? {})
    }
    return {
      async beginReading() {
        wantsSnapshot = true
      },

      async tables() {
        const found = await client.db().listCollections({}, { nameOnly: true, authorizedCollections: true }).toArray()
        const names = found.map(({ name }) => name).filter((name) => !name.startsWith('system.'))
        // A dot is part of the name.
        return names.sort().map((name) => name.split('.'))
      },

      async shape(from, names = []) {
        const collection = await collectionOf(from)
        const types = new Map<string, Column['type']>([['_id', 'text']])
        for await (const document of collection.find(filterOf(from), { limit: SAMPLE_ROWS, sort: { _id: 1 } })) {
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
      },

      async *rows(from, columns, order) {
        const collection = await collectionOf(from)
        // What lies inside of what is read comes with it, and must not be named again.
        const outermost = columns.filter((name) => !columns.some((other) => name.startsWith(`${other}.`)))
        const projection = Object.fromEntries([['_id', columns.includes('_id') ? 1 : 0], ...outermost.map((name) => [name, 1])])
        const options = { projection, sort: Object.fromEntries(order.map((name) => [name, 1 as const])), batchSize: 1000 }
        const filter = filterOf(from)
        const valuesOf = (document: Document) => columns.map((name) => plain(reach(document, name)))
        if (wantsSnapshot && from.snapshot !== false) session = client.startSession({ snapshot: true })
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
      },

      async storeResults(table, rows) {
        const db = client.db()
        const name = table.join('.')
        if ((await db.listCollections({ name }, { nameOnly: true }).toArray()).length) return false
        const unfinished = `leitong_unfinished_${process.pid}_${Date.now()}`
        await db.createCollection(unfinished)
        try {
          for (const batch of batches(rows, 1000))
            await db
              .collection(unfinished)
              .insertMany(batch.map(({ group, key, ...rest }) => ({ group_number: group, row_key: key, ...rest })))
          await db.renameCollection(unfinished, name)
        } catch (error) {
          await db.dropCollection(unfinished).catch(() => {})
          if (codeOf(error) === 48) return false
          throw error
        }
        return true
      },

      async close() {
        await session?.endSession().catch(() => {})
        await client.close()
      },
    }
  },

  faultOf(error): Fault | undefined {
    const { name = '', message = '' } = error as Error
    const code = codeOf(error)
    if (code === 18 || code === 8000) return 'login'
    if (code === 13) return 'rights'
    if (code === 26) return 'table'
    if (name === 'MongoServerSelectionError' || name === 'MongoParseError' || name === 'MongoInvalidArgumentError') return 'connect'
    if (name === 'MongoNetworkError' || name === 'MongoNotConnectedError' || [11600, 11602, 237, 43, 246, 239].includes(code as number))
      return 'dropped'
    if (name === 'BSONError' || error instanceof SyntaxError) return 'query'
    return networkFault(error) ?? (name.startsWith('Mongo') ? (/authentication failed/i.test(message) ? 'login' : 'query') : undefined)
  },
}

/** Rows from a position on, in extended JSON. */
function tailFilters({ columns, from }: Tail): Document[] {
  const filters: Document[] = columns.map((name) => ({ [name]: { $ne: null } }))
  // An id is shown as its digits, and compares only with ids.
  const forms = (value: PositionValue | undefined): unknown[] => {
    if (!value) return []
    if ('number' in value) return [/^-?\d+$/.test(value.number) ? { $numberLong: value.number } : Number(value.number)]
    if ('date' in value) return [{ $date: value.date }]
    return /^[0-9a-f]{24}$/.test(value.text) ? [value.text, { $oid: value.text }] : [value.text]
  }
  const after = ([name, ...names]: readonly string[], [value, ...values]: readonly PositionValue[]): Document => ({
    $or: forms(value).flatMap((form): Document[] =>
      names.length
        ? [{ [name as string]: { $gt: form } }, { $and: [{ [name as string]: form }, after(names, values)] }]
        : [{ [name as string]: { $gte: form } }],
    ),
  })
  return from ? [...filters, after(columns, from)] : filters
}

/** Not a replica set, or an engine without snapshots. */
const isNoSnapshot = (error: unknown) =>
  [20, 72, 123, 246].includes(codeOf(error) as number) || /snapshot/i.test(error instanceof Error ? error.message : '')
