/** The first half of a batch: fingerprints, copies, candidates. Grouping (dedupe.ts) and linking (link.ts) go on from there. */
import type { Candidates } from '../../methods/candidates.js'
import { optionsForRows } from '../../methods/derive.js'
import type { PairsJudge } from '../../methods/method.js'
import { methodOf } from '../../methods/methods.js'
import type { RunSearch } from '../../methods/minhash/band-buckets.js'
import { requireRulesApply, requireSearched, requireTexts } from '../../methods/refusals.js'
import { searchOf } from '../../methods/searches.js'
import type { Options } from '../../options/options.js'
import type { Input } from '../../reading/input.js'
import type { IgnoredTotal } from '../../signing/lexicons.js'
import type { Pool } from '../../working/pool.js'
import { type Against, type Beside, preferOld, requireNoRows, requireSavable } from './against/against.js'
import { type Copies, findCopies, sidesOfTexts } from './copies.js'
import { findDecided, type Obeyed } from './decided/obeyed.js'
import { type Documents, firstOfB } from './documents.js'
import { letGo } from './garbage.js'
import { prepareModel } from './model.js'
import { ComparedCheck } from './nothing-compared.js'
import { createOrdering, type Ordering, orderByRepresentatives } from './ordering.js'
import { refuseRejects } from './rejects.js'
import type { RowSearch } from './rows/search.js'
import { RunContext, type RunHooks } from './run-context.js'
import { type Signatures, signInputs } from './signing-pass.js'
import { measuring } from './verdicts.js'

/** A batch up to the point where pairs are verified. */
export interface Search extends Found {
  readonly context: RunContext
  /** Orders documents, the more preferred first. */
  readonly ordering: Ordering
  readonly verify: PairsJudge
  /** What `--ignore` left out of the texts. */
  readonly ignored?: IgnoredTotal
  /** Under a measure of rows. */
  readonly rows?: RowSearch
  /** Decisions of people, where the options name a file of them. */
  readonly obeyed?: Obeyed | undefined
  /** What a run that is to be saved holds of its documents; closed with it. */
  readonly signatures?: Pick<Signatures, 'store'> & { readonly digests: Uint32Array }
  /** Old documents that the batch was held against. */
  readonly old?: OldDocuments
}

