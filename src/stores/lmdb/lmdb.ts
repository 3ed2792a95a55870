/**
 * An index in a folder on this machine: LMDB holds the records, memory the search structure, which is built when the index is
 * opened and follows what this and other processes write.
 *
 *     meta     'index' → JSON of IndexMeta; 'state' → see State (layout.ts)
 *     records  seq → record with checksum (record.ts)
 *     ids      id (or a hash of a long one) → seq
 *     removed  number of a change → seq that it removed
 *     common   seq → features that this record made common, under method `rare`
 *     digests  digest of a content → seq of each record with it, where the index keeps digests
 *     rows     first seq → rows of many records in one sealed value, so that opening reads few and long values
 *
 * Records and removals take their numbers from one counter, so that a process which has seen everything up to some number follows by
 * reading what comes after it. Every write is one LMDB transaction, written through to the disk before it is acknowledged;
 * calls that come in while one is under way share the next. LMDB lets one process write at a time, and the writer reads what
 * others have written before it decides.
 */

import { existsSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LeitongError } from '../../errors.js'
import { theNewest } from '../../searching/enough.js'
import { makeFolder } from '../../writing/folder.js'
import { type Lease, SharedResources } from '../shared-resources.js'
import type { IndexMeta, Offer, Store, StoreDriver } from '../store.js'
import { redactedUrl } from '../store-url.js'
import { tryApart, verifyApart } from './apart.js'
import { Environment } from './environment.js'
import { explainFull, requireRoom } from './full-disk.js'
import { fileState, problemOf } from './header.js'
import { isMarked } from './mark.js'
import { ProcessTurn } from './process-turn.js'
import { FILE, MARK } from './tables.js'

/** By folder: LMDB must not be opened twice in one process. */
const environments = new SharedResources<Environment>()

class LmdbStore implements Store {
  readonly meta: IndexMeta
  readonly isNear = true
  readonly #lease: Lease<Environment>
  readonly #environment: Environment
  readonly #url: string
  readonly #folder: string

  constructor(lease: Lease<Environment>, url: string, folder: string) {
    this.#url = url
    this.#folder = folder
    this.#lease = lease
    this.#environment = lease.resource
    this.meta = this.#environment.meta
  }

  async get(ids: readonly string[]) {
    return this.#environment.read(() => ids.map((id) => this.#environment.recordOf(id)))
  }

  async read(seqs: readonly number[]) {
    return this.#environment.read(() => seqs.map((seq) => this.#environment.record(seq)))
  }

  async withDigests(digests: readonly Uint8Array[]) {
    return this.#environment.read(() => this.#environment.withDigests(digests))
  }

  async find(rows: readonly Uint8Array[], equalIsEnough: boolean, enough?: number) {
    return this.#environment.read(() =>
      rows.map((row) => [...this.#environment.find(row, equalIsEnough, enough === undefined ? undefined : theNewest(enough)).first]),
    )
  }

  async update(offers: readonly Offer[]) {
    return offers.length ? this.#environment.write(() => offers.map((offer) => this.#environment.put(offer))) : []
  }

  async remove(ids: readonly string[]) {
    return this.#environment.write(() => ids.map((id) => this.#environment.remove(id)))
  }

  async *scan() {
    yield* this.#environment.scan()
  }

  async stats() {
    return this.#environment.stats()
  }

  async compact() {
    await this.#environment.write(() => this.#environment.compact())
  }

  verify() {
    return verifyApart(this.#url, this.#folder)
  }

  async close() {
    await this.#environment.ended()
    await inTurn(this.#url, this.#folder, async () => {
      if (this.#lease.release()) await this.#environment.close()
    })
  }
}

/** An index is opened, closed and removed by one at a time, of all threads and processes. */
async function inTurn<Result>(url: string, folder: string, work: () => Promise<Result>): Promise<Result> {
  const release = await new ProcessTurn(url, folder).take()
  try {
    return await work()
  } finally {
    release()
  }
}

/** The folder in `lmdb:///abs/path`, `lmdb:path`, or a path. */
function folderOf(url: string): string {
  if (/^lmdb:\/\//i.test(url)) return resolve(fileURLToPath(url.replace(/^lmdb:/i, 'file:')))
  return resolve(url.replace(/^lmdb:/i, ''))
}

const filesIn = (folder: string) => [FILE, `${FILE}-lock`, MARK].map((name) => join(folder, name))

/**
 * Looks at the file before LMDB maps it in this process; a process of its own tries one that is not as ours left it.
 *
 * @returns whether it was tried
 * @throws when it is no file of LMDB, or is damaged
 */
async function refuseDamaged(url: string, folder: string): Promise<boolean> {
  const file = join(folder, FILE)
  const state = fileState(file)
  const known = problemOf(state, FILE)
  if (known !== undefined) throw new Error(known)
  if (state === 'none' || environments.get(folder) || (state === 'whole' && isMarked(file, join(folder, MARK)))) return false
  const problem = await tryApart(redactedUrl(url), folder)
  // An index of another version or none at all is told by who opens it.
  if (problem !== undefined) throw new Error(problem)
  return true
}

export const driver: StoreDriver = {
  searchesInMemory: true,
  filesOf: (url) => filesIn(folderOf(url)),
  async open(url, create) {
    try {
      // Without a path the current folder would become an index.
      if (/^lmdb:(?:\/\/)?$/i.test(url)) throw new LeitongError('STORE_URL', url, 'lmdb:FOLDER')
      const folder = folderOf(url)
      if (!create && !existsSync(join(folder, FILE))) throw new LeitongError('INDEX_MISSING', redactedUrl(url))
      if (statSync(folder, { throwIfNoEntry: false })?.isFile()) throw new Error('it is a file, and an index is a folder')
      if (create) makeFolder(folder)
      // One folder may have several names.
      const path = realpathSync(folder)
      return await inTurn(redactedUrl(url), path, async () => {
        if (!create && !existsSync(join(path, FILE))) throw new LeitongError('INDEX_MISSING', redactedUrl(url))
        if (environments.get(path)?.isGone) environments.forget(path)
        requireRoom(path, join(path, `${FILE}-lock`))
        const wasTried = await refuseDamaged(url, path)
        // Tables and settings are written by whoever comes first.
        const lease = environments.lease(path, () => new Environment(url, path, create))
        if (wasTried || create) lease.resource.mark()
        return new LmdbStore(lease, redactedUrl(url), path)
      })
    } catch (error) {
      throw error instanceof LeitongError
        ? error
        : new LeitongError('STORE', redactedUrl(url), explainFull((error as Error).message, folderOf(url)))
    }
  },
  async verify(url) {
    const folder = folderOf(url)
    const path = join(folder, FILE)
    if (!existsSync(path)) throw new LeitongError('INDEX_MISSING', redactedUrl(url))
    const known = problemOf(fileState(path), FILE)
    if (known !== undefined) return { records: 0, problems: [known] }
    return verifyApart(redactedUrl(url), realpathSync(folder))
  },
  async drop(url) {
    const folder = folderOf(url)
    if (!existsSync(folder)) return
    const path = realpathSync(folder)
    await inTurn(redactedUrl(url), path, async () => {
      // Whoever still holds it is told so with the next call; whoever makes it anew gets a file of its own.
      environments.forget(path)
      for (const file of filesIn(path)) rmSync(file, { force: true })
    })
  },
}
