import { Grammar, Voice } from '../grammar.js'
import { ENGLISH } from '../vocabulary/english.js'
import type { Topic } from '../vocabulary/topic.js'
import { capital, type Kind, paragraphs, several, type Writer, writers } from '../wording.js'

const TITLES = `
  {@term} and {@term2}: lessons from {@town}
  What {@town} learned about {@term}
  The quiet crisis of {@thing}
  Why {@actor} worry about {@thing}
  Rethinking {@term}
  {@thing} after {2012-2023}
  How to pay for {@term}
  {share} more, and still not enough: {@thing} in {@town}`

const LEADS = `
  {years}, {@thing} have become the subject of a {good} debate in {@town}.
  On {date}, {@institute} published {study} on {@term}, and the findings were {good}.
  Ask {actor} in {@town} about {@thing}, and the answer is rarely short.
  A new paper examines the relation between {@term} and {@term2} in {4-60} regions.
  {finding}, according to {study} that {@institute} presented in {month}.
  When {@town} began {measure}, few people expected it to last.`

const BODY = `
  {finding}.
  {study} covering {120-9800} households {shows} that {finding}.
  "{finding}," {role} {said}.
  {also}, {finding}.
  {years}, {actor} have tried {measure}, with {good} results.
  In {town}, for example, {effect}.
  {@institute} recommends {measure} before {2025-2035}.
  Among {actor}, {many} prefer {measure}; others believe in {measure}.
  {so}, {effect}.
  {role} {said} that {effect}, although {finding}.
  The figures for {term} differ: {share} in {town} against {share} in {town}.
  It would be wrong to blame {thing} alone, since {finding}.
  What began with {measure} has {slowly} changed the way people think about {term}.
  Spending on {term} rose from {2-40} to {41-95} million between {2005-2012} and {2013-2023}.
  {effect}, and {effect}.
  Behind the numbers stand {actor} for whom {thing} are part of daily life.
  {@term} was discussed at {3-30} public meetings, and the proposal of {measure} came up at most of them.
  First comes {term}, then {term}, and only much later {term}.
  {also}, {role} {said}, {effect}.
  The authors compared {thing} with {thing} and found a {good} difference of {share}.`

const TURNS = `
  {but}, {finding}.
  {but}, critics point out that {effect}.
  {but}, {measure} takes time, and {effect}.
  Not everyone agrees: {role} {said} that {finding}.
  What is often overlooked is that {finding}.`

const ENDINGS = `
  In conclusion, {@term} will not improve without {measure}.
  To sum up, {finding}, and {measure} would be a {good} start.
  In short, there is no way around {measure}.
  Overall, the case of {@town} {shows} that {@term} and {term} belong together.
  All in all, {measure} may matter less than {measure}.
  The next step, everyone seems to agree, is {measure}.`

const EXTRA = { ...ENGLISH, term2: (grammar: Grammar) => grammar.slot('term') }

/** News and essays in English. */
export const articleEn: Kind = { join: ' ', writer: writers(articleWriter) }

function articleWriter(topic: Topic): Writer {
  const grammar = new Grammar(EXTRA, topic.en)
  const title = grammar.pool(TITLES)
  const lead = grammar.pool(LEADS)
  const part = grammar.pool(BODY)
  const turn = grammar.pool(TURNS)
  const ending = grammar.pool(ENDINGS)
  const reference = grammar.compile('{term} and {term}, {journal} {1-60} ({1998-2023})')
  const sentence = (voice: Voice) => capital((voice.random.chance(0.12) ? turn : part)(voice))
  return {
    sentence,
    write(random, length) {
      const voice = new Voice(random)
      const first = capital(lead(voice))
      const body = paragraphs(voice, sentence, length - 200, [2, 6])
      return {
        draft: { title: capital(title(voice)), head: [], body: [[first, sentence(voice)], ...body, [ending(voice)]], foot: [] },
        keywords: several(voice, grammar.slot('term'), random.between(4, 7)),
        tags: [topic.name, ...several(voice, grammar.slot('actor'), random.between(0, 2))],
        references: several(voice, reference, random.between(2, 6)).map(capital),
      }
    },
  }
}
