/** The shelf of stores, by the scheme of their URL. A new store is one file and one line here; its package is loaded when first used. */
import { LeitongError } from '../errors.js'
import type { StoreDriver } from './store.js'
import { redactedUrl } from './store-url.js'

interface Shelf {
  readonly load: () => Promise<{ readonly driver: StoreDriver }>
}

const STORES: Readonly<Record<string, Shelf>> = {
  memory: { load: () => import('./memory.js') },
  lmdb: { load: () => import('./lmdb/lmdb.js') },
  sqlite: { load: () => import('./sql/sqlite.js') },
  postgres: { load: () => import('./sql/postgres.js') },
  postgresql: { load: () => import('./sql/postgres.js') },
  redis: { load: () => import('./redis/redis.js') },
  rediss: { load: () => import('./redis/redis.js') },
  'redis-cluster': { load: () => import('./redis/redis.js') },
  mongodb: { load: () => import('./mongodb/mongodb.js') },
  'mongodb+srv': { load: () => import('./mongodb/mongodb.js') },
  mysql: { load: () => import('./sql/mysql.js') },
  mariadb: { load: () => import('./sql/mysql.js') },
}

/** The files of an index at a URL; none of one on a server. */
export async function filesOf(url: string): Promise<readonly string[]> {
  const driver = await driverFor(url)
  return driver.filesOf?.(url) ?? []
}

/**
 * The driver for a URL: `memory:NAME`, `lmdb:FOLDER`, a folder alone, or the URL of a server or of an SQLite file.
 *
 * @throws {LeitongError} `STORE_URL`, `PACKAGE_MISSING`
 */
export async function driverFor(url: string): Promise<StoreDriver> {
  // One letter and a colon is a drive.
  const [, given = 'lmdb'] = /^([a-z][a-z0-9+.-]+):/i.exec(url) ?? []
  const scheme = given.toLowerCase()
  const shelf = Object.hasOwn(STORES, scheme) ? STORES[scheme] : undefined
  if (!shelf) throw new LeitongError('STORE_URL', redactedUrl(url), Object.keys(STORES).join(', '))
  return (await shelf.load()).driver
}
