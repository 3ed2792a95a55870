/** A whole batch: searched, judged and grouped. What is written comes after, from the result. */
import { groupByComponents } from '../../grouping/components.js'
import { groupByStar } from '../../grouping/star.js'
import type { Options } from '../../options/options.js'
import type { InputFile } from '../../reading/input.js'
import type { Fields } from '../../sources/formats/format.js'
import { Decisions } from './decisions.js'
import type { Documents } from './documents.js'
import { completePairs } from './pairs.js'
import { type Phase, type RunHooks, searchBatch } from './search.js'

export { describeReject, type Phase, type RunHooks } from './search.js'

export interface Run {
  readonly options: Options
  readonly fields: Fields
  readonly inputs: readonly InputFile[]
  readonly documents: Documents
  readonly decisions: Decisions
  /** Seconds of each phase. */
  readonly seconds: Record<Phase, number>
  /** How the search was done. */
  readonly plan: string
  readonly spilledBytes: number
  /** Of method `rare`: one feature of so many was looked at; 0 for all, and under other methods. */
  readonly sampled: number
  /** Of method `rare`: occurrences of features that were held. */
  readonly postings: number
  /** Texts with more than maxCopies copies, and buckets or fingerprints in which not all pairs were looked at. */
  readonly manyCopies: number
  readonly crowded: number
  /** Lets temporary files go; texts cannot be read after this. */
  close(): Promise<void>
}

/**
 * Runs one batch over files.
 *
 * @param wantPairs  judge every candidate pair, not only those that grouping needs
 * @throws {LeitongError}
 */
export async function runBatch(inputs: readonly InputFile[], given: Options, wantPairs: boolean, hooks: RunHooks = {}): Promise<Run> {
  const searched = await searchBatch(inputs, given, hooks)
  const { options, fields, documents, copies, proposal, judge, prefer, seconds, spilledBytes, sampled, postings, close } = searched
  try {
    const grouping = await searched.timed('verify', async () => {
      const result = await (options.groupBy === 'star' ? groupByStar : groupByComponents)(proposal.graph, judge)
      if (wantPairs) await completePairs(proposal.graph, result.ledger, judge)
      return result
    })
    const outcome = new Decisions(copies, proposal, grouping, options.keep === 'first' ? undefined : prefer)
    const manyCopies = outcome.lists.firsts.filter((first) => outcome.lists.of(first).length > options.maxCopies).length
    return {
      options,
      fields,
      inputs,
      documents,
      decisions: outcome,
      seconds,
      plan: proposal.plan,
      spilledBytes,
      postings,
      sampled,
      manyCopies,
      crowded: grouping.crowded + proposal.crowded,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
