/// <reference lib="esnext.disposable" preserve="true" />
/** The batch over documents in memory: no files, no workers, the same result. */
import { LeitongError } from '../../errors.js'
import { groupCandidates } from '../../grouping/group-candidates.js'
import { findCopies } from '../../jobs/dedupe/copies.js'
import { Decisions } from '../../jobs/dedupe/decisions.js'
import type { Figures } from '../../jobs/dedupe/figures.js'
import { createOrdering, orderByRepresentatives } from '../../jobs/dedupe/ordering.js'
import { signatureName } from '../../methods/methods.js'
import { RUNS_HERE } from '../../methods/minhash/band-buckets.js'
import type { OwnOptions } from '../../methods/own-options.js'
import { requireSearched } from '../../methods/refusals.js'
import { searchOf } from '../../methods/searches.js'
import type { OptionsInput } from '../../options/options.js'
import { requireFunction, requireObject, requireSignal } from '../../options/require.js'
import { NO_MACHINE } from '../../options/running.js'
import type { Document, DocumentInput, Many } from '../../reading/document-line.js'
import { type Choices, takeSelectors } from '../../reading/selectors.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import { requireOwnOptions } from '../../resolving/own-options.js'
import { resolveOptions } from '../../resolving/resolve.js'
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
import { MemoryDocuments } from './documents.js'
import type { RunHooks } from './hooks.js'
import { refuseFields, refuseNodeOptions } from './needs-node.js'
import { pairsOf, type SimilarNodes } from './pairs.js'
import { measuring } from './verify.js'

/** Bytes that occurrences of features may take under method `rare`, unless the option `memory` says otherwise. */
const MEMORY = 1 << 30

/** @typeParam D  the documents */
export type DedupeOptions<D = Document> = MemoryOptions<D> & OwnOptions

interface MemoryOptions<D> extends Omit<OptionsInput, 'method'>, FieldChoices<D>, RunHooks {
  /** Judge every candidate pair, so that `pairs()` is complete; otherwise only what grouping needs is judged. @default false */
  readonly pairs?: boolean
}

/** One run, in numbers; each as in Node. */
export type Summary = Figures

/**
 * @typeParam D  the documents
 * @typeParam I  their ids
 */
export interface DedupeResult<D = DocumentInput, I = Id> extends Decided<I>, AsyncDisposable {
  readonly summary: Summary
  /** The documents that stay, the very ones that were handed over, in their order; also those that could not be judged. */
  kept(): AsyncGenerator<D>
  /** Nothing is left open here: the same call as in Node, where it matters. */
  close(): Promise<void>
}

/**
 * Finds near-duplicates among documents in memory, on the calling thread. The result is that of Node.
 *
 * @param documents  any iterable, also an async one; they are held until the result goes
 * @throws {LeitongError} `NEEDS_NODE` for files, `fields`, databases, workers and corpus models; `FIELD_MISSING`, `NOTHING_JUDGED`,
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
  requireInput(documents)
  if ('files' in documents) throw new LeitongError('NEEDS_NODE', 'the input { files }')
  requireObject(given)
  const { pairs: wantPairs = false, signal, onProgress, ...rest } = given as DedupeOptions & Choices
  refuseFields(rest)
  requireSignal(signal)
  requireFunction(onProgress, 'onProgress')
  const { options: named, selectors } = takeSelectors(rest)
  requireOwnOptions(named)
  const options = resolveOptions([{ values: named, where: 'in the options' }], { ...NO_MACHINE, memory: MEMORY })
  requireSearched(options)
  refuseNodeOptions(options)
  const read = new MemoryDocuments(options)
  await read.read(documents, selectors, { signal, onProgress })
  return (await judge(read, wantPairs, { signal, onProgress })) as unknown as DedupeResult<D, IdOf<D, Key, Value, Name>>
}

async function judge(documents: MemoryDocuments, wantPairs: boolean, hooks: RunHooks): Promise<MemoryResult> {
  const { options, signatures, postings, features } = documents
  hooks.onProgress?.('search', 0, undefined)
  const sampled = postings && postings.sample > 1 ? postings.sample : 0
  const ordering = createOrdering(options.keep, documents, features)
  const copies = findCopies(signatures.digests())
  const byCopies = orderByRepresentatives(options.keep, copies, ordering)
  const candidates = await searchOf(options).propose({
    options,
    store: signatures,
    collected: { postings, features },
    copies,
    ordering: byCopies,
    wanted: new Uint32Array(),
    runs: RUNS_HERE,
    measure: measuring(documents, hooks),
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
  return new MemoryResult(documents, decisions, similar, { crowded: grouping.crowded + candidates.crowded, unpaired, sampled })
}

class MemoryResult implements DedupeResult {
  readonly summary: Summary
  readonly #documents: MemoryDocuments
  readonly #decisions: Decisions
  readonly #similar: readonly SimilarNodes[]

  constructor(
    documents: MemoryDocuments,
    decisions: Decisions,
    similar: readonly SimilarNodes[],
    limits: Pick<Summary['limits'], 'crowded' | 'unpaired' | 'sampled'>,
  ) {
    this.#documents = documents
    this.#decisions = decisions
    this.#similar = similar
    const { options, count, bytes, rejects } = documents
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
      signature: signatureName(options),
      limits: { manyCopies: lists.firsts.filter((first) => lists.of(first).length > options.maxCopies).length, ...limits },
      options,
    }
  }

  readonly #idOf = (document: number): Id => parseJson(this.#documents.idOf(document))

  async *kept(): AsyncGenerator<DocumentInput> {
    yield* this.#documents.kept(this.#decisions.removedDocuments())
  }

  removed(): Generator<Removed> {
    return removedOf(this.#decisions, this.#idOf)
  }

  groups(): Generator<DuplicateGroup> {
    return groupsOf(this.#decisions, this.#idOf)
  }

  *pairs(): Generator<SimilarPair> {
    for (const { a, b, ...measured } of pairsOf(this.#decisions, this.#similar, this.#documents.options.maxCopies))
      yield { a: this.#idOf(a), b: this.#idOf(b), ...measured }
  }

  *rejects(): Generator<Rejected> {
    yield* this.#documents.rejects
  }

  async close(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}
}
