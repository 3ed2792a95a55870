/** The first half of a batch: fingerprints, copies, candidates. Grouping (dedupe.ts) and linking (link.ts) go on from there. */
import { LeitongError } from '../../errors.js'
import type { Verifier } from '../../grouping/candidates.js'
import type { Options } from '../../options/options.js'
import type { Input } from '../../reading/input.js'
import type { ReadFile } from '../../reading/open-input.js'
import { checkRulesApply } from '../../signing/pair-rules.js'
import { type Candidates, findCandidates } from './candidates.js'
import { type Copies, findCopies } from './copies.js'
import type { Rejected } from './documents.js'
import { letGo } from './garbage.js'
import { prepareModel } from './model.js'
import { createOrdering, type Ordering, orderByRepresentatives } from './ordering.js'
import { RunContext, type RunHooks } from './run-context.js'
import { type Signatures, signInputs } from './signing-pass.js'
import { createVerifier } from './verdicts.js'

/** A batch up to the point where pairs are verified. */
export interface Search extends Found {
  readonly context: RunContext
  /** Orders documents, the more preferred first. */
  readonly ordering: Ordering
  readonly verify: Verifier
}

/** The findings of the signatures. */
interface Found {
  readonly copies: Copies
  readonly candidates: Candidates
  /** Bytes of signatures that went to disk. */
  readonly spilledBytes: number
  /** Under method `rare`, one feature in this many was looked at; 0 for all, and under other methods. */
  readonly sampled: number
  /** Under method `rare`, occurrences of features that were held. */
  readonly postings: number
}

/**
 * Reads inputs, finds copies and proposes pairs.
 *
 * @returns a search whose context is open: the caller closes it
 * @throws {LeitongError}
 */
export async function searchBatch(inputs: readonly Input[], options: Options, hooks: RunHooks = {}): Promise<Search> {
  checkRulesApply(inputs, options)
  const opened = RunContext.open(inputs, options, hooks)
  return opened.orClose(async () => {
    const context = await opened.timed('read', () => prepareModel(opened))
    const signatures = await context.timed('read', () => signInputs(context))
    refuseRejects(context)
    const ordering = createOrdering(options.keep, context.documents)
    const found = await findPairs(context, signatures, ordering)
    return { ...found, context, ordering, verify: createVerifier(context, found.candidates) }
  })
}

/** @throws {LeitongError} `STRICT` */
function refuseRejects({ options, documents: { rejects, files } }: RunContext): void {
  const [first] = rejects
  if (options.strict && first) throw new LeitongError('STRICT', rejects.length, describeReject(first, files))
}

/** Copies and candidates; the signatures are let go. */
async function findPairs(context: RunContext, signatures: Signatures, ordering: Ordering): Promise<Found> {
  const { options, documents, hooks } = context
  const { store, postings } = signatures
  const held = postings?.length ?? 0
  const copies = await context.timed('search', () => {
    hooks.progress?.('search', 0, undefined)
    return findCopies(store.takeDigests())
  })
  letGo(documents.count)
  const candidates = await context.timed('search', () =>
    findCandidates(options, signatures, copies, orderByRepresentatives(options.keep, copies, ordering)),
  )
  const spilledBytes = store.spilled
  store.close()
  letGo(documents.count)
  return { copies, candidates, spilledBytes, postings: held, sampled: postings && postings.sample > 1 ? postings.sample : 0 }
}

/** A record that could not be judged, as people are told: where it is, and why. */
export function describeReject(reject: Rejected, files: readonly ReadFile[]): string {
  const name = (files[reject.file] as ReadFile).name
  return `${name}${reject.line ? `:${reject.line}` : ''}: ${reject.reason}`
}
