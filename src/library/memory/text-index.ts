/// <reference lib="esnext.disposable" preserve="true" />
/** A live index in memory: one document at a time, without a store that outlives the page. */
import { LeitongError } from '../../errors.js'
import { type Added, addDocuments } from '../../jobs/live/add.js'
import { documentReader, idToJson, type LiveDocument } from '../../jobs/live/document.js'
import { type Found, type QueryOptions, queryTexts } from '../../jobs/live/query.js'
import { type LiveSetup, payloadOf, refuseKeep, type SettingsInput } from '../../jobs/live/settings.js'
import { LiveVerifier } from '../../jobs/live/verify.js'
import { textOfPayload } from '../../methods/live/payload.js'
import { methodOf, signatureName } from '../../methods/methods.js'
import type { OwnOptions } from '../../methods/own-options.js'
import { requireSearched } from '../../methods/refusals.js'
import { indexMeasure, searchOf } from '../../methods/searches.js'
import { requireObject } from '../../options/require.js'
import { NO_MACHINE } from '../../options/running.js'
import type { Document } from '../../reading/document-line.js'
import { type Choices, type Selectors, takeSelectors } from '../../reading/selectors.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import { requireOwnOptions } from '../../resolving/own-options.js'
import { resolveOptions } from '../../resolving/resolve.js'
import { MemoryIndex, MemoryStore } from '../../stores/memory-store.js'
import type { FieldChoices, FieldOf, IdChoice, IdOf, OwnId, Select } from '../documents.js'
import { withNamedOptions, withOptionNames } from '../option-names.js'
import { refuseFields, refuseNodeOptions } from './needs-node.js'

/** @typeParam D  the documents that the index is given */
export type IndexOptions<D = Document> = Omit<
  SettingsInput,
  'method' | 'create' | 'blockLimit' | 'overflow' | 'modelData' | 'ignoredPassages'
> &
  FieldChoices<D> &
  OwnOptions

/**
 * An index in memory, with the answers of an index that Node opens.
 *
 * @typeParam D  the documents that it is given
 * @typeParam I  their ids
 */
export interface TextIndex<D extends object = object, I = unknown> extends AsyncDisposable {
  /** How many documents it has. */
  readonly size: number
  /**
   * Adds a document, replacing the one with its id. It joins the group of its best match, or founds one.
   *
   * @throws {LeitongError} `INDEX_DOCUMENT`, `TEXT_TOO_LARGE`
   */
  add(document: D): Promise<Added<I>>
  /** Adds a document unless something in the index is alike. */
  addIfNew(document: D): Promise<Added<I>>
  /**
   * Documents alike to a text, the best first.
   *
   * @example await index.query('some text', { limit: 3 }) // [{ id: 'a', similarity: 0.93, distance: undefined, group: 'a' }]
   */
  query(text: string | D, options?: QueryOptions): Promise<Found<I>[]>
  /** Id, group and, with `payload: 'text'`, text of a document. */
  get(id: I): Promise<{ readonly id: I; readonly group: I; readonly text: string | undefined } | undefined>
  /** Removes a document; whether it was there. Its group keeps its name. */
  remove(id: I): Promise<boolean>
  /** Nothing can be asked or added after it, as in Node. */
  close(): Promise<void>
}

/**
 * Makes an empty index in memory.
 *
 * @param given  what counts as alike and how is signed, as in Node
 * @throws {LeitongError} `NEEDS_NODE` for `fields`, databases, workers and corpus models; for wrong options
 * @example
 * const index = createIndex({ method: 'simhash' })
 * await index.addIfNew({ id: 'a', text: 'The quick brown fox jumps over the lazy dog.' }) // { status: 'new', group: 'a', … }
 */
export function createIndex<
  D extends object = object,
  const Key extends FieldOf<D> = never,
  Value = never,
  const Name extends string = never,
>(given?: IndexOptions<D> & IdChoice<D, Key, Value, Name>): TextIndex<D, IdOf<D, Key, Value, Name>>
/** `createIndex<Letter>(…)` with the id by its name: it may be any field of a letter. */
export function createIndex<D extends object>(given: IndexOptions<D> & OwnId<FieldOf<D>>): TextIndex<D, IdOf<D, FieldOf<D>>>
/** `createIndex<Letter>(…)` with a function for the id. */
export function createIndex<D extends object>(given: IndexOptions<D> & OwnId<Select<D, unknown>>): TextIndex<D>
export function createIndex(given: IndexOptions<object> & Choices = {}): TextIndex {
  return withOptionNames(() => {
    requireObject(given)
    const { options, selectors } = takeSelectors(given as IndexOptions & Choices)
    return withNamedOptions(new MemoryTextIndex(setupOf(options), selectors))
  })
}

function setupOf({ payload, ...given }: Omit<IndexOptions, 'id' | 'text' | 'title'>): LiveSetup {
  refuseKeep(given)
  refuseFields(given)
  requireOwnOptions(given)
  const options = resolveOptions([{ values: given, where: 'in the options' }], NO_MACHINE)
  requireSearched(options)
  const measure = indexMeasure(options)
  if (methodOf(options).reads === 'values') throw new LeitongError('NEEDS_NODE', `an index with measure "${options.measure}"`)
  refuseNodeOptions(options)
  searchOf(options).index.requireIndexable?.(options, { searchesInMemory: true })
  return { options, model: undefined, measure, payload: payloadOf(options, payload), rows: undefined }
}

class MemoryTextIndex implements TextIndex {
  readonly #index: MemoryIndex
  #open: MemoryStore | undefined
  readonly #verifier: LiveVerifier
  readonly #setup: LiveSetup
  readonly #fieldsOf: (document: object) => LiveDocument

  constructor(setup: LiveSetup, selectors: Selectors | undefined) {
    const { options } = setup
    this.#setup = setup
    // Nothing reads the rest of a head here: it is for indexes that are opened again.
    const head = { format: 1, blockLimit: 1000, settings: {}, created: '' } as const
    this.#index = new MemoryIndex({ ...head, signature: signatureName(options), search: searchOf(options).index.search(options) })
    this.#open = new MemoryStore(this.#index)
    this.#verifier = new LiveVerifier(setup)
    this.#fieldsOf = documentReader(options, selectors)
  }

  /** @throws {LeitongError} `STORE` when it is closed */
  get #store(): MemoryStore {
    if (!this.#open) throw new LeitongError('STORE', 'the index in memory', 'it is closed')
    return this.#open
  }

  get size(): number {
    return this.#index.byId.size
  }

  async add(document: object): Promise<Added> {
    return this.#add(document, false)
  }

  async addIfNew(document: object): Promise<Added> {
    return this.#add(document, true)
  }

  async #add(document: object, ifNew: boolean): Promise<Added> {
    return (await addDocuments(this.#store, this.#verifier, [this.#fieldsOf(document)], ifNew))[0] as Added
  }

  async query(text: string | object, options: QueryOptions = {}): Promise<Found[]> {
    requireObject(options)
    const asked = typeof text === 'string' ? text : this.#fieldsOf(text)
    return (await queryTexts(this.#store, this.#verifier, [asked], options))[0] as Found[]
  }

  async get(id: unknown) {
    const [record] = await this.#store.get([idToJson(id)])
    if (!record) return undefined
    const text = this.#setup.payload === 'text' ? textOfPayload(record.payload) : undefined
    return { id: parseJson(record.id), group: parseJson(record.group), text }
  }

  async remove(id: unknown): Promise<boolean> {
    return (await this.#store.remove([idToJson(id)]))[0] === true
  }

  async close(): Promise<void> {
    this.#open = undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#open = undefined
  }
}
