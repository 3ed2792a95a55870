/** A document of a live index: its id and its text, by the fields that the options name. */
import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import type { RowFeatures, RowValues } from '../../sources/rows/row-features.js'

/** A document with the fields that the options name (`id` and `text` unless said otherwise). */
export type LiveDocument = Readonly<Record<string, unknown>> & {
  readonly [ROW]?: RowFeatures
  readonly [VALUES]?: RowValues
}

/** The key under which a document that was a row carries its fields, with weights of their own. */
export const ROW: unique symbol = Symbol('row')
/** The key under which a document carries the values of its fields, where a source has read them. */
export const VALUES: unique symbol = Symbol('values')

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

/** The id of a document, as JSON. @throws {LeitongError} `INDEX_DOCUMENT` */
export function idOf(document: LiveDocument, { idField }: Options): string {
  const id = document[idField]
  if (id === undefined || id === null) throw new LeitongError('INDEX_DOCUMENT', `no "${idField}"`)
  return idToJson(id)
}

/** The text of a document: its text fields, one below the other. @throws {LeitongError} `INDEX_DOCUMENT` */
export function textOf(document: LiveDocument, { textField }: Options): string {
  const parts = textField.map((field) => document[field]).filter((part) => typeof part === 'string')
  if (!parts.length) throw new LeitongError('INDEX_DOCUMENT', `no "${textField.join('" or "')}" in ${toJson(document)?.slice(0, 80)}`)
  return parts.join('\n')
}
