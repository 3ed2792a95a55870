/** What is shown of a record beside its text: the fields that were asked for, and the person that it names. */
import { personFields } from '../../../comparing/persons.js'
import type { Options } from '../../../options/options.js'
import type { ReadFile } from '../../../reading/open-input.js'
import { toJson } from '../../../reading/whole-numbers-json.js'
import { reach } from '../../../sources/rows/paths.js'

export interface Beside {
  /** Fields that were asked for, by their names. */
  readonly extra?: readonly (readonly [name: string, value: string])[]
  /** The name of a person. */
  readonly person?: string
}

interface Read {
  readonly options: Pick<Options, 'withFields' | 'personField' | 'textField' | 'idField'>
  readonly documents: {
    readonly files: readonly Pick<ReadFile, 'opening' | 'row' | 'own'>[]
    fileOf(document: number): number
  }
  /** A document as a record. */
  recordOf(document: number): Readonly<Record<string, unknown>> | undefined
  /** Whether a file is one text, which has no columns. */
  isText(file: number): boolean
}

export class ShownFields {
  readonly #context: Read
  /** For each file its columns of a person. */
  readonly #persons = new Map<number, readonly string[]>()

  constructor(context: Read) {
    this.#context = context
  }

  of(document: number): Beside {
    const { documents, options } = this.#context
    const { withFields } = options
    const file = documents.fileOf(document)
    if (!withFields.length && (this.#context.isText(file) || this.#persons.get(file)?.length === 0)) return {}
    const record = this.#context.recordOf(document)
    const textOf = (name: string) => shownValue(record && reach(record, name))
    const person = this.#personsOf(file, record).map(textOf).filter(Boolean).join(' ')
    return {
      ...(withFields.length ? { extra: withFields.map((name) => [name, textOf(name)] as const) } : {}),
      ...(person ? { person } : {}),
    }
  }

  /** Of a file without a heading, by what its first record has. */
  #personsOf(file: number, record: Readonly<Record<string, unknown>> | undefined): readonly string[] {
    const known = this.#persons.get(file)
    if (known || !record) return known ?? []
    const { documents, options } = this.#context
    const { opening, row, own } = documents.files[file] ?? {}
    const { personField } = options
    const columns = [...(opening?.columns ?? Object.keys(record))].filter((column) => column !== (own?.id ?? options.idField))
    const found = personFields(columns, personField)
    // What is compared as a text is no name, unless somebody says so; rows are compared by the names in them.
    const isText = !row && !personField.length && found.some((column) => (own?.text ?? options.textField).includes(column))
    const persons = isText ? [] : found
    this.#persons.set(file, persons)
    return persons
  }
}

const shownValue = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : (toJson(value) ?? '')
