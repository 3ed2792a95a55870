/** The edits that work on whole sentences: a text grows, is shortened, put in another order, quoted, or framed as sites and offices do. */
import { type Draft, lengthOf, placesOf, sentenceAt } from '../draft.js'
import type { Random } from '../random.js'
import { type Edit, NOTHING, unitsOf } from './edit.js'

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

/** Sentences left out; one always stays. */
export const remove: Edit = (draft, share, { random, phrasebook: { join } }) => {
  const before = lengthOf(draft, join)
  const places = placesOf(draft)
  const gone = new Set(random.order(places.length).slice(0, Math.min(unitsOf(share, places.length), places.length - 1)))
  let number = 0
  draft.body = draft.body.map((sentences) => sentences.filter(() => !gone.has(number++))).filter((sentences) => sentences.length > 0)
  return { lost: before - lengthOf(draft, join), fresh: 0 }
}

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

/** A passage of the base, quoted inside a new text; the share is that of the sentences which are not carried over. */
export const quote: Edit = (draft, share, { random, sentence, phrasebook: { join, opening, closing } }) => {
  const before = lengthOf(draft, join)
  const places = placesOf(draft)
  const left = Math.min(unitsOf(share, places.length), places.length - 1)
  if (left === 0) return NOTHING
  const start = random.between(0, left)
  const carried = places.slice(start, start + places.length - left)
  const passage = carried.map((place) => sentenceAt(draft, place))
  // The breaks between paragraphs of the base are gone.
  const breaks = new Set(carried.map(({ paragraph }) => paragraph)).size - 1
  const own = Array.from({ length: left }, sentence)
  const cut = random.between(0, own.length)
  const quoted: Draft = {
    title: draft.title,
    head: draft.head,
    body: [own.slice(0, cut), [opening + passage.join(join) + closing], own.slice(cut)].filter((sentences) => sentences.length > 0),
    foot: draft.foot,
  }
  const kept =
    passage.join(join).length - breaks * join.length + [...draft.head, ...draft.foot].reduce((sum, line) => sum + line.length + 1, 0)
  Object.assign(draft, quoted)
  return { lost: before - kept, fresh: lengthOf(draft, join) - kept }
}

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
