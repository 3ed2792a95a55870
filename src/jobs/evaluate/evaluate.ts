/** Any methods on any labelled set: what each finds, how right that is, what it costs. */
import { type Quality, thinCurve, thresholdCurve } from '../../evaluating/curves.js'
import { bCubed, countPairs, pairwise, type Score } from '../../evaluating/metrics.js'
import { pairSet, type ScoredPair } from '../../evaluating/pairs.js'
import type { RivalDocument } from '../../evaluating/rivals/rival.js'
import type { LabelledSet } from './labelled-set.js'
import type { Contender } from './methods.js'
import { measureRun } from './peak-memory.js'
import { componentsOf, type Truth, truthOf } from './truth.js'
import { type Cutting, wordsOf } from './words.js'

export interface MethodResult {
  readonly method: string
  /** Pairs that were found, and of them those that are true. */
  readonly found: number
  readonly right: number
  readonly pairwise: Score
  readonly bCubed: Score
  /** Cutting into words included, for methods that take words. */
  readonly seconds: number
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
  readonly cut: Cutting
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
  const cutting = await cutWords(set, methods, options.cut)
  const results: MethodResult[] = []
  for (const method of methods) {
    options.progress?.(method.name)
    const { value: pairs, seconds, peakMemory } = await measureRun(() => method.find(set, cutting.words))
    results.push({
      method: method.name,
      ...score(pairs, truth, set.documents.length),
      seconds: seconds + (method.needsWords ? cutting.seconds : 0),
      peakMemory,
    })
  }
  const sizes = new Map<number, number>()
  for (const group of truth.groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const groups = [...sizes.values()].filter((size) => size > 1).length
  return { set: set.name, documents: set.documents.length, truth: { rule: truth.rule, pairs: truth.pairs.size, groups }, results }
}

/** The words of a set and how long cutting took, when any method wants them. */
export async function cutWords(
  set: LabelledSet,
  methods: readonly Contender[],
  cut: Cutting,
): Promise<{ readonly words: readonly RivalDocument[]; readonly seconds: number }> {
  if (!methods.some(({ needsWords }) => needsWords)) return { words: [], seconds: 0 }
  const { value: words, seconds } = await measureRun(() => wordsOf(set, cut))
  return { words, seconds }
}

/** Pairs against the truth; B-cubed compares the connected components of both. */
function score(pairs: readonly ScoredPair[], truth: Truth, count: number): Omit<MethodResult, 'method' | 'seconds' | 'peakMemory'> {
  const keys = pairSet(pairs, count)
  const counts = countPairs(keys, truth.pairs)
  return {
    found: counts.found,
    right: counts.right,
    pairwise: pairwise(counts),
    bCubed: bCubed(componentsOf(keys, count), truth.groups, { resamples: count > 5000 ? 200 : 1000 }),
    curve: thinCurve(thresholdCurve(pairs, truth.pairs, count), CURVE_POINTS),
  }
}
