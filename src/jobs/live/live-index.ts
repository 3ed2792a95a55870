/** The live index: one document at a time, in a store that outlives the process. */
import { LeitongError } from '../../errors.js'
import { textOfPayload } from '../../methods/live/payload.js'
import { type WeakHash, weakHash } from '../../methods/weak-hash.js'
import type { Options } from '../../options/options.js'
import { requireMany, requireObject } from '../../options/require.js'
import { inBatches, type Many } from '../../reading/batches.js'
import type { Selectors } from '../../reading/selectors.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import type { Store, StoreStats, VerifyReport } from '../../stores/store.js'
import { redactedUrl } from '../../stores/store-url.js'
import { bothScripts, type ScriptCounts } from '../../tokenizing/chinese/script.js'
import { type Added, addDocuments, earlierAnswers, hasDocuments } from './add.js'
import { checkDocuments } from './check.js'
import { digestBytes } from './decided/deciding.js'
import { LiveDecisions } from './decided/live-decisions.js'
import { type Settled, settle } from './decided/settle.js'
import { documentReader, idToJson, type LiveDocument, VALUES } from './document.js'
import { type Matches, type QueryOptions, queryTexts } from './query.js'
import type { LiveSetup, Payload } from './settings.js'
import { type Exported, exportLines, importLines } from './transfer.js'
import { LiveVerifier } from './verify.js'

export interface LiveStats extends StoreStats, WeakHash {
  readonly signature: string
  readonly options: Readonly<Record<string, unknown>>
  readonly keep: Payload
  readonly created: string
}

/** What became of the decisions that an index obeys, in numbers of pairs. */
export interface LiveDecided extends Settled {
  /** Documents without a digest of their content: decisions about them have no effect. */
  readonly undigested: number
}

/** Documents that go to the store at once: enough that a server is asked seldom, few enough that the first answers come soon. */
const BATCH = 256
/** Texts of an index that tell which script of Chinese it is in. */
const LOOKED_AT = 64

/**
 * @typeParam D  the documents that it is given
 * @typeParam I  their ids
 */
export class LiveIndex<D extends object = object, I = unknown> implements AsyncDisposable {
  readonly url: string
  /** The options that the index was created with, and how documents are read. */
  readonly options: Options
  readonly #held: Store
  #isClosed = false
  /** Whether the texts that it keeps were asked for their script. */
  #hasLooked = false
  readonly #payload: Payload
  readonly #rows: LiveSetup['rows']
  readonly #verifier: LiveVerifier
  /** Undefined where the index neither keeps digests nor obeys decisions. */
  readonly #deciding: LiveDecisions | undefined
  readonly #isDigested: boolean
  /** The fields of a document. */
  readonly #fieldsOf: (document: D) => LiveDocument

