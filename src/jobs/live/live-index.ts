/** The live index: one document at a time, in a store that outlives the process. */
import type { Options } from '../../options/options.js'
import { inBatches, type Many } from '../../reading/batches.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import type { Store, StoreStats, VerifyReport } from '../../stores/store.js'
import { redactedUrl } from '../../stores/store-url.js'
import { type Added, addDocuments, earlierAnswers, hasDocuments } from './add.js'
import { idToJson, type LiveDocument } from './document.js'
import { type Found, type QueryOptions, queryTexts } from './query.js'
import type { Payload } from './settings.js'
import type { LiveSetup } from './setup.js'
import { type Exported, exportLines, importLines } from './transfer.js'
import { LiveVerifier } from './verify.js'

export interface LiveStats extends StoreStats {
  readonly signature: string
  readonly options: Readonly<Record<string, unknown>>
  readonly keep: Payload
  readonly created: string
}

/** Documents that go to the store at once: enough that a server is asked seldom, few enough that the first answers come soon. */
const BATCH = 256

export class LiveIndex implements AsyncDisposable {
  readonly url: string
  /** The options that the index was created with, and how documents are read. */
  readonly options: Options
  readonly #store: Store
  readonly #payload: Payload
  readonly #verifier: LiveVerifier

  constructor(url: string, store: Store, setup: LiveSetup) {
    this.url = redactedUrl(url)
    this.options = setup.options
    this.#store = store
    this.#payload = setup.payload
    this.#verifier = new LiveVerifier(setup)
  }

  /**
   * Adds a document, replacing the one with its id. It joins the group of its best match, or founds one.
   *
   * @throws {LeitongError} `INDEX_DOCUMENT`, `TEXT_TOO_LARGE`, `STORE`
   */
  async add(document: LiveDocument): Promise<Added> {
    return (await this.#add([document], false))[0] as Added
  }

  /** Adds a document unless something in the index is alike; of alike ones offered at once, from anywhere, one is new. */
  async addIfNew(document: LiveDocument): Promise<Added> {
    return (await this.#add([document], true))[0] as Added
  }

  /** Adds documents in their order, a few hundred at a time; each answer comes when it is as safe as a single one. */
  async *addAll(documents: Many<LiveDocument>, { ifNew = false }: { readonly ifNew?: boolean } = {}): AsyncGenerator<Added> {
    for await (const batch of inBatches(documents, BATCH)) yield* await this.#add(batch, ifNew)
  }

  #add(documents: readonly LiveDocument[], ifNew: boolean): Promise<Added[]> {
    return addDocuments(this.#store, this.#verifier, documents, ifNew)
  }

  /** Whether documents are there, under their ids and with this content. */
  has(documents: readonly LiveDocument[]): Promise<boolean[]> {
    return hasDocuments(this.#store, this.#verifier, documents)
  }

  /**
   * The answers that documents got when they were added: their best matches among what is older. The same answer as then
   * as long as nothing older was removed or replaced.
   *
   * @returns undefined for a document that is not there with this content
   */
  answersOf(documents: readonly LiveDocument[]): Promise<(Added | undefined)[]> {
    return earlierAnswers(this.#store, this.#verifier, documents)
  }

  /**
   * Documents alike to a text, the best first.
   *
   * @example await index.query('some text', { limit: 3 }) // [{ id: 'a', similarity: 0.93, distance: 1, group: 'a' }]
   */
  async query(text: string | LiveDocument, options: QueryOptions = {}): Promise<Found[]> {
    return (await queryTexts(this.#store, this.#verifier, [text], options))[0] as Found[]
  }

  /** Queries in their order, with the id of each document that has one. */
  async *queryAll(
    texts: Many<string | LiveDocument>,
    options: QueryOptions = {},
  ): AsyncGenerator<{ readonly id: unknown; readonly matches: Found[] }> {
    for await (const batch of inBatches(texts, BATCH)) {
      const answers = await queryTexts(this.#store, this.#verifier, batch, options)
      for (const [i, matches] of answers.entries()) {
        const asked = batch[i] as string | LiveDocument
        yield { id: typeof asked === 'string' ? undefined : asked[this.options.idField], matches }
      }
    }
  }

  /** Id, group and, where the index keeps texts, text of a document. */
  async get(id: unknown): Promise<{ readonly id: unknown; readonly group: unknown; readonly text: string | undefined } | undefined> {
    const [record] = await this.#store.get([idToJson(id)])
    if (!record) return undefined
    const text = this.#payload === 'text' ? Buffer.from(record.payload).toString() : undefined
    return { id: parseJson(record.id), group: parseJson(record.group), text }
  }

  /** Removes a document; whether it was there. Its group keeps its name. */
  async remove(id: unknown): Promise<boolean> {
    return (await this.#store.remove([idToJson(id)]))[0] === true
  }

  async *removeAll(ids: Many<unknown>): AsyncGenerator<{ readonly id: unknown; readonly removed: boolean }> {
    for await (const batch of inBatches(ids, BATCH)) {
      const removed = await this.#store.remove(batch.map(idToJson))
      for (const [i, id] of batch.entries()) yield { id, removed: removed[i] === true }
    }
  }

  async stats(): Promise<LiveStats> {
    const { signature, settings, created } = this.#store.meta
    const options = settings['options'] as Record<string, unknown>
    return { ...(await this.#store.stats()), signature, options, keep: this.#payload, created }
  }

  /** Gives back room that removals and replacements have left. */
  compact(): Promise<void> {
    return this.#store.compact()
  }

  /** Reads everything and holds it against each other. */
  verify(): Promise<VerifyReport> {
    return this.#store.verify()
  }

  /** Everything there is, for {@link import} into any store: a head, the documents, an end. */
  export(): AsyncGenerator<Exported> {
    return exportLines(this.#store, this.#payload)
  }

  /**
   * Adds what another index exported: as it was signed there when the options are the same, groups included; signed anew
   * when they are not and texts were kept. Ids that are there are replaced.
   *
   * @param source  what messages call them
   * @returns how many documents came in
   * @throws {LeitongError} `IMPORT_OPTIONS`; `SOURCE_READ` for what is no export, or not whole
   */
  import(lines: Many<Exported>, source = 'import'): Promise<number> {
    return importLines(lines, source, this.#store, this.#payload, async (documents) => {
      const { idField, textField } = this.options
      await this.#add(
        documents.map(({ id, text }) => ({ [idField]: id, [textField[0] as string]: text })),
        false,
      )
    })
  }

  /** Waits for what is under way and lets the store go. */
  close(): Promise<void> {
    return this.#store.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}
