/** The edit `quote`: a passage stands inside a text of somebody else. */
import { type Draft, lengthOf, placesOf, sentenceAt } from '../draft.js'
import { type Edit, NOTHING, unitsOf } from './edit.js'

/** A passage of the base, quoted inside a new text; the share is that of the sentences which are not carried over. */
export const quote: Edit = (draft, share, { random, sentence, phrasebook: { join, opening, closing } }) => {
  const before = lengthOf(draft, join)
  const places = placesOf(draft)
  const left = Math.min(unitsOf(share, places.length), places.length - 1)
  if (left === 0) return NOTHING
  const start = random.between(0, left)
  const carried = places.slice(start, start + places.length - left)
  const passage = carried.map((place) => sentenceAt(draft, place))
  // The breaks between paragraphs of the base are gone.
  const breaks = new Set(carried.map(({ paragraph }) => paragraph)).size - 1
  const own = Array.from({ length: left }, sentence)
  const cut = random.between(0, own.length)
  const quoted: Draft = {
    title: draft.title,
    head: draft.head,
    body: [own.slice(0, cut), [opening + passage.join(join) + closing], own.slice(cut)].filter((sentences) => sentences.length > 0),
    foot: draft.foot,
  }
  const kept =
    passage.join(join).length - breaks * join.length + [...draft.head, ...draft.foot].reduce((sum, line) => sum + line.length + 1, 0)
  Object.assign(draft, quoted)
  return { lost: before - kept, fresh: lengthOf(draft, join) - kept }
}
