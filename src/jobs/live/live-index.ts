/** A live index: one document at a time, in a store that outlives the process. */
import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { parseJson, toJson } from '../../reading/whole-numbers-json.js'
import type { RowFeatures } from '../../sources/rows/row-features.js'
import type { NewRecord, Offer, Store, StoredRecord, StoreStats, VerifyReport } from '../../stores/store.js'
import { expandUrl, redactedUrl } from '../../stores/store-url.js'
import { driverFor } from '../../stores/stores.js'
import { type LiveOptions, type LiveSetup, newMeta, openedSetup, type Payload } from './settings.js'
import { type Exported, exportLines, importLines } from './transfer.js'
import { compareVerdicts, LiveJudge, type SignedText, type Verdict } from './verify.js'

/** A document with the fields that the options name (`id` and `text` unless said otherwise). */
export type LiveDocument = Readonly<Record<string, unknown>> & { readonly [ROW]?: RowFeatures }
/** Of a document that is a row: its fields, with weights of their own. */
export const ROW: unique symbol = Symbol('row')
/** Anything to loop over, also asynchronously. */
export type Many<Item> = Iterable<Item> | AsyncIterable<Item>

export type { Exported }

/** What became of a document. */
export interface Added {
  readonly id: unknown
  /**
   * - `new`: nothing in the index is alike
   * - `duplicate`: something is; `add` stored it all the same, `addIfNew` did not
   * - `unchanged`: it was there already, with this id and this content
   */
  readonly status: 'new' | 'duplicate' | 'unchanged'
  /** Whether the index has it now under its id and with this content. */
  readonly stored: boolean
  /** Another document stood under this id before. */
  readonly replaced: boolean
  /** The best match: the most similar, of equally similar ones the nearest, then the oldest. */
  readonly duplicateOf: unknown
  /** Exact; undefined without a match, or where signatures decide. */
  readonly similarity: number | undefined
  /** Differing bits of simhash. */
  readonly distance: number | undefined
  /** The id that names the group: its first document. */
  readonly group: unknown
}

/** A document found alike. */
export interface Found {
  readonly id: unknown
  readonly similarity: number | undefined
  readonly distance: number | undefined
  readonly group: unknown
}

export interface QueryOptions {
  /** Stop at the first document that is alike: an equal one if there is one, else the nearest signature that holds. @default false */
  readonly first?: boolean
  /** The best so many. @default all */
  readonly limit?: number
}

export interface LiveStats extends StoreStats {
  readonly signature: string
  readonly options: Readonly<Record<string, unknown>>
  readonly keep: Payload
  readonly created: string
}

/** Documents of a batch form that go to the store at once. */
const BATCH = 256
/** Records read at once while a query is verified. */
const READ = 64

export class LiveIndex implements AsyncDisposable {
  readonly url: string
  /** Those of the index, whoever created it, and how documents are read. */
  readonly options: Options
  readonly #store: Store
  readonly #setup: LiveSetup
  readonly #judge: LiveJudge

  constructor(url: string, store: Store, setup: LiveSetup) {
    this.url = redactedUrl(url)
    this.options = setup.options
    this.#store = store
    this.#setup = setup
    this.#judge = new LiveJudge(setup)
  }

