/**
 * A threshold and weights, or a model, fitted to labelled pairs of rows.
 *
 * What is fitted is taken only where it does better on pairs that it was not fitted to: each half of the labels is judged by what was fitted to
 * the other. Else all stays as it was.
 */
import { qualityAt } from '../../../evaluating/curves.js'
import { mix32 } from '../../../hashing/bits.js'
import { MISSING } from '../../../matching/comparisons.js'
import type { JudgeSpec } from '../../../matching/judge.js'
import { RowJudge } from '../../../matching/judge.js'
import type { MatchModel } from '../../../matching/model/model.js'

export interface LabelledPair {
  readonly a: number
  readonly b: number
  readonly same: boolean
}

export interface Fitted {
  readonly threshold: number
  /** Under `fields`. */
  readonly weights: readonly number[]
  /** Under `match`. */
  readonly model: MatchModel | undefined
  /** F1 on pairs that were not fitted to: as it was, and as it is fitted. */
  readonly before: number
  readonly after: number
  /** Whether weights or model were fitted, or the threshold alone, or nothing. */
  readonly took: 'weights' | 'threshold' | 'nothing'
}

/** What judges: weights and model of a spec, and the threshold. */
interface Judgement {
  readonly spec: JudgeSpec
  readonly threshold: number
}

/** Factors tried of each weight, over and over. */
const FACTORS = [0, 0.5, 2, 4]
const ROUNDS = 3
/** Labelled pairs that the learned model counts for, level by level. */
const PULL = 25
/** Better by less is as good. */
const BETTER = 1e-9
/** Labels below which nothing can be fitted and held against others. */
const LEAST_LABELS = 8

/** @param threshold  as it is without labels */
export function fitRows(spec: JudgeSpec, threshold: number, pairs: readonly LabelledPair[]): Fitted {
  const plain = { spec, threshold }
  const halves = [0, 1].map((half) => pairs.filter(({ a, b }) => (mix32(Math.imul(a, 31) ^ b) & 1) === half))
  const [one, other] = halves as [LabelledPair[], LabelledPair[]]
  const canFit = [one, other].every(
    (half) => half.length >= LEAST_LABELS && half.some(({ same }) => same) && half.some(({ same }) => !same),
  )
  const held = (learn: (train: readonly LabelledPair[]) => Judgement) => f1Of([...judged(learn(other), one), ...judged(learn(one), other)])
  const before = f1Of(judged(plain, pairs))
  const moved = canFit ? held((train) => ({ spec, threshold: bestThreshold(spec, train, threshold) })) : 0
  const whole = canFit ? held((train) => fitted(spec, train, threshold)) : 0
  const most = Math.max(before, moved, whole)
  const as = ({ spec: { weights, model }, threshold: at }: Judgement) => ({ weights, model, threshold: at, before, after: most })
  if (before >= most - BETTER) return { ...as(plain), took: 'nothing' }
  if (moved >= most - BETTER) return { ...as({ spec, threshold: bestThreshold(spec, pairs, threshold) }), took: 'threshold' }
  return { ...as(fitted(spec, pairs, threshold)), took: 'weights' }
}

function fitted({ model: given, ...rest }: JudgeSpec, pairs: readonly LabelledPair[], usual: number): Judgement {
  // Labels teach what the fields say, also where a model without them was in doubt and rows were to be compared as texts.
  const { way, ...learned } = given ?? {}
  const spec: JudgeSpec = { ...rest, model: given && way === 'text' ? (learned as MatchModel) : given }
  const own = spec.model ? { ...spec, model: fitModel(spec, spec.model, pairs) } : { ...spec, weights: fitWeights(spec, pairs, usual) }
  return { spec: own, threshold: bestThreshold(own, pairs, usual) }
}

