import { join } from 'node:path'
import { describe } from 'vitest'
import { loadSqlite } from '../../../src/sources/databases/sqlite-driver.js'
import { temporaryFolder } from '../../support/files.js'
import { databaseContract } from './contract/contract.js'
import { createSql, type Lab, type LabTable, type LabType } from './contract/lab.js'

// The package that the product loads: two copies of SQLite in one process undo each other's locks on a file.
const Database = await loadSqlite()

const TYPES: Record<LabType, string> = {
  text: 'text',
  int: 'integer',
  bigint: 'bigint',
  decimal: 'numeric',
  date: 'date',
  timestamp: 'datetime',
  boolean: 'boolean',
  longtext: 'text',
}
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const bind = (value: unknown) =>
  typeof value === 'boolean' ? Number(value) : typeof value === 'string' && /^\d{16,}$/.test(value) ? BigInt(value) : value

async function createLab(): Promise<Lab> {
  const path = join(temporaryFolder(), 'a 表.db')
  const db = new Database(path, {})
  db.exec('PRAGMA journal_mode = WAL')
  const insert = async ({ name, columns }: LabTable, rows: Iterable<readonly unknown[]>) => {
    const statement = db.prepare(`INSERT INTO ${quote(name)} VALUES (${columns.map(() => '?').join(',')})`)
    db.exec('BEGIN')
    for (const row of rows) statement.run(...row.map(bind))
    db.exec('COMMIT')
  }
  return {
    url: `sqlite:${path}`,
    async create(table) {
      db.exec(createSql(table, quote, TYPES))
      await insert(table, table.rows)
    },
    insert,
    read: async (table) => db.prepare(`SELECT * FROM ${quote(table)}`).all() as Record<string, unknown>[],
    async close() {
      db.close()
    },
  }
}

describe('rows of SQLite', () => {
  databaseContract({
    open: createLab,
    can: { connect: false, login: false, drop: false, retype: false },
    where: (name) => ({ where: `name = '${name.replaceAll("'", "''")}' -- and nothing else` }),
    query: (table) => ({ query: `SELECT * FROM ${table} WHERE district = 'west'` }),
    wrong: { fields: { where: 'name ==== 1' } },
  })
})
