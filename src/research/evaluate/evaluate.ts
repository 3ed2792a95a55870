/** Any methods on any labelled set: what each finds, how right that is, what it costs. */

import { type Quality, thinCurve, thresholdCurve } from '../../evaluating/curves.js'
import { type DocumentScore, scoreDocuments, type TopicScore } from '../../evaluating/documents.js'
import { bCubed, countPairs, pairwise, type Score } from '../../evaluating/metrics.js'
import { pairSet, type ScoredPair } from '../../evaluating/pairs.js'
import type { RivalDocument } from '../rivals/rival.js'
import type { LabelledSet } from './labelled-set.js'
import type { Contender } from './methods.js'
import { measureRun } from './peak-memory.js'
import { componentsOf, type Truth, truthOf } from './truth.js'
import { type Cutters, documentsFor } from './words.js'

export interface MethodResult {
  readonly method: string
  /** The measure of the sources: documents that were found, of all topics and of each. */
  readonly documents: DocumentScore & { readonly topics: readonly TopicScore[] }
  /** Records that the method could not judge, and left out. */
  readonly rejected: number
  /** Pairs that were found, and of them those that are true. */
  readonly found: number
  readonly right: number
  readonly pairwise: Score
  readonly bCubed: Score
  /** Cutting into words included, for methods that take words. */
  readonly seconds: number
  /** Seconds of the processor, of all threads. */
  readonly processor: number
  /** Bytes of the whole process at most. */
  readonly peakMemory: number
  /** Scores at higher thresholds; one point when a method knows no degrees. */
  readonly curve: readonly Quality[]
}

export interface Evaluation {
  readonly set: string
  readonly documents: number
  readonly truth: { readonly rule: string; readonly pairs: number; readonly groups: number }
  readonly results: readonly MethodResult[]
}

export interface EvaluateOptions {
  readonly cut: Cutters
  /** The rule of what is true, see truth.ts. */
  readonly truth?: string | undefined
  readonly progress?: (method: string) => void
  /** URLs of indexes to be made, of the experiment that compares stores. */
  readonly stores?: readonly string[]
}

const CURVE_POINTS = 200

/** Runs methods one after the other. */
export async function evaluate(set: LabelledSet, methods: readonly Contender[], options: EvaluateOptions): Promise<Evaluation> {
  const truth = truthOf(set, options.truth)
  const cutting = wordCache(set, options.cut)
  const results: MethodResult[] = []
  for (const method of methods) {
    options.progress?.(method.name)
    const words = await cutting(method.reads)
    const { value, seconds, processor, peakMemory } = await measureRun(() => method.find(set, words.documents))
    results.push({
      method: method.name,
      ...score(value.pairs, truth, set),
      rejected: value.rejected,
      seconds: seconds + words.seconds,
      processor: processor + words.processor,
      peakMemory,
    })
  }
  const sizes = new Map<number, number>()
  for (const group of truth.groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const groups = [...sizes.values()].filter((size) => size > 1).length
  return { set: set.name, documents: set.documents.length, truth: { rule: truth.rule, pairs: truth.pairs.size, groups }, results }
}

interface CutDocuments {
  readonly documents: readonly RivalDocument[]
  /** What cutting took. */
  readonly seconds: number
  readonly processor: number
}

/** The documents of a set as methods read them, cut when the first one asks. */
function wordCache(set: LabelledSet, cut: Cutters): (reads: Contender['reads']) => Promise<CutDocuments> {
  const known = new Map<Contender['reads'], CutDocuments>([['records', { documents: [], seconds: 0, processor: 0 }]])
  return async (reads) => {
    let found = known.get(reads)
    if (!found && reads !== 'records') {
      const { value, seconds, processor } = await measureRun(() => documentsFor(reads, set, cut))
      found = { documents: value, seconds, processor }
      known.set(reads, found)
    }
    return found as CutDocuments
  }
}

type Judgement = Omit<MethodResult, 'method' | 'rejected' | 'seconds' | 'processor' | 'peakMemory'>

/** Pairs against the truth; B-cubed compares the connected components of both. */
function score(pairs: readonly ScoredPair[], truth: Truth, { documents }: LabelledSet): Judgement {
  const count = documents.length
  const keys = pairSet(pairs, count)
  const counts = countPairs(keys, truth.pairs)
  const { all, topics } = scoreDocuments(keys, truth.pairs, count, (document) => documents[document]?.topic)
  return {
    documents: { ...all, topics },
    found: counts.found,
    right: counts.right,
    pairwise: pairwise(counts),
    bCubed: bCubed(componentsOf(keys, count), truth.groups, { resamples: count > 5000 ? 200 : 1000 }),
    curve: thinCurve(thresholdCurve(pairs, truth.pairs, count), CURVE_POINTS),
  }
}
