/** The store in an SQLite file, held to the contract of every store. */
import { join } from 'node:path'
import { loadSqlite } from '../../src/sources/database/sqlite.js'
import { driver } from '../../src/stores/sqlite.js'
import { temporaryFolder } from '../support/files.js'
import { storeContract } from './contract.js'

const folder = temporaryFolder()
let next = 0
const fileOf = (url: string) => url.slice('sqlite:'.length, url.indexOf('#'))

storeContract({
  name: 'sqlite',
  driver,
  url: () => `sqlite:${join(folder, `index-${next++}.db`)}#texts`,
  persistent: true,
  steps: 30,
  async damage(url, { seq }) {
    const db = new (await loadSqlite())(fileOf(url), {})
    db.prepare("UPDATE texts_records SET record = CAST(record || 'x' AS BLOB) WHERE seq = ?").run(seq)
    db.close()
  },
})
