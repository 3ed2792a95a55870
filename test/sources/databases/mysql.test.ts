import mysql from 'mysql2/promise'
import { describeWith } from '../../support/servers.js'
import { databaseContract } from './contract/contract.js'
import { createSql, freshName, type Lab, type LabTable, type LabType } from './contract/lab.js'

const TYPES: Record<LabType, string> = {
  text: 'varchar(200)',
  int: 'int',
  bigint: 'bigint',
  decimal: 'decimal(20,3)',
  date: 'date',
  timestamp: 'datetime',
  boolean: 'boolean',
  longtext: 'longtext',
}
const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``

async function createLab(url: string): Promise<Lab> {
  const pool = mysql.createPool({ uri: url, charset: 'utf8mb4', connectionLimit: 2 })
  const insert = async ({ name }: LabTable, rows: Iterable<readonly unknown[]>) => {
    const all = [...rows]
    for (let i = 0; i < all.length; i += 1000) await pool.query(`INSERT INTO ${quote(name)} VALUES ?`, [all.slice(i, i + 1000)])
  }
  return {
    url,
    async create(table) {
      await pool.query(`${createSql(table, quote, TYPES)} CHARACTER SET utf8mb4`)
      await insert(table, table.rows)
    },
    insert,
    async reader(table) {
      const user = freshName('reader')
      await pool.query(`CREATE USER ${user}@'127.0.0.1' IDENTIFIED BY 'p@ss:/?#%'`)
      await pool.query(`GRANT SELECT ON ${quote(table)} TO ${user}@'127.0.0.1'`)
      return url.replace(/\/\/[^@]*@/, `//${user}:${encodeURIComponent('p@ss:/?#%')}@`)
    },
    async dropConnections() {
      const [rows] = await pool.query<mysql.RowDataPacket[]>(
        `SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND info LIKE '%matter%'`,
      )
      // A connection that has ended by itself in between is gone too.
      for (const { id } of rows)
        await pool.query(`KILL ${id}`).catch((error: { code?: string }) => {
          if (error.code !== 'ER_NO_SUCH_THREAD') throw error
        })
    },
    read: async (table) => (await pool.query<mysql.RowDataPacket[]>(`SELECT * FROM ${quote(table)}`))[0],
    async retype(table, column) {
      await pool.query(`ALTER TABLE ${quote(table)} MODIFY ${quote(column)} text`)
    },
    close: () => pool.end(),
  }
}

await describeWith('mysql', 'rows of MySQL', (url) => {
  databaseContract({
    open: () => createLab(url),
    can: { connect: true, login: true, drop: true, retype: true },
    where: (name) => ({ where: `name = '${name.replaceAll('\\', '\\\\').replaceAll("'", "''")}' -- and nothing else` }),
    query: (table) => ({ query: `SELECT * FROM ${table} WHERE district = 'west'` }),
    wrong: { fields: { where: 'name === 1' } },
  })
})
