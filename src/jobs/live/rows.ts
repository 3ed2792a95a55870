/** Rows of a live index: what of them is compared, how they are signed for the search, and what the index keeps of each. */
import { LeitongError } from '../../errors.js'
import { xxh64 } from '../../hashing/xxh64.js'
import { KINDS } from '../../matching/kinds/kinds.js'
import type { MatchModel } from '../../matching/model/model.js'
import type { RecordField, RecordSpec, RecordValues } from '../../matching/record-judge.js'
import type { JudgedRows } from '../../methods/live/setup.js'
import { RecordJudge, recordFromJson } from '../../methods/rows/record-judge.js'
import type { DateOrder } from '../../sources/rows/dates.js'
import type { FieldsSpec } from '../../sources/rows/fields-file.js'
import { planRecords } from '../../sources/rows/infer.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import { nameOf, type RowValues, rowValues } from '../../sources/rows/row-features.js'
import { fieldsIn, readingRow } from './document.js'

/** The part of a fields file that says how rows are judged: an index stores it. */
export type StoredFields = Pick<FieldsSpec, 'fields' | 'rules' | 'least'>

export interface LiveRows extends JudgedRows {
  /** How the fields of a document are found, where a source has not done it. */
  readonly plan: RowPlan
  /**
   * The values of a row in the order of the fields of the index; others are left out.
   *
   * @param found  by the source of the row; undefined: in the document itself
   * @throws {LeitongError} `INDEX_DOCUMENT` when too few compared fields have a value, or one is not of its type
   */
  recordOf(document: Readonly<Record<string, unknown>>, found: RowValues | undefined): RecordValues
  /** Dates so far that may be read in two ways, by their fields, where nothing says which: the day was read first. */
  readonly guessed: ReadonlyMap<string, number>
  /** The values of a row in what the index keeps of it. */
  readonly keptIn: (payload: string) => RecordValues
}

/**
 * @param stored  undefined: the fields of the model
 * @throws {LeitongError} `FIELDS_FILE` for a field without a kind, `MODEL_UNLIKE`, `OPTION_CONFLICT` where there are no fields at all
 */
export function liveRows(stored: StoredFields | undefined, model: MatchModel | undefined, where: string): LiveRows {
  const given = stored?.fields ? stored : model && { ...stored, fields: fieldsOfModel(model) }
  if (!given)
    throw new LeitongError('OPTION_CONFLICT', 'an index of rows must know their fields: name a fields file with a kind for each (--fields)')
  const plan = planRecords(where, given)
  const described = plan.fields.map((field): RecordField => {
    const learned = model?.fields.find(({ name }) => name === field.name)
    const kind = learned?.kind ?? field.comparison
    if (kind === undefined && !field.compare && !isRuled(plan, field.name))
      return { name: field.name, kind: 'exact', weight: 1, compare: false }
    if (kind === undefined)
      throw new LeitongError(
        'FIELDS_FILE',
        where,
        `field "${field.name}" has no kind, and an index has no values to find it from: dedupe --write-fields writes the kinds that it finds`,
      )
    const settings = learned ? learned.settings : field.settings
    const compare = model ? learned !== undefined : field.compare
    return { name: nameOf(field), kind, ...(settings ? { settings } : {}), weight: field.weight, compare }
  })
  const fields = model ? inOrderOf(model, described) : described
  const spec = { fields, least: plan.least ?? 1, model, rules: plan.rules }
  const guessed = new Map<string, number>()
  const open = fields.filter((field) => isDate(field) && field.settings?.order === undefined)
  return {
    plan,
    spec,
    guessed,
    recordOf(document, found) {
      const record = recordOf(plan, spec, document, found)
      for (const { name, kind } of open) {
        const value = record.get(name)
        if (value !== undefined && KINDS[kind].written?.shows(value) === 'either') guessed.set(name, (guessed.get(name) ?? 0) + 1)
      }
      return record
    },
    keptIn: recordFromJson,
    createJudge: (form, setup, spec) => new RecordJudge(form, setup, spec),
  }
}

const isDate = ({ kind }: RecordField) => KINDS[kind].written?.setting === 'order'

/** Whether the dates of all fields are read in this order. */
export const areRead = (rows: LiveRows | undefined, order: DateOrder): boolean =>
  (rows?.spec.fields ?? []).every((field) => !isDate(field) || (field.settings?.order ?? 'day') === order)

const isRuled = ({ rules }: RowPlan, name: string) =>
  rules !== undefined && [...rules.and.flatMap(({ fields }) => fields), ...rules.veto].includes(name)

const fieldsOfModel = ({ fields }: MatchModel) =>
  Object.fromEntries(fields.map(({ name, kind, settings }) => [name, { kind, ...settings }]))

/** A model knows its fields by their places. */
function inOrderOf(model: MatchModel, described: readonly RecordField[]): RecordField[] {
  const own = model.fields.map(({ name }) => {
    const field = described.find((candidate) => candidate.name === name)
    if (!field)
      throw new LeitongError('MODEL_UNLIKE', 'the model', `the field "${name}"`, described.map((candidate) => candidate.name).join(', '))
    return field
  })
  return [...own, ...described.filter((field) => !own.includes(field))]
}

/** What is stored of a fields file; where to find rows is not. */
export const storedFields = ({ fields, rules, least }: FieldsSpec): StoredFields => ({
  ...(fields ? { fields } : {}),
  ...(rules ? { rules } : {}),
  ...(least === undefined ? {} : { least }),
})

/** 64 bits over all by which rows are judged but the model, as 16 hexadecimal digits. */
export const fieldsChecksum = ({ spec: { fields, least, rules } }: LiveRows): string =>
  (xxh64(new TextEncoder().encode(JSON.stringify({ fields, least, rules })), 0n) as bigint).toString(16).padStart(16, '0')

function recordOf(
  plan: RowPlan,
  spec: RecordSpec,
  document: Readonly<Record<string, unknown>>,
  found: RowValues | undefined,
): RecordValues {
  const values = new Map(found ?? readingRow(() => rowValues(document, plan)))
  const record = new Map<string, string>()
  let filled = 0
  for (const { name, compare } of spec.fields) {
    const value = values.get(name)
    if (value === undefined) continue
    record.set(name, value)
    if (compare) filled++
  }
  if (filled >= Math.max(1, spec.least)) return record
  const names = spec.fields.flatMap(({ name, compare }) => (compare ? [name] : [])).join(', ')
  throw new LeitongError('INDEX_DOCUMENT', `it has ${filled} of the fields ${names}; ${fieldsIn(document)}`)
}
