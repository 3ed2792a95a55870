/** The edit `boilerplate`: sites and offices put the same lines around many texts. */
import { lengthOf } from '../draft.js'
import type { Random } from '../random.js'
import { type Edit, unitsOf } from './edit.js'

const fill = (line: string, random: Random) => line.replace(/#/g, () => String(random.below(10)))

/** Lines before and after the text, as sites, offices and mail programs add them; as many as the share is of its sentences. */
export const boilerplate: Edit = (draft, share, { random, phrasebook: { join, headers, footers } }) => {
  const before = lengthOf(draft, join)
  const lines = [...headers.map((line) => ({ line, first: true })), ...footers.map((line) => ({ line, first: false }))]
  const sentences = draft.body.reduce((sum, { length }) => sum + length, 0)
  const chosen = random.order(lines.length).slice(0, unitsOf(share, sentences))
  for (const number of chosen) {
    const { line, first } = lines[number] as (typeof lines)[number]
    if (first) draft.head.unshift(fill(line, random))
    else draft.foot.push(fill(line, random))
  }
  return { lost: 0, fresh: lengthOf(draft, join) - before }
}
