/// <reference lib="esnext.disposable" preserve="true" />
/** The batch over documents in memory: no files, no workers, the same result. */
import { LeitongError } from '../../errors.js'
import { groupCandidates } from '../../grouping/group-candidates.js'
import { findCopies } from '../../jobs/dedupe/copies.js'
import { Decisions } from '../../jobs/dedupe/decisions.js'
import type { Figures } from '../../jobs/dedupe/figures.js'
import { createOrdering, orderByRepresentatives, type Ranked } from '../../jobs/dedupe/ordering.js'
import type { RowsSummary } from '../../jobs/dedupe/rows/summary.js'
import { type Identified, sharedId } from '../../jobs/dedupe/shared-id.js'
import { optionsForRows } from '../../methods/derive.js'
import type { Batch, Collected } from '../../methods/method.js'
import { methodOf, signatureName } from '../../methods/methods.js'
import { RUNS_HERE } from '../../methods/minhash/band-buckets.js'
import type { OwnOptions } from '../../methods/own-options.js'
import { requireSearched } from '../../methods/refusals.js'
import { searchOf } from '../../methods/searches.js'
import { weakHash } from '../../methods/weak-hash.js'
import type { Options, OptionsInput } from '../../options/options.js'
import { keptBy, type RankTally } from '../../options/ranks.js'
import { requireFunction, requireObject, requireSignal } from '../../options/require.js'
import { NO_MACHINE } from '../../options/running.js'
import type { Document, DocumentInput, Many } from '../../reading/document-line.js'
import { type Choices, takeSelectors } from '../../reading/selectors.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import { requireOwnOptions } from '../../resolving/own-options.js'
import { resolveOptions } from '../../resolving/resolve.js'
import type { WeighableText } from '../../signing/weigher.js'
import type { FieldsInput } from '../../sources/rows/fields-file.js'
import { bothScripts } from '../../tokenizing/chinese/script.js'
import { VERSION } from '../../version.js'
import { requireInput } from '../arguments.js'
import {
  type Decided,
  type DuplicateGroup,
  groupsOf,
  type Id,
  type Rejected,
  type Removed,
  removedOf,
  type SimilarPair,
} from '../decided.js'
import type { FieldChoices, FieldOf, IdChoice, IdOf } from '../documents.js'
import { type Merged, type MergeInput, mergedRows } from '../merged.js'
import { withOptionNames } from '../option-names.js'
import { MemoryDocuments, type Taken, TakenTexts } from './documents.js'
import type { RunHooks } from './hooks.js'
import { mergedHere, rulesHere } from './merging.js'
import { refuseFieldsFile, refuseNodeOptions, takeModel } from './needs-node.js'
import { pairsOf, type SimilarNodes } from './pairs.js'
import type { JudgedRows } from './rows.js'
import type { MemorySignatures } from './signatures.js'
import { measuring } from './verify.js'

/** Bytes that occurrences of features may take under method `rare`, unless the option `memory` says otherwise. */
const MEMORY = 1 << 30

/** @typeParam D  the documents */
export type DedupeOptions<D = Document> = MemoryOptions<D> & OwnOptions

interface MemoryOptions<D> extends Omit<OptionsInput, 'method' | 'fields' | 'model'>, FieldChoices<D>, RunHooks {
  /** Documents are rows: what of them is compared, as in a fields file (docs/rows.md). @default all columns, under a measure of rows */
  readonly fields?: FieldsInput
  /** Under `measure: 'match'`: a model of fields, the content of a file that a run wrote. @default it is learned from the rows */
  readonly model?: object | 'input'
  /** Judge every candidate pair, so that `pairs()` is complete; otherwise only what grouping needs is judged. @default false */
  readonly pairs?: boolean
  /** Rules by which the rows of a group become one, for `merged()` (docs/rows.md): `{ name: 'longest', phone: 'newest:date' }`, or as one text. */
  readonly merge?: MergeInput
}

/** One run, in numbers; each as in Node. */
export interface Summary extends Figures {
  /** Under a measure of rows. */
  readonly rows?: RowsSummary
}

/**
 * @typeParam D  the documents
 * @typeParam I  their ids
 */
export interface DedupeResult<D = DocumentInput, I = Id> extends Decided<I>, AsyncDisposable {
  readonly summary: Summary
  /** The documents that stay, the very ones that were handed over, in their order; also those that could not be judged. */
  kept(): AsyncGenerator<D>
  /**
   * One row for each group, and for each document that is alone, in the order of the kept documents: for each field the value that a rule
   * takes (docs/rows.md).
   *
   * @param rules       without them those of the option `merge`
   * @param groupsFrom  a file, which Node reads
   * @throws {LeitongError} `OPTION_VALUE` for a rule that there is not, or a field that no document has; `OPTION_CONFLICT`; `NEEDS_NODE` for files
   */
  merged(rules?: MergeInput, groupsFrom?: string): Generator<Merged<I>>
  /** Nothing is left open here: the same call as in Node, where it matters. */
  close(): Promise<void>
}

