/** What a batch is asked for and gives, in types. */
import type { MergeInput } from '../jobs/dedupe/merged/rules.js'
import type { OutputsWanted } from '../jobs/dedupe/outputs.js'
import type { Phase } from '../jobs/dedupe/run-context.js'
import type { Summary } from '../jobs/dedupe/summary.js'
import type { OwnOptions } from '../methods/own-options.js'
import type { OptionsInput } from '../options/options.js'
import type { Document, DocumentInput } from '../reading/document-input.js'
import type { FieldsInput } from '../sources/rows/fields-file.js'
import type { Decided } from './decided.js'
import type { FieldChoices } from './documents.js'
import type { Merged } from './merged.js'
import type { Id } from './result.js'

/** @typeParam D  the documents */
export type DedupeOptions<D = Document> = BatchOptions<D> & OwnOptions

/** @typeParam D  the documents */
interface BatchOptions<D> extends Omit<OptionsInput, 'fields' | 'method'>, FieldChoices<D> {
  /** Rows: what is compared, as in a fields file (docs/databases.md), or the path of one. */
  readonly fields?: string | FieldsInput
  /** Judge every candidate pair, so that `pairs()` is complete; otherwise only what grouping needs is judged. @default false */
  readonly pairs?: boolean
  /**
   * Rules by which the rows of a group become one, for `merged()` and `write` (docs/rows.md): `{ name: 'longest', phone: 'newest:date' }`,
   * `'name=longest,phone=newest:date'`, or the path of a JSON file. Columns that are not compared are read as well then.
   */
  readonly merge?: MergeInput
  /**
   * Files, folders and patterns with old documents, or folders of saved runs (docs/corpus.md): a document that is like an old one is removed in
   * favour of it.
   */
  readonly against?: string | readonly string[]
  /** A folder to which `write` adds what this run keeps, behind its outputs, so that later runs can be held against it. */
  readonly saveRun?: string
  /** Ends the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal
  /** Told how much of a phase is done; `total` where it is known. */
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
  /**
   * One row for each group, and for each document that is alone, in the order of the kept documents: for each field the value that a rule
   * takes (docs/rows.md).
   *
   * @param rules       without them those of the option `merge`
   * @param groupsFrom  JSON lines of `mergeSources` of an earlier run, whose ids groups keep
   * @throws {LeitongError} `OPTION_VALUE` for a rule that there is not, or a field that no document has; `OPTION_CONFLICT`
   * @example for (const { group, row, sources } of result.merged({ name: 'longest' })) …
   */
  merged(rules?: MergeInput, groupsFrom?: string): Generator<Merged<I>>
  /** Writes files as the command does. */
  write(paths: OutputsWanted): Promise<void>
  /** Lets workers and temporary files go. After this nothing that needs texts works. */
  close(): Promise<void>
}

/** Paths, folders and patterns, as the command takes them. */
export interface Files {
  readonly files: readonly string[]
}
