/** A document of a live index: its id and its text, by the fields that the options name. */
import { LeitongError } from '../../errors.js'
import { methodOf } from '../../methods/methods.js'
import type { Options } from '../../options/options.js'
import { recordReader, type Selectors } from '../../reading/selectors.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import { flagOf } from '../../resolving/names.js'
import { elements } from '../../sources/formats/json-record.js'
import { type RowFeatures, type RowValues, WrongType } from '../../sources/rows/row-features.js'

/** A document with the fields that the options name (`id` and `text` unless said otherwise). */
export type LiveDocument = Readonly<Record<string, unknown>> & {
  readonly [ROW]?: RowFeatures
  readonly [VALUES]?: RowValues
  readonly [INFO]?: readonly string[]
  readonly [TITLE]?: string
}

/** The key under which a document that was a row carries its fields, with weights of their own. */
export const ROW: unique symbol = Symbol('row')
/** The key under which a document carries the values of its fields, where a source has read them. */
export const VALUES: unique symbol = Symbol('values')
/** The key under which a document carries its title, where a source has read it. */
export const TITLE: unique symbol = Symbol('title')
/** The key under which a document carries the elements of its other information, where a source has read them. */
export const INFO: unique symbol = Symbol('info')

/** What a source has read of a document. */
interface ReadDocument {
  readonly id: unknown
  readonly text: string
  readonly title?: string | undefined
  readonly row?: RowFeatures | undefined
  readonly values?: RowValues | undefined
  readonly info?: readonly string[] | undefined
  readonly given?: unknown
}

/** What a source has read as a document of an index: all of it, whichever way it comes in. */
export const documentOf = (
  { id, text, title, row, values, info, given }: ReadDocument,
  { idField, textField }: Pick<Options, 'idField' | 'textField'>,
): LiveDocument => ({
  [idField]: id,
  [textField[0] as string]: given ?? text,
  ...(title === undefined ? {} : { [TITLE]: title }),
  ...(row ? { [ROW]: row } : {}),
  ...(values ? { [VALUES]: values } : {}),
  ...(info ? { [INFO]: info } : {}),
})

/**
 * An id as the JSON under which a store knows it, so that 7 and "7" are two ids.
 *
 * @throws {LeitongError} `INDEX_DOCUMENT`
 */
export function idToJson(id: unknown): string {
  const json = toJson(id)
  // NaN and the infinities are null in JSON, and would share one id.
  if (json === undefined || json === 'null') throw new LeitongError('INDEX_DOCUMENT', `${String(id)} is no id`)
  return json
}

/**
 * A function that gives the fields of a document.
 *
 * @param asRow  where documents are rows that are signed by their fields: reads them so
 * @throws {LeitongError} `INDEX_DOCUMENT` from the function, for what is no object
 */
export function documentReader(
  options: Options,
  selectors: Selectors | undefined,
  asRow?: (document: LiveDocument) => LiveDocument,
): (document: object) => LiveDocument {
  const fieldsOf = recordReader(options, selectors)
  return (document: unknown) => {
    if (typeof document !== 'object' || document === null)
      throw new LeitongError('INDEX_DOCUMENT', `${String(document).slice(0, 40)} is no object with fields`)
    const read: LiveDocument = fieldsOf(document)
    return asRow && !read[ROW] ? asRow(read) : read
  }
}

/** @throws {LeitongError} `INDEX_DOCUMENT` where a value is not of the type that was stated for its field */
export function readingRow<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    throw error instanceof WrongType ? new LeitongError('INDEX_DOCUMENT', error.message) : error
  }
}

/** The id of a document, as JSON. @throws {LeitongError} `INDEX_DOCUMENT` */
export function idOf(document: LiveDocument, { idField }: Options): string {
  const id = document[idField]
  if (id === undefined || id === null) throw new LeitongError('INDEX_DOCUMENT', `no "${idField}"`)
  return idToJson(id)
}

/** The names of what a document has; its values may be of somebody's life. */
export const fieldsIn = (document: object): string => {
  const names = Object.keys(document)
  return names.length ? `there are ${names.slice(0, 20).join(', ')}` : 'it has no fields'
}

/** The text of a document: its text fields, one below the other. @throws {LeitongError} `INDEX_DOCUMENT` */
export function textOf(document: LiveDocument, { textField }: Options): string {
  const parts = textField.map((field) => document[field]).filter((part) => typeof part === 'string')
  if (!parts.length) throw new LeitongError('INDEX_DOCUMENT', `no "${textField.join('" or "')}"; ${fieldsIn(document)}`)
  return parts.join('\n')
}

/** The signature that comes with a document, or what it is made of. @throws {LeitongError} `INDEX_DOCUMENT` without one */
export function givenOf(document: LiveDocument, { textField }: Options): unknown {
  const value = document[textField[0] as string]
  if (value === undefined || value === null) throw new LeitongError('INDEX_DOCUMENT', `no "${textField[0]}"`)
  return value
}

/** The title of a document, where it has one. */
export function titleOf(document: LiveDocument, { titleField }: Options): string | undefined {
  const title = document[TITLE] ?? document[titleField]
  return typeof title === 'string' ? title : undefined
}

/** The elements of the other information of a document: keywords, tags, references, by the fields that the options name. */
export const infoOf = (document: LiveDocument, { infoField }: Options): readonly string[] =>
  document[INFO] ?? infoField.flatMap((field) => elements(document[field]))

/**
 * Refuses inputs that are read without what an index compares beside or in the place of texts: they would count as having none of it.
 *
 * @param index    options of the index
 * @param reading  options under which documents are read
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function requireInfo(index: Options, reading: Options): void {
  const { given } = methodOf(index)
  if (given && methodOf(reading).given !== given)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `the index compares ${index.method}: name their field, --${flagOf(given.field)} ${index.textField[0]}`,
    )
  if (index.measure === 'combined' && index.infoField.length && !reading.infoField.length)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `the index compares other information too: name its fields, --info-field ${index.infoField.join(',')}, or the profile that it was made with`,
    )
}
