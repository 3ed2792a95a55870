/** Asking a live index what it would say to documents, without storing them. */
import type { Store, StoredRecord } from '../../stores/store.js'
import { type Added, answerToAll, evidenceFor, sameBytes } from './add.js'
import { decidedAnswer } from './decided/answer.js'
import { Asked, type Deciding } from './decided/deciding.js'
import { idOf, type LiveDocument } from './document.js'
import type { LiveVerifier } from './verify.js'

/**
 * What `addIfNew` would answer to each document if it came alone now. A document may have no id.
 *
 * @throws {LeitongError} `INDEX_DOCUMENT`, `TEXT_TOO_LARGE`, `STORE`
 */
export async function checkDocuments(
  store: Store,
  verifier: LiveVerifier,
  documents: readonly LiveDocument[],
  deciding?: Deciding,
): Promise<Added[]> {
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
    texts.map(async (text, i) => {
      const before: StoredRecord | undefined = previous[i]
      const asked = deciding && Asked.of(deciding, deciding.digestOf(documents[i] as LiveDocument), ids[i])
      const { alike, about } = await evidenceFor(store, found[i] ?? [], asked, ({ seq }) => seq !== before?.seq)
      const arriving = { id: ids[i] ?? 'null', previous: before, ifNew: true, recordOf: () => undefined }
      const isUnchanged = before !== undefined && sameBytes(before.entry, text.row)
      const { answer } = asked
        ? decidedAnswer(verifier, asked, text, arriving, isUnchanged, alike, about)
        : answerToAll(verifier, text, arriving, alike)
      return ids[i] === undefined ? { ...answer, id: null } : answer
    }),
  )
}
