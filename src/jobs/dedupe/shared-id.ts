/** An id that does not tell which record is meant, because several have it. */

export interface SharedId {
  /** As JSON. */
  readonly id: string
  /** The files of two records of this id: one where both stand in it, none where records lie in no file. */
  readonly files: readonly string[]
}

/** Documents by their ids. */
export interface Identified {
  readonly files: readonly { readonly name: string }[]
  fileOf(document: number): number
  /** As JSON. */
  idOf(document: number): string
  /** A hash of 32 bits; undefined where a record has no id of its own. */
  hashOfId(document: number): number | undefined
}

interface Grouped {
  /** Documents of the batch. */
  readonly own: number
  readonly groups: Iterable<{ readonly members: Iterable<number> }> & { readonly length: number }
}

/** Ids that are held at once, at most; and counters of one byte, 64 MB. */
const HELD = 1 << 20
const SLOTS = 2 ** 26

/**
 * @param held  more ids are looked at in turns
 * @returns     the first id of a document in a group that another document of the batch has too
 */
export function sharedId({ own, groups }: Grouped, documents: Identified, held = HELD): SharedId | undefined {
  if (!groups.length) return undefined
  const isGrouped = new Uint8Array(own)
  for (const { members } of groups) for (const member of members) if (member < own) isGrouped[member] = 1
  // Few ids share a slot with another one: only they are compared.
  const slots = new Uint8Array(Math.min(SLOTS, 2 ** Math.ceil(Math.log2(own * 4 + 1))))
  let shared = 0
  for (let document = 0; document < own; document++) {
    const hash = documents.hashOfId(document)
    if (hash === undefined) continue
    const slot = hash & (slots.length - 1)
    const before = slots[slot] as number
    if (before < 2) slots[slot] = before + 1
    shared += before === 1 ? 2 : before && 1
  }
  const turns = Math.ceil(shared / held)
  let end = own
  let found: readonly [number, number] | undefined
  for (let turn = 0; turn < turns; turn++) {
    const firsts = new Map<string, number>()
    for (let document = 0; document < end; document++) {
      const hash = documents.hashOfId(document)
      if (hash === undefined || (slots[hash & (slots.length - 1)] as number) < 2) continue
      if (Math.floor(((hash >>> 0) / 2 ** 32) * turns) !== turn) continue
      const id = documents.idOf(document)
      const first = firsts.get(id)
      if (first === undefined) firsts.set(id, document)
      else if (isGrouped[first] || isGrouped[document]) {
        found = [first, document]
        end = document
      }
    }
  }
  if (!found) return undefined
  const names = found.flatMap((document) => documents.files[documents.fileOf(document)]?.name || [])
  return { id: documents.idOf(found[0]), files: [...new Set(names)] }
}
