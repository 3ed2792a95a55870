/** Replacement of words and numbers inside sentences, shared by the edits that work on them. */
import { type Draft, placesOf, sentenceAt } from '../draft.js'
import type { Random } from '../random.js'
import { type Change, type Span, unitsOf } from './edit.js'

/** Replaces a share of the spans that are found in the sentences, chosen by chance. */
export function replaceSpans(
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
