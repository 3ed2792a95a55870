/** The library. `dedupe` is the whole job; the rest are its parts. */

import './signing/dictionaries.js'

export type { OutputPaths, OutputsWanted } from './jobs/dedupe/outputs.js'
export type { Phase } from './jobs/dedupe/run-context.js'
export type { Summary } from './jobs/dedupe/summary.js'
export type { LinkSummary } from './jobs/link/summary.js'
export type { Added } from './jobs/live/add.js'
export type { LiveDocument } from './jobs/live/document.js'
export { type LiveDecided, LiveIndex, type LiveStats } from './jobs/live/live-index.js'
export type { Found, Matches, QueryOptions } from './jobs/live/query.js'
export type { LiveOptions, Payload } from './jobs/live/settings.js'
export type { Exported } from './jobs/live/transfer.js'
export type { SyncMode } from './jobs/sync/plan.js'
export type { SyncCounts } from './jobs/sync/sync.js'
export type { ClusterOutputs, ClusterResult, ClusterStep, ClusterSummary } from './library/cluster.js'
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
  type Merged,
  type MergeInput,
  type Rejected,
  type Removed,
  type SimilarPair,
} from './library/dedupe.js'
export type { FieldChoices, FieldOf, IdChoice, IdOf, Select } from './library/documents.js'
export { type LinkInput, type LinkMatch, type LinkOptions, type LinkResult, link, type MappingInput } from './library/link.js'
export { type IndexOptions, openIndex } from './library/open.js'
export * from './library/pure.js'
export { type SyncOptions, sync } from './library/sync.js'
export type { Many } from './reading/batches.js'
export type { VerifyReport } from './stores/store.js'
