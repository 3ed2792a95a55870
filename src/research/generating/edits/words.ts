/** The edits that work on words and numbers inside sentences: a text is said in other words, typed again, or comes back with other numbers. */
import { type Draft, placesOf, sentenceAt } from '../draft.js'
import type { Random } from '../random.js'
import { type Change, type Edit, type Span, unitsOf } from './edit.js'

/** Replaces a share of the spans that are found in the sentences, chosen by chance. */
function replaceSpans(
  draft: Draft,
  share: number,
  random: Random,
  find: (sentence: string) => Span[],
  replace: (old: string, before: string, after: string) => string,
): Change {
  const places = placesOf(draft)
  const all = places.flatMap((place) => find(sentenceAt(draft, place)).map((span) => ({ place, span })))
  const chosen = random.order(all.length).slice(0, unitsOf(share, all.length))
  // From the last to the first, so that places stay right.
  chosen.sort((a, b) => b - a)
  let lost = 0
  let fresh = 0
  for (const number of chosen) {
    const { place, span } = all[number] as (typeof all)[number]
    const sentence = sentenceAt(draft, place)
    const before = sentence.slice(0, span.at)
    const old = sentence.slice(span.at, span.at + span.length)
    const after = sentence.slice(span.at + span.length)
    const replacement = replace(old, before, after)
    ;(draft.body[place.paragraph] as string[])[place.sentence] = before + replacement + after
    lost += old.length
    fresh += replacement.length
  }
  return { lost, fresh }
}

/** Words replaced by others of the same meaning, among those that have any. */
export const synonym: Edit = (draft, share, { random, phrasebook }) =>
  replaceSpans(draft, share, random, phrasebook.findSynonyms, (word) => phrasebook.synonym(word, random))

/** Slips: in Chinese a character that sounds or looks like the right one, in English letters swapped, doubled or dropped. */
export const typo: Edit = (draft, share, { random, phrasebook }) =>
  replaceSpans(draft, share, random, phrasebook.findTypos, (found) => phrasebook.typo(found, random))

const NUMBER = /\d+/g

const findNumbers = (text: string): Span[] =>
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
