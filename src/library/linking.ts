/** What a link is asked for and gives, in types. */
import type { Phase } from '../jobs/dedupe/run-context.js'
import type { LinkPaths } from '../jobs/link/outputs.js'
import type { LinkSummary } from '../jobs/link/summary.js'
import type { OwnOptions } from '../methods/own-options.js'
import type { OptionsInput } from '../options/options.js'
import type { Many } from '../reading/batches.js'
import type { Document, DocumentInput } from '../reading/document-input.js'
import type { FieldsInput } from '../sources/rows/fields-file.js'
import type { RowRules } from '../sources/rows/plan.js'
import type { Shared } from './decided.js'
import type { FieldChoices } from './documents.js'
import type { Id, Rejected, SimilarPair } from './result.js'

/** Documents, or files, folders, patterns and URLs of databases with their table or query. */
export type LinkInput<D = DocumentInput> =
  | Many<D>
  | {
      readonly files: readonly string[]
      readonly table?: string
      readonly query?: string
      /** What the id and the text are called on this side, where that differs from the options. */
      readonly idField?: string
      readonly textField?: readonly string[]
      /** The sheet of its workbooks, where the sides have other ones. */
      readonly sheet?: string
    }

/** The content of a mapping file (docs/linking.md). */
export interface MappingInput {
  readonly a?: FieldsInput
  readonly b?: FieldsInput
  /** Columns of A and the columns of B that say the same. */
  readonly map?: Readonly<Record<string, string>>
  readonly rules?: Partial<RowRules>
}

/** @typeParam D  the documents of both sides */
export type LinkOptions<D = Document> = SidesOptions<D> & OwnOptions

interface SidesOptions<D> extends Omit<OptionsInput, 'fields' | 'table' | 'query' | 'keep' | 'groupBy' | 'method'>, FieldChoices<D> {
  /** For sides of unlike columns; or the path of a mapping file. */
  readonly mapping?: string | MappingInput
  /** A document is in one pair at most: the most similar pairs first. @default false */
  readonly oneToOne?: boolean
  /** Ends the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal
  /** Told how much of a phase is done; `total` where it is known. */
  readonly onProgress?: (phase: Phase, done: number, total: number | undefined) => void
}

export interface LinkMatch<A = Id, B = Id> extends Shared {
  readonly b: B
  /** Undefined without a match. */
  readonly a: A | undefined
  readonly similarity: number | undefined
  readonly distance: number | undefined
}

/**
 * @typeParam A  the ids of A
 * @typeParam B  the ids of B
 */
export interface LinkResult<A = Id, B = Id> extends AsyncDisposable {
  readonly summary: LinkSummary
  /** Similar pairs, `a` of A and `b` of B, in the order of A. */
  pairs(): Generator<SimilarPair<A, B>>
  /** For each document of B, in its order, its best match. */
  matches(): Generator<LinkMatch<A, B>>
  /** Records that could not be judged, and why. */
  rejects(): Generator<Rejected>
  /** Writes files as the command does: pairs, matches, rejects, a report, and the rows of B that are in A (`in`) or not (`notIn`). */
  write(paths: Omit<LinkPaths, 'groups'>): Promise<void>
  /** Lets workers and temporary files go; also `await using`. */
  close(): Promise<void>
}
