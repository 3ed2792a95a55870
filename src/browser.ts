/** The library in a browser. */

export type { Added } from './jobs/live/add.js'
export type { Found, Matches, QueryOptions } from './jobs/live/query.js'
export type { Payload } from './jobs/live/settings.js'
export type { DuplicateGroup, Id, Rejected, Removed, SimilarPair } from './library/decided.js'
export { type DedupeOptions, type DedupeResult, dedupe, type Summary } from './library/memory/dedupe.js'
export { createIndex, type IndexOptions, type TextIndex } from './library/memory/text-index.js'
export type { Merged, MergeInput } from './library/merged.js'
export * from './library/pure.js'
