/** The rows of each group as one row: its values by rules, each with the row that it comes from. */
import { LeitongError } from '../../../errors.js'
import { readRank } from '../../../options/keep-rule.js'
import { addTally, type KeptBy, keptBy, noRanks, orderShown, type RankTally } from '../../../options/ranks.js'
import { isInMemory } from '../../../reading/input.js'
import type { ReadFile } from '../../../reading/open-input.js'
import { rowOf } from '../../../reading/records.js'
import { isTable } from '../../../sources/formats/format.js'
import type { DateOrder } from '../../../sources/rows/dates.js'
import { isObject } from '../../../sources/rows/objects.js'
import type { Run } from '../dedupe.js'
import { recordsOf } from '../kept/selection.js'
import { type Chosen, choose, type Row } from './choose.js'
import { type EarlierGroups, groupIds, readEarlierGroups } from './group-ids.js'
import { columnOf, datesOf, KEPT, type MergeInput, type MergeRule, type MergeRules, mergeRulesOf } from './rules.js'

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

/** @throws {LeitongError} `OPTION_VALUE`, `OPTION_CONFLICT`, `SOURCE_MISSING`, `SOURCE_READ` */
export const mergedOf = (run: Run, rules: MergeInput | undefined, groupsFrom?: string): MergedRows =>
  new MergedRows(run, mergeRulesOf(rules), groupsFrom === undefined ? undefined : readEarlierGroups(groupsFrom))

export class MergedRows {
  /** The fields of all rows, in the order in which they are first seen. */
  readonly fields: readonly string[]
  /** How the columns of dates were read, where that is open to doubt. */
  readonly dates: readonly KeptBy[]
  /** Values for which another was as good, as far as rows were read. */
  ties = 0
  readonly #run: Run
  readonly #rules: MergeRules
  readonly #orders = new Map<string, DateOrder | undefined>()
  /** For each kept document the id of its group. */
  readonly #ids: ReadonlyMap<number, string>

  /**
   * @throws {LeitongError} `OPTION_VALUE` for a rule that names a field which no row has; `OPTION_CONFLICT` for rows that have the names of
   *   merged ones already
   */
  constructor(run: Run, rules: MergeRules, earlier?: EarlierGroups) {
    const { inputs, ownInputs } = run.context
    if (
      inputs
        .slice(0, ownInputs)
        .some((input) => !isInMemory(input) && !input.everyColumn && (input.kind === 'table' || isTable(input.format)))
    )
      throw new LeitongError(
        'OPTION_CONFLICT',
        'columns that are not compared were not read: give the rules to dedupe, as its option merge',
      )
    this.#run = run
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
    const { dateOrder } = run.context.options
    for (const [column, tally] of tallies) this.#orders.set(column, dateOrder ?? orderShown(tally))
    this.dates = [...tallies].flatMap(([column, tally]) => keptBy({ keep: `newest:${column}`, dateOrder }, tally).keptBy ?? [])
    this.#ids = this.#name(earlier)
  }

  /** The fields of all rows, and what columns of dates show. */
  #look(): { fields: string[]; tallies: Map<string, RankTally> } {
    const { documents, ownInputs, options } = this.#run.context
    const tallies = new Map<string, RankTally>()
    const byRank = new Set(
      Object.values(this.#rules).flatMap((rule) => (rule.rule === 'newest' || rule.rule === 'oldest' ? rule.column : [])),
    )
    for (const [field, rule] of Object.entries(this.#rules)) {
      const column = datesOf(field, rule)
      if (column !== undefined && column !== '*') tallies.set(column, noRanks())
    }
    const files = documents.files.slice(0, ownInputs)
    const fields = new Set(files.flatMap(({ opening }) => opening.columns ?? []))
    const isKnown = files.every(({ opening }) => opening.columns)
    if (isKnown && !tallies.size) return { fields: [...fields], tallies }
    for (const row of this.#rows()) {
      if (!isKnown) for (const name of Object.keys(row)) fields.add(name)
      for (const [column, tally] of tallies) {
        const { shows } = readRank(row[column], `newest:${column}`, options.dateOrder === 'month')
        // A column of least and greatest values may well hold no dates.
        if (shows && (shows !== 'unread' || byRank.has(column))) addTally(tally, { ...noRanks(), [shows]: 1 })
      }
    }
    return { fields: [...fields], tallies }
  }

  *#rows(): Generator<Row> {
    const { documents, ownInputs } = this.#run.context
    for (const { file, start, end } of recordsOf({ documents, removed: [], toFile: ownInputs })) {
      const row = this.#rowAt(file, start, end)
      if (row) yield row
    }
  }

  #rowAt(file: number, start: number, end: number): Row | undefined {
    const { documents, reader } = this.#run.context
    const read = documents.files[file] as ReadFile
    return rowOf(reader.read(read.path, start, end - start), read)
  }

  #membersOf(kept: number): Uint32Array {
    const { groups } = this.#run.decisions
    const number = groups.numberOf(kept)
    return number === undefined ? Uint32Array.of(kept) : groups.get(number).members.toSorted()
  }

  #name(earlier?: EarlierGroups): Map<number, string> {
    const { context, decisions } = this.#run
    const { documents } = context
    const kept: number[] = []
    const groups: string[][] = []
    for (let document = 0; document < documents.count; document++) {
      if (decisions.decide(document).kept !== document) continue
      kept.push(document)
      groups.push(Array.from(this.#membersOf(document), (member) => documents.idOf(member)))
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
    const { context, decisions } = this.#run
    const { documents, ownInputs } = context
    this.ties = 0
    const rules = this.fields.map((field) => this.#ruleOf(field))
    const orderOf = (column: string) => this.#orders.get(column)
    for (const { document, isRemoved, file, start, end } of recordsOf({
      documents,
      removed: decisions.removedDocuments(),
      toFile: ownInputs,
    })) {
      if (isRemoved) continue
      if (document === undefined) {
        const row = this.#rowAt(file, start, end)
        if (!isObject(row)) continue
        yield { group: null, members: [], values: this.fields.map((field) => choose([row], 0, field, KEPT, orderOf)) }
        continue
      }
      const members = Array.from(this.#membersOf(document))
      const rows = members.map((member) => this.#rowAt(documents.fileOf(member), documents.startOf(member), documents.endOf(member)))
      const kept = members.indexOf(document)
      const values = this.fields.map((field, i) => choose(rows, kept, field, rules[i] as MergeRule, orderOf))
      for (const { isTie } of values) if (isTie) this.ties++
      yield { group: this.#ids.get(document) as string, members: members.map((member) => documents.idOf(member)), values }
    }
  }
}
