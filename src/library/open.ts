/** The live index as a library call: fields may be functions, and its documents have the caller's type. */

import { LeitongError } from '../errors.js'
import type { LiveIndex } from '../jobs/live/live-index.js'
import type { LiveOptions, SettingsInput } from '../jobs/live/settings.js'
import { requireObject, shown } from '../options/require.js'
import type { Document } from '../reading/document-input.js'
import { type Choices, takeSelectors } from '../reading/selectors.js'
import { requireOwnOptions } from '../resolving/own-options.js'
import type { FieldChoices, FieldOf, IdChoice, IdOf, OwnId, Select } from './documents.js'
import { withNamedOptions, withOptionNames } from './option-names.js'

/** @typeParam D  the documents that the index is given */
export type IndexOptions<D = Document> = LiveOptions & FieldChoices<D>

/**
 * Opens a live index, and creates it where there is none.
 *
 * @typeParam D    the documents that the index is given; any objects, unless it is said
 * @param url      `memory:NAME`, a folder (`lmdb:PATH`), or a server; see docs/stores.md; `${NAME}` stands for a variable of the environment
 * @param options  what counts as alike and how is signed; an index that is there has its own, and refuses others
 * @throws {LeitongError} `INDEX_OPTIONS` when the index was made with other options, `INDEX_MISSING` with `create: false`,
 *         `STORE_URL`, `STORE`, `PACKAGE_MISSING`, and for wrong options
 * @example
 * const index = await openIndex('/var/lib/texts', { method: 'simhash' })
 * await index.addIfNew({ id: 'a', text: 'The quick brown fox jumps over the lazy dog.' }) // { status: 'new', group: 'a', … }
 * await index.close()
 */
export function openIndex<
  D extends object = object,
  const Key extends FieldOf<D> = never,
  Value = never,
  const Name extends string = never,
>(url: string, given?: IndexOptions<D> & IdChoice<D, Key, Value, Name>): Promise<LiveIndex<D, IdOf<D, Key, Value, Name>>>
/** `openIndex<Letter>(…)` with the id by its name: it may be any field of a letter. */
export function openIndex<D extends object>(
  url: string,
  given: IndexOptions<D> & OwnId<FieldOf<D>>,
): Promise<LiveIndex<D, IdOf<D, FieldOf<D>>>>
/** `openIndex<Letter>(…)` with a function for the id. */
export function openIndex<D extends object>(url: string, given: IndexOptions<D> & OwnId<Select<D, unknown>>): Promise<LiveIndex<D>>
export function openIndex(url: string, given: IndexOptions<object> & Choices = {}): Promise<LiveIndex> {
  return withOptionNames(async () => {
    if (typeof url !== 'string') throw new LeitongError('ARGUMENT', `the name of an index: ${shown(url)}`, 'a folder or a URL')
    requireObject(given)
    const { options, selectors } = takeSelectors(given as SettingsInput & Choices)
    requireOwnOptions(options)
    const { open } = await import('../jobs/live/open.js')
    return withNamedOptions(await open(url, options, selectors))
  })
}
