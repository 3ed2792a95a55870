/** The first half of a batch: read and sign, find copies, propose. Grouping (run.ts) and linking (linking.ts) go on from there. */
import { LeitongError } from '../../errors.js'
import type { Verifier } from '../../grouping/candidates.js'
import { fieldsOf } from '../../options/keep-rule.js'
import type { Options } from '../../options/options.js'
import type { InputFile } from '../../reading/input.js'
import { checkRulesApply } from '../../signing/pair-rules.js'
import type { Fields } from '../../sources/formats/format.js'
import { createPool } from '../../working/pool.js'
import { lazyFolder } from '../../writing/temporary.js'
import { type Candidates, findCandidates } from './candidates.js'
import { type Copies, findCopies } from './copies.js'
import type { Documents, ReadFile, Rejected } from './documents.js'
import { letGo } from './garbage.js'
import { prepareModel } from './model.js'
import { createPreference } from './ordering.js'
import { signInputs } from './signing-pass.js'
import { verifyByIndex, verifyByMeasure, verifyBySignature } from './verdicts.js'

/** Phases in their order, as progress and the summary name them. */
export type Phase = 'read' | 'search' | 'verify' | 'write'

export interface RunHooks {
  readonly progress?: (phase: Phase, done: number, total: number | undefined) => void
  readonly signal?: AbortSignal | undefined
}

/** A batch up to the point where pairs are judged. */
export interface Searched {
  readonly options: Options
  readonly fields: Fields
  readonly inputs: readonly InputFile[]
  readonly documents: Documents
  readonly copies: Copies
  readonly proposal: Candidates
  readonly judge: Verifier
  /** Orders documents, the more preferred first. */
  readonly prefer: (a: number, b: number) => number
  readonly seconds: Record<Phase, number>
  readonly spilledBytes: number
  readonly sampled: number
  readonly postings: number
  /** Does work and counts its time under a phase. */
  timed<Result>(phase: Phase, work: () => Promise<Result> | Result): Promise<Result>
  close(): Promise<void>
}

/**
 * Reads and signs files, finds copies and proposes pairs.
 *
 * @throws {LeitongError}
 */
export async function searchBatch(inputs: readonly InputFile[], given: Options, hooks: RunHooks = {}): Promise<Searched> {
  checkRulesApply(inputs, given)
  const fields = fieldsOf(given)
  const seconds: Record<Phase, number> = { read: 0, search: 0, verify: 0, write: 0 }
  const timed = async <Result>(phase: Phase, work: () => Promise<Result> | Result): Promise<Result> => {
    hooks.signal?.throwIfAborted()
    const start = performance.now()
    const result = await work()
    seconds[phase] += (performance.now() - start) / 1000
    return result
  }
  const folder = lazyFolder(given.temp)
  const sizes = inputs.map(({ size }) => size)
  const known = sizes.some((size) => size === undefined) ? undefined : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
  const pool = createPool(given.workers, known)
  const close = async () => {
    await pool.close()
    folder.forget()
  }
  try {
    let read = 0
    const reading = {
      folder: folder.open,
      progress(bytes: number) {
        read += bytes
        hooks.progress?.('read', read, known)
      },
      ...(hooks.signal ? { signal: hooks.signal } : {}),
    }
    const { options, inputs: readable } = await timed('read', () => prepareModel(inputs, given, fields, pool, reading))
    read = 0
    const { documents, signatures: rows, postings } = await timed('read', () => signInputs(readable, options, fields, pool, reading))
    if (options.strict && documents.rejects.length)
      throw new LeitongError('STRICT', documents.rejects.length, describeReject(documents.rejects[0] as Rejected, documents.files))

    const prefer = createPreference(options.keep, documents)
    const copies = await timed('search', () => {
      hooks.progress?.('search', 0, undefined)
      return findCopies(rows.takeDigests())
    })
    letGo(documents.count)
    const held = postings?.length ?? 0
    const proposal = await timed('search', () =>
      findCandidates(options, rows, copies, createChampionOrder(copies, prefer, options), postings),
    )
    const spilledBytes = rows.spilled
    rows.close()
    letGo(documents.count)

    let verified = 0
    const judge = proposal.known
      ? verifyByIndex(proposal.known, options)
      : options.verify
        ? verifyByMeasure(proposal, documents, options, fields, pool, (pairs) => {
            verified += pairs
            hooks.progress?.('verify', verified, undefined)
          })
        : verifyBySignature(proposal, options)
    const sampled = postings && postings.sample > 1 ? postings.sample : 0
    return {
      options,
      fields,
      inputs,
      documents,
      copies,
      proposal,
      judge,
      prefer,
      seconds,
      spilledBytes,
      sampled,
      postings: held,
      timed,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Orders distinct texts by the most preferred of their copies. */
function createChampionOrder(
  copies: Copies,
  prefer: (a: number, b: number) => number,
  { keep }: Options,
): (a: number, b: number) => number {
  // The first of its copies is the best under `first`, and for texts of one length the earlier wins too.
  if (keep === 'first') return prefer
  const best = new Uint32Array(copies.first.length)
  copies.first.forEach((first, document) => {
    if (first === document || prefer(document, best[first] as number) < 0) best[first] = document
  })
  return (a, b) => prefer(best[a] as number, best[b] as number)
}

export function describeReject(reject: Rejected, files: readonly ReadFile[]): string {
  const name = (files[reject.file] as ReadFile).name
  return `${name}${reject.line ? `:${reject.line}` : ''}: ${reject.reason}`
}
