/** The edit `reorder`: the same sentences follow each other in another order. */
import { placesOf, sentenceAt } from '../draft.js'
import { type Edit, NOTHING, unitsOf } from './edit.js'

/** Sentences that change places, across paragraphs too. A sentence cannot move alone, so at least two do. */
export const reorder: Edit = (draft, share, { random }) => {
  const places = placesOf(draft)
  const count = unitsOf(share, places.length)
  if (count === 0 || places.length < 2) return NOTHING
  const chosen = random
    .order(places.length)
    .slice(0, Math.max(2, count))
    .map((number) => places[number] as (typeof places)[number])
  const texts = chosen.map((place) => sentenceAt(draft, place))
  let moved = 0
  chosen.forEach(({ paragraph, sentence }, i) => {
    const text = texts[(i + 1) % texts.length] as string
    ;(draft.body[paragraph] as string[])[sentence] = text
    moved += text.length
  })
  return { lost: moved, fresh: moved }
}
