/** Opening a live index: its store, and its options against those of the caller. */
import { LeitongError } from '../../errors.js'
import { methodOf } from '../../methods/methods.js'
import { searchOf } from '../../methods/searches.js'
import { NO_MACHINE } from '../../options/running.js'
import type { Selectors } from '../../reading/selectors.js'
import { resolveOptions } from '../../resolving/resolve.js'
import type { IndexMeta, Store, StoreDriver, VerifyReport } from '../../stores/store.js'
import { expandUrl } from '../../stores/store-url.js'
import { driverFor, filesOf } from '../../stores/stores.js'
import { LiveIndex } from './live-index.js'
import type { SettingsInput } from './settings.js'
import { newMeta, openedSetup } from './setup.js'

/**
 * Opens a live index, and creates it where there is none; the library says more of it (library/open.ts).
 *
 * @param selectors  of fields that have no name
 * @throws {LeitongError} `INDEX_OPTIONS`, `INDEX_MISSING`, `STORE_URL`, `STORE`, `PACKAGE_MISSING`, and for wrong options
 */
export async function open(url: string, options: SettingsInput = {}, selectors?: Selectors): Promise<LiveIndex> {
  if (typeof url !== 'string' || !url) throw new LeitongError('STORE_URL', String(url), 'a folder, or the URL of a store')
  const place = expandUrl(url)
  const driver = await driverFor(place)
  const store = await openStore(driver, place, options)
  try {
    return new LiveIndex(place, store, openedSetup(place, store.meta, options), selectors)
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Options that name a measure of rows may leave its fields and its model to an index that is there; only a new one needs them. */
async function openStore(driver: StoreDriver, place: string, options: SettingsInput): Promise<Store> {
  if (options.create === false) return driver.open(place, undefined)
  let meta: IndexMeta
  try {
    meta = newMeta(options)
  } catch (fault) {
    // What was asked for may be no measure at all: that is the fault.
    if (options.measure === undefined || methodOf({ measure: options.measure }).reads !== 'values') throw fault
    return driver.open(place, undefined).catch((error: unknown) => {
      throw error instanceof LeitongError && error.code === 'INDEX_MISSING' ? fault : error
    })
  }
  const values = meta.settings['options'] as Readonly<Record<string, unknown>>
  const resolved = resolveOptions([{ values, where: 'in the index' }], NO_MACHINE)
  searchOf(resolved).index.requireIndexable?.(resolved, driver)
  if (meta.search.kind === 'features' && !driver.searchesInMemory)
    throw new LeitongError(
      'OPTION_CONFLICT',
      'measure "containment" searches in memory, in an index of memory: or lmdb:; a store on a server or in SQLite has no search for it',
    )
  if (meta.overflow !== undefined && driver.searchesInMemory)
    throw new LeitongError(
      'OPTION_CONFLICT',
      '--overflow says when a store of postings cuts a key; an index of memory: or lmdb: searches in memory and has none. Leave it out, or use SQLite or a server',
    )
  return driver.open(place, meta)
}

/**
 * Reads everything that an index holds, and holds it against each other; a damaged index ends no process.
 *
 * @throws {LeitongError} `INDEX_MISSING`, `STORE_URL`, `STORE`, `PACKAGE_MISSING`
 */
export async function verifyIndex(url: string): Promise<VerifyReport> {
  const place = expandUrl(url)
  const driver = await driverFor(place)
  if (driver.verify) return driver.verify(place)
  const store = await driver.open(place, undefined)
  try {
    return await store.verify()
  } finally {
    await store.close()
  }
}

/**
 * Removes an index and everything in it; nothing happens where there is none.
 *
 * @throws {LeitongError} `STORE_URL`, `STORE`, `PACKAGE_MISSING`
 */
export async function dropIndex(url: string): Promise<void> {
  const place = expandUrl(url)
  await (await driverFor(place)).drop(place)
}

/** The files of an index, each with its name in messages: outputs must not replace them. None of an index on a server. */
export const indexFiles = async (url: string): Promise<(readonly [path: string, name: string])[]> =>
  Array.from(await filesOf(expandUrl(url)), (path) => [path, 'a file of the index'] as const)
