/** An index as lines, and back: from store to store, or from one set of options to another. */
import { LeitongError } from '../../errors.js'
import { kebab } from '../../options/names.js'
import { parseJson, toJson } from '../../reading/whole-numbers-json.js'
import { createIndexKeys } from '../../searching/index-keys.js'
import { isObject } from '../../sources/rows/objects.js'
import type { IndexMeta, Offer, Store } from '../../stores/store.js'
import type { Payload, Settings } from './settings.js'

/** The head, a document, or the end. */
export type Exported = Readonly<Record<string, unknown>>

const BATCH = 256

export async function* exportLines(store: Store, keep: Payload): AsyncGenerator<Exported> {
  const { signature, search, settings } = store.meta
  yield { leitong_index: 1, signature, search, settings }
  let documents = 0
  for await (const { id, group, row, payload } of store.scan()) {
    documents++
    const kept =
      keep === 'text'
        ? { text: Buffer.from(payload).toString() }
        : keep === 'features'
          ? { features: Buffer.from(payload).toString('base64') }
          : {}
    yield { id: parseJson(id), group: parseJson(group), row: Buffer.from(row).toString('base64'), ...kept }
  }
  yield { documents }
}

/**
 * The head of an export.
 *
 * @throws {LeitongError} `SOURCE_READ` when it is none
 */
export function headOf(line: unknown, source: string): Head {
  const head = isObject(line) ? line : {}
  const { leitong_index, signature, search, settings } = head
  const isHead = leitong_index === 1 && typeof signature === 'string' && isObject(search) && isObject(settings)
  if (!isHead || !isObject(settings['options'])) throw new LeitongError('SOURCE_READ', source, 'this is no export of an index')
  return head as unknown as Head
}

interface Head {
  readonly signature: string
  readonly search: unknown
  readonly settings: Settings
}

/**
 * @param addTexts  signs and adds documents, for when rows cannot be taken as they are
 */
export async function importLines(
  lines: Iterable<Exported> | AsyncIterable<Exported>,
  source: string,
  store: Store,
  keep: Payload,
  addTexts: (documents: { id: unknown; text: string }[]) => Promise<void>,
): Promise<number> {
  const { signature, search, settings } = store.meta
  const { entryBytes: rowBytes } = createIndexKeys(search)
  let head: Head | undefined
  let end: number | undefined
  let count = 0
  let number = 0
  let offers: Offer[] = []
  let texts: { id: unknown; text: string }[] = []
  const flush = async () => {
    if (offers.length) await store.update(offers)
    if (texts.length) await addTexts(texts)
    offers = []
    texts = []
  }
  const refuse = (cause: string): never => {
    throw new LeitongError('SOURCE_READ', source, cause)
  }
  for await (const line of lines as AsyncIterable<unknown>) {
    number++
    if (!head) {
      head = headOf(line, source)
      continue
    }
    if (end !== undefined) refuse(`line ${number}: something follows the end`)
    if (!isObject(line)) return refuse(`line ${number}: it is no document of an index`)
    if (!('id' in line)) {
      end = Number(line['documents'])
      continue
    }
    // The signature names the model.
    const asItIs =
      head.signature === signature &&
      same(head.search, search) &&
      same(head.settings.options, settings['options']) &&
      head.settings.keep === settings['keep']
    if (asItIs) {
      const wrong = faultOf(line, keep, rowBytes)
      if (wrong) refuse(`line ${number}: ${wrong}`)
      offers.push(offerOf(line, keep))
    } else if (typeof line['text'] === 'string') texts.push({ id: line['id'], text: line['text'] })
    else throw new LeitongError('IMPORT_OPTIONS', source, differences(head, store.meta))
    count++
    if (offers.length + texts.length >= BATCH) await flush()
  }
  if (!head) refuse('this is no export of an index')
  await flush()
  if (end !== count) refuse(`it is not whole: ${count} documents came, and ${end ?? 'no end'}`)
  return count
}

function offerOf(line: Exported, keep: Payload): Offer {
  const bytes = (name: string) => new Uint8Array(Buffer.from(String(line[name] ?? ''), 'base64'))
  const id = toJson(line['id']) as string
  const row = bytes('row')
  const payload = keep === 'text' ? new Uint8Array(Buffer.from(String(line['text'] ?? ''))) : bytes('features')
  return { id, row, blind: true, decide: () => ({ id, row, group: toJson(line['group']) as string, payload }) }
}

function differences(head: Head, { signature, settings }: IndexMeta): string {
  const its = { ...head.settings.options, keep: head.settings.keep } as Readonly<Record<string, unknown>>
  const here = { ...(settings['options'] as object), keep: settings['keep'] } as Readonly<Record<string, unknown>>
  const unlike = Object.keys({ ...its, ...here }).filter((name) => !same(its[name], here[name]))
  const shown = unlike.map((name) => `${kebab(name)} is ${JSON.stringify(here[name])} here, and was ${JSON.stringify(its[name])}`)
  return shown.join('; ') || `signatures are ${signature} here, and were ${head.signature}`
}

/** What keeps a line from being taken as it is. */
function faultOf({ id, group, row, text, features }: Exported, keep: Payload, rowBytes: number): string | undefined {
  if (id === null || id === undefined) return 'there is no id'
  if (group === null || group === undefined) return 'there is no group'
  if (typeof row !== 'string') return 'there is no row'
  const { length } = Buffer.from(row, 'base64')
  // No search would ever find it.
  if (length !== rowBytes) return `a row of ${length} bytes, not ${rowBytes}`
  if (keep === 'text' && typeof text !== 'string') return 'there is no text'
  if (keep === 'features' && typeof features !== 'string') return 'there are no features'
  return undefined
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
