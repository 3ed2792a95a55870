/** Commands by the names under which options say who takes them. */

/** Two tables or one set in a batch. */
export const BATCH = ['dedupe', 'link'] as const
/** Options that an index remembers can be given whenever it is made or opened. */
export const INDEX = ['index create', 'index add', 'index query', 'sync'] as const
/** Documents come from inputs into an index, or are held against it. */
export const INTO_INDEX = ['index add', 'index query'] as const

export type CommandName =
  | (typeof BATCH)[number]
  | (typeof INDEX)[number]
  | 'audit'
  | 'compare'
  | 'evaluate'
  | 'fingerprint'
  | 'model build'
  | 'passages'
  | 'segment'
  | 'tune'
