/** From what was read to what is compared: the fields, the kind of each, and its packed column. */
import { LeitongError } from '../../../errors.js'
import type { Field } from '../../../matching/comparisons.js'
import { INFERENCE_SAMPLE, inferKind, isRunningNumber, isTruth } from '../../../matching/infer.js'
import type { JudgeRules } from '../../../matching/judge.js'
import type { KindName } from '../../../matching/kinds/kind.js'
import { KINDS, kindOf } from '../../../matching/kinds/kinds.js'
import type { KindSettings } from '../../../matching/kinds/settings.js'
import type { MatchModel } from '../../../matching/model/model.js'
import { packColumn } from '../../../matching/pack.js'
import { type ColumnReading, readColumn, settingsAs } from '../../../matching/written/column.js'
import type { DateOrder } from '../../../matching/written/dates.js'
import type { RowField, RowPlan, RowRules } from '../../../sources/rows/plan.js'
import { nameOf } from '../../../sources/rows/row-features.js'
import type { ReadColumn, ValueStore } from './value-store.js'

/** A column of the input, as the summary tells of it. */
export interface ColumnFacts {
  readonly name: string
  readonly kind: KindName
  /** What was said of it beside its kind. */
  readonly settings?: KindSettings
  /** Whether the kind was found from the values. */
  readonly inferred: boolean
  readonly weight: number
  /** Rows that have a value. */
  readonly filled: number
  /** Values that are unlike in the spelling of the kind. */
  readonly distinct: number
  /** How its dates or numbers were read, where something is to be said of it. */
  readonly read?: ColumnReading
  /** It numbers the rows, and was not compared. */
  readonly numbersRows?: true
  /** It tells which rows are one, and was not compared. */
  readonly tellsTruth?: true
}

export interface RowFields {
  readonly fields: readonly Field[]
  readonly weights: readonly number[]
  readonly facts: readonly ColumnFacts[]
  readonly rules: JudgeRules | undefined
}

/** A field that was described. */
type Described = Pick<RowField, 'name' | 'as' | 'compare' | 'comparison' | 'settings' | 'weight'>

/**
 * @param plans  of all inputs
 * @param model   its fields are those that are compared
 * @param learns  scores come from a model
 * @throws {LeitongError} `FIELDS_FILE` when there is nothing to compare, or a rule names a field that is not there; `MODEL_UNLIKE`
 */
export function rowFields(
  name: string,
  store: ValueStore,
  plans: readonly RowPlan[],
  asked: { readonly model: MatchModel | undefined; readonly learns: boolean; readonly dateOrder: DateOrder | undefined },
): RowFields {
  const { model } = asked
  const read = new Map(Array.from(store.columns(), (column) => [column.name, column]))
  const described = new Map<string, Described>()
  for (const field of plans.flatMap(({ fields }) => fields)) if (!described.has(nameOf(field))) described.set(nameOf(field), field)
  if (!described.size) for (const column of read.keys()) described.set(column, { name: column, compare: true, weight: 1 })
  const packing = new Packing(read, store.count, described, asked)
  const compared = model
    ? model.fields.map(({ name: field, kind, settings }) => ({ name: field, kind, settings }))
    : comparedNames(described).map((field) => packing.described(field))
  const missing = model?.fields.find((field) => !described.has(field.name))
  if (missing) throw new LeitongError('MODEL_UNLIKE', 'the model', `the field "${missing.name}"`, [...described.keys()].join(', '))
  // An input without rows has no values to tell a kind from, and nothing to compare is no mistake in it.
  const used = store.count ? compared.filter(({ kind }) => kind !== 'none') : [{ name: '', kind: 'exact' as const, settings: undefined }]
  if (!used.length) throw new LeitongError('FIELDS_FILE', name, 'there is no column to compare')
  const fields = used.map(({ name: field, kind, settings }) => packing.field(field, kind, settings))
  return {
    fields,
    weights: used.map(({ name: field }) => described.get(field)?.weight ?? 1),
    facts: compared.map(({ name: field, kind, settings }) => packing.facts(field, kind, settings)),
    rules: rulesOf(name, plans.find(({ rules }) => rules)?.rules, packing, described),
  }
}

const comparedNames = (described: ReadonlyMap<string, Described>) =>
  [...described].filter(([, { compare }]) => compare).map(([name]) => name)

/** Columns, each packed once. */
class Packing {
  readonly #read: ReadonlyMap<string, ReadColumn>
  readonly #rows: number
  readonly #described: ReadonlyMap<string, Described>
  readonly #asked: { readonly learns: boolean; readonly dateOrder: DateOrder | undefined }
  readonly #packed = new Map<string, Field>()
  /** Columns that number the rows. */
  readonly #running = new Set<string>()
  readonly #readings = new Map<string, ColumnReading>()

