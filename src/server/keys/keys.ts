/** Keys of the service: random, kept as hashes, each with what it allows. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { State } from '../state.js'
import { ANYONE, type KeyEntry, type Scope, type StoredKey } from './entry.js'

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

export class Keys extends EventEmitter<{ removed: [id: string] }> {
  readonly #state: State

  constructor(state: State) {
    super()
    this.setMaxListeners(0)
    this.#state = state
  }

  get isEmpty(): boolean {
    return this.#state.keys.getCount() === 0
  }

  list(): readonly KeyEntry[] {
    return Array.from(this.#state.keys.getRange(), ({ value }) => shown(value)).sort((a, b) => (a.created < b.created ? -1 : 1))
  }

  /** @returns the key itself, which is nowhere else, and its entry */
  async create(
    given: Pick<KeyEntry, 'name' | 'scopes' | 'indexes' | 'expires'>,
  ): Promise<{ readonly key: string; readonly entry: KeyEntry }> {
    const id = randomBytes(6).toString('hex')
    const key = `lt_${id}_${randomBytes(32).toString('base64url')}`
    const entry: KeyEntry = { id, created: new Date().toISOString(), ...given }
    this.#state.write(() => this.#state.keys.putSync(id, { ...entry, hash: hashOf(key) }))
    return { key, entry }
  }

  /** Whether there was such a key. */
  async remove(id: string): Promise<boolean> {
    const removed = this.#state.write(() => this.#state.keys.removeSync(id))
    this.emit('removed', id)
    return removed
  }

  /** Whether a request that came with a key may go on: what is followed for hours outlives many keys. */
  isHeld({ id }: KeyEntry): boolean {
    if (id === ANYONE.id) return true
    const stored = this.#state.keys.get(id)
    return stored !== undefined && !isOver(stored)
  }

  /** The entry of a key that is sent; undefined for one that is unknown or has expired. */
  find(secret: string): KeyEntry | undefined {
    const [, id] = /^lt_([0-9a-f]{12})_[\w-]{43}$/.exec(secret) ?? []
    if (id === undefined) return undefined
    const stored = this.#state.keys.get(id)
    // As long for one that is not there.
    const isSame = timingSafeEqual(Buffer.from(stored?.hash ?? hashOf(''), 'hex'), Buffer.from(hashOf(secret), 'hex'))
    if (!stored || !isSame) return undefined
    return isOver(stored) ? undefined : shown(stored)
  }
}

const isOver = ({ expires }: KeyEntry): boolean => expires !== null && Date.parse(expires) <= Date.now()

const shown = ({ hash: _, ...entry }: StoredKey): KeyEntry => entry

/** Whether a key allows something, with an index or with none in particular. */
export function allows({ scopes, indexes }: KeyEntry, scope: Scope, index?: string): boolean {
  const inScope = scopes.includes('admin') || scopes.includes(scope) || (scope === 'search' && scopes.includes('write'))
  if (!inScope) return false
  if (indexes.includes('*')) return true
  return index === undefined ? scope === 'search' : indexes.includes(index)
}