  /**
   * @param selectors  of fields that have no name
   */
  constructor(url: string, store: Store, setup: LiveSetup, selectors?: Selectors) {
    this.url = redactedUrl(url)
    this.options = setup.options
    this.#held = store
    this.#payload = setup.payload
    this.#rows = setup.rows
    this.#verifier = new LiveVerifier(setup)
    this.#isDigested = setup.digests === true
    const { decisions } = setup.options
    if (this.#isDigested || decisions !== undefined) this.#deciding = new LiveDecisions(setup, this.#isDigested, decisions)
    this.#fieldsOf = documentReader(setup.options, selectors, setup.asRow)
  }

  /** @throws {LeitongError} `STORE` when the index is closed: a store in memory would go on to take what nobody finds again */
  get #store(): Store {
    if (this.#isClosed) throw new LeitongError('STORE', this.url, 'it is closed')
    return this.#held
  }

  /**
   * Adds a document, replacing the one with its id. It joins the group of its best match, or founds one.
   *
   * @throws {LeitongError} `INDEX_DOCUMENT`, `TEXT_TOO_LARGE`, `STORE`
   */
  async add(document: D): Promise<Added<I>> {
    return (await this.#add([document], false))[0] as Added<I>
  }

  /** Adds a document unless something in the index is alike; of alike ones offered at once, from anywhere, one is new. */
  async addIfNew(document: D): Promise<Added<I>> {
    return (await this.#add([document], true))[0] as Added<I>
  }

  /** Adds documents in their order, a few hundred at a time; each answer comes when it is as safe as a single one. */
  async *addAll(documents: Many<D>, { ifNew = false }: { readonly ifNew?: boolean } = {}): AsyncGenerator<Added<I>> {
    requireMany(documents, 'documents')
    for await (const batch of inBatches(documents, BATCH)) yield* await this.#add(batch, ifNew)
  }

  async #add(documents: readonly D[], ifNew: boolean): Promise<Added<I>[]> {
    if (!this.#deciding) return addDocuments(this.#store, this.#verifier, documents.map(this.#fieldsOf), ifNew) as Promise<Added<I>[]>
    return (await this.#addDecided(this.#deciding, documents.map(this.#fieldsOf), ifNew)) as Added<I>[]
  }

  async #addDecided(deciding: LiveDecisions, documents: readonly LiveDocument[], ifNew: boolean): Promise<Added[]> {
    await this.obey()
    const answers = await addDocuments(this.#store, this.#verifier, documents, ifNew, deciding)
    const { partners } = deciding
    if (!partners) return answers
    // What was there may have to follow a document that came.
    const contents = documents.flatMap((document, i) => {
      const { hex } = deciding.digestOf(document)
      return answers[i]?.stored && partners.of(hex).length ? [{ hex, i }] : []
    })
    if (!contents.length) return answers
    await settle(this.#store, deciding, partners, new Set(contents.map(({ hex }) => hex)))
    const records = await this.#store.get(contents.map(({ i }) => idToJson(answers[i]?.id)))
    contents.forEach(({ i }, j) => {
      const [answer, record] = [answers[i], records[j]]
      if (answer && record) answers[i] = { ...answer, group: parseJson(record.group) }
    })
    return answers
  }

  /**
   * Reads the file of decisions where it has changed, and brings groups in line with what is new in it. Adding does so by itself; asking
   * only leaves out and adds what was decided, and changes no group.
   *
   * @throws {LeitongError} `SOURCE_READ`, `DECISIONS_FILE`, `STORE`
   */
  async obey(): Promise<void> {
    const deciding = this.#deciding
    deciding?.refresh()
    const contents = deciding?.takeNew()
    if (!deciding?.partners || !contents?.size) return
    try {
      await settle(this.#store, deciding, deciding.partners, contents)
    } catch (error) {
      deciding.putBack(contents)
      throw error
    }
  }

  /** What became of all decisions; undefined where the index obeys none. */
  async decided(): Promise<LiveDecided | undefined> {
    const deciding = this.#deciding
    await this.obey()
    if (!deciding?.partners) return undefined
    const settled = await settle(this.#store, deciding, deciding.partners)
    const isTold = this.#isDigested || this.#payload === 'text'
    return { ...settled, undigested: isTold ? 0 : (await this.#store.stats()).documents }
  }

  /** Decisions as they stand now, for who only asks. */
  get #asking(): LiveDecisions | undefined {
    this.#deciding?.refresh()
    return this.#deciding
  }

  /**
   * What {@link addIfNew} would answer to each document if it came alone now; nothing is stored. A document may have no id.
   *
   * @throws {LeitongError} `INDEX_DOCUMENT`, `TEXT_TOO_LARGE`, `STORE`
   * @example await index.check([{ text: 'is this one new?' }]) // [{ status: 'new', … }]
   */
  async check(documents: readonly D[]): Promise<Added<I>[]> {
    return checkDocuments(this.#store, this.#verifier, documents.map(this.#fieldsOf), this.#asking) as Promise<Added<I>[]>
  }

  /** Whether documents are there, under their ids and with this content. */
  async has(documents: readonly D[]): Promise<boolean[]> {
    return hasDocuments(this.#store, this.#verifier, documents.map(this.#fieldsOf))
  }

  /**
   * The answers that documents got when they were added: their best matches among what is older. The same answer as then
   * as long as nothing older was removed or replaced.
   *
   * @returns undefined for a document that is not there with this content
   */
  async answersOf(documents: readonly D[]): Promise<(Added<I> | undefined)[]> {
    return earlierAnswers(this.#store, this.#verifier, documents.map(this.#fieldsOf), this.#asking) as Promise<(Added<I> | undefined)[]>
  }

  /**
   * Documents alike to a text, the best first.
   *
   * @example await index.query('some text', { limit: 3 }) // [{ id: 'a', similarity: 0.93, distance: 1, group: 'a' }]
   */
  async query(text: string | D, options: QueryOptions = {}): Promise<Matches<I>> {
    requireObject(options)
    return (await queryTexts(this.#store, this.#verifier, [this.#askedOf(text)], options, this.#asking))[0] as Matches<I>
  }

  /** Queries in their order, with the id of each document that has one. */
  async *queryAll(
    texts: Many<string | D>,
    options: QueryOptions = {},
  ): AsyncGenerator<{ readonly id: I | undefined; readonly matches: Matches<I> }> {
    requireMany(texts, 'texts')
    requireObject(options)
    for await (const batch of inBatches(texts, BATCH)) {
      const asked = batch.map(this.#askedOf)
      const answers = await queryTexts(this.#store, this.#verifier, asked, options, this.#asking)
      for (const [i, matches] of answers.entries()) {
        const text = asked[i] as string | LiveDocument
        yield { id: (typeof text === 'string' ? undefined : text[this.options.idField]) as I | undefined, matches: matches as Matches<I> }
      }
    }
  }

  readonly #askedOf = (text: string | D): string | LiveDocument => (typeof text === 'string' ? text : this.#fieldsOf(text))

  /** Id, group and, where the index keeps texts, text of a document; of a row its values, a line each. */
  async get(id: I): Promise<{ readonly id: I; readonly group: I; readonly text: string | undefined } | undefined> {
    const [record] = await this.#store.get([idToJson(id)])
    if (!record) return undefined
    const kept = this.#payload === 'text' ? textOfPayload(record.payload) : undefined
    const text = kept !== undefined && this.#rows ? [...this.#rows.keptIn(kept).values()].join('\n') : kept
    return { id: parseJson(record.id) as I, group: parseJson(record.group) as I, text }
  }

  /** Removes a document; whether it was there. Its group keeps its name. */
  async remove(id: I): Promise<boolean> {
    return (await this.#store.remove([idToJson(id)]))[0] === true
  }

  async *removeAll(ids: Many<I>): AsyncGenerator<{ readonly id: I; readonly removed: boolean }> {
    requireMany(ids, 'ids')
    for await (const batch of inBatches(ids, BATCH)) {
      const removed = await this.#store.remove(batch.map(idToJson))
      for (const [i, id] of batch.entries()) yield { id, removed: removed[i] === true }
    }
  }

  async stats(): Promise<LiveStats> {
    const { signature, settings, created } = this.#store.meta
    const options = settings['options'] as Record<string, unknown>
    return { ...(await this.#store.stats()), signature, options, keep: this.#payload, created, ...weakHash(this.options) }
  }

  /**
   * Of an index of rows: dates like 01/02/2024 that were offered since it was opened, by their fields, where neither the fields, nor a model, nor
   * `dateOrder` says which of day and month is first. The day was taken for it.
   *
   * @example index.guessedDates() // { born: 12 }
   */
  guessedDates(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#rows?.guessed ?? [])
  }

  /**
   * Where an index that tells the scripts of Chinese apart meets both: how many texts of each were offered since it was opened, among them
   * the first that it keeps, where it keeps texts. Whether scripts are evened out (`normalize: 'traditional'`) is said when it is created.
   *
   * @returns undefined where one script was met, or none
   * @throws {LeitongError} `STORE`
   */
  async scripts(): Promise<ScriptCounts | undefined> {
    const verifier = this.#verifier
    if (this.#payload === 'text' && verifier.tellsScripts && !this.#hasLooked) {
      this.#hasLooked = true
      let left = LOOKED_AT
      for await (const { payload } of this.#store.scan()) {
        verifier.note(textOfPayload(payload))
        if (!--left) break
      }
    }
    return bothScripts(verifier.scripts).scripts
  }

  /** Gives back room that removals and replacements have left. */
  async compact(): Promise<void> {
    return this.#store.compact()
  }

  /** Reads everything and holds it against each other. */
  async verify(): Promise<VerifyReport> {
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
  async import(lines: Many<Exported>, source = 'import'): Promise<number> {
    requireMany(lines, 'lines of an export')
    const deciding = this.#deciding
    const digestOf = this.#isDigested
      ? (record: { readonly payload: Uint8Array }) => {
          const digest = deciding?.digestOfRecord(record)
          return digest === undefined ? undefined : digestBytes(digest)
        }
      : undefined
    const count = await importLines(lines, source, this.#store, this.#payload, digestOf, async (documents) => {
      const { idField, textField } = this.options
      await addDocuments(
        this.#store,
        this.#verifier,
        documents.map(({ id, text }) => ({
          [idField]: id,
          ...(this.#rows ? { [VALUES]: [...this.#rows.keptIn(text)] } : { [textField[0] as string]: text }),
        })),
        false,
        deciding,
      )
    })
    if (deciding?.partners) await settle(this.#store, deciding, deciding.partners)
    return count
  }

  /** Waits for what is under way and lets the store go. */
  close(): Promise<void> {
    this.#isClosed = true
    return this.#held.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}
