/** The tables of an index in one file of LMDB; lmdb.ts says which they are and why. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Key, PutOptions, RootDatabase } from 'lmdb'
import { jsonOf, metaOf } from '../meta-json.js'
import type { IndexMeta } from '../store.js'
import { mayLackRoom, takeRoom } from './full-disk.js'
import { decodeState, encodeState, type State } from './layout.js'
import { lmdb, openFile } from './open-file.js'

export const FILE = 'index.lmdb'
/** See mark.ts. */
export const MARK = `${FILE}-mark`
/** Named tables that LMDB makes room for: there are six, and room for more costs a few bytes. */
const MOST_TABLES = 8
/** Values from this length on have pages of their own: LMDB puts at least two entries on a page. */
const LARGE = 1900
const PAGE_BYTES = 4096
/** Pages on the way to an entry, and those that it splits: trees of LMDB are rarely deeper than four. */
const PATH = 6
/** Pages of the table of tables and of the list of free pages. */
const BOOKKEEPING = 32

export class Tables {
  readonly records: Database<Buffer, number>
  readonly ids: Database<Buffer, Buffer>
  readonly removed: Database<Buffer, number>
  readonly rows: Database<Buffer, number>
  readonly common: Database<Buffer, number>
  readonly #root: RootDatabase<Buffer, string>
  readonly #path: string
  #digests: Database<Buffer, Buffer> | undefined
  /** What the transaction under way has changed: entries, and pages of large values. */
  #changes = 0
  #largePages = 0

  /** @param path  a folder that is there */
  constructor(path: string) {
    this.#path = join(path, FILE)
    // A transaction is on disk when it returns.
    this.#root = openFile({ path: this.#path, encoding: 'binary', maxDbs: MOST_TABLES, overlappingSync: false })
    try {
      const options = { encoding: 'binary' } as const
      this.records = this.#root.openDB<Buffer, number>('records', options)
      this.ids = this.#root.openDB<Buffer, Buffer>('ids', { ...options, keyEncoding: 'binary' })
      this.removed = this.#root.openDB<Buffer, number>('removed', options)
      this.rows = this.#root.openDB<Buffer, number>('rows', options)
      this.common = this.#root.openDB<Buffer, number>('common', options)
      // Readers that were killed hold back room until they are forgotten.
      this.#root.readerCheck()
    } catch (error) {
      void this.close()
      throw error
    }
  }

  get all(): readonly Database<Buffer, number>[] {
    const byBytes = [this.ids, ...(this.#digests ? [this.#digests] : [])] as unknown as Database<Buffer, number>[]
    return [this.records, ...byBytes, this.removed, this.rows, this.common]
  }

  /** Of format 2: digest of a content → numbers, each an entry of its own. */
  get digests(): Database<Buffer, Buffer> {
    this.#digests ??= this.#root.openDB<Buffer, Buffer>('digests', { encoding: 'binary', keyEncoding: 'binary', dupSort: true })
    return this.#digests
  }

  /** The settings that the index was created with, now or earlier; undefined when it was not. */
  meta(create: IndexMeta | undefined): IndexMeta | undefined {
    this.transaction(() => {
      if (this.#root.get('index') || !create) return
      this.put(this.#root, 'index', Buffer.from(jsonOf(create)))
      this.writeState({ change: 0, records: 0, sealed: 0, horizon: 0 })
    })
    const stored = this.#root.get('index')
    return stored && metaOf(stored.toString())
  }

  readState(): State {
    return decodeState(this.#root.get('state'))
  }

  writeState(state: State): void {
    this.put(this.#root, 'state', encodeState(state))
  }

  /** Reads from here on are as of now. */
  refresh(): void {
    this.#root.resetReadTxn()
  }

  /** Inside a transaction, as all that changes. */
  put<Name extends Key>(table: Database<Buffer, Name>, key: Name, value: Buffer, options: PutOptions = {}): void {
    this.#changes++
    if (value.length >= LARGE) this.#largePages += Math.ceil((value.length + 16) / PAGE_BYTES)
    table.putSync(key, value, options)
  }

  /** @param value  of several under one key the one to remove */
  remove<Name extends Key>(table: Database<Buffer, Name>, key: Name, value?: Buffer): void {
    this.#changes++
    if (value) table.removeSync(key, value)
    else table.removeSync(key)
  }

  /** All that is written in it is on disk when it returns; when it throws nothing is written. */
  transaction(work: () => void): void {
    this.#root.transactionSync(() => {
      this.#changes = 0
      this.#largePages = 0
      work()
      if (!this.#changes) return
      // Trees are measured only where it matters.
      const most = this.#largePages + this.#changes * PATH + BOOKKEEPING
      if (mayLackRoom(this.#path, most * PAGE_BYTES))
        takeRoom(this.#path, this.#root, Math.min(most, this.#largePages + this.#pagesOfTrees() + BOOKKEEPING))
    })
  }

  /** Of the trees as the transaction under way leaves them. */
  #pagesOfTrees(): number {
    let pages = 0
    for (const table of this.all) {
      const { treeBranchPageCount, treeLeafPageCount } = table.getStats() as { treeBranchPageCount: number; treeLeafPageCount: number }
      pages += treeBranchPageCount + treeLeafPageCount
    }
    return pages
  }

  /** Does work that writes, and takes it back. */
  rehearse(work: () => void): void {
    this.#root.transactionSync(() => {
      work()
      return lmdb.ABORT
    })
  }

  /** Tells the file from another one that has its name by now. */
  static fileAt(path: string): string | undefined {
    const file = statSync(join(path, FILE), { throwIfNoEntry: false })
    return file && `${file.dev} ${file.ino}`
  }

  get fileBytes(): number {
    return statSync(this.#path).size
  }

  async close(): Promise<void> {
    await this.#root.close()
  }
}
