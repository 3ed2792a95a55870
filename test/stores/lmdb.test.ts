/** The store in a folder, held to the contract of every store, and its own ways to be damaged. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { open } from 'lmdb'
import { expect, it } from 'vitest'
import { openIndex } from '../../src/index.js'
import { driver } from '../../src/stores/lmdb/lmdb.js'
import { encodeRecord } from '../../src/stores/record.js'
import { temporaryFolder } from '../support/files.js'
import { storeContract } from './contract/contract.js'

const folder = temporaryFolder()
let next = 0
storeContract({
  name: 'lmdb',
  driver,
  url: () => join(folder, `index-${next++}`),
  persistent: true,
  async damage(url, record) {
    const path = join(url, 'index.lmdb')
    const bytes = readFileSync(path)
    const at = bytes.indexOf(encodeRecord(record, record.seq))
    bytes[at + 30] = (bytes[at + 30] as number) ^ 1
    writeFileSync(path, bytes)
  },
  steps: 40,
  async asked(url, act) {
    const root = open({ path: join(url, 'index.lmdb'), readOnly: true })
    const last = () => Number((root.getStats() as { lastTxnId: number }).lastTxnId)
    const before = last()
    await act()
    const sent = last() - before
    await root.close()
    return { sent }
  },
})

it('forgets removals by itself, here and in other processes', async () => {
  const index = await openIndex(join(folder, 'replaced'), { method: 'exact', payload: 'none' })
  const most: number[] = []
  for (let round = 0; round < 60; round++) {
    for await (const added of index.addAll(Array.from({ length: 200 }, (_, id) => ({ id, text: `document ${id} of round ${round}` }))))
      expect(added.status).toBe('new')
    most.push(Number((await index.stats()).details['removed, not compacted']))
  }
  // 11 800 were replaced.
  expect(Math.max(...most)).toBeGreaterThan(2000)
  expect(Math.max(...most)).toBeLessThanOrEqual(4096 + 200)
  expect(await index.verify()).toEqual({ records: 200, problems: [] })
  expect((await index.query('document 7 of round 59')).map(({ id }) => id)).toEqual([7])
  expect(await index.query('document 7 of round 58')).toEqual([])
  await index.close()
  // What opening reads.
  const again = await openIndex(join(folder, 'replaced'), { create: false })
  expect(Number((await again.stats()).details['removed, not compacted'])).toBeLessThanOrEqual(4096)
  expect(await again.verify()).toEqual({ records: 200, problems: [] })
  await again.close()
})
