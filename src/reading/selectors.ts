/** Fields of documents that a function selects: what it returns stands in the record under a name of its own. */
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'

/** Functions that say what of a document is its id, its text and its title. */
export interface Selectors {
  readonly id?: (document: never) => unknown
  readonly text?: (document: never) => unknown
  readonly title?: (document: never) => unknown
}

/** A field by its name, several of them, or a function of the document. */
type Choice = string | readonly string[] | ((document: never) => unknown) | undefined

export interface Choices {
  readonly id?: Choice
  readonly text?: Choice
  readonly title?: Choice
}

/** The option that names each field, and the name that a selected value has in the record: no field is called so by accident. */
const FIELDS = {
  id: { option: 'idField', selected: 'id()' },
  text: { option: 'textField', selected: 'text()' },
  title: { option: 'titleField', selected: 'title()' },
} as const
const NAMES = Object.keys(FIELDS) as readonly (keyof typeof FIELDS)[]
const SELECTED: ReadonlySet<string> = new Set(NAMES.map((name) => FIELDS[name].selected))

/**
 * Takes `id`, `text` and `title` out of the options of a call: names become the options `idField`, `textField` and `titleField`.
 *
 * @returns the other options, and the functions; `selectors` is undefined if no function was given
 * @throws {LeitongError} `OPTION_CONFLICT` when a field is named twice, `OPTION_VALUE` for what is neither name nor function
 */
export function takeSelectors<Given extends Choices>({
  id,
  text,
  title,
  ...rest
}: Given): {
  readonly options: Omit<Given, keyof Choices>
  readonly selectors: Selectors | undefined
} {
  const choices = { id, text, title }
  const named: Record<string, unknown> = {}
  const functions: Record<string, unknown> = {}
  for (const name of NAMES) {
    const choice = choices[name]
    if (choice === undefined) continue
    const { option, selected } = FIELDS[name]
    if ((rest as Record<string, unknown>)[option] !== undefined)
      throw new LeitongError('OPTION_CONFLICT', `"${name}" and "${option}" say the same: give one of them`)
    if (typeof choice === 'function') functions[name] = choice
    else if (typeof choice !== 'string' && (name !== 'text' || !isNames(choice)))
      throw new LeitongError(
        'OPTION_VALUE',
        name,
        JSON.stringify(choice) ?? String(choice),
        'the name of a field, or a function of the document',
      )
    named[option] = typeof choice === 'function' ? wrap(name, selected) : wrap(name, choice)
  }
  const selectors = Object.keys(functions).length ? (functions as Selectors) : undefined
  return { options: { ...rest, ...named }, selectors }
}

const isNames = (choice: unknown): boolean => Array.isArray(choice) && choice.length > 0 && choice.every((name) => typeof name === 'string')
/** A text may be made of several fields. */
const wrap = (name: string, value: unknown): unknown => (name === 'text' && typeof value === 'string' ? [value] : value)

/**
 * A function that gives the fields of a document. A named field may be inherited, as the accessor of a class is, which a copy and JSON
 * would leave out; what functions select is added under names of its own.
 */
export function recordReader(
  { idField, textField, titleField }: Pick<Options, 'idField' | 'textField' | 'titleField'>,
  selectors: Selectors = {},
): (document: object) => Readonly<Record<string, unknown>> {
  const named = [idField, ...textField, titleField]
  const selecting = NAMES.flatMap((name) => {
    const select = selectors[name] as ((document: object) => unknown) | undefined
    return select ? [{ select, field: FIELDS[name].selected }] : []
  })
  return (document) => {
    const fields = document as Readonly<Record<string, unknown>>
    if (typeof document !== 'object' || document === null) return fields
    const inherited = named.filter((name) => !Object.hasOwn(document, name) && name in document)
    if (!inherited.length && !selecting.length) return fields
    const own = typeof fields['toJSON'] === 'function' ? fields['toJSON']() : document
    const record = { ...Object.fromEntries(inherited.map((name) => [name, fields[name]])), ...own }
    for (const { select, field } of selecting) record[field] = select(document)
    return record
  }
}

/** The record without what was selected. */
export function withoutSelected<Record extends object>(record: Record): Record {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !SELECTED.has(name))) as Record
}
