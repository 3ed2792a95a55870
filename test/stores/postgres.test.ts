/** The store in PostgreSQL, held to the contract of every store. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { expect, it } from 'vitest'
import { driver as postgres } from '../../src/stores/sql/postgres.js'
import { describeWith } from '../support/servers.js'
import { storeContract } from './contract/contract.js'
import { metaOf } from './contract/support.js'

let next = 0
const place = (url: string) => `${url}#t${process.pid}_${next++}`
const nameOf = (url: string) => url.slice(url.indexOf('#') + 1)

await describeWith('postgres', 'in PostgreSQL', (server) => {
  it('looks keys up in the index, also where no statistics have been gathered', async () => {
    const name = `scans_${process.pid}`
    const url = place(`${server}${server.includes('?') ? '&' : '?'}application_name=${name}`)
    const client = new pg.Client(server)
    await client.connect()
    let next = 0
    // Statistics of use arrive when the connection ends.
    const scansAfter = async (count: number) => {
      const store = await postgres.open(url, metaOf({ kind: 'simhash', bits: 64, distance: 3 }, 1000))
      await client.query(`ALTER TABLE ${nameOf(url)}_postings SET (autovacuum_enabled = off)`)
      const offers = Array.from({ length: count }, () => {
        const id = String(next++)
        const row = new Uint8Array(createHash('sha256').update(id).digest().subarray(0, 24))
        return { id, row, decide: () => ({ id, row, group: id, payload: new Uint8Array() }) }
      })
      await store.update(offers)
      await store.close()
      for (let left = 1; left; )
        left = (await client.query('SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = $1', [name])).rows[0].n
      const { rows } = await client.query('SELECT seq_scan::int AS scans FROM pg_stat_user_tables WHERE relname = $1', [
        `${nameOf(url)}_postings`,
      ])
      return rows[0].scans as number
    }
    // A table of a page or two is read from end to end, and rightly.
    const small = await scansAfter(1000)
    expect((await scansAfter(1000)) - small).toBe(0)
    await client.end()
    await postgres.drop(url)
  })

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
