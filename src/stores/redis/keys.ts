/** Names of the keys of one index, and of the fields of its hash. The keys share a hash tag, so that a script may touch them together, in a cluster too. */
import type { Key } from '../../searching/index-keys.js'

/** Numbers of records that share a place in `order`. */
export const CHUNK = 512
/** Bytes of the hash of an id that its field has: as many as make two of one name impossible. */
const ID_BYTES = 20

/** The field that counts commits. */
export const VERSION = 'v'
/** What a field begins with: that of an id, of a key, or of neither. */
export type FieldOf = typeof OF_ID | typeof OF_KEY | ''
export const OF_ID = 'i'
export const OF_KEY = 'k'

/** The part of the hash of an id that its field has. */
export const shortId = (hash: Key): Key => hash.slice(0, ID_BYTES)
/** The field of an id. What the client writes as UTF-8 is two bytes where a byte is above 127, and still shorter than digits. */
export const idField = (hash: Key) => OF_ID + shortId(hash)

export class RedisKeys {
  readonly meta: string
  /** The last number given. */
  readonly seq: string
  /** Commits, ids and postings. */
  readonly index: string
  readonly records: string
  readonly order: string
  readonly #tag: string

  /** @param index  the name of the index: letters, digits and _ */
  constructor(index: string) {
    this.#tag = `{leitong:${index}}`
    this.meta = `${this.#tag}:meta`
    this.seq = `${this.#tag}:seq`
    this.index = `${this.#tag}:index`
    this.records = `${this.#tag}:records`
    this.order = `${this.#tag}:order`
  }

  /** Matches all keys of the index. */
  get all(): string {
    return `${this.#tag}:*`
  }
}
