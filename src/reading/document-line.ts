/** A document in memory as a line of JSON: the one form from which documents are judged, wherever they come from. */
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import { recordReader, type Selectors, withoutSelected } from './selectors.js'
import { toJson } from './whole-numbers-json.js'

/** Anything to loop over, also asynchronously. */
export type Many<Item> = Iterable<Item> | AsyncIterable<Item>
/** A document of which nothing is known but that it has fields. */
export type Document = Readonly<Record<string, unknown>>
/** A document: any object with the fields that the options name (`id`, `text` and `title` unless said otherwise); or its text alone. */
export type DocumentInput = object | string

/** The field that marks a text that came alone; no document has one of this name. */
export const TEXT_ALONE = '\u0000text alone'

/** The fields of a line without those that stand in lines alone. */
export function ownFields(record: Document): Document {
  const { [TEXT_ALONE]: _, ...own } = withoutSelected(record)
  return own
}

/**
 * A function that writes a document as a line, its end left out.
 *
 * @param selectors  of fields that have no name
 * @throws {LeitongError} `ARGUMENT` from the function, for what JSON has no form of: undefined, functions and symbols
 */
export function lineWriter(options: Options, selectors: Selectors | undefined): (document: DocumentInput) => string {
  const [textField = ''] = options.textField
  const recordOf = recordReader(options, selectors)
  return (document) => {
    const line = toJson(typeof document === 'string' ? { [textField]: document, [TEXT_ALONE]: true } : recordOf(document))
    if (line === undefined)
      throw new LeitongError('ARGUMENT', `the document ${String(document).slice(0, 40)}`, 'an object with fields, or a text')
    return line
  }
}
