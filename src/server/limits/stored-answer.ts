/** Answers that are kept for requests which are sent again. */

/** The answer to a request that had a key. */
export interface StoredAnswer {
  /** SHA-256 of route and body. */
  readonly request: string
  readonly status: number
  readonly body: string
  /** Milliseconds since 1970. */
  readonly at: number
}
