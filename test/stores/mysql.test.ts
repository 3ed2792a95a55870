/** The store in MySQL, held to the contract of every store. */
import { createConnection } from 'mysql2/promise'
import { driver as mysql } from '../../src/stores/sql/mysql.js'
import { describeWith } from '../support/servers.js'
import { storeContract } from './contract/contract.js'

let next = 0
const place = (url: string) => `${url}#t${process.pid}_${next++}`
const nameOf = (url: string) => url.slice(url.indexOf('#') + 1)

await describeWith('mysql', 'in MySQL', (server) => {
  storeContract({
    name: 'mysql',
    driver: mysql,
    url: () => place(server),
    persistent: true,
    steps: 25,
    runs: 2,
    async damage(url, { seq }) {
      const client = await createConnection(server)
      await client.query(`UPDATE ${nameOf(url)}_records SET record = CONCAT(record, 'x') WHERE seq = ?`, [seq])
      await client.end()
    },
  })
})
