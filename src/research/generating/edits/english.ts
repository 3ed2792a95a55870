/** The phrasebook for English: synonyms, slips, and the lines that sites and mail programs put around a text. */
import type { Random } from '../random.js'
import type { Phrasebook, Span } from './edit.js'
import english from './english.json' with { type: 'json' }

/** `written` are words of one meaning, of which every one may become any other. */
const { synonyms: written, ...lines } = english

const synonyms = new Map<string, string[]>()
for (const line of written) {
  const all = line.split(' ')
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
  ...lines,
  join: ' ',
  findSynonyms: (sentence) => spans(sentence, /[A-Za-z]+/g, (word) => synonyms.has(word.toLowerCase())),
  synonym,
  findTypos: (sentence) => spans(sentence, /[A-Za-z]{4,}/g, () => true),
  typo,
}
