/** Entries of keys: what each allows. */

/** What a request may do: `search` reads, `write` changes documents and starts tasks, `admin` everything. */
export const SCOPES = ['search', 'write', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** A key as it is shown. */
export interface KeyEntry {
  /** Not secret: it names the key in lists and logs. */
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Names of indexes; `*` for all. */
  readonly indexes: readonly string[]
  /** ISO 8601. */
  readonly created: string
  readonly expires: string | null
}

export interface StoredKey extends KeyEntry {
  /** SHA-256 of the key, in hexadecimal: of 32 random bytes nothing can be guessed. */
  readonly hash: string
}

/** May do everything: without keys, on loopback. */
export const ANYONE: KeyEntry = { id: 'anyone', name: 'anyone', scopes: ['admin'], indexes: ['*'], created: '', expires: null }
