/** The store in MySQL, held to the contract of every store. */
import mysql2, { type Connection, createConnection } from 'mysql2/promise'
import { vi } from 'vitest'
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
    async asked(_, act) {
      const spy = vi.spyOn((mysql2 as unknown as { PromiseConnection: { prototype: Connection } }).PromiseConnection.prototype, 'query')
      await act()
      const sent = spy.mock.calls.length
      spy.mockRestore()
      return { sent }
    },
    async damage(url, { seq }) {
      const client = await createConnection(server)
      await client.query(`UPDATE ${nameOf(url)}_records SET record = CONCAT(record, 'x') WHERE seq = ?`, [seq])
      await client.end()
    },
  })
})