/**
 * Finds near-duplicates among documents in memory, on the calling thread. The result is that of Node.
 *
 * @param documents  any iterable, also an async one; they are held until the result goes
 * @throws {LeitongError} `NEEDS_NODE` for files, databases, workers, corpus models and rules of rows that are signed as texts; `FIELD_MISSING`, `NOTHING_JUDGED`,
 *         `STRICT`; for wrong options
 * @example
 * const result = await dedupe([
 *   { id: 'a', text: 'The quick brown fox jumps over the lazy dog.' },
 *   { id: 'b', text: 'The quick brown fox jumps over the lazy dog!' },
 * ])
 * [...result.removed()] // [{ id: 'b', duplicateOf: 'a', similarity: 1, … }]
 */
export async function dedupe<
  D extends DocumentInput,
  const Key extends FieldOf<D> = never,
  Value = never,
  const Name extends string = never,
>(documents: Many<D>, given: DedupeOptions<D> & IdChoice<D, Key, Value, Name> = {}): Promise<DedupeResult<D, IdOf<D, Key, Value, Name>>> {
  const result = await withOptionNames(() => dedupeHere(documents as Many<DocumentInput>, given as DedupeOptions & Choices))
  return result as unknown as DedupeResult<D, IdOf<D, Key, Value, Name>>
}

async function dedupeHere(documents: Many<DocumentInput>, given: DedupeOptions & Choices): Promise<MemoryResult> {
  requireInput(documents)
  if ('files' in documents) throw new LeitongError('NEEDS_NODE', 'the input { files }')
  requireObject(given)
  // What the array holds now, whatever the caller does to it meanwhile.
  const held = Array.isArray(documents) ? [...documents] : documents
  const { pairs: wantPairs = false, signal, onProgress, fields, merge, ...others } = given
  const { model, values: rest } = takeModel(others)
  requireSignal(signal)
  requireFunction(onProgress, 'onProgress')
  const rules = merge === undefined ? undefined : rulesHere(merge)
  const { options: named, selectors } = takeSelectors(rest)
  requireOwnOptions(named)
  const resolved = resolveOptions([{ values: named, where: 'in the options' }], { ...NO_MACHINE, memory: MEMORY })
  const options = fields === undefined ? resolved : optionsForRows(resolved)
  refuseFieldsFile(fields)
  requireSearched(options)
  refuseNodeOptions(options)
  const hooks = { signal, onProgress }
  const read = async (taken: Taken) => {
    const into = new MemoryDocuments(options, taken)
    await into.read(held, selectors, hooks)
    return into
  }
  if (methodOf(options).reads !== 'values') {
    const signed = fields && (await import('./rows.js')).signedFields(options, fields)
    const taken = new TakenTexts(options, signed?.row)
    const into = await read(taken)
    const textOf = (document: number) => taken.texts[document] as WeighableText
    const measure = measuring(into.options, taken.signer, textOf, hooks)
    const texts = { ...taken, signatures: taken.signatures, runs: RUNS_HERE, measure, name: signed?.name ?? '' }
    return new MemoryResult(into, await judgeTexts(into, texts, wantPairs, hooks), rules)
  }
  const { TakenRows, judgeRows, rowsAsked } = await import('./rows.js')
  const asked = rowsAsked(options, fields, model)
  const taken = new TakenRows(options, asked.row)
  const into = await read(taken)
  taken.finish()
  return new MemoryResult(into, await judgeRows(into, asked, taken.store, CALLING_THREAD, wantPairs, hooks), rules)
}

const CALLING_THREAD = { width: 1, isThreaded: false, run: () => Promise.reject(new Error('there are no threads')) }

/** Documents that were read, wherever they lie. */
export interface ReadDocuments extends Ranked {
  /** Those of the run; once all is read, with the size of signatures that came with the records. */
  readonly options: Options
  /** Documents that can be judged. */
  readonly count: number
  /** Bytes of them. */
  readonly bytes: number
  /** Records that cannot be judged. */
  readonly rejects: readonly object[]
  /** Texts in each script of Chinese. */
  readonly scripts: Summary['scripts'] & object
  /** How the values of the field of a keep rule were read. */
  readonly ranked: RankTally
  readonly identified: Identified
}

/** Texts that are signed. */
export interface SignedTexts extends Collected, Pick<Batch, 'runs' | 'measure'> {
  readonly signatures: MemorySignatures
  /** What the name of the signature has of fields. */
  readonly name: string
}

