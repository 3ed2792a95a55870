/**
 * An index in the memory of this process, under a name: `memory:NAME`. Handles of one name share it; it goes with the last of
 * them. `memory:` without a name is an index of its own each time.
 */
import { LeitongError } from '../errors.js'
import { MemoryIndex, MemoryStore } from './memory-store.js'
import { SharedResources } from './shared-resources.js'
import type { IndexMeta, StoreDriver } from './store.js'
import { redactedUrl } from './store-url.js'

const indexes = new SharedResources<MemoryIndex>()

/** The name in a URL; an index without one is shared with nobody. */
const nameOf = (url: string) => url.slice(url.indexOf(':') + 1) || Symbol('unnamed')

export const driver: StoreDriver = {
  searchesInMemory: true,
  async open(url, create) {
    const name = nameOf(url)
    if (!create && !indexes.get(name)) throw new LeitongError('INDEX_MISSING', redactedUrl(url))
    const lease = indexes.lease(name, () => new MemoryIndex(create as IndexMeta))
    return new MemoryStore(lease.resource, () => lease.release())
  },
  async drop(url) {
    indexes.forget(nameOf(url))
  },
}
