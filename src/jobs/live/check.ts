/** Asking a live index what it would say to documents, without storing them. */
import type { Store, StoredRecord } from '../../stores/store.js'
import { type Added, answerToAll } from './add.js'
import { idOf, type LiveDocument } from './document.js'
import type { LiveVerifier, SignedText } from './verify.js'

/**
 * What `addIfNew` would answer to each document if it came alone now. A document may have no id.
 *
 * @throws {LeitongError} `INDEX_DOCUMENT`, `TEXT_TOO_LARGE`, `STORE`
 */
export async function checkDocuments(store: Store, verifier: LiveVerifier, documents: readonly LiveDocument[]): Promise<Added[]> {
  const { idField } = verifier.options
  const ids = documents.map((document) => (document[idField] === undefined ? undefined : idOf(document, verifier.options)))
  const texts = documents.map((document) => verifier.signNew(document))
  const named = ids.filter((id) => id !== undefined)
  const stored = named.length ? await store.get(named) : []
  const rows = texts.map(({ row }) => row)
  const found = await store.find(rows, false)
  let at = 0
  const previous = ids.map((id) => (id === undefined ? undefined : stored[at++]))
  return Promise.all(
    texts.map(async (text: SignedText, i) => {
      const before: StoredRecord | undefined = previous[i]
      const others = (found[i] ?? []).filter(({ seq }) => seq !== before?.seq)
      const equal = others.filter((candidate) => candidate.equal).slice(0, 1)
      const asked = equal.length ? equal : others
      const read = await store.read(asked.map(({ seq }) => seq))
      const alike = asked.flatMap((candidate, j) => (read[j] ? [{ candidate, record: read[j] }] : []))
      const { answer } = answerToAll(verifier, ids[i] ?? 'null', text, true, before, alike)
      return ids[i] === undefined ? { ...answer, id: null } : answer
    }),
  )
}
