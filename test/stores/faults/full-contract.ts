/** What a store on a server keeps when there is no room for more. */
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { programPath } from '../../../scripts/ensure-servers.mjs'
import { openIndex } from '../../../src/index.js'
import type { Lab } from '../../support/fault-lab.js'
import type { SmallDisk } from '../../support/small-disk.js'
import { textsOf } from '../../support/writers.js'
import { OPTIONS } from './fault-contract.js'

/** Incompressible, so that it takes the room that it should. */
const noise = (size: number) => randomBytes((size / 4) * 3).toString('base64')

/**
 * Adds and replaces large texts until the server has no room for another, and then again when it has.
 *
 * @param size    characters of a text
 * @param limit   takes the room away; what it returns gives it back
 * @param reason  what the server says
 */
export async function fillUp(url: string, size: number, limit: () => Promise<() => Promise<void>>, reason: RegExp): Promise<void> {
  const texts = new Map<string, string>()
  const index = await openIndex(url, OPTIONS)
  const add = async (id: string) => {
    const text = noise(size)
    await index.add({ id, text })
    texts.set(id, text)
  }
  await add('before')
  const lift = await limit()
  const filling = (async () => {
    for (let i = 0; i < 40; i++) {
      await add(`${i}`)
      await add('before')
    }
  })()
  await expect(filling).rejects.toMatchObject({ code: 'STORE', message: expect.stringMatching(reason) })
  // Nothing of it is half there, and what needs no room works.
  expect((await index.get('before'))?.text).toBe(texts.get('before'))
  expect(await index.remove('before')).toBe(true)
  texts.delete('before')
  await lift()
  await add('after')
  await index.close()
  expect(await textsOf(url)).toEqual(texts)
}

/**
 * A disk that is full, of a server that goes on without room, or stops for want of it, as it pleases.
 *
 * @param size    characters of a text
 * @param reason  what the call says that had no room
 */
export function diskOfServer({ home, url }: Lab, disk: SmallDisk, size: number, reason: RegExp): void {
  it(`says so when its disk is full, and all that was acknowledged is there when there is room: texts of ${size}`, async () => {
    const place = `${url}#full_${size}`
    const texts = new Map<string, string>()
    const index = await openIndex(place, OPTIONS)
    const add = async (id: string) => {
      const text = noise(size)
      await index.add({ id, text })
      texts.set(id, text)
    }
    await add('before')
    disk.leave(6 << 20)
    const filling = (async () => {
      for (let i = 0; i < 4000; i++) await add(`${i}`)
    })()
    await expect(filling).rejects.toMatchObject({ code: 'STORE', message: expect.stringMatching(reason) })
    expect(texts.size).toBeGreaterThan(1)
    disk.giveBack()
    home.restartEnded()
    // By the same handle. What was under way may be there or not, whole.
    await add('after')
    await index.close()
    const found = await textsOf(place)
    for (const [id, text] of texts) expect(found.get(id)).toBe(text)
    expect(found.size - texts.size).toBeLessThanOrEqual(1)
  })
}

/** A disk that is full for files that have this size, of a server that goes on with the others. */
export function filesOfServer({ home, url }: Lab, bytes: number, reason: RegExp): void {
  const prlimit = programPath('prlimit')
  it.skipIf(!prlimit)('says so when its files cannot grow, keeps what it has acknowledged, and goes on when they can', async () => {
    // As the user of the server, who may always do this to processes of its own.
    const setLimit = async (limit: string) => {
      const set = (pid: number) => home.run(prlimit as string, ['--pid', String(pid), `--fsize=${limit}:unlimited`])
      const [server, ...children] = home.processes()
      await set(server as number)
      // One may have ended since.
      await Promise.allSettled(children.map(set))
    }
    const limit = async () => {
      await setLimit(String(bytes))
      return () => setLimit('unlimited')
    }
    await fillUp(`${url}#full`, 3_000_000, limit, reason)
  })
}
