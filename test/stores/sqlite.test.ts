/**
 * The store in an SQLite file, held to the contract of every store.
 *
 * Covers   also: one file under several names; room given back, and what keeps it from being given back.
 */
import { mkdirSync, statSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, it, vi } from 'vitest'
import { type LiveIndex, openIndex } from '../../src/index.js'
import { loadSqlite } from '../../src/sources/databases/sqlite-driver.js'
import { driver } from '../../src/stores/sql/sqlite.js'
import { temporaryFolder } from '../support/files.js'
import { storeContract } from './contract/contract.js'

const folder = temporaryFolder()
let next = 0
const fileOf = (url: string) => url.slice('sqlite:'.length, url.indexOf('#'))

storeContract({
  name: 'sqlite',
  driver,
  url: () => `sqlite:${join(folder, `index-${next++}.db`)}#texts`,
  persistent: true,
  steps: 30,
  async asked(_, act) {
    const { prototype } = await loadSqlite()
    const spies = [vi.spyOn(prototype, 'prepare'), vi.spyOn(prototype, 'exec')]
    await act()
    const sent = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    vi.restoreAllMocks()
    return { sent }
  },
  async damage(url, { seq }) {
    const db = new (await loadSqlite())(fileOf(url), {})
    db.prepare("UPDATE texts_records SET record = CAST(record || 'x' AS BLOB) WHERE seq = ?").run(seq)
    db.close()
  },
})

it('is one file under any name', async () => {
  const real = join(folder, 'names')
  mkdirSync(real)
  symlinkSync(real, join(folder, 'link'))
  symlinkSync(join(real, 'one.db'), join(folder, 'dangling.db'))
  const path = join(real, 'one.db')
  const names = [
    join(folder, 'dangling.db'),
    path,
    relative('.', path),
    join(folder, 'link', 'one.db'),
    `${dirname(path)}/./${basename(path)}`,
  ]
  // SQLite waits without letting anything else run: one transaction would wait for another that waits for the process.
  const indexes: LiveIndex[] = []
  for (const name of names) indexes.push(await openIndex(`sqlite:${name}`))
  await Promise.all(
    Array.from({ length: 10 }, (_, i) => indexes[i % names.length]?.add({ id: i, text: `document ${i} says ${i * 7} and ${i * 11}` })),
  )
  for (const index of indexes) {
    expect((await index.stats()).documents).toBe(10)
    await index.close()
  }
})

it('gives room back when it is compacted', async () => {
  const path = join(folder, 'roomy.db')
  const [index, other] = [await openIndex(`sqlite:${path}`, { method: 'exact', payload: 'text' }), await openIndex(`sqlite:${path}#other`)]
  await other.add({ id: 1, text: 'of another index in this file' })
  const ids = Array.from({ length: 600 }, (_, id) => id)
  for await (const _ of index.addAll(ids.map((id) => ({ id, text: `${id} `.repeat(500) }))));
  for await (const _ of index.removeAll(ids.slice(10)));
  await index.compact()
  const full = 600 * 500 * 4
  expect(statSync(path).size).toBeLessThan(full / 4)
  expect((await index.stats()).bytes).toBeLessThan(full / 4)

  // Somebody writes meanwhile: nothing is given back, and nothing happens.
  for await (const _ of index.addAll(ids.map((id) => ({ id, text: `${id} `.repeat(500) }))));
  for await (const _ of index.removeAll(ids.slice(10)));
  const writer = new (await loadSqlite())(path, {})
  writer.exec('BEGIN IMMEDIATE')
  writer.exec("INSERT INTO other_splits VALUES ('x')")
  await index.compact()
  writer.exec('ROLLBACK')
  writer.close()
  expect(await index.verify()).toEqual({ records: 10, problems: [] })
  expect(await other.verify()).toEqual({ records: 1, problems: [] })
  await index.close()
  await other.close()
})
