/** The library. `dedupe` is the whole job; the rest are its parts. */

import './engine/dictionaries.js'

export {
  type DedupeOptions,
  type DedupeResult,
  type Document,
  type DocumentInput,
  type DuplicateGroup,
  dedupe,
  fingerprintAll,
  type Id,
  type Removed,
  type SimilarPair,
} from './engine/library.js'
export type { OutputPaths } from './engine/outputs.js'
export type { Phase } from './engine/run.js'
export type { Summary } from './engine/summary.js'
export * from './pure.js'
