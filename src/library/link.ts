/** Linking as a library call: two sides in, pairs across them out. */

import { LeitongError } from '../errors.js'
import type { Phase } from '../jobs/dedupe/run-context.js'
import type { LinkPaths, LinkSummary } from '../jobs/link/outputs.js'
import type { Options, OptionsInput } from '../options/options.js'
import { requireFunction, requireObject, requireSignal } from '../options/require.js'
import { isStated } from '../options/resolve.js'
import type { Many } from '../reading/batches.js'
import type { Document, DocumentInput } from '../reading/document-input.js'
import { type Choices, takeSelectors } from '../reading/selectors.js'
import type { FieldsInput } from '../sources/rows/fields-file.js'
import type { RowRules } from '../sources/rows/plan.js'
import { requireInput } from './arguments.js'
import type { Shared } from './decided.js'
import { refuseSelectors, resolveWithMachine } from './dedupe.js'
import type { FieldChoices, FieldOf, IdChoice, IdOf } from './documents.js'
import type { Id, Rejected, SimilarPair } from './result.js'

/** Documents, or files, folders, patterns and URLs of databases with their table or query. */
export type LinkInput<D = DocumentInput> = Many<D> | { readonly files: readonly string[]; readonly table?: string; readonly query?: string }

/** The content of a mapping file (docs/linking.md). */
export interface MappingInput {
  readonly a?: FieldsInput
  readonly b?: FieldsInput
  /** Columns of A and the columns of B that say the same. */
  readonly map?: Readonly<Record<string, string>>
  readonly rules?: Partial<RowRules>
}

/** @typeParam D  the documents of both sides */
export interface LinkOptions<D = Document> extends Omit<OptionsInput, 'fields' | 'table' | 'query' | 'keep' | 'groupBy'>, FieldChoices<D> {
  /** For sides of unlike columns; or the path of a mapping file. */
  readonly mapping?: string | MappingInput
  /** A document is in one pair at most: the most similar pairs first. @default false */
  readonly oneToOne?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (phase: Phase, done: number, total: number | undefined) => void
}

/** Options that linking knows nothing of, and what to do instead. */
const NOT_HERE = {
  fields: 'the option mapping has the fields of each side',
  table: 'it stands beside the files of a side',
  query: 'it stands beside the files of a side',
  keep: 'nothing is removed',
  groupBy: 'there are no groups',
} satisfies Partial<Record<keyof Options, string>>

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

/**
 * Finds which documents of B are in A: only pairs with one of each are looked for.
 *
 * @throws {LeitongError} for wrong options and mappings, and for input that cannot be read
 * @example
 * const result = await link([{ id: 1, text: 'One and the same text.' }], [{ id: 'x', text: 'One and the same text!' }])
 * [...result.pairs()] // [{ a: 1, b: 'x', similarity: 1, distance: undefined }]
 * await result.close()
 */
export function link<
  A extends DocumentInput = Document,
  B extends DocumentInput = Document,
  const Key extends FieldOf<A | B> = never,
  Value = never,
  const Name extends string = never,
>(
  a: LinkInput<A>,
  b: LinkInput<B>,
  options?: LinkOptions<A | B> & IdChoice<A | B, Key, Value, Name> & { readonly mapping?: undefined },
): Promise<LinkResult<IdOf<A, Key, Value, Name>, IdOf<B, Key, Value, Name>>>
/** Through a mapping, whose `key` names the ids of each side. */
export function link<A extends DocumentInput = Document, B extends DocumentInput = Document>(
  a: LinkInput<A>,
  b: LinkInput<B>,
  options: LinkOptions<A | B> & { readonly mapping: string | MappingInput },
): Promise<LinkResult>
export async function link(a: LinkInput, b: LinkInput, asked: LinkOptions & Choices = {}): Promise<LinkResult> {
  requireInput(a)
  requireInput(b)
  requireObject(asked)
  const { mapping, oneToOne = false, signal, onProgress, ...given } = asked
  requireSignal(signal)
  requireFunction(onProgress, 'onProgress')
  const { options: named, selectors } = takeSelectors(given)
  const options = resolveWithMachine(named)
  for (const [name, instead] of Object.entries(NOT_HERE))
    if (isStated(options, name as keyof Options)) throw new LeitongError('OPTION_CONFLICT', `"${name}" is of no use to link: ${instead}`)
  for (const side of [a, b]) if ('files' in side) refuseSelectors(selectors)
  const { linked } = await import('./link-result.js')
  return linked(a, b, { mapping, options, selectors, oneToOne, signal, onProgress })
}
