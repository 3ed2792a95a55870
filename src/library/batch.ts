/** What a batch is asked for and gives, in types. */
import type { OutputPaths } from '../jobs/dedupe/outputs.js'
import type { Phase } from '../jobs/dedupe/run-context.js'
import type { Summary } from '../jobs/dedupe/summary.js'
import type { OwnOptions } from '../methods/own-options.js'
import type { OptionsInput } from '../options/options.js'
import type { Document, DocumentInput } from '../reading/document-input.js'
import type { FieldsInput } from '../sources/rows/fields-file.js'
import type { Decided } from './decided.js'
import type { FieldChoices } from './documents.js'
import type { Id } from './result.js'

/** @typeParam D  the documents */
export type DedupeOptions<D = Document> = BatchOptions<D> & OwnOptions

/** @typeParam D  the documents */
interface BatchOptions<D> extends Omit<OptionsInput, 'fields' | 'method'>, FieldChoices<D> {
  /** Rows: what is compared, as in a fields file (docs/databases.md), or the path of one. */
  readonly fields?: string | FieldsInput
  /** Judge every candidate pair, so that `pairs()` is complete; otherwise only what grouping needs is judged. @default false */
  readonly pairs?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (phase: Phase, done: number, total: number | undefined) => void
}

/**
 * @typeParam D  the documents
 * @typeParam I  their ids
 */
export interface DedupeResult<D = DocumentInput, I = Id> extends Decided<I>, AsyncDisposable {
  readonly summary: Summary
  /**
   * The kept documents in the order of the input, also those that could not be judged; only for documents, not for files. Of an array
   * they are its own elements. Of anything that is looped over once they are copies, as JSON gives them back: fields alone.
   */
  kept(): AsyncGenerator<D>
  /** Writes files as the command does. */
  write(paths: OutputPaths): Promise<void>
  /** Lets workers and temporary files go. After this nothing that needs texts works. */
  close(): Promise<void>
}

/** Paths, folders and patterns, as the command takes them. */
export interface Files {
  readonly files: readonly string[]
}
