/** The store in an SQLite file when something fails. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openIndex } from '../../../src/index.js'
import { loadSqlite } from '../../../src/sources/databases/sqlite-driver.js'
import { temporaryFolder } from '../../support/files.js'
import { createRandom } from '../../support/texts.js'
import { type Acknowledged, checkAcknowledged, killWriters, note, startWriter } from '../../support/writers.js'

const folder = temporaryFolder()
const place = async (name: string) => {
  const url = `sqlite:${join(folder, `${name}.db`)}#index`
  await (await openIndex(url, { method: 'simhash', payload: 'text' })).close()
  return url
}

it('loses nothing acknowledged when writers are killed at any moment', async () => {
  await killWriters(await place('killed'), { rounds: 1, writers: 5, within: 150 }, createRandom(3))
})

it('says so when the disk is full, and keeps what it has acknowledged', async () => {
  const url = await place('full')
  // Files end at 2 MB: for whoever writes that is a full disk.
  const writer = startWriter(['write', url, 'w', '5'], 'ulimit -f 2048')
  await writer.ended
  expect(writer.lines.at(-1)).toMatch(/^error STORE .*(full|I\/O)/)
  const acknowledged: Acknowledged = new Map()
  note(writer.lines, acknowledged)
  expect(acknowledged.size).toBeGreaterThan(100)
  await checkAcknowledged(url, acknowledged)
})

it('tells the cause of a transaction that SQLite itself has taken back', async () => {
  const url = await place('rollback')
  const db = new (await loadSqlite())(join(folder, 'rollback.db'), {})
  // As SQLite does when there is no room.
  db.exec("CREATE TRIGGER no_room BEFORE INSERT ON index_records BEGIN SELECT RAISE(ROLLBACK, 'there is no room at all'); END")
  const index = await openIndex(url)
  await expect(index.add({ id: 1, text: 'a text' })).rejects.toMatchObject({
    code: 'STORE',
    message: expect.stringContaining('there is no room at all'),
  })
  db.exec('DROP TRIGGER no_room')
  db.close()
  expect(await index.add({ id: 1, text: 'a text' })).toMatchObject({ status: 'new' })
  await index.close()
})
