/** The edit `synonym`: a text is said in other words. */
import type { Edit } from './edit.js'
import { replaceSpans } from './spans.js'

/** Words replaced by others of the same meaning, among those that have any. */
export const synonym: Edit = (draft, share, { random, phrasebook }) =>
  replaceSpans(draft, share, random, phrasebook.findSynonyms, (word) => phrasebook.synonym(word, random))
