import { Decimal128, Long, MongoClient } from 'mongodb'
import { expect, it } from 'vitest'
import { dedupe } from '../../../src/index.js'
import { describeWith } from '../../support/servers.js'
import { databaseContract } from './contract/contract.js'
import { freshName, type Lab, type LabSetup, type LabTable, type LabType } from './contract/lab.js'

function convert(value: unknown, type: LabType): unknown {
  if (value === null) return null
  if (type === 'bigint') return Long.fromString(String(value))
  if (type === 'decimal') return Decimal128.fromString(String(value))
  if (type === 'date' || type === 'timestamp') return new Date(type === 'date' ? String(value) : `${value}Z`)
  return value
}

async function createLab(url: string): Promise<Lab> {
  const client = await new MongoClient(url).connect()
  const db = client.db()
  const insert = async ({ name, columns }: LabTable, rows: Iterable<readonly unknown[]>) => {
    const documents = Array.from(rows, (row) => Object.fromEntries(columns.map(([column, type], i) => [column, convert(row[i], type)])))
    if (documents.length) await db.collection(name).insertMany(documents)
  }
  return {
    url,
    async create(table) {
      await db.createCollection(table.name)
      await insert(table, table.rows)
    },
    insert,
    async reader(table) {
      const admin = client.db('admin')
      const user = freshName('reader')
      const privileges = [{ resource: { db: db.databaseName, collection: table }, actions: ['find'] }]
      await admin.command({ createRole: user, privileges, roles: [] })
      await admin.command({ createUser: user, pwd: 'p@ss:/?#%', roles: [user] })
      return url.replace(/\/\/[^@]*@/, `//${user}:${encodeURIComponent('p@ss:/?#%')}@`)
    },
    async dropConnections() {
      const operations = await client
        .db('admin')
        .aggregate([{ $currentOp: { idleCursors: true, allUsers: true, localOps: true } }, { $match: { type: 'idleCursor' } }])
        .toArray()
      for (const { cursor, ns } of operations)
        await db.command({ killCursors: String(ns).split('.').slice(1).join('.'), cursors: [cursor.cursorId] })
    },
    read: async (table) => await db.collection(table).find().sort({ _id: 1 }).toArray(),
    close: () => client.close(),
  }
}

const setupOf = (url: string): LabSetup => ({
  open: () => createLab(url),
  // The sharded cluster has no logins.
  can: { connect: true, login: new URL(url).password !== '', drop: true, retype: false },
  where: (name: string) => ({ where: { name } }),
  query: (table: string) => ({ table, query: '{"district": "west"}' }),
  wrong: { fields: { where: '{name: ' } },
})

await describeWith('mongodb', 'rows of MongoDB', (url) => {
  databaseContract(setupOf(url))
})

await describeWith('mongodbSharded', 'rows of a sharded MongoDB', (url) => {
  databaseContract(setupOf(url))

  it('compares fields inside of fields', async () => {
    const client = await new MongoClient(url).connect()
    const table = freshName('nested')
    const people = [
      { _id: 1 as unknown as never, who: { name: 'Ada Lind', town: { name: 'Graz' } } },
      { _id: 2 as unknown as never, who: { name: 'Ada  LIND', town: { name: 'Graz' }, note: 'not compared' } },
      { _id: 3 as unknown as never, who: { name: 'Ada Lind', town: { name: 'Wels' } } },
    ]
    await client.db().collection(table).insertMany(people)
    await using result = await dedupe({ files: [url] }, { table, fields: { fields: { 'who.name': {}, 'who.town.name': {} } } })
    expect([...result.removed()].map(({ id, duplicateOf }) => [id, duplicateOf])).toEqual([[2, 1]])
    await client.db().dropCollection(table)
    await client.close()
  })
})
