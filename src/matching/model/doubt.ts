/** Whether a model that was learned without labels is to be trusted. */
import type { Trained } from './train.js'

/**
 * `many`: it takes so many pairs for matches that they are hardly about one thing. `unclear`: it does not tell matches from others: what it
 * takes for matches are many pairs of a middling chance. `unlike`: what it takes for matches is hardly alike, row by row; it has learned something
 * else than what the rows are about: the same shop, the same issue of a journal. `outdone`: across two tables plain texts find clearly more.
 */
export type Doubt = 'many' | 'unclear' | 'unlike' | 'outdone'

/** The share of all pairs of rows that match, from which it is hardly so. */
const MANY = 0.1
/** The share of the matches that is expected where the chance is neither high nor low, from which nothing is told apart. */
const UNCLEAR = 0.4

/** The mean likeness of what it takes for matches, below which they are about something else. */
const UNLIKE = 0.3
/** The same where more than this share of the matches is unclear as well. Tables that write in ways of their own differ in much that says nothing. */
const HARDLY_ALIKE = 0.7
const HARDLY_CLEAR = 0.15

export function doubtOf(trained: Pick<Trained, 'model' | 'sample' | 'chances' | 'likeness' | 'isApart'>): Doubt | undefined {
  // Similarities of one field are what they are.
  if (trained.model.way) return undefined
  if (trained.model.prior >= MANY) return 'many'
  const unclear = unclearShare(trained)
  if (unclear >= UNCLEAR) return 'unclear'
  const least = !trained.isApart && unclear >= HARDLY_CLEAR ? HARDLY_ALIKE : UNLIKE
  return trained.likeness < least ? 'unlike' : undefined
}

/** The chance that a match is none, and of pairs that are none to match, as a share of the matches: 0 where all chances are 0 or 1. */
export function unclearShare({ sample: { weights }, chances }: Pick<Trained, 'sample' | 'chances'>): number {
  let matches = 0
  let unclear = 0
  for (let pair = 0; pair < chances.length; pair++) {
    const chance = chances[pair] as number
    matches += chance * (weights[pair] as number)
    unclear += chance * (1 - chance) * (weights[pair] as number)
  }
  return matches > 0 ? unclear / matches : 1
}
