/** An index as lines, and back: from store to store, or from one set of options to another. */
import { LeitongError } from '../errors.js'
import type { Offer, Store } from '../stores/store.js'
import { parseJson, toJson } from './json.js'
import type { Keep } from './live-options.js'

/** The head, a document, or the end. */
export type Exported = Readonly<Record<string, unknown>>

const BATCH = 256

export async function* exportLines(store: Store, keep: Keep): AsyncGenerator<Exported> {
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
 * @param addTexts  signs and adds documents, for when rows cannot be taken as they are
 */
export async function importLines(
  lines: Iterable<Exported> | AsyncIterable<Exported>,
  source: string,
  store: Store,
  keep: Keep,
  addTexts: (documents: { id: unknown; text: string }[]) => Promise<void>,
): Promise<number> {
  const { signature, search, settings } = store.meta
  let head: Exported | undefined
  let end: number | undefined
  let count = 0
  let offers: Offer[] = []
  let texts: { id: unknown; text: string }[] = []
  const flush = async () => {
    if (offers.length) await store.update(offers)
    if (texts.length) await addTexts(texts)
    offers = []
    texts = []
  }
  const refuse = (cause: string) => {
    throw new LeitongError('SOURCE_READ', source, cause)
  }
  for await (const line of lines) {
    if (!head) {
      head = line
      if (line['leitong_index'] !== 1) refuse('this is no export of an index')
      continue
    }
    if (end !== undefined) refuse('something follows the end')
    if (!('id' in line)) {
      end = Number(line['documents'])
      continue
    }
    const asItIs = head['signature'] === signature && same(head['search'], search) && same(head['settings'], settings)
    if (asItIs) offers.push(offerOf(line, keep))
    else if (typeof line['text'] === 'string') texts.push({ id: line['id'], text: line['text'] })
    else throw new LeitongError('SIGNATURES_UNLIKE', String(head['signature']), signature)
    count++
    if (offers.length + texts.length >= BATCH) await flush()
  }
  await flush()
  if (end !== count) refuse(`it is not whole: ${count} documents came, and ${end ?? 'no end'}`)
  return count
}

function offerOf(line: Exported, keep: Keep): Offer {
  const bytes = (name: string) => new Uint8Array(Buffer.from(String(line[name] ?? ''), 'base64'))
  const id = toJson(line['id']) as string
  const row = bytes('row')
  const payload = keep === 'text' ? new Uint8Array(Buffer.from(String(line['text'] ?? ''))) : bytes('features')
  return { id, row, blind: true, decide: () => ({ id, row, group: toJson(line['group']) as string, payload }) }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
