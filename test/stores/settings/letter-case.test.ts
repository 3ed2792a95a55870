/** Names of indexes that differ in the case of a letter: two indexes, or the second is refused; never one index under two names. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openIndex } from '../../../src/index.js'
import { driverFor } from '../../../src/stores/stores.js'
import { temporaryFolder } from '../../support/files.js'
import { describeWith } from '../../support/servers.js'

const OPTIONS = { method: 'exact', payload: 'text' } as const

function cases(place: string, isOne: boolean): void {
  const [first, second] = [`${place}#Case_${process.pid}`, `${place}#case_${process.pid}`]

  it(isOne ? 'says under which name an index is there' : 'keeps two indexes apart', async () => {
    await using index = await openIndex(first, OPTIONS)
    await index.add({ id: 1, text: 'a text' })
    const { drop } = await driverFor(place)
    if (isOne) {
      const refused = { code: 'STORE', message: expect.stringMatching(/its name is "Case_\d+" there/) }
      await expect(openIndex(second, OPTIONS)).rejects.toMatchObject(refused)
      await expect(openIndex(second, { create: false })).rejects.toMatchObject(refused)
      await expect(drop(second)).rejects.toMatchObject(refused)
    } else {
      await using other = await openIndex(second, OPTIONS)
      expect(await other.addIfNew({ id: 2, text: 'a text' })).toMatchObject({ status: 'new' })
      expect(await other.get(1)).toBeUndefined()
      await drop(second)
    }
    expect((await index.get(1))?.text).toBe('a text')
    await drop(first)
  })

  it.runIf(isOne)('refuses one of two that create at once', async () => {
    const opened = await Promise.allSettled([first, second].map((url) => openIndex(url, OPTIONS)))
    expect(opened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const result of opened) if (result.status === 'fulfilled') await result.value.close()
    for (const url of [first, second]) await (await driverFor(place)).drop(url).catch(() => {})
  })
}

describe('SQLite', () => cases(`sqlite:${join(temporaryFolder(), 'one.db')}`, true))
await describeWith('postgres', 'PostgreSQL', (url) => cases(url, true))
// Where names of tables are names of files: on Linux they differ.
await describeWith('mysql', 'MariaDB', (url) => cases(url, process.platform !== 'linux'))
await describeWith('redis', 'Redis', (url) => cases(url, false))
await describeWith('mongodbReplica', 'MongoDB', (url) => cases(url, false))