  constructor(
    read: ReadonlyMap<string, ReadColumn>,
    rows: number,
    described: ReadonlyMap<string, Described>,
    asked: { readonly learns: boolean; readonly dateOrder: DateOrder | undefined },
  ) {
    this.#asked = asked
    this.#read = read
    this.#rows = rows
    this.#described = described
  }

  #column(name: string): ReadColumn {
    return this.#read.get(name) ?? { name, values: [], rows: new Int32Array(this.#rows).fill(-1) }
  }

  kindOf(name: string): KindName {
    const stated = this.#described.get(name)?.comparison
    if (stated) return stated
    if (this.#tellsTruth(name)) return 'none'
    const { values, rows } = this.#column(name)
    const sample: string[] = []
    for (const number of rows) {
      if (number >= 0) sample.push(values[number] as string)
      if (sample.length === INFERENCE_SAMPLE) break
    }
    if (isRunningNumber(name, sample)) {
      this.#running.add(name)
      return 'none'
    }
    const kind = inferKind(name, sample)
    // A constant says nothing of who matches; but two rows are the more alike for it.
    return kind === 'none' && sample.length > 0 && !this.#asked.learns ? 'exact' : kind
  }

  #tellsTruth(name: string): boolean {
    return isTruth(name, this.#read.keys())
  }

  /** A field as it was described, with what its column shows of how values are written. */
  described(name: string, kind = this.kindOf(name)) {
    const settings = this.#described.get(name)?.settings
    const { written } = KINDS[kind]
    return {
      name,
      kind,
      settings: written ? settingsAs(settings, written, this.#reading(name, kind, settings) as ColumnReading) : settings,
    }
  }

  /** How the values of a column are read that may be read in two ways; undefined for kinds without such. */
  #reading(name: string, kind: KindName, settings: KindSettings | undefined): ColumnReading | undefined {
    const { written } = KINDS[kind]
    if (!written) return undefined
    const known = this.#readings.get(name)
    if (known) return known
    const { values, rows } = this.#column(name)
    const counts = new Uint32Array(values.length)
    for (const number of rows) if (number >= 0) counts[number] = (counts[number] as number) + 1
    const asked = written.setting === 'order' ? this.#asked.dateOrder : undefined
    const reading = readColumn(written, values, counts, settings?.[written.setting] ?? asked)
    this.#readings.set(name, reading)
    return reading
  }

  field(name: string, kind: KindName, settings?: KindSettings): Field {
    const known = this.#packed.get(name)
    if (known) return known
    const { values, rows } = this.#column(name)
    const field = { column: packColumn(name, values, rows, kindOf({ kind, settings }).normalise), kind, settings }
    this.#packed.set(name, field)
    return field
  }

  facts(name: string, kind: KindName, settings: KindSettings | undefined): ColumnFacts {
    const { weight = 1, comparison } = this.#described.get(name) ?? {}
    const about = { name, kind, ...(settings ? { settings } : {}), inferred: comparison === undefined, weight }
    if (kind === 'none')
      return {
        ...about,
        filled: 0,
        distinct: 0,
        ...(this.#running.has(name) ? { numbersRows: true as const } : {}),
        ...(comparison === undefined && this.#tellsTruth(name) ? { tellsTruth: true as const } : {}),
      }
    const { rows, counts } = this.field(name, kind, settings).column
    const read = this.#reading(name, kind, settings)
    let filled = 0
    for (const number of rows) if (number >= 0) filled++
    return { ...about, filled, distinct: counts.length, ...(read && (read.either || read.unread) ? { read } : {}) }
  }
}

function rulesOf(
  name: string,
  rules: RowRules | undefined,
  packing: Packing,
  described: ReadonlyMap<string, Described>,
): JudgeRules | undefined {
  if (!rules) return undefined
  const names = [...new Set([...rules.and.flatMap(({ fields }) => fields), ...rules.veto])]
  const missing = names.find((field) => !described.has(field))
  if (missing !== undefined)
    throw new LeitongError('FIELDS_FILE', name, `"rules" name "${missing}", and there are the fields ${[...described.keys()].join(', ')}`)
  // A field of nothing but empty values, or of one kept out of the comparison, still has values that differ or not.
  const ruledKind = (field: string) => {
    const kind = packing.kindOf(field)
    return kind === 'none' ? 'exact' : kind
  }
  return {
    fields: names.map((field) => {
      const { kind, settings } = packing.described(field, ruledKind(field))
      return packing.field(field, kind, settings)
    }),
    and: rules.and.map(({ fields, threshold }) => ({
      fields: fields.map((field) => names.indexOf(field)),
      weights: fields.map((field) => described.get(field)?.weight ?? 1),
      threshold,
    })),
    veto: rules.veto.map((field) => names.indexOf(field)),
  }
}
