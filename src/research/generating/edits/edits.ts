/** The shelf of edits, by which copies are made. */
import { LeitongError } from '../../../errors.js'
import { type Draft, lengthOf } from '../draft.js'
import type { Change, Edit, EditTools } from './edit.js'
import { boilerplate, insert, quote, remove, reorder } from './sentences.js'
import { digits, synonym, typo } from './words.js'

/** Two or three kinds in one copy, which share the strength. */
const mixed: Edit = (draft, share, tools) => {
  const kinds = tools.random
    .order(SINGLE.length)
    .slice(0, tools.random.between(2, 3))
    .map((number) => SINGLE[number] as Edit)
  let lost = 0
  let fresh = 0
  for (const edit of kinds) {
    const change = edit(draft, share / kinds.length, tools)
    lost += change.lost
    fresh += change.fresh
  }
  return { lost, fresh }
}

/** Edits that `mixed` chooses from; corpora are pinned to their order. */
const SINGLE: readonly Edit[] = [insert, remove, reorder, synonym, quote, boilerplate, typo, digits]

/** Every kind of edit by its name. */
export const EDITS = { insert, delete: remove, reorder, synonym, quote, boilerplate, typo, digits, mixed } satisfies Record<string, Edit>
export type EditKind = keyof typeof EDITS
export const EDIT_KINDS = Object.keys(EDITS) as EditKind[]

/** Applies an edit to a draft, in place. */
export function applyEdit(kind: EditKind, draft: Draft, share: number, tools: EditTools): Change & { readonly strength: number } {
  const edit = EDITS[kind]
  if (!edit) throw new LeitongError('OPTION_VALUE', 'edits', JSON.stringify(kind), EDIT_KINDS.join(', '))
  const before = lengthOf(draft, tools.phrasebook.join)
  const { lost, fresh } = edit(draft, share, tools)
  const longer = Math.max(before, lengthOf(draft, tools.phrasebook.join))
  return { lost, fresh, strength: Math.min(1, Math.max(lost, fresh) / longer) }
}
