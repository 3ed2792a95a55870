/** Export and import: an index as lines, to go from store to store, or from one set of options to another. */
import { LeitongError } from '../../errors.js'
import { payloadOfText } from '../../methods/live/payload.js'
import { inBatches, type Many } from '../../reading/batches.js'
import { parseJson, toJson } from '../../reading/whole-numbers-json.js'
import { kebab } from '../../resolving/names.js'
import { createIndexKeys, type IndexKeys } from '../../searching/index-keys.js'
import { isObject } from '../../sources/rows/objects.js'
import { asToday } from '../../stores/meta-json.js'
import type { IndexMeta, NewRecord, Offer, Store } from '../../stores/store.js'
import type { Payload, Settings } from './settings.js'

/** A line of an export: the head, a document, or the end. */
export type Exported = Readonly<Record<string, unknown>>

/** Documents that go to the store at once, as for those that are added one by one. */
const BATCH = 256

export async function* exportLines(store: Store, kept: Payload): AsyncGenerator<Exported> {
  const { signature, search, settings } = store.meta
  yield { leitong_index: 1, signature, search, settings }
  let documents = 0
  for await (const { id, group, entry: row, payload, digest } of store.scan()) {
    documents++
    yield {
      id: parseJson(id),
      group: parseJson(group),
      row: toBase64(row),
      ...keptOf(payload, kept),
      ...(digest ? { content: Buffer.from(digest).toString('hex') } : {}),
    }
  }
  yield { documents }
}

