import pg from 'pg'
import { describeWith } from '../../support/servers.js'
import { databaseContract } from './contract/contract.js'
import { createSql, freshName, type Lab, type LabTable, type LabType } from './contract/lab.js'

const TYPES: Record<LabType, string> = {
  text: 'varchar(200)',
  int: 'integer',
  bigint: 'bigint',
  decimal: 'numeric',
  date: 'date',
  timestamp: 'timestamp',
  boolean: 'boolean',
  longtext: 'text',
}
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

async function createLab(url: string): Promise<Lab> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  const insert = async ({ name, columns }: LabTable, rows: Iterable<readonly unknown[]>) => {
    const all = [...rows]
    for (let i = 0; i < all.length; i += 1000) {
      const batch = all.slice(i, i + 1000)
      const places = batch.map((_, r) => `(${columns.map((__, c) => `$${r * columns.length + c + 1}`).join(',')})`)
      await pool.query(`INSERT INTO ${quote(name)} VALUES ${places.join(',')}`, batch.flat())
    }
  }
  return {
    url,
    async create(table) {
      await pool.query(createSql(table, quote, TYPES))
      await insert(table, table.rows)
    },
    insert,
    async reader(table) {
      const user = freshName('reader')
      await pool.query(`CREATE ROLE ${user} LOGIN PASSWORD 'p@ss:/?#%'`)
      await pool.query(`GRANT SELECT ON ${quote(table)} TO ${user}`)
      return url.replace(/\/\/[^@]*@/, `//${user}:${encodeURIComponent('p@ss:/?#%')}@`)
    },
    async dropConnections() {
      await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'leitong'`)
    },
    read: async (table) => (await pool.query(`SELECT * FROM ${quote(table)}`)).rows,
    async retype(table, column) {
      await pool.query(`ALTER TABLE ${quote(table)} ALTER ${quote(column)} TYPE text`)
    },
    close: () => pool.end(),
  }
}

await describeWith('postgres', 'rows of PostgreSQL', (url) => {
  databaseContract({
    open: () => createLab(url),
    can: { connect: true, login: true, drop: true, retype: true },
    where: (name) => ({ where: `name = '${name.replaceAll("'", "''")}' -- and nothing else` }),
    query: (table) => ({ query: `SELECT * FROM ${table} WHERE district = 'west'` }),
    wrong: { fields: { where: 'name === 1' } },
  })
})
