/** The rows of each group as one row: its values by rules, each with the row that it comes from. */
import { LeitongError } from '../../../errors.js'
import { readRank } from '../../../options/keep-rule.js'
import { addTally, type KeptBy, keptBy, noRanks, orderShown, type RankTally } from '../../../options/ranks.js'
import type { DateOrder } from '../../../sources/rows/dates.js'
import { isObject } from '../../../sources/rows/objects.js'
import type { Decisions } from '../decisions.js'
import { type Chosen, choose, type Row } from './choose.js'
import { type EarlierGroups, groupIds } from './group-ids.js'
import { columnOf, datesOf, KEPT, type MergeRule, type MergeRules } from './rules.js'

/** A record in its order. */
export interface MergeRecord {
  /** Undefined for one that could not be judged. */
  readonly document: number | undefined
  readonly isRemoved: boolean
  row(): Row | undefined
}

/** What is merged: records, wherever they lie, and what was decided of them. */
export interface MergeSource {
  readonly decisions: Decisions
  /** As it was asked for. */
  readonly dateOrder: DateOrder | undefined
  /** Documents that were judged. */
  readonly count: number
  /** The names of columns, as far as they are known without reading. */
  readonly columns: readonly string[]
  /** No record has fields of other names. */
  readonly hasAllColumns: boolean
  /** As JSON. */
  idOf(document: number): string
  /** Undefined for one that cannot be read. */
  rowOf(document: number): Row | undefined
  /** @param removed  ascending */
  records(removed: ArrayLike<number>): Iterable<MergeRecord>
}

/** One row for a group, or for a row that is alone. */
export interface MergedRow {
  /** The id of the group, as JSON: it stays the same over runs. Null of a row that could not be judged. */
  readonly group: string | null
  /** Ids as JSON, in the order of the input. */
  readonly members: readonly string[]
  /** By the places of fields in {@link MergedRows.fields}. */
  readonly values: readonly Chosen[]
}

/** The fields that a merged row has beside those of the input. */
export const GROUP = 'leitong_group'
export const SIZE = 'leitong_size'

export class MergedRows {
  /** The fields of all rows, in the order in which they are first seen. */
  readonly fields: readonly string[]
  /** How the columns of dates were read, where that is open to doubt. */
  readonly dates: readonly KeptBy[]
  /** Values for which another was as good, as far as rows were read. */
  ties = 0
  readonly #source: MergeSource
  readonly #rules: MergeRules
  readonly #orders = new Map<string, DateOrder | undefined>()
  /** For each kept document the id of its group. */
  readonly #ids: ReadonlyMap<number, string>

  /**
   * @throws {LeitongError} `OPTION_VALUE` for a rule that names a field which no row has; `OPTION_CONFLICT` for rows that have the names of
   *   merged ones already
   */
  constructor(source: MergeSource, rules: MergeRules, earlier?: EarlierGroups) {
    this.#source = source
    this.#rules = rules
    const { fields, tallies } = this.#look()
    this.fields = fields
    const named = [...Object.entries(rules)].flatMap(([field, rule]) => [...(field === '*' ? [] : [field]), columnOf(rule) ?? []].flat())
    const missing = named.find((name) => !fields.includes(name))
    if (missing !== undefined)
      throw new LeitongError('OPTION_VALUE', 'merge', JSON.stringify(missing), `a column of the input: ${fields.join(', ')}`)
    const taken = [GROUP, SIZE].find((name) => fields.includes(name))
    if (taken !== undefined)
      throw new LeitongError('OPTION_CONFLICT', `--merge writes the column "${taken}", and the input has one: give it another name there`)
    const { dateOrder } = source
    for (const [column, tally] of tallies) this.#orders.set(column, dateOrder ?? orderShown(tally))
    this.dates = [...tallies].flatMap(([column, tally]) => keptBy({ keep: `newest:${column}`, dateOrder }, tally).keptBy ?? [])
    this.#ids = this.#name(earlier)
  }

  /** The fields of all rows, and what columns of dates show. */
  #look(): { fields: string[]; tallies: Map<string, RankTally> } {
    const { columns, hasAllColumns, dateOrder } = this.#source
    const tallies = new Map<string, RankTally>()
    const byRank = new Set(
      Object.values(this.#rules).flatMap((rule) => (rule.rule === 'newest' || rule.rule === 'oldest' ? rule.column : [])),
    )
    for (const [field, rule] of Object.entries(this.#rules)) {
      const column = datesOf(field, rule)
      if (column !== undefined && column !== '*') tallies.set(column, noRanks())
    }
    const fields = new Set(columns)
    if (hasAllColumns && !tallies.size) return { fields: [...fields], tallies }
    for (const record of this.#source.records([])) {
      const row = record.row()
      if (!row) continue
      if (!hasAllColumns) for (const name of Object.keys(row)) fields.add(name)
      for (const [column, tally] of tallies) {
        const { shows } = readRank(row[column], `newest:${column}`, dateOrder === 'month')
        // A column of least and greatest values may well hold no dates.
        if (shows && (shows !== 'unread' || byRank.has(column))) addTally(tally, { ...noRanks(), [shows]: 1 })
      }
    }
    return { fields: [...fields], tallies }
  }

  #membersOf(kept: number): Uint32Array {
    const { groups } = this.#source.decisions
    const number = groups.numberOf(kept)
    return number === undefined ? Uint32Array.of(kept) : groups.get(number).members.toSorted()
  }

  #name(earlier?: EarlierGroups): Map<number, string> {
    const source = this.#source
    const { decisions, count } = source
    const kept: number[] = []
    const groups: string[][] = []
    for (let document = 0; document < count; document++) {
      if (decisions.decide(document).kept !== document) continue
      kept.push(document)
      groups.push(Array.from(this.#membersOf(document), (member) => source.idOf(member)))
    }
    const ids = groupIds(groups, earlier)
    return new Map(kept.map((document, i) => [document, ids[i] as string]))
  }

  #ruleOf(field: string): MergeRule {
    if (Object.hasOwn(this.#rules, field)) return this.#rules[field] as MergeRule
    return Object.hasOwn(this.#rules, '*') ? (this.#rules['*'] as MergeRule) : KEPT
  }

  /** In the order of the kept rows; what could not be judged and yet be read stands at its place. */
  *[Symbol.iterator](): Generator<MergedRow> {
    const source = this.#source
    const { decisions } = source
    this.ties = 0
    const rules = this.fields.map((field) => this.#ruleOf(field))
    const orderOf = (column: string) => this.#orders.get(column)
    for (const record of source.records(decisions.removedDocuments())) {
      const { document, isRemoved } = record
      if (isRemoved) continue
      if (document === undefined) {
        const row = record.row()
        if (!isObject(row)) continue
        yield { group: null, members: [], values: this.fields.map((field) => choose([row], 0, field, KEPT, orderOf)) }
        continue
      }
      const members = Array.from(this.#membersOf(document))
      const rows = members.map((member) => source.rowOf(member))
      const kept = members.indexOf(document)
      const values = this.fields.map((field, i) => choose(rows, kept, field, rules[i] as MergeRule, orderOf))
      for (const { isTie } of values) if (isTie) this.ties++
      yield { group: this.#ids.get(document) as string, members: members.map((member) => source.idOf(member)), values }
    }
  }
}
