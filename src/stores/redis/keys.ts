/** Names of the keys of one index, and of the fields of its hash. The keys share a hash tag, so that a script may touch them together, in a cluster too. */
import type { Key } from '../../searching/index-keys.js'

/** Numbers of records that share a place in `order`. */
export const CHUNK = 512
/** Bytes of the hash of an id that its field has: as many as make two of one name impossible. */
const ID_BYTES = 20

/** The field that counts commits. */
export const VERSION = 'v'
/** Fields of an id and of a key. What the client writes as UTF-8 is two bytes where a byte is above 127, and still shorter than digits. */
export const idField = (hash: Key) => `i${hash.slice(0, ID_BYTES)}`
export const keyField = (key: Key) => `k${key}`

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
