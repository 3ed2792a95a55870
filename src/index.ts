/** The library. `dedupe` is the whole job; the rest are its parts. */

import './engine/dictionaries.js'

export {
  type DedupeOptions,
  type DedupeResult,
  type Document,
  type DocumentInput,
  type DuplicateGroup,
  dedupe,
  type FieldsInput,
  fingerprintAll,
  type Id,
  type Rejected,
  type Removed,
  type SimilarPair,
} from './engine/library.js'
export { type LinkInput, type LinkMatch, type LinkOptions, type LinkResult, link, type MappingInput } from './engine/link-library.js'
export type { LinkSummary } from './engine/link-outputs.js'
export { type Added, type Found, type LiveDocument, LiveIndex, type LiveStats, type Many, open, type QueryOptions } from './engine/live.js'
export type { Keep, LiveOptions } from './engine/live-options.js'
export type { Exported } from './engine/live-transfer.js'
export type { OutputPaths } from './engine/outputs.js'
export type { Phase } from './engine/run.js'
export type { Summary } from './engine/summary.js'
export type { SyncCounts } from './engine/sync.js'
export { type SyncOptions, sync } from './engine/sync-library.js'
export type { SyncMode } from './engine/sync-source.js'
export * from './pure.js'
export type { VerifyReport } from './stores/store.js'
