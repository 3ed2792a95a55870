/**
 * `m`, doc, id, node of the documents that share their text or were held against others, and `d`, node, kept, similarity, distance of the texts
 * that were decided -> of the removed documents, in order: doc, id, kept, id of the kept, similarity, distance, number of the group.
 */
import { rows, say } from './pipe.js'

interface Decision {
  readonly kept: string
  readonly similarity: string
  readonly distance: string
}

/** @param distance  of equal texts, as lines of results have it */
export function outcome(distance: string): void {
  const members: { readonly doc: string; readonly id: string; readonly node: string }[] = []
  const decisions = new Map<string, Decision>()
  for (const [kind, a = '', b = '', c = '', d = ''] of rows('utf8')) {
    if (kind === 'd') decisions.set(a, { kept: b, similarity: c, distance: d })
    else members.push({ doc: a, id: b, node: c })
  }
  const ids = new Map(members.map(({ doc, id }) => [doc, id]))
  const removed = members.flatMap(({ doc, id, node }) => {
    const decision = decisions.get(node) ?? { kept: node, similarity: '1', distance }
    return doc === decision.kept ? [] : [{ doc, id, ...decision }]
  })
  removed.sort((a, b) => (isBefore(a.doc, b.doc) ? -1 : 1))
  // A group begins where the first of it stands, which may be the kept one.
  const begins = new Map<string, string>()
  for (const { doc, kept } of removed) if (!begins.has(kept)) begins.set(kept, isBefore(doc, kept) ? doc : kept)
  const numbers = new Map([...begins].sort(([, a], [, b]) => (isBefore(a, b) ? -1 : 1)).map(([kept], i) => [kept, i + 1]))
  for (const { doc, id, kept, similarity, distance } of removed)
    say([doc, id, kept, ids.get(kept), similarity, distance, numbers.get(kept)].join('\t'))
}

/** Numbers of documents in decimal digits: the shorter one is the lesser. */
const isBefore = (a: string, b: string) => a.length < b.length || (a.length === b.length && a < b)
