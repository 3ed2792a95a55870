/** The edit `digits`: a form comes back with other numbers. */
import type { Random } from '../random.js'
import type { Edit, Span } from './edit.js'
import { replaceSpans } from './spans.js'

const NUMBER = /\d+/g

export const findNumbers = (text: string): Span[] =>
  Array.from(text.matchAll(NUMBER), ({ 0: found, index }) => ({ at: index, length: found.length }))

/** Numbers, dates and phone numbers become others of the same form. */
export const digits: Edit = (draft, share, { random }) =>
  replaceSpans(draft, share, random, findNumbers, (old, _before, after) => otherNumber(old, after, random))

/** Another number, in the bounds that what follows it sets; never the same one. */
function otherNumber(old: string, after: string, random: Random): string {
  for (;;) {
    const other = numberLike(old, after, random)
    if (other !== old) return other
  }
}

function numberLike(old: string, after: string, random: Random): string {
  if (after.startsWith('月')) return String(random.between(1, 12))
  if (/^日|^ [A-Z][a-z]+ \d{4}/.test(after)) return String(random.between(1, 28))
  if (/^[点时]/.test(after)) return String(random.between(1, 23))
  if (/^(?:19|20)\d\d$/.test(old)) return String(random.between(1995, 2024))
  // A phone number keeps the range that is given to nobody.
  const kept = old.length === 11 ? 2 : 0
  let text = old.slice(0, kept)
  for (let i = kept; i < old.length; i++) text += random.between(i === 0 && old.length > 1 ? 1 : 0, 9)
  return text
}
