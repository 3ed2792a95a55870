/** Names of the keys of one index. They share a hash tag, so that a script may touch them together, in a cluster too. */

export class RedisKeys {
  readonly meta: string
  /** The last number given. */
  readonly seq: string
  readonly ids: string
  readonly records: string
  readonly order: string
  readonly #tag: string

  /** @param index  the name of the index: letters, digits and _ */
  constructor(index: string) {
    this.#tag = `{leitong:${index}}`
    this.meta = `${this.#tag}:meta`
    this.seq = `${this.#tag}:seq`
    this.ids = `${this.#tag}:ids`
    this.records = `${this.#tag}:records`
    this.order = `${this.#tag}:order`
  }

  /** Where the postings under an index key are. */
  postings(key: Uint8Array): string {
    return `${this.#tag}:k:${hexOf(key)}`
  }

  /** Matches the keys of all postings. */
  get allPostings(): string {
    return `${this.#tag}:k:*`
  }

  /** Matches all keys of the index. */
  get all(): string {
    return `${this.#tag}:*`
  }
}

export const hexOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')
