/** Fields that somebody named: one that no record has would pass for a result, so it is looked for until it is found. */
import { LeitongError } from '../errors.js'
import { rankFieldOf } from '../options/keep-rule.js'
import type { Options } from '../options/options.js'
import { PROFILES } from '../options/profiles.js'
import { isStated } from '../options/stated.js'
import type { OwnFields } from '../sources/formats/format.js'
import { reach } from '../sources/rows/paths.js'
import type { RowPlan } from '../sources/rows/plan.js'

type Row = Readonly<Record<string, unknown>>

/** Fields that are listed in a message: more of them say no more. */
const LISTED = 30

/** The fields that options, a keep rule or a plan of rows name: those that hold the text also if no option named them. */
export function namedFields(options: Options, row: RowPlan | undefined, own?: OwnFields): string[] {
  const { id: idField, text: textField } = own ?? { id: options.idField, text: options.textField }
  const { titleField, personField, infoField, withFields, keep, profile } = options
  const rank = rankFieldOf(keep)
  const ofProfile = (PROFILES[profile as keyof typeof PROFILES]?.['infoField'] ?? []) as readonly string[]
  const compared = row ? [...row.key, ...row.fields.map(({ name }) => name)] : textField
  return [
    ...compared,
    ...((own ? idField !== 'id' : isStated(options, 'idField')) && idField && !row?.key.length ? [idField] : []),
    ...(isStated(options, 'titleField') && !row ? [titleField] : []),
    // A profile names what its source had; others may lack some of it.
    ...infoField.filter((name) => !ofProfile.includes(name)),
    ...withFields,
    ...personField,
    ...(rank === undefined ? [] : [rank]),
  ]
}

/** Looks for fields in columns and records, until each of them was seen. */
export class FieldSearch {
  readonly #missing = new Set<string>()
  readonly #found = new Set<string>()
  readonly #seen = new Set<string>()

  /** Looks for further fields. */
  want(names: Iterable<string>): void {
    for (const name of names) if (!this.#found.has(name)) this.#missing.add(name)
  }

  get isDone(): boolean {
    return this.#missing.size === 0
  }

  addColumns(columns: readonly string[]): void {
    for (const column of columns) this.#find(column)
    this.#note(columns)
  }

  /** @param record  undefined, or no object: a record that could not be read */
  addRecord(record: Row | undefined): void {
    if (!record) return
    for (const name of this.#missing) if (reach(record, name) !== undefined) this.#find(name)
    this.#note(Object.keys(record))
  }

  #find(name: string): void {
    if (this.#missing.delete(name)) this.#found.add(name)
  }

  #note(names: readonly string[]): void {
    // A text that came alone is marked by a field with a name that no file has.
    for (const name of names) if (this.#seen.size < LISTED && !name.startsWith('\0')) this.#seen.add(name)
  }

  /**
   * @param place  the input, for the message
   * @throws {LeitongError} `FIELD_MISSING` for the first field that no record has; not where nothing with fields was seen
   */
  finish(place: string): void {
    const [missing] = this.#missing
    if (missing !== undefined && this.#seen.size) throw new LeitongError('FIELD_MISSING', place, missing, [...this.#seen].join(', '))
  }
}

/** Inputs as one place, for a message. */
export function placeOf(inputs: readonly { readonly name: string }[]): string {
  const [first, ...others] = inputs
  const name = first?.name || 'the documents'
  return others.length ? `${name} and ${others.length} more` : name
}
