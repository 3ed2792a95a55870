/** The places of one store under test, and the handles that its cases have opened: both go when its cases are done. */
import type { IndexMeta, Store, StoreDriver, StoredRecord } from '../../../src/stores/store.js'

/** What a store was asked for. */
export interface Asked {
  /** Statements, commands or transactions that were sent: each is a way to a server, or to a disk. */
  readonly sent: number
  /** Values that the server read or wrote one by one for them, where it tells. */
  readonly touched?: number
}

export interface StoreSetup {
  readonly name: string
  readonly driver: StoreDriver
  /** A place that nothing else uses, another with each call. */
  url(): string
  /** The index is still there when its last client has closed it. */
  readonly persistent: boolean
  /** Damages one stored record behind the store's back, while no client has the index open. */
  damage?(url: string, record: StoredRecord): Promise<void>
  /** Does something with an index that is open, and counts what its store is asked for meanwhile. */
  asked?(url: string, act: () => Promise<unknown>): Promise<Asked>
  /** Random writes of the property test; fewer for a slow server. @default 60 */
  readonly steps?: number
  /** Sequences of the property test; fewer where an index takes long to make. @default 4 */
  readonly runs?: number
}

export class StoreLab {
  readonly setup: StoreSetup
  readonly #urls: string[] = []
  readonly #open = new Set<Store>()

  constructor(setup: StoreSetup) {
    this.setup = setup
  }

  newUrl(): string {
    const url = this.setup.url()
    this.#urls.push(url)
    return url
  }

  async open(url: string, create?: IndexMeta): Promise<Store> {
    const store = await this.setup.driver.open(url, create)
    this.#open.add(store)
    return store
  }

  /** A new index. */
  async create(meta: IndexMeta): Promise<Store> {
    return await this.open(this.newUrl(), meta)
  }

  async close(store: Store): Promise<void> {
    this.#open.delete(store)
    await store.close()
  }

  async end(): Promise<void> {
    for (const store of this.#open) await store.close()
    for (const url of this.#urls) await this.setup.driver.drop(url)
  }
}
