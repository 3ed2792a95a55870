/** The store in PostgreSQL, held to the contract of every store. */
import pg from 'pg'
import { driver as postgres } from '../../src/stores/postgres.js'
import { describeWith } from '../support/servers.js'
import { storeContract } from './contract.js'

let next = 0
const place = (url: string) => `${url}#t${process.pid}_${next++}`
const nameOf = (url: string) => url.slice(url.indexOf('#') + 1)

await describeWith('postgres', 'in PostgreSQL', (server) => {
  storeContract({
    name: 'postgres',
    driver: postgres,
    url: () => place(server),
    persistent: true,
    steps: 25,
    async damage(url, { seq }) {
      const client = new pg.Client(server)
      await client.connect()
      await client.query(`UPDATE ${nameOf(url)}_records SET record = set_byte(record, 30, 255 - get_byte(record, 30)) WHERE seq = $1`, [
        seq,
      ])
      await client.end()
    },
  })
})
