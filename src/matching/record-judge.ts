/** The judge of one record against a few others that come one at a time: no table stands behind them, only what the records say. */
import { ComingColumn } from './coming.js'
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

/** A record, and a name that no record with other values has: what was made of it is then made once. */
export interface NamedRecord {
  readonly name: string
  /** Called where the record is not known. */
  readonly read: () => RecordValues
}

/** Records that are remembered, and UTF-16 units of their values: with what is made of these a few hundred megabytes at most. */
const REMEMBERED = { records: 1 << 15, units: 1 << 23 }

/**
 * Scores records against others, as a batch scores the same rows, but for one thing: there is no column to say how rare a word is, so the
 * words of a value count alike. Records that were met lately are remembered with what was made of them; that changes no score.
 *
 * @example
 * const judge = new RecordScorer({ fields: [{ name: 'city', kind: 'name', weight: 1, compare: true }], least: 1 })
 * const leeds = { name: 'a', read: () => new Map([['city', 'Leeds']]) }
 * judge.score(leeds, [leeds]) // [1]
 */
export class RecordScorer {
  readonly #spec: RecordSpec
  readonly #remembered: typeof REMEMBERED
  #known: KnownRecords | undefined

  constructor(spec: RecordSpec, remembered = REMEMBERED) {
    this.#spec = spec
    this.#remembered = remembered
  }

  /**
   * @param scoreFrom  below it a score may be any lower one, which takes less time
   * @returns for each of the others a score from 0 to 1; undefined where the rules refuse the pair
   */
  score(record: NamedRecord, others: readonly NamedRecord[], scoreFrom = 0): (number | undefined)[] {
    if (!others.length) return []
    const { records, units } = this.#remembered
    if (!this.#known?.hasRoomFor(others.length + 1, units)) this.#known = new KnownRecords(this.#spec, Math.max(records, others.length + 1))
    const known = this.#known
    const row = known.rowOf(record)
    // All are there before the first is scored: what is made of them grows, and is then looked at.
    const rows = others.map((other) => known.rowOf(other))
    return rows.map((other) => (known.judge.allows(row, other) ? Math.max(0, known.judge.score(row, other, scoreFrom)) : undefined))
  }
}

/** Records as rows of columns that grow, up to their room. */
class KnownRecords {
  readonly judge: RowJudge
  readonly #room: number
  readonly #rows = new Map<string, number>()
  readonly #columns: readonly ComingColumn[]
  /** Columns with the values of rows that are made of them, row by row. */
  readonly #interleaved: readonly { readonly columns: readonly ComingColumn[]; readonly values: Int32Array }[]

  constructor({ fields, least, model, rules }: RecordSpec, room: number) {
    this.#room = room
    const columnOf = new Map(
      fields.map(({ name, kind, settings }) => [name, new ComingColumn(name, kindOf({ kind, settings }).normalise, room)]),
    )
    this.#columns = [...columnOf.values()]
    const fieldOf = (name: string): Field => {
      const { kind, settings } = fields.find((field) => field.name === name) as RecordField
      return { column: columnOf.get(name) as ComingColumn, kind, settings }
    }
    const compared = fields.filter(({ compare }) => compare)
    const ruled = rules ? [...new Set([...rules.and.flatMap(({ fields }) => fields), ...rules.veto])] : []
    const weightOf = (name: string) => fields.find((field) => field.name === name)?.weight ?? 1
    this.#interleaved = [compared.map(({ name }) => name), ruled].map((names) => ({
      columns: names.map((name) => columnOf.get(name) as ComingColumn),
      values: new Int32Array(room * names.length),
    }))
    this.judge = new RowJudge(
      {
        fields: compared.map(({ name }) => fieldOf(name)),
        weights: compared.map(({ weight }) => weight),
        least,
        model,
        values: this.#interleaved[0]?.values,
        rules: rules && {
          fields: ruled.map(fieldOf),
          values: this.#interleaved[1]?.values,
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
  }

  /** @param units  of values that there may be already */
  hasRoomFor(records: number, units: number): boolean {
    return this.#rows.size + records <= this.#room && this.#columns.every(({ length }) => length <= units)
  }

  rowOf({ name, read }: NamedRecord): number {
    const known = this.#rows.get(name)
    if (known !== undefined) return known
    // What cannot be read has no row.
    const record = read()
    const row = this.#rows.size
    this.#rows.set(name, row)
    for (const column of this.#columns) column.put(row, record.get(column.name))
    for (const { columns, values } of this.#interleaved)
      columns.forEach((column, field) => {
        values[row * columns.length + field] = column.rows[row] as number
      })
    return row
  }
}
