/** Indexes in files on a disk of their own that fills up: the error says so, nothing acknowledged is lost, and the handle goes on when there is room. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openIndex } from '../../src/index.js'
import { temporaryFolder } from '../support/files.js'
import { SmallDisk } from '../support/small-disk.js'
import { textsOf } from '../support/writers.js'

const NAMES = { lmdb: (folder: string) => join(folder, 'index'), sqlite: (folder: string) => `sqlite:${join(folder, 'index.db')}` }

for (const [name, urlOf] of Object.entries(NAMES))
  it(`${name} says that the disk is full, and goes on when there is room`, async ({ skip }) => {
    const folder = join(temporaryFolder(), 'disk')
    const disk = SmallDisk.mount(folder)
    if (!disk) return skip('mounting a small file system needs more rights than this run has')
    try {
      const url = urlOf(folder)
      const texts = new Map<string, string>()
      const index = await openIndex(url, { method: 'exact', payload: 'text' })
      const add = async (id: string) => {
        const text = randomBytes(6000).toString('base64')
        await index.add({ id, text })
        texts.set(id, text)
      }
      await add('before')
      disk.leave(2 << 20)
      const filling = (async () => {
        for (let i = 0; i < 2000; i++) await add(`${i}`)
      })()
      await expect(filling).rejects.toMatchObject({ code: 'STORE', message: expect.stringMatching(/disk .*is full/) })
      expect(texts.size).toBeGreaterThan(20)
      // On a full disk a new index is refused for the same cause.
      disk.leave(0)
      if (name === 'lmdb')
        await expect(openIndex(`${url}-2`)).rejects.toMatchObject({ message: expect.stringMatching(/is full|no space/i) })
      disk.giveBack()
      await add('after')
      await index.close()
      expect(await textsOf(url)).toEqual(texts)
    } finally {
      disk.unmount()
    }
  })
