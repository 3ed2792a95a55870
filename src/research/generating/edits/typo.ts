/** The edit `typo`: a text is typed again. */
import type { Edit } from './edit.js'
import { replaceSpans } from './spans.js'

/** Slips: in Chinese a character that sounds or looks like the right one, in English letters swapped, doubled or dropped. */
export const typo: Edit = (draft, share, { random, phrasebook }) =>
  replaceSpans(draft, share, random, phrasebook.findTypos, (found) => phrasebook.typo(found, random))
