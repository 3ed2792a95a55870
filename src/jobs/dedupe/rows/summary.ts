/** Figures of a run over rows: columns, keys, comparisons and what was learned. */

import type { Doubt } from '../../../matching/model/doubt.js'
import { modelChecksum } from '../../../matching/model/model-json.js'
import type { ColumnFacts } from './fields.js'
import type { ComparisonPlan } from './plan.js'
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
  }
}

export function summarizeRows({ columns, plan, compared, histogram, bytes }: RowSearch, rows: number, cut: number): RowsSummary {
  const { keys, comparisons, recall, model, doubt } = plan
  return {
    columns: columns.map((column) => {
      const levels = levelsOf(plan, column.name)
      return { ...column, completeness: rows ? column.filled / rows : 0, ...(levels ? { levels } : {}) }
    }),
    keys,
    comparisons: { planned: comparisons, made: compared },
    recall,
    histogram,
    cut,
    bytes,
    ...(model ? { model: { checksum: modelChecksum(model), prior: model.prior, rows: model.rows, ...(doubt ? { doubt } : {}) } } : {}),
  }
}

/** Of a field that depends on another the levels where that one is missing, which speak of this one alone. */
function levelsOf({ model }: ComparisonPlan, name: string): LevelFigures[] | undefined {
  const field = model?.fields.find((candidate) => candidate.name === name)
  if (!field) return undefined
  const [m, u] = [field.m[field.m.length - 1] ?? [], field.u[field.u.length - 1] ?? []]
  return field.levels.map((level, i) => ({ name: level, m: m[i] ?? 0, u: u[i] ?? 0 }))
}
