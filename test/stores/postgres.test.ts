/** The store in PostgreSQL, held to the contract of every store. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
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
      await client.query(`ALTER TABLE ${nameOf(url)}_pages SET (autovacuum_enabled = off)`)
      const offers = Array.from({ length: count }, () => {
        const id = String(next++)
        const entry = new Uint8Array(createHash('sha256').update(id).digest().subarray(0, 24))
        return { id, entry, decide: () => ({ id, entry, group: id, payload: new Uint8Array() }) }
      })
      await store.update(offers)
      await store.close()
      for (let left = 1; left; )
        left = (await client.query('SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = $1', [name])).rows[0].n
      const { rows } = await client.query('SELECT seq_scan::int AS scans FROM pg_stat_user_tables WHERE relname = $1', [
        `${nameOf(url)}_pages`,
      ])
      return rows[0].scans as number
    }
    // A table of a page or two is read from end to end, and rightly.
    const small = await scansAfter(1000)
    expect((await scansAfter(1000)) - small).toBe(0)
    await client.end()
    await postgres.drop(url)
  })

  it('reads a page once, however many of its documents are removed together', async () => {
    const url = place(server)
    const store = await postgres.open(url, metaOf({ kind: 'exact' }, 1_000_000))
    const entry = new Uint8Array(16).fill(7)
    const record = (id: string) => ({ id, entry, group: id, payload: new Uint8Array() })
    const ids = Array.from({ length: 500 }, (_, i) => `r${i}`)
    await store.update(ids.map((id) => ({ id, entry, blind: true, decide: () => record(id) })))
    const client = new pg.Client(server)
    await client.connect()
    const pages = async () => (await client.query(`SELECT n FROM ${nameOf(url)}_pages ORDER BY page`)).rows.map(({ n }) => n as number)
    const before = await pages()
    expect(before.length).toBeGreaterThan(1)
    const original = pg.Client.prototype.query
    let [read, statements] = [0, 0]
    // Rows that come back from statements that lock pages.
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
      const sent = original.apply(this, args as never) as unknown as Promise<{ rows: unknown[] }> | undefined
      const text = (args[0] as { text?: string }).text ?? ''
      statements++
      if (!text.includes('FOR UPDATE')) return sent as never
      return sent?.then((answer) => {
        read += answer.rows.length
        return answer
      }) as never
    })
    const gone = ids.filter((_, i) => i % 2).slice(0, 240)
    expect((await store.remove(gone)).every(Boolean)).toBe(true)
    spy.mockRestore()
    expect(read).toBe(before.length)
    // As many as for one: none for each document.
    expect(statements).toBeLessThan(12)
    expect((await pages()).reduce((sum, n) => sum + n, 0)).toBe(260)
    expect((await store.verify()).problems).toEqual([])
    const [left] = await store.find([entry], false)
    expect(left).toHaveLength(260)
    await client.end()
    await store.close()
    await postgres.drop(url)
  })

  it('spreads the postings of a key over several pages, and takes them out again', async () => {
    const url = place(server)
    const store = await postgres.open(url, metaOf({ kind: 'exact' }, 1_000_000))
    const entry = new Uint8Array(16).fill(7)
    const record = (id: string) => ({ id, entry, group: id, payload: new Uint8Array() })
    const ids = Array.from({ length: 700 }, (_, i) => `r${i}`)
    for (let at = 0; at < ids.length; at += 100)
      await store.update(ids.slice(at, at + 100).map((id) => ({ id, entry, blind: true, decide: () => record(id) })))
    const client = new pg.Client(server)
    await client.connect()
    const pages = async () => (await client.query(`SELECT n, length(list) AS bytes FROM ${nameOf(url)}_pages ORDER BY page`)).rows
    const full = await pages()
    expect(full.length).toBeGreaterThan(2)
    expect(full.reduce((sum, { n }) => sum + n, 0)).toBe(700)
    for (const { bytes } of full) expect(bytes).toBeLessThan(2000)
    expect((await store.find([entry], false))[0]?.length).toBe(700)
    // The first page and more: an empty one goes.
    await store.remove(ids.slice(0, 400))
    expect((await pages()).length).toBeLessThan(full.length)
    expect((await store.find([entry], false))[0]?.length).toBe(300)
    await store.update([{ id: 'more', entry, blind: true, decide: () => record('more') }])
    // Replaced: taken out and added in one transaction.
    await store.update([{ id: 'r500', entry, blind: true, decide: () => record('r500') }])
    expect((await store.find([entry], false))[0]?.length).toBe(301)
    // Every one replaced: no page takes up what leaves the others.
    for (const id of ids) await store.update([{ id, entry, blind: true, decide: () => record(id) }])
    await store.remove(ids.slice(300))
    for (const { bytes } of await pages()) expect(bytes).toBeLessThan(2000)
    expect((await store.verify()).problems).toEqual([])
    expect((await store.stats()).details['postings']).toBe(301)
    await client.end()
    await store.close()
    await postgres.drop(url)
  })

  it('keeps every posting when some are taken out of a page while others are added to it, whatever the database asks of transactions', async () => {
    const stricter = `options=${encodeURIComponent('-c default_transaction_isolation=repeatable\\ read')}`
    const url = place(`${server}${server.includes('?') ? '&' : '?'}${stricter}`)
    const meta = metaOf({ kind: 'exact' }, 1_000_000)
    const [one, other] = [await postgres.open(url, meta), await postgres.open(url, meta)]
    const entry = new Uint8Array(16).fill(9)
    const offer = (id: string) => ({ id, entry, blind: true, decide: () => ({ id, entry, group: id, payload: new Uint8Array() }) })
    const idsOf = (name: string) => Array.from({ length: 40 }, (_, i) => `${name}${i}`)
    await one.update(idsOf('old').map(offer))
    await Promise.all([
      (async () => {
        for (const id of idsOf('old')) await one.remove([id])
      })(),
      (async () => {
        for (const id of idsOf('new')) await other.update([offer(id)])
      })(),
    ])
    expect((await one.find([entry], false))[0]?.length).toBe(40)
    expect((await one.verify()).problems).toEqual([])
    await Promise.all([one.close(), other.close()])
    await postgres.drop(url)
  })

  it('finds postings whose record is gone, and removes them', async () => {
    const url = place(server)
    const store = await postgres.open(url, metaOf({ kind: 'exact' }, 1_000_000))
    const entry = new Uint8Array(16).fill(3)
    const offer = (id: string) => ({ id, entry, blind: true, decide: () => ({ id, entry, group: id, payload: new Uint8Array() }) })
    const [gone] = await store.update(['a', 'b', 'c'].map(offer))
    const client = new pg.Client(server)
    await client.connect()
    await client.query(`DELETE FROM ${nameOf(url)}_records WHERE seq = $1`, [gone?.seq])
    await client.end()
    expect((await store.verify()).problems).toHaveLength(1)
    await store.compact()
    expect((await store.verify()).problems).toEqual([])
    expect((await store.stats()).details['postings']).toBe(2)
    await store.close()
    await postgres.drop(url)
  })

  it('refuses an index of a version that kept it otherwise, and drops it', async () => {
    const url = place(server)
    const meta = metaOf({ kind: 'exact' })
    const store = await postgres.open(url, meta)
    await store.close()
    const client = new pg.Client(server)
    await client.connect()
    // As an earlier version left it: what says how postings lie is missing.
    await client.query(`DELETE FROM ${nameOf(url)}_meta WHERE one = 3`)
    await client.query(`CREATE TABLE ${nameOf(url)}_postings (k bytea)`)
    await expect(postgres.open(url, meta)).rejects.toThrow('an earlier version of leitong made this index')
    await postgres.drop(url)
    expect((await client.query('SELECT to_regclass($1) AS found', [`${nameOf(url)}_postings`])).rows[0].found).toBeNull()
    await client.end()
  })

  storeContract({
    name: 'postgres',
    driver: postgres,
    url: () => place(server),
    persistent: true,
    steps: 25,
    async asked(_, act) {
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      await act()
      const sent = spy.mock.calls.length
      spy.mockRestore()
      return { sent }
    },
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