  /**
   * Adds a document, replacing the one with its id. It joins the group of its best match, or founds one.
   *
   * @throws {LeitongError} `INDEX_DOCUMENT`, `TEXT_TOO_LARGE`, `STORE`
   */
  async add(document: LiveDocument): Promise<Added> {
    return (await this.#update([document], false))[0] as Added
  }

  /** Adds a document unless something in the index is alike; of alike ones offered at once, from anywhere, one is new. */
  async addIfNew(document: LiveDocument): Promise<Added> {
    return (await this.#update([document], true))[0] as Added
  }

  /** Adds documents in their order, a few hundred at a time; each answer comes when it is as safe as a single one. */
  async *addAll(documents: Many<LiveDocument>, { ifNew = false }: { readonly ifNew?: boolean } = {}): AsyncGenerator<Added> {
    for await (const batch of batches(documents)) yield* await this.#update(batch, ifNew)
  }

  async #update(documents: readonly LiveDocument[], ifNew: boolean): Promise<Added[]> {
    const answers: Added[] = []
    const offers = documents.map((document, i): Offer => {
      const id = this.#idOf(document)
      // All of them would be copies of each other.
      if (!this.#textOf(document).trim()) throw new LeitongError('INDEX_DOCUMENT', `the text of ${id} is empty`)
      const text = this.#sign(document)
      return {
        id,
        row: text.row,
        decide: (previous, alike) => {
          const { answer, record } = this.#decide(id, text, ifNew, previous, alike)
          answers[i] = answer
          return record
        },
      }
    })
    await this.#store.update(offers)
    return answers
  }

  #decide(
    id: string,
    text: SignedText,
    ifNew: boolean,
    previous: StoredRecord | undefined,
    alike: Parameters<Offer['decide']>[1],
  ): { answer: Added; record: NewRecord | undefined } {
    const record = (group: string) => ({ id, row: text.row, group, payload: text.payload })
    const base = { id: parseJson(id) as unknown, replaced: false, duplicateOf: undefined, similarity: undefined, distance: undefined }
    if (previous && sameBytes(previous.row, text.row)) {
      const answer = { ...base, status: 'unchanged', stored: true, group: parseJson(previous.group) as unknown } as const
      // The same content spelled otherwise: what is kept of it follows.
      return { answer, record: sameBytes(previous.payload, text.payload) ? undefined : record(previous.group) }
    }
    const best = this.#judge.best(text, alike)
    const group = best ? best.record.group : id
    const stored = !ifNew || !best
    const answer: Added = {
      ...base,
      status: best ? 'duplicate' : 'new',
      stored,
      replaced: stored && previous !== undefined,
      ...(best ? { duplicateOf: parseJson(best.record.id), similarity: best.similarity, distance: best.distance } : {}),
      group: parseJson(group),
    }
    return { answer, record: stored ? record(group) : undefined }
  }

  /** Whether documents are there, under their ids and with this content. */
  async has(documents: readonly LiveDocument[]): Promise<boolean[]> {
    const records = await this.#store.get(documents.map((document) => this.#idOf(document)))
    return records.map((record, i) => record !== undefined && sameBytes(record.row, this.#sign(documents[i] as LiveDocument).row))
  }

  /**
   * What was answered when documents that are there were added: their best matches among what is older. The same answer as then
   * as long as nothing older was removed or replaced.
   *
   * @returns undefined for a document that is not there with this content
   */
  async answersOf(documents: readonly LiveDocument[]): Promise<(Added | undefined)[]> {
    const texts = documents.map((document) => this.#sign(document))
    const records = await this.#store.get(documents.map((document) => this.#idOf(document)))
    const found = await this.#store.find(
      texts.map(({ row }) => row),
      false,
    )
    return Promise.all(
      records.map(async (record, i): Promise<Added | undefined> => {
        const text = texts[i] as SignedText
        if (!record || !sameBytes(record.row, text.row)) return undefined
        const older = (found[i] ?? []).filter(({ seq }) => seq < record.seq)
        const equal = older.filter((candidate) => candidate.equal).slice(0, 1)
        const asked = equal.length ? equal : older
        const read = await this.#store.read(asked.map(({ seq }) => seq))
        const alike = asked.flatMap((candidate, j) => (read[j] ? [{ candidate, record: read[j] }] : []))
        const best = this.#judge.best(text, alike)
        return {
          id: parseJson(record.id),
          status: best ? 'duplicate' : 'new',
          stored: true,
          replaced: false,
          duplicateOf: best && parseJson(best.record.id),
          similarity: best?.similarity,
          distance: best?.distance,
          group: parseJson(record.group),
        }
      }),
    )
  }

  /**
   * Documents alike to a text, the best first.
   *
   * @example await index.query('some text', { limit: 3 }) // [{ id: 'a', similarity: 0.93, distance: 1, group: 'a' }]
   */
  async query(text: string | LiveDocument, options: QueryOptions = {}): Promise<Found[]> {
    return (await this.#query([text], options))[0] as Found[]
  }

  /** Queries in their order, with the id of each document that has one. */
  async *queryAll(
    texts: Many<string | LiveDocument>,
    options: QueryOptions = {},
  ): AsyncGenerator<{ readonly id: unknown; readonly matches: Found[] }> {
    for await (const batch of batches(texts)) {
      const answers = await this.#query(batch, options)
      for (const [i, matches] of answers.entries()) {
        const asked = batch[i] as string | LiveDocument
        yield { id: typeof asked === 'string' ? undefined : asked[this.options.idField], matches }
      }
    }
  }

  async #query(texts: readonly (string | LiveDocument)[], { first = false, limit }: QueryOptions): Promise<Found[][]> {
    if (limit !== undefined && !(Number.isInteger(limit) && limit > 0))
      throw new LeitongError('OPTION_VALUE', 'limit', String(limit), 'a whole number from 1')
    const signed = texts.map((text) => (typeof text === 'string' ? this.#judge.sign({ text }) : this.#sign(text)))
    const candidates = await this.#store.find(
      signed.map(({ row }) => row),
      first,
    )
    const answers: Found[][] = []
    for (const [i, text] of signed.entries()) {
      const nearest = [...(candidates[i] ?? [])].sort(
        (a, b) => Number(b.equal) - Number(a.equal) || (a.distance ?? 0) - (b.distance ?? 0) || a.seq - b.seq,
      )
      const verdicts: Verdict[] = []
      for (let at = 0; at < nearest.length && !(first && verdicts.length); at += READ) {
        const part = nearest.slice(at, at + READ)
        const records = await this.#store.read(part.map(({ seq }) => seq))
        for (const [j, candidate] of part.entries()) {
          // One that was removed since is not alike any more.
          const verdict = records[j] && this.#judge.judge(text, records[j], candidate)
          if (verdict) verdicts.push(verdict)
          if (verdict && first) break
        }
      }
      answers.push(
        verdicts
          .sort(compareVerdicts)
          .slice(0, limit)
          .map(({ record, similarity, distance }) => ({
            id: parseJson(record.id),
            similarity,
            distance,
            group: parseJson(record.group),
          })),
      )
    }
    return answers
  }

  /** What is known of a document; its text where the index keeps texts. */
  async get(id: unknown): Promise<{ readonly id: unknown; readonly group: unknown; readonly text: string | undefined } | undefined> {
    const [record] = await this.#store.get([jsonOf(id)])
    if (!record) return undefined
    const text = this.#setup.keep === 'text' ? Buffer.from(record.payload).toString() : undefined
    return { id: parseJson(record.id), group: parseJson(record.group), text }
  }

  /** Removes a document; whether it was there. Its group keeps its name. */
  async remove(id: unknown): Promise<boolean> {
    return (await this.#store.remove([jsonOf(id)]))[0] === true
  }

  async *removeAll(ids: Many<unknown>): AsyncGenerator<{ readonly id: unknown; readonly removed: boolean }> {
    for await (const batch of batches(ids)) {
      const removed = await this.#store.remove(batch.map(jsonOf))
      for (const [i, id] of batch.entries()) yield { id, removed: removed[i] === true }
    }
  }

  async stats(): Promise<LiveStats> {
    const { signature, settings, created } = this.#store.meta
    const options = settings['options'] as Record<string, unknown>
    return { ...(await this.#store.stats()), signature, options, keep: this.#setup.keep, created }
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
    return exportLines(this.#store, this.#setup.keep)
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
    return importLines(lines, source, this.#store, this.#setup.keep, async (documents) => {
      const { idField, textField } = this.options
      await this.#update(
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

  #sign(document: LiveDocument): SignedText {
    return this.#judge.sign({ text: this.#textOf(document), row: document[ROW] })
  }

  #idOf(document: LiveDocument): string {
    const id = document[this.options.idField]
    if (id === undefined || id === null) throw new LeitongError('INDEX_DOCUMENT', `no "${this.options.idField}"`)
    return jsonOf(id)
  }

  #textOf(document: LiveDocument): string {
    const { textField } = this.options
    const parts = textField.map((field) => document[field]).filter((part) => typeof part === 'string')
    if (!parts.length) throw new LeitongError('INDEX_DOCUMENT', `no "${textField.join('" or "')}" in ${toJson(document)?.slice(0, 80)}`)
    return parts.join('\n')
  }
}

/**
 * Opens a live index, and creates it where there is none.
 *
 * @param url      `memory:NAME`, a folder (`lmdb:PATH`), or a server; see docs/stores.md; `${NAME}` stands for a variable of the environment
 * @param options  what counts as alike and how is signed; an index that is there has its own, and refuses others
 * @throws {LeitongError} `INDEX_OPTIONS` when the index was made with other options, `INDEX_MISSING` with `create: false`,
 *         `STORE_URL`, `STORE`, `PACKAGE_MISSING`, and for wrong options
 * @example
 * const index = await open('/var/lib/texts', { method: 'simhash' })
 * await index.addIfNew({ id: 'a', text: 'The quick brown fox jumps over the lazy dog.' }) // { status: 'new', group: 'a', … }
 * await index.close()
 */
export async function open(url: string, options: LiveOptions = {}): Promise<LiveIndex> {
  if (typeof url !== 'string' || !url) throw new LeitongError('STORE_URL', String(url), 'a folder, or the URL of a store')
  const place = expandUrl(url)
  const driver = await driverFor(place)
  const store = await driver.open(place, options.create === false ? undefined : newMeta(options))
  try {
    return new LiveIndex(place, store, openedSetup(place, store.meta, options))
  } catch (error) {
    await store.close()
    throw error
  }
}

function jsonOf(id: unknown): string {
  const json = toJson(id)
  // What is not a number is null in JSON, and would be one id for all.
  if (json === undefined || json === 'null') throw new LeitongError('INDEX_DOCUMENT', `${String(id)} is no id`)
  return json
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

async function* batches<Item>(items: Many<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}
