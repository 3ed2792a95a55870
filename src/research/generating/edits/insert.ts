/** The edit `insert`: a text grows as it is passed on. */
import { lengthOf } from '../draft.js'
import { type Edit, unitsOf } from './edit.js'

/** New sentences of the same topic, between the old ones. */
export const insert: Edit = (draft, share, { random, sentence, phrasebook: { join } }) => {
  const before = lengthOf(draft, join)
  const count = unitsOf(
    share,
    draft.body.reduce((sum, sentences) => sum + sentences.length, 0),
  )
  for (let i = 0; i < count; i++) {
    const paragraph = random.pick(draft.body)
    paragraph.splice(random.between(0, paragraph.length), 0, sentence())
  }
  return { lost: 0, fresh: lengthOf(draft, join) - before }
}