/** Old documents of a search, in numbers. */
export interface OldDocuments {
  readonly documents: number
  /** Records that could not be judged, and so were compared with nothing. */
  readonly rejects: number
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
 * @param sides   the inputs are of two sides, each of which must have something to compare
 * @param beside  old documents, and whether the run is to be saved
 * @returns      a search whose context is open: the caller closes it
 * @throws {LeitongError}
 */
export async function searchBatch(
  inputs: readonly Input[],
  given: Options,
  hooks: RunHooks = {},
  sides?: SidesOfSearch,
  { against, saveRun }: Beside = {},
): Promise<Search> {
  const hasRows = inputs.some(({ row }) => row)
  const options = hasRows ? optionsForRows(given) : given
  requireTexts(options, hasRows)
  if (methodOf(options).reads === 'values') return searchByFields(inputs, options, hooks, sides)
  requireSearched(options)
  requireRulesApply(inputs, options)
  if (against ?? saveRun) requireNoRows([...inputs, ...(against?.inputs ?? [])])
  if (saveRun !== undefined) requireSavable(options, '--save-run')
  const opened = RunContext.open(inputs, options, hooks, against?.inputs)
  return opened.orClose(async () => {
    const prepared = await opened.timed('read', () => prepareModel(opened))
    const signatures = await prepared.timed('read', () => signInputs(prepared, against?.runs))
    const context = prepared.with({ options: signatures.options })
    requireCompared(context, against?.inputs.length ? { ofA: inputs.length } : sides)
    refuseRejects(context)
    const old = against && oldDocuments(context, against)
    const obeyed = await context.timed('read', () => findDecided(context))
    const plain = createOrdering(options.keep, context.documents, signatures.features)
    const wished = obeyed?.prefer(plain) ?? plain
    const ordering = old ? preferOld(context.documents.own, wished) : wished
    const found = await findPairs(context, signatures, ordering, {
      obeyed,
      isOrdered: old !== undefined,
      isSaved: saveRun !== undefined,
      sides,
    })
    return {
      ...found,
      ...ignoredOf(context.options, signatures),
      ...(old ? { old } : {}),
      context,
      ordering,
      obeyed,
      verify: found.candidates.judge,
    }
  })
}

const ignoredOf = ({ ignore }: Options, { ignored }: Signatures): Pick<Search, 'ignored'> => (ignore.length ? { ignored } : {})

/** Two sides of one search. */
export interface SidesOfSearch {
  /** Inputs of side A; those behind them are of side B. */
  readonly ofA: number
  /** Whether only pairs across are looked for; otherwise pairs within a side too. */
  readonly isAcross: boolean
}

/** What is told of old documents; their rejects are not those of the batch. */
function oldDocuments({ documents, ownInputs }: RunContext, { runs }: Against): OldDocuments {
  const own = documents.rejects.filter(({ file }) => file < ownInputs)
  const rejects = documents.rejects.length - own.length
  documents.rejects.splice(0, documents.rejects.length, ...own)
  return { documents: runs.length ? runs.reduce((sum, run) => sum + run.documents, 0) : documents.count - documents.own, rejects }
}

function requireCompared(context: RunContext, sides: Pick<SidesOfSearch, 'ofA'> | undefined): void {
  const ofA = sides?.ofA ?? context.inputs.length
  new ComparedCheck(context, 0, ofA).finish()
  if (ofA < context.inputs.length) new ComparedCheck(context, ofA).finish()
}

/** Rows are compared field by field: there are neither signatures nor copies. */
async function searchByFields(
  inputs: readonly Input[],
  options: Options,
  hooks: RunHooks,
  sides: SidesOfSearch | undefined,
): Promise<Search> {
  const context = RunContext.open(inputs, options, hooks)
  const split = sides?.isAcross ? (documents: Documents) => firstOfB(documents, sides.ofA) : undefined
  return context.orClose(async () => {
    // A run over texts loads nothing of it.
    const { noCopies, searchRows } = await import('./rows/search.js')
    const found = await searchRows(context, split, () => requireCompared(context, sides))
    const none = { spilledBytes: 0, sampled: 0, postings: 0 }
    return { ...found, ...none, copies: noCopies(context.documents.count), context, verify: found.candidates.judge }
  })
}

/** Equal keys are looked for by as many threads as there are, and no more wait: the keys of each band take room. */
const runsBy = (pool: Pool): RunSearch => ({
  width: Math.max(1, pool.width >> 1),
  isThreaded: pool.isThreaded,
  of: (keys) => pool.run({ kind: 'runs', keys }),
})

interface Finding {
  readonly obeyed: Obeyed | undefined
  /** The ordering knows more than the keep rule. */
  readonly isOrdered: boolean
  /** The signatures are saved when all is done. */
  readonly isSaved: boolean
  readonly sides: SidesOfSearch | undefined
}

/** Copies and candidates; the signatures are let go, unless they are to be saved. */
async function findPairs(
  context: RunContext,
  signatures: Signatures,
  ordering: Ordering,
  { obeyed, isOrdered, isSaved, sides }: Finding,
): Promise<Found & Pick<Search, 'signatures'>> {
  const { options, documents, hooks } = context
  const { store, postings, features } = signatures
  const held = postings?.length ?? 0
  const postingsSpilled = postings?.spilled ?? 0
  let digests: Uint32Array | undefined
  const copies = await context.timed('search', () => {
    hooks.progress?.('search', 0, undefined)
    const taken = store.takeDigests()
    if (isSaved) digests = taken
    const found = findCopies(taken)
    return obeyed?.split(found) ?? found
  })
  letGo(documents.count)
  const candidates = await context.timed('search', () =>
    searchOf(options).propose({
      options,
      pause: () => context.pause(),
      store,
      collected: signatures,
      copies,
      sides: sides?.isAcross ? sidesOfTexts(copies.first, firstOfB(documents, sides.ofA)) : undefined,
      ordering: orderByRepresentatives(options.keep, copies, ordering, isOrdered || obeyed?.choosesKept),
      wanted: obeyed?.texts(copies) ?? new Uint32Array(),
      runs: runsBy(context.pool),
      measure: measuring(context),
    }),
  )
  const spilledBytes = store.spilled + (features?.spilled ?? 0) + postingsSpilled
  if (digests) context.keepOpen(store)
  else store.close()
  letGo(documents.count)
  return {
    ...(digests ? { signatures: { store, digests } } : {}),
    copies,
    candidates,
    spilledBytes,
    postings: held,
    sampled: postings && postings.sample > 1 ? postings.sample : 0,
  }
}