function keptOf(payload: Uint8Array, kept: Payload): Exported {
  if (kept === 'text') return { text: Buffer.from(payload).toString() }
  return kept === 'none' ? {} : { [kept]: toBase64(payload) }
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

interface Head {
  readonly signature: string
  readonly search: IndexMeta['search']
  readonly settings: Settings
}

/**
 * The head of an export.
 *
 * @param source  what messages call the export
 * @throws {LeitongError} `SOURCE_READ` when it is none
 */
export function headOf(line: unknown, source: string): Head {
  const head = isObject(line) ? line : {}
  const { leitong_index, signature, search, settings } = head
  const isHead = leitong_index === 1 && typeof signature === 'string' && isObject(search) && isObject(settings)
  if (!isHead || !isObject(settings['options'])) throw new LeitongError('SOURCE_READ', source, 'this is no export of an index')
  return asToday(head as unknown as Head)
}

interface TextDocument {
  readonly id: unknown
  readonly text: string
}

/**
 * Brings an export into a store.
 *
 * @param source    what messages call the export
 * @param digestOf  the digest of a content by what is kept of it, where the index keeps digests; undefined where it cannot be told
 * @param addTexts  signs and adds documents that cannot be taken as they are, because the options are others
 * @returns how many documents came
 * @throws {LeitongError} `IMPORT_OPTIONS`, `SOURCE_READ`; whole batches before the fault are in the store
 */
export async function importLines(
  lines: Many<Exported>,
  source: string,
  store: Store,
  kept: Payload,
  digestOf: ((record: Pick<NewRecord, 'payload'>) => Uint8Array | undefined) | undefined,
  addTexts: (documents: readonly TextDocument[]) => Promise<void>,
): Promise<number> {
  const reader = new ExportReader(source, store.meta, kept)
  for await (const batch of inBatches(reader.documents(lines), BATCH))
    if (reader.isAlike) await store.update(batch.map((line) => offerOf(line, kept, digestOf)))
    else await addTexts(batch.map(({ id, text }) => ({ id, text: String(text) })))
  return reader.end()
}

/** Reads the lines of an export, each checked before the index sees it. */
class ExportReader {
  readonly #source: string
  readonly #meta: IndexMeta
  readonly #kept: Payload
  readonly #keys: IndexKeys
  #number = 0
  #count = 0
  #stated: number | undefined
  #isAlike = false

  constructor(source: string, meta: IndexMeta, kept: Payload) {
    this.#source = source
    this.#meta = meta
    this.#kept = kept
    this.#keys = createIndexKeys(meta.search)
  }

  /** Whether the export has the options of this index, so that rows are taken as they are; known with the first document. */
  get isAlike(): boolean {
    return this.#isAlike
  }

  async *documents(lines: Many<unknown>): AsyncGenerator<Exported> {
    let head: Head | undefined
    for await (const line of lines) {
      this.#number++
      if (!head) {
        head = headOf(line, this.#source)
        this.#isAlike = isAlike(head, this.#meta)
        continue
      }
      if (this.#stated !== undefined) throw this.#fault('something follows the end')
      if (!isObject(line)) throw this.#fault('it is no document of an index')
      if ('id' in line) yield this.#checked(line, head)
      else this.#stated = Number(line['documents'])
    }
    if (!head) headOf(undefined, this.#source)
  }

  #checked(line: Exported, head: Head): Exported {
    if (this.#isAlike) {
      const fault = faultOf(line, this.#kept, this.#keys)
      if (fault) throw this.#fault(fault)
      if (this.#meta.format === 2 && this.#kept !== 'text' && line['content'] === undefined)
        throw new LeitongError('IMPORT_OPTIONS', this.#source, 'digests is true here, and was false')
    } else if (typeof line['text'] !== 'string' || holdsRows(head.settings) !== holdsRows(this.#meta.settings))
      throw new LeitongError('IMPORT_OPTIONS', this.#source, differences(head, this.#meta))
    this.#count++
    return line
  }

  /**
   * @returns how many documents there were
   * @throws {LeitongError} `SOURCE_READ` when the export is not whole
   */
  end(): number {
    if (this.#stated === this.#count) return this.#count
    throw new LeitongError('SOURCE_READ', this.#source, `it is not whole: ${this.#count} documents came, and ${this.#stated ?? 'no end'}`)
  }

  #fault(cause: string): LeitongError {
    return new LeitongError('SOURCE_READ', this.#source, `line ${this.#number}: ${cause}`)
  }
}

/** Whether rows and payloads of both mean the same. The signature names the corpus model. */
const isAlike = (head: Head, { signature, search, settings }: IndexMeta) =>
  head.signature === signature &&
  same(head.search, search) &&
  same(head.settings.options, settings['options']) &&
  head.settings.keep === settings['keep']

function offerOf(
  line: Exported,
  kept: Payload,
  digestOf: ((record: Pick<NewRecord, 'payload'>) => Uint8Array | undefined) | undefined,
): Offer {
  const bytes = (name: string) => new Uint8Array(Buffer.from(String(line[name] ?? ''), 'base64'))
  const id = toJson(line['id']) as string
  const row = bytes('row')
  const payload = kept === 'text' ? payloadOfText(String(line['text'] ?? '')) : bytes(kept)
  const content = line['content']
  const digest = typeof content === 'string' ? new Uint8Array(Buffer.from(content, 'hex')) : digestOf?.({ payload })
  const record = { id, entry: row, group: toJson(line['group']) as string, payload, ...(digestOf && digest ? { digest } : {}) }
  return { id, entry: row, blind: true, decide: () => record }
}

function differences(head: Head, { signature, settings }: IndexMeta): string {
  const its = { ...head.settings.options, keep: head.settings.keep } as Readonly<Record<string, unknown>>
  const here = { ...(settings['options'] as object), keep: settings['keep'] } as Readonly<Record<string, unknown>>
  const unlike = Object.keys({ ...its, ...here }).filter((name) => !same(its[name], here[name]))
  const shown = unlike.map((name) => `${kebab(name)} is ${JSON.stringify(here[name])} here, and was ${JSON.stringify(its[name])}`)
  return shown.join('; ') || `signatures are ${signature} here, and were ${head.signature}`
}

/** Texts and rows are not made of each other. */
const holdsRows = (settings: { readonly rows?: unknown }): boolean => settings.rows !== undefined

/** The fault for which a line cannot be taken as it is; undefined when there is none. */
function faultOf({ id, group, row, text, features, info, content }: Exported, kept: Payload, keys: IndexKeys): string | undefined {
  if (id === null || id === undefined) return 'there is no id'
  if (group === null || group === undefined) return 'there is no group'
  if (typeof row !== 'string') return 'there is no row'
  const { length } = Buffer.from(row, 'base64')
  // A row of another length would never be found by a search.
  if (!keys.accepts(length)) return `a row of ${length} bytes, not ${keys.entryBytes || 'a digest and features'}`
  if (content !== undefined && !(typeof content === 'string' && /^[0-9a-f]{32}$/.test(content))) return 'its digest is none'
  if (kept === 'text' && typeof text !== 'string') return 'there is no text'
  if (kept === 'info' && typeof info !== 'string') return 'there is no other information'
  if (kept === 'features' && typeof features !== 'string') return 'there are no features'
  return undefined
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
