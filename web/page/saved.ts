/**
 * Decisions that this browser keeps, so that they are there after a reload. Nothing of a record is among them: a digest of the files and
 * of what was asked, what was chosen, and numbers of groups.
 */
import type { Decision } from '../../src/page/acts.js'
import type { Choice } from './choice.js'

export interface Saved {
  /** Digest of the files and of what was asked. */
  readonly key: string
  /** Digest of the files. */
  readonly files: string
  readonly choice: Choice
  /** ISO 8601. */
  readonly at: string
  /** By the number of the group. */
  readonly decided: readonly (readonly [group: number, decision: Decision])[]
}

const STORE = 'decisions'

const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Where a browser keeps nothing for a page, like in some private windows, this throws. */
async function withStore<Value>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value> {
  const opening = indexedDB.open('leitong-page', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'key' })
  const database = await settled(opening)
  try {
    const transaction = database.transaction(STORE, mode)
    const value = await settled(ask(transaction.objectStore(STORE)))
    if (mode === 'readonly') return value
    return await new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(value)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

/** The newest first; none where the browser keeps nothing. */
export async function allSaved(): Promise<readonly Saved[]> {
  try {
    const all = await withStore<Saved[]>('readonly', (store) => store.getAll())
    return all.sort((a, b) => (a.at < b.at ? 1 : -1))
  } catch {
    return []
  }
}

/** @throws {DOMException} where the browser keeps nothing */
export async function save(saved: Saved): Promise<void> {
  if (saved.decided.length) await withStore('readwrite', (store) => store.put(saved))
  else await withStore('readwrite', (store) => store.delete(saved.key))
}

export const forgetAll = (): Promise<void> => withStore('readwrite', (store) => store.clear())
