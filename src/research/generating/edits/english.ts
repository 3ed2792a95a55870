/** The phrasebook for English: synonyms, slips, and the lines that sites and mail programs put around a text. */
import type { Random } from '../random.js'
import type { Phrasebook, Span } from './edit.js'

/** Words of one meaning, a line each; every one may become any other. */
const SYNONYMS = `
  many numerous plenty
  begin start commence
  began started commenced
  however nonetheless yet
  therefore consequently hence
  important essential significant
  rise grow climb
  rose grew climbed
  fell dropped declined
  shows demonstrates reveals
  suggests implies hints
  finds discovers learns
  problem issue difficulty
  often frequently regularly
  seldom rarely infrequently
  people persons folk
  city town municipality
  children kids youngsters
  money cash funds
  spend invest use
  quickly rapidly fast
  slowly gradually unhurriedly
  small little modest
  large big sizeable
  clear obvious plain
  paying rewarding compensating
  building constructing erecting
  teaching instructing training
  testing checking trying
  published released issued
  compared contrasted matched
  improve advance better
  improved advanced bettered
  agree concur consent
  believe think hold
  prefer favour like
  argued claimed reasoned
  explained clarified elaborated
  answer reply response
  simple easy plain
  different various diverse
  whole entire complete
  near close adjacent
  without lacking minus
  between among amid
  because since as
  nearly almost virtually
  hardly barely scarcely
  families households kin
  price cost charge
  home house dwelling
  rules regulations norms
  report study account
  help assist aid
  way manner method`

const synonyms = new Map<string, string[]>()
for (const line of SYNONYMS.trim().split('\n')) {
  const all = line.trim().split(' ')
  for (const word of all) synonyms.set(word, [...(synonyms.get(word) ?? []), ...all.filter((other) => other !== word)])
}

const spans = (sentence: string, pattern: RegExp, fits: (word: string) => boolean): Span[] =>
  Array.from(sentence.matchAll(pattern), ({ 0: word, index }) => ({ word, at: index, length: word.length })).filter(({ word }) =>
    fits(word),
  )

const isUpper = (letter: string) => letter !== letter.toLowerCase()

function synonym(word: string, random: Random): string {
  const other = random.pick(synonyms.get(word.toLowerCase()) as string[])
  return isUpper(word.charAt(0)) ? other.charAt(0).toUpperCase() + other.slice(1) : other
}

/** Two letters swapped where they differ, or one letter twice, or one letter missing. */
function typo(word: string, random: Random): string {
  const at = random.between(1, word.length - 2)
  const [before, letter, next, after] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)]
  const die = random.below(3)
  if (die === 0 && letter !== next) return before + next + letter + after
  if (die === 1) return before + letter + letter + next + after
  return before + next + after
}

export const ENGLISH_PHRASES: Phrasebook = {
  join: ' ',
  findSynonyms: (sentence) => spans(sentence, /[A-Za-z]+/g, (word) => synonyms.has(word.toLowerCase())),
  synonym,
  findTypos: (sentence) => spans(sentence, /[A-Za-z]{4,}/g, () => true),
  typo,
  headers: [
    'Home > News > Regional > Article ####',
    'Forwarded message, original below.',
    'Last updated ## minutes ago. Reading time: # minutes.',
    'Sign in to read without advertising. Already a member? Log in here.',
    'Share this story by mail or on the board.',
  ],
  footers: [
    'All rights reserved. Reproduction without permission is prohibited.',
    'Read more: ## stories you may have missed this week.',
    'The views expressed here are those of the author alone.',
    'Subscribe to our newsletter and never miss an update.',
    'Comments (###) are closed for this article.',
    'This page uses cookies. By continuing you accept our terms of use.',
    'Correction: an earlier version misstated a figure. We regret the error.',
  ],
  opening: 'An earlier report put it this way: "',
  closing: '"',
}