/** One weight after another is changed where the pairs are told apart better for it. */
function fitWeights(spec: JudgeSpec, pairs: readonly LabelledPair[], usual: number): number[] {
  const judge = new RowJudge(spec)
  const similarities = pairs.map(({ a, b }) => judge.contributions(a, b).map(({ similarity }) => similarity))
  const allowed = pairs.map(({ a, b }) => judge.allows(a, b))
  const scoresOf = (weights: readonly number[]) =>
    pairs.map(({ same }, pair) => {
      let [sum, total] = [0, 0]
      similarities[pair]?.forEach((similarity, field) => {
        if (similarity === undefined) return
        sum += (weights[field] as number) * similarity
        total += weights[field] as number
      })
      return { same, score: allowed[pair] && total > 0 ? sum / total : 0 }
    })
  const worth = (weights: readonly number[]) => f1At(scoresOf(weights), thresholdOf(scoresOf(weights), usual))
  let weights = [...spec.weights]
  let best = worth(weights)
  for (let round = 0; round < ROUNDS; round++) {
    const start = best
    for (let field = 0; field < weights.length; field++)
      for (const factor of FACTORS) {
        const tried = weights.map((weight, i) => (i === field ? weight * factor : weight))
        if (!tried.some((weight) => weight > 0)) continue
        const own = worth(tried)
        if (own <= best + BETTER) continue
        best = own
        weights = tried
      }
    if (best === start) break
  }
  return weights
}

/** m as the pairs that are one have it, what was learned without labels standing for a few more of them. */
function fitModel(spec: JudgeSpec, model: MatchModel, pairs: readonly LabelledPair[]): MatchModel {
  const judge = new RowJudge(spec)
  const levels = pairs.flatMap(({ a, b, same }) => (same ? [judge.levels(a, b)] : []))
  const fields = model.fields.map((field, at) => {
    const last = field.m.length - 1
    const m = field.m.map((chances, row) => {
      const counts = chances.map((chance) => PULL * chance)
      for (const own of levels) {
        const level = own[at] as number
        if (level === MISSING) continue
        const above = field.parent < 0 ? MISSING : (own[field.parent] as number)
        // The last row is what is known without the parent: it counts every pair.
        if (row === last || row === above) counts[level] = (counts[level] as number) + 1
      }
      const sum = counts.reduce((total, count) => total + count, 0)
      return counts.map((count) => Number((count / sum).toPrecision(6)))
    })
    return { ...field, m }
  })
  return { ...model, fields }
}

function judged({ spec, threshold }: Judgement, pairs: readonly LabelledPair[]) {
  return scoresBy(spec, pairs).map(({ same, score }) => ({ same, found: score >= threshold }))
}

function scoresBy(spec: JudgeSpec, pairs: readonly LabelledPair[]) {
  const judge = new RowJudge(spec)
  return pairs.map(({ a, b, same }) => ({ same, score: judge.allows(a, b) ? Math.max(0, judge.score(a, b)) : 0 }))
}

const bestThreshold = (spec: JudgeSpec, pairs: readonly LabelledPair[], usual: number) => thresholdOf(scoresBy(spec, pairs), usual)

const STEPS = Array.from({ length: 99 }, (_, i) => (i + 1) / 100)

/** Of the thresholds that do as well as the best the usual one, if it is among them, or the one in the middle: an edge is an accident. */
function thresholdOf(scores: readonly { readonly same: boolean; readonly score: number }[], usual: number): number {
  const curve = qualityAt(scores, STEPS)
  const top = Math.max(...curve.map(({ f1 }) => f1))
  const good = curve.filter(({ f1 }) => f1 >= top - BETTER).map(({ threshold }) => threshold)
  return good.find((threshold) => threshold === usual) ?? (good[good.length >> 1] as number)
}

const f1At = (scores: readonly { readonly same: boolean; readonly score: number }[], threshold: number): number =>
  f1Of(scores.map(({ same, score }) => ({ same, found: score >= threshold })))

function f1Of(pairs: readonly { readonly same: boolean; readonly found: boolean }[]): number {
  let [both, right] = [0, 0]
  for (const { same, found } of pairs) {
    both += Number(same) + Number(found)
    if (same && found) right++
  }
  return both ? (2 * right) / both : 1
}
