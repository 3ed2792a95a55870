/** Opening a live index: its store, and its options against those of the caller. */
import { LeitongError } from '../../errors.js'
import { expandUrl } from '../../stores/store-url.js'
import { driverFor } from '../../stores/stores.js'
import { LiveIndex } from './live-index.js'
import type { LiveOptions } from './settings.js'
import { newMeta, openedSetup } from './setup.js'

/**
 * Opens a live index, and creates it where there is none.
 *
 * @param url      `memory:NAME`, a folder (`lmdb:PATH`), or a server; see docs/stores.md; `${NAME}` stands for a variable of the environment
 * @param options  what counts as alike and how is signed; an index that is there has its own, and refuses others
 * @throws {LeitongError} `INDEX_OPTIONS` when the index was made with other options, `INDEX_MISSING` with `create: false`,
 *         `STORE_URL`, `STORE`, `PACKAGE_MISSING`, and for wrong options
 * @example
 * const index = await open('/var/lib/texts', { method: 'simhash' })
 * await index.addIfNew({ id: 'a', text: 'The quick brown fox jumps over the lazy dog.' }) // { status: 'new', group: 'a', … }
 * await index.close()
 */
export async function open(url: string, options: LiveOptions = {}): Promise<LiveIndex> {
  if (typeof url !== 'string' || !url) throw new LeitongError('STORE_URL', String(url), 'a folder, or the URL of a store')
  const place = expandUrl(url)
  const driver = await driverFor(place)
  const store = await driver.open(place, options.create === false ? undefined : newMeta(options))
  try {
    return new LiveIndex(place, store, openedSetup(place, store.meta, options))
  } catch (error) {
    await store.close()
    throw error
  }
}
