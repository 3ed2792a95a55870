/** The judge of one record against a few others that come one at a time: no table stands behind them, only what the records say. */
import { ColumnPacker } from './columns.js'
import type { Field } from './comparisons.js'
import { RowJudge } from './judge.js'
import type { KindName } from './kinds/kind.js'
import { kindOf } from './kinds/kinds.js'
import type { KindSettings } from './kinds/settings.js'
import type { MatchModel } from './model/model.js'

export interface RecordField {
  readonly name: string
  readonly kind: KindName
  readonly settings?: KindSettings
  readonly weight: number
  /** Whether it counts in the score; rules may name fields that do not. */
  readonly compare: boolean
}

/** What records are judged by, as plain data. */
export interface RecordSpec {
  readonly fields: readonly RecordField[]
  /** Compared fields that both must have. */
  readonly least: number
  /** Scores are chances by this model; without one, similarities by weight. */
  readonly model?: MatchModel | undefined
  readonly rules?: RecordRules | undefined
}

export interface RecordRules {
  readonly and: readonly { readonly fields: readonly string[]; readonly threshold: number }[]
  readonly veto: readonly string[]
}

/** The value of each field that has one, by name. */
export type RecordValues = ReadonlyMap<string, string>

/**
 * Scores a record against others, as a batch scores the same rows, but for one thing: there is no column to say how rare a word is, so the
 * words of a value count alike.
 *
 * @param scoreFrom  below it a score may be any lower one, which takes less time
 * @returns for each of the others a score from 0 to 1; undefined where the rules refuse the pair
 * @example
 * judgeRecord({ fields: [{ name: 'city', kind: 'name', weight: 1, compare: true }], least: 1 }, new Map([['city', 'Leeds']]), [new Map([['city', 'Leeds']])])
 * // [1]
 */
export function judgeRecord(
  spec: RecordSpec,
  record: RecordValues,
  others: readonly RecordValues[],
  scoreFrom = 0,
): (number | undefined)[] {
  if (!others.length) return []
  const { least, model, rules } = spec
  const records = [record, ...others]
  const packed = new Map(spec.fields.map((field) => [field.name, packedField(field, records)]))
  const fieldOf = (name: string) => packed.get(name) as Field
  const compared = spec.fields.filter(({ compare }) => compare)
  const ruled = rules ? [...new Set([...rules.and.flatMap(({ fields }) => fields), ...rules.veto])] : []
  const weightOf = (name: string) => spec.fields.find((field) => field.name === name)?.weight ?? 1
  const judge = new RowJudge(
    {
      fields: compared.map(({ name }) => fieldOf(name)),
      weights: compared.map(({ weight }) => weight),
      least,
      model,
      rules: rules && {
        fields: ruled.map(fieldOf),
        and: rules.and.map(({ fields, threshold }) => ({
          fields: fields.map((name) => ruled.indexOf(name)),
          weights: fields.map(weightOf),
          threshold,
        })),
        veto: rules.veto.map((name) => ruled.indexOf(name)),
      },
    },
    { wordsAlike: true },
  )
  return others.map((_, i) => (judge.allows(0, i + 1) ? Math.max(0, judge.score(0, i + 1, scoreFrom)) : undefined))
}

function packedField({ name, kind, settings }: RecordField, records: readonly RecordValues[]): Field {
  const packer = new ColumnPacker(name, kindOf({ kind, settings }).normalise)
  for (const record of records) packer.add(record.get(name))
  return { column: packer.finish(), kind, settings }
}
