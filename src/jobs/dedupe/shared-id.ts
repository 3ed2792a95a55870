/** An id that does not tell which record is meant, because several have it. */
import type { Run } from './dedupe.js'

export interface SharedId {
  /** As JSON. */
  readonly id: string
  /** The files of two records of this id: one where both stand in it. */
  readonly files: readonly string[]
}

/** @returns the first id of a document in a group that another document of the batch has too */
export function sharedId({ decisions, context: { documents } }: Pick<Run, 'decisions' | 'context'>): SharedId | undefined {
  const { own, groups } = decisions
  if (!groups.length) return undefined
  const isGrouped = new Uint8Array(own)
  for (const { members } of groups) for (const member of members) if (member < own) isGrouped[member] = 1
  // Few ids share a slot with another one: only they are compared.
  const slots = new Uint8Array(2 ** Math.ceil(Math.log2(own * 4 + 1)))
  const slotOf = (document: number) => {
    const hash = documents.hashOfId(document)
    return hash === undefined ? undefined : hash & (slots.length - 1)
  }
  for (let document = 0; document < own; document++) {
    const slot = slotOf(document)
    if (slot !== undefined && (slots[slot] as number) < 2) (slots[slot] as number)++
  }
  const firsts = new Map<string, number>()
  for (let document = 0; document < own; document++) {
    const slot = slotOf(document)
    if (slot === undefined || (slots[slot] as number) < 2) continue
    const id = documents.idOf(document)
    const first = firsts.get(id)
    if (first === undefined) firsts.set(id, document)
    else if (isGrouped[first] || isGrouped[document]) return { id, files: [...new Set([first, document].map(nameOf))] }
  }
  return undefined

  function nameOf(document: number): string {
    return documents.files[documents.fileOf(document)]?.name ?? ''
  }
}