/** What was found of documents. */
export interface Verdict {
  readonly decisions: Decisions
  readonly similar: readonly SimilarNodes[]
  readonly signature: string
  readonly limits: Pick<Summary['limits'], 'crowded' | 'unpaired' | 'sampled'>
  /** Under a measure of rows, with what each field says of a pair. */
  readonly rows?: Pick<JudgedRows, 'summary' | 'compared'>
}

export async function judgeTexts(
  documents: ReadDocuments,
  { signatures, postings, features, runs, measure, name }: SignedTexts,
  wantPairs: boolean,
  hooks: RunHooks,
): Promise<Verdict> {
  const { options } = documents
  hooks.onProgress?.('search', 0, undefined)
  const sampled = postings && postings.sample > 1 ? postings.sample : 0
  const ordering = createOrdering(options.keep, documents, features)
  const copies = findCopies(signatures.digests())
  const byCopies = orderByRepresentatives(options.keep, copies, ordering)
  const candidates = await searchOf(options).propose({
    options,
    pause: async () => hooks.signal?.throwIfAborted(),
    store: signatures,
    collected: { postings, features },
    copies,
    ordering: byCopies,
    wanted: new Uint32Array(),
    runs,
    measure,
  })
  const similar: SimilarNodes[] = []
  const { groupBy, maxPairs } = options
  const { grouping, unpaired } = await groupCandidates(
    candidates.graph,
    candidates.judge,
    { groupBy, maxPairs, allPairs: wantPairs },
    { found: (a, b, similarity) => similar.push([a, b, similarity]) },
  )
  const decisions = new Decisions(copies, candidates, grouping, options.keep === 'first' ? undefined : ordering)
  const limits = { crowded: grouping.crowded + candidates.crowded, unpaired, sampled }
  return { decisions, similar, signature: signatureName(options) + name, limits }
}

/** A run that is over: its figures and its pairs. */
export class RunResult {
  readonly summary: Summary
  readonly decisions: Decisions
  /** Under a measure of rows: what each field says of a pair. */
  readonly rows: JudgedRows['compared'] | undefined
  readonly #similar: readonly SimilarNodes[]

  constructor(documents: ReadDocuments, { decisions, similar, signature, limits, rows }: Verdict) {
    this.rows = rows?.compared
    this.decisions = decisions
    this.#similar = similar
    const { options, count, bytes, rejects, scripts, ranked, identified } = documents
    const shared = sharedId(decisions, identified)
    const { lists, copies, candidates, removed, groups } = decisions
    this.summary = {
      version: VERSION,
      documents: count,
      bytes,
      kept: count - removed + rejects.length,
      removed,
      groups: groups.length,
      rejects: rejects.length,
      copies: count - copies.distinct.length,
      plan: candidates.plan,
      signature,
      limits: { manyCopies: lists.firsts.filter((first) => lists.of(first).length > options.maxCopies).length, ...limits },
      ...bothScripts(scripts),
      ...keptBy(options, ranked),
      ...(shared ? { sharedId: shared } : {}),
      ...weakHash(options),
      options,
      ...(rows ? { rows: rows.summary } : {}),
    }
  }

  /** Similar pairs by the numbers of their documents. */
  documentPairs(): Generator<SimilarPair<number>> {
    return pairsOf(this.decisions, this.#similar, this.summary.options.maxCopies)
  }
}

class MemoryResult extends RunResult implements DedupeResult {
  readonly documents: MemoryDocuments
  readonly #rules: MergeInput | undefined

  constructor(documents: MemoryDocuments, verdict: Verdict, rules: MergeInput | undefined) {
    super(documents, verdict)
    this.documents = documents
    this.#rules = rules
  }

  readonly #idOf = (document: number): Id => parseJson(this.documents.idOf(document))

  async *kept(): AsyncGenerator<DocumentInput> {
    yield* this.documents.kept(this.decisions.removedDocuments())
  }

  removed(): Generator<Removed> {
    return removedOf(this.decisions, this.#idOf)
  }

  groups(): Generator<DuplicateGroup> {
    return groupsOf(this.decisions, this.#idOf)
  }

  *pairs(): Generator<SimilarPair> {
    for (const { a, b, ...measured } of this.documentPairs()) yield { a: this.#idOf(a), b: this.#idOf(b), ...measured }
  }

  *merged(rules: MergeInput | undefined = this.#rules, groupsFrom?: string): Generator<Merged> {
    if (groupsFrom !== undefined) throw new LeitongError('NEEDS_NODE', 'groupsFrom')
    yield* mergedRows(mergedHere(this.documents, this.decisions, rules))
  }

  *rejects(): Generator<Rejected> {
    yield* this.documents.rejects
  }

  async close(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}
}
