/// <reference lib="esnext.disposable" preserve="true" />
/** A live index in memory: one document at a time, without a store that outlives the page. */
import { LeitongError } from '../../errors.js'
import { type Added, addDocuments } from '../../jobs/live/add.js'
import { documentReader, idToJson, type LiveDocument } from '../../jobs/live/document.js'
import { type Found, type QueryOptions, queryTexts } from '../../jobs/live/query.js'
import { type LiveSetup, payloadOf, refuseKeep, resolveNew, type SettingsInput } from '../../jobs/live/settings.js'
import { LiveVerifier } from '../../jobs/live/verify.js'
import { textOfPayload } from '../../methods/live/payload.js'
import { signatureName } from '../../methods/methods.js'
import type { OwnOptions } from '../../methods/own-options.js'
import { requireSearched } from '../../methods/refusals.js'
import { indexMeasure, searchOf } from '../../methods/searches.js'
import { requireObject } from '../../options/require.js'
import type { Document } from '../../reading/document-line.js'
import { type Choices, type Selectors, takeSelectors } from '../../reading/selectors.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import { requireOwnOptions } from '../../resolving/own-options.js'
import type { FieldsInput } from '../../sources/rows/fields-file.js'
import { MemoryIndex, MemoryStore } from '../../stores/memory-store.js'
import type { FieldChoices, FieldOf, IdChoice, IdOf, OwnId, Select } from '../documents.js'
import { withNamedOptions, withOptionNames } from '../option-names.js'
import { refuseFieldsFile, refuseModelFile, refuseNodeOptions, takeModel } from './needs-node.js'

/** @typeParam D  the documents that the index is given */
export type IndexOptions<D = Document> = Omit<
  SettingsInput,
  'method' | 'create' | 'blockLimit' | 'overflow' | 'modelData' | 'ignoredPassages' | 'fields' | 'model'
> &
  FieldChoices<D> &
  OwnOptions & {
    /** Documents are rows: what of them is compared, as in a fields file (docs/rows.md), under a measure of rows each field with its kind. */
    readonly fields?: FieldsInput
    /** Under `measure: 'match'`: a model of fields, the content of a file that a run wrote. */
    readonly model?: object
  }

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
 * @param given  what counts as alike and how is signed, as in Node. What compares rows is loaded where there are `fields` or a model of them: what
 *               is wrong in them is the error of every call
 * @throws {LeitongError} `NEEDS_NODE` for files, databases, workers and corpus models; for wrong options
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
    const { fields, payload, ...others } = options
    const { model, values } = takeModel(others)
    refuseFieldsFile(fields)
    const setup = setupOf(values, payload)
    refuseModelFile(setup.options, model)
    const { fields: use } = searchOf(setup.options).index
    const needsRows = fields !== undefined || use === 'judged'
    const whole = needsRows ? import('./row-index.js').then(({ withRows }) => withRows(setup, use, fields, model)) : setup
    return withNamedOptions(new MemoryTextIndex(setup, whole, selectors))
  })
}

function setupOf(given: Readonly<Record<string, unknown>>, payload: unknown): LiveSetup {
  refuseKeep(given)
  requireOwnOptions(given)
  const options = resolveNew(given)
  requireSearched(options)
  const measure = indexMeasure(options)
  refuseNodeOptions(options)
  searchOf(options).index.requireIndexable?.(options, { searchesInMemory: true })
  return { options, model: undefined, measure, payload: payloadOf(options, payload), rows: undefined }
}

/** A record as it is now, whatever its owner does to it while the rest is loaded. */
function asItIs(record: LiveDocument): LiveDocument {
  const held = Object.entries(record).map(([name, value]) => [name, typeof value === 'object' ? structuredClone(value) : value])
  return Object.assign(Object.create(Object.getPrototypeOf(record) as object | null), Object.fromEntries(held)) as LiveDocument
}

/** What reads and judges documents. */
interface Engine {
  readonly setup: LiveSetup
  readonly verifier: LiveVerifier
  /** Of a record that was read. */
  readonly fieldsOf: (record: LiveDocument) => LiveDocument
}

class MemoryTextIndex implements TextIndex {
  readonly #index: MemoryIndex
  #open: MemoryStore | undefined
  readonly #read: (document: object) => LiveDocument
  /** Once it is there; of rows it is loaded first. */
  #engine: Engine | undefined
  readonly #loading: Promise<Engine> | undefined

  /** @param whole  with what is known of rows */
  constructor({ options }: LiveSetup, whole: LiveSetup | Promise<LiveSetup>, selectors: Selectors | undefined) {
    const engineOf = (setup: LiveSetup): Engine => ({
      setup,
      verifier: new LiveVerifier(setup),
      fieldsOf: documentReader(setup.options, undefined, setup.asRow),
    })
    this.#read = documentReader(options, selectors)
    // Nothing reads the rest of a head here: it is for indexes that are opened again.
    const head = { format: 1, blockLimit: 1000, settings: {}, created: '' } as const
    this.#index = new MemoryIndex({ ...head, signature: signatureName(options), search: searchOf(options).index.search(options) })
    this.#open = new MemoryStore(this.#index)
    if (!(whole instanceof Promise)) {
      this.#engine = engineOf(whole)
      return
    }
    this.#loading = whole.then((setup) => {
      this.#engine = engineOf(setup)
      return this.#engine
    })
    // Calls have the error; without one nothing is to be told.
    this.#loading.catch(() => {})
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

  /** What is read of a document, before anything is waited for. */
  #recordOf(document: object): LiveDocument {
    const record = this.#read(document)
    return this.#engine ? record : asItIs(record)
  }

  async #add(document: object, ifNew: boolean): Promise<Added> {
    const record = this.#recordOf(document)
    const { verifier, fieldsOf } = this.#engine ?? ((await this.#loading) as Engine)
    return (await addDocuments(this.#store, verifier, [fieldsOf(record)], ifNew))[0] as Added
  }

  async query(text: string | object, options: QueryOptions = {}): Promise<Found[]> {
    requireObject(options)
    const record = typeof text === 'string' ? text : this.#recordOf(text)
    const how = { ...options }
    const { verifier, fieldsOf } = this.#engine ?? ((await this.#loading) as Engine)
    const asked = typeof record === 'string' ? record : fieldsOf(record)
    return (await queryTexts(this.#store, verifier, [asked], how))[0] as Found[]
  }

  async get(id: unknown) {
    const { setup } = this.#engine ?? ((await this.#loading) as Engine)
    const [record] = await this.#store.get([idToJson(id)])
    if (!record) return undefined
    const kept = setup.payload === 'text' ? textOfPayload(record.payload) : undefined
    const text = kept !== undefined && setup.rows ? [...setup.rows.keptIn(kept).values()].join('\n') : kept
    return { id: parseJson(record.id), group: parseJson(record.group), text }
  }

  async remove(id: unknown): Promise<boolean> {
    if (!this.#engine) await this.#loading
    return (await this.#store.remove([idToJson(id)]))[0] === true
  }

  /** Calls before it are answered. */
  async close(): Promise<void> {
    if (!this.#engine) await this.#loading?.catch(() => {})
    this.#open = undefined
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
