/** Newspaper articles in English, from templates. */
import { either, Grammar, Voice, writtenRules } from '../grammar.js'
import { ENGLISH } from '../vocabulary/english.js'
import general from '../vocabulary/english-general.json' with { type: 'json' }
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
  {claim}, according to {study} that {@institute} presented in {month}.
  When {@town} began {step}, few people expected it to last.`

const BODY = `
  {claim}.
  {study} covering {120-9800} households {shows} that {claim}.
  "{claim}," {role} {said}.
  {also}, {claim}.
  {years}, {actor} have tried {step}, with {good} results.
  In {town}, for example, {outcome}.
  {@institute} recommends {step} before {2025-2035}.
  Among {actor}, {many} prefer {step}; others believe in {step}.
  {so}, {outcome}.
  {role} {said} that {outcome}, although {claim}.
  The figures for {term} differ: {share} in {town} against {share} in {town}.
  It would be wrong to blame {thing} alone, since {claim}.
  What began with {step} has {slowly} changed the way people think about {term}.
  Spending on {term} rose from {2-40} to {41-95} million between {2005-2012} and {2013-2023}.
  {outcome}, and {outcome}.
  Behind the numbers stand {actor} for whom {thing} are part of daily life.
  {@term} was discussed at {3-30} public meetings, and the proposal of {step} came up at most of them.
  First comes {term}, then {term}, and only much later {term}.
  {also}, {role} {said}, {outcome}.
  Some of it is plain to see: {outcome}.
  By {month}, {outcome}.
  {role}, who has followed {term} for {5-30} years, puts it in one sentence: {claim}.
  There is a simple reason: {claim}.
  {town} chose another road, {step}, and {outcome}.
  Of {30-900} people who were asked in {town}, {share} would support {step}.
  {good} as it is, this leaves out {term}.
  {institute} has calculated that {claim}.
  Nobody planned it, but {outcome}.
  The record of {town} is short: {step} in {2001-2010}, {step} in {2011-2023}.
  Compare this with {town}, where {claim}.
  Asked about {thing}, {role} {said} that {outcome}.
  That {claim} is old news to {actor}.
  Money is only one side of it; {term} is another.
  The authors compared {thing} with {thing} and found a {good} difference of {share}.`

const TURNS = `
  {but}, {claim}.
  {but}, critics point out that {outcome}.
  {but}, {step} takes time, and {outcome}.
  Not everyone agrees: {role} {said} that {claim}.
  What is often overlooked is that {claim}.`

const ENDINGS = `
  In conclusion, {@term} will not improve without {step}.
  To sum up, {claim}, and {step} would be a {good} start.
  In short, there is no way around {step}.
  Overall, the case of {@town} {shows} that {@term} and {term} belong together.
  All in all, {step} may matter less than {step}.
  The next step, everyone seems to agree, is {step}.`

const EXTRA = {
  ...ENGLISH,
  // Clauses that fit every topic, so that two articles on one topic need not say the same.
  ...writtenRules(general),
  claim: either('finding', 'general_finding'),
  outcome: either('effect', 'general_effect'),
  step: either('measure', 'general_measure'),
  term2: (grammar: Grammar) => grammar.slot('term'),
}

/** News and essays in English. */
export const articleEn: Kind = writers(articleWriter)

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
