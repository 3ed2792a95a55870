/** Figures of a run over rows: columns, keys, comparisons and what was learned. */

import { precisionOf, recallOf } from '../../../matching/estimate.js'
import type { Doubt } from '../../../matching/model/doubt.js'
import type { FieldModel } from '../../../matching/model/model.js'
import { modelChecksum } from '../../../matching/model/model-json.js'
import type { ColumnFacts } from './fields.js'
import type { ComparisonPlan } from './plan.js'
import type { PromiseFigures } from './promise.js'
import type { RowSearch } from './search.js'

/** A level of agreement: how often it occurs among pairs that match (m) and among others (u). */
export interface LevelFigures {
  readonly name: string
  readonly m: number
  readonly u: number
}

export interface ColumnFigures extends ColumnFacts {
  /** The share of the rows that have a value. */
  readonly completeness: number
  /** Under `match`, best first. */
  readonly levels?: readonly LevelFigures[]
}

/** A run over rows, in numbers. */
export interface RowsSummary {
  readonly columns: readonly ColumnFigures[]
  /** Keys that bring rows together, with the pairs they cost, and the matches that each finds and adds to those before it: estimates. */
  readonly keys: ComparisonPlan['keys']
  readonly comparisons: { readonly planned: number; readonly made: number }
  /** The share of the matches that is compared: an estimate. */
  readonly recall: number
  /** The share of the matches that the result has: an estimate, where {@link precision} is one. */
  readonly resultRecall?: number
  /** What it lies between. */
  readonly resultRecallBetween?: readonly [low: number, high: number]
  /**
   * The share of the pairs that are matches: an estimate, the mean of their chances. Undefined where scores are no chances, or the model is in
   * doubt.
   */
  readonly precision?: number
  /** What it lies between. */
  readonly precisionBetween?: readonly [low: number, high: number]
  /** Of two tables: those that list each thing once, so that the pairs of a row compete. Undefined where neither does. */
  readonly listsOnce?: readonly ('a' | 'b')[]
  /** Where a precision was asked for: what was promised, and the pairs that were left out for it. */
  readonly promise?: PromiseFigures
  /** Pairs by score, from 0 to 1 in equal steps; those that can be no part of a group are left out. */
  readonly histogram: readonly number[]
  /** Pairs above the threshold that were not followed, because little else joins their groups. */
  readonly cut: number
  /** Bytes of the columns in memory. */
  readonly bytes: number
  /** Under `match`; `prior`: the chance that two rows drawn by chance match. */
  readonly model?: {
    readonly checksum: string
    readonly prior: number
    readonly rows: number
    /** Why it is not to be trusted by itself: pairs had to be alike by weights too. */
    readonly doubt?: Doubt
    /** Scores do not follow from the model: they are similarities of the one field, or of whole rows as texts. */
    readonly way?: 'fields' | 'text'
    /** The column that names what the rows are about, where rows were joined by it alone because the model is in doubt. */
    readonly by?: string
  }
}

/** Chances that pairs of rows are matches. */
export interface PairChances {
  readonly taken: () => Iterable<number>
  readonly left: () => Iterable<number>
}

/**
 * @param rows    that were read
 * @param cut     pairs that were not followed
 * @param pairs   that were taken, and that were not
 */
export function summarizeRows(
  { columns, plan, compared, histogram, bytes, isChance, once, promise }: RowSearch,
  rows: number,
  cut: number,
  { taken, left }: PairChances,
): RowsSummary {
  const isSingle = plan.model?.way !== undefined
  const estimate = isChance ? precisionOf(taken(), isSingle) : undefined
  const found = estimate && recallOf(taken(), left(), plan.recall, isSingle)
  const { keys, comparisons, recall, model, doubt } = plan
  const listsOnce = [...(once?.first ? (['a'] as const) : []), ...(once?.second ? (['b'] as const) : [])]
  return {
    columns: columns.map((column) => {
      const levels = levelsOf(plan, column.name)
      return { ...column, completeness: rows ? column.filled / rows : 0, ...(levels ? { levels } : {}) }
    }),
    keys,
    comparisons: { planned: comparisons, made: compared },
    recall,
    ...(estimate ? { precision: estimate.share, precisionBetween: [estimate.low, estimate.high] as const } : {}),
    ...(found ? { resultRecall: found.share, resultRecallBetween: [found.low, found.high] as const } : {}),
    ...(listsOnce.length ? { listsOnce } : {}),
    ...(promise ? { promise } : {}),
    histogram,
    cut,
    bytes,
    ...(model
      ? {
          model: {
            checksum: modelChecksum(model),
            prior: model.prior,
            rows: model.rows,
            ...(doubt ? { doubt } : {}),
            ...(model.way ? { way: model.way } : {}),
            ...(doubt && model.way === 'fields' ? { by: (model.fields[0] as FieldModel).name } : {}),
          },
        }
      : {}),
  }
}

/** The chances of the pairs whose score reaches a threshold, and of those that were held and do not reach it, as far as the tables bear them out. */
export function pairsFrom({ edges: { size, chance }, likely }: RowSearch, threshold: number): PairChances {
  const where = (isTaken: boolean) =>
    function* (): Generator<number> {
      for (let edge = 0; edge < size; edge++) if ((chance[edge] as number) >= threshold === isTaken) yield likely(chance[edge] as number)
    }
  return { taken: where(true), left: where(false) }
}

/** Of a field that depends on another the levels where that one is missing, which speak of this one alone. */
function levelsOf({ model }: ComparisonPlan, name: string): LevelFigures[] | undefined {
  const field = model?.fields.find((candidate) => candidate.name === name)
  if (!field) return undefined
  const [m, u] = [field.m[field.m.length - 1] ?? [], field.u[field.u.length - 1] ?? []]
  return field.levels.map((level, i) => ({ name: level, m: m[i] ?? 0, u: u[i] ?? 0 }))
}
