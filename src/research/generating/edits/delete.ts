/** The edit `delete`: a text is shortened. */
import { lengthOf, placesOf } from '../draft.js'
import { type Edit, unitsOf } from './edit.js'

/** Sentences left out; one always stays. */
export const remove: Edit = (draft, share, { random, phrasebook: { join } }) => {
  const before = lengthOf(draft, join)
  const places = placesOf(draft)
  const gone = new Set(random.order(places.length).slice(0, Math.min(unitsOf(share, places.length), places.length - 1)))
  let number = 0
  draft.body = draft.body.map((sentences) => sentences.filter(() => !gone.has(number++))).filter((sentences) => sentences.length > 0)
  return { lost: before - lengthOf(draft, join), fresh: 0 }
}
