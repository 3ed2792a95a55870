/** The phrasebook for Chinese: synonyms, slips, and the lines that sites and offices put around a text. */
import type { Random } from '../random.js'
import chinese from './chinese.json' with { type: 'json' }
import type { Phrasebook, Span } from './edit.js'

/**
 * `written` are words of one meaning, the first with those that it may become; of `groups`, characters that are taken for each other because they sound or
 * look alike, each may become another.
 */
const { synonyms: written, alike: groups, ...lines } = chinese

const synonyms = new Map<string, readonly string[]>()
for (const line of written) {
  const [word = '', ...others] = line.split(' ')
  synonyms.set(word, others)
}
const firstCharacters = new Set(Array.from(synonyms.keys(), (word) => word.charAt(0)))
const alike = new Map<string, string>()
for (const group of groups) for (const c of group) alike.set(c, (alike.get(c) ?? '') + group.replaceAll(c, ''))

/** Every word with synonyms has two characters. */
function findSynonyms(sentence: string): Span[] {
  const found: Span[] = []
  for (let at = 0; at + 1 < sentence.length; at++) {
    if (!firstCharacters.has(sentence.charAt(at)) || !synonyms.has(sentence.slice(at, at + 2))) continue
    found.push({ at, length: 2 })
    at++
  }
  return found
}

function findTypos(sentence: string): Span[] {
  const found: Span[] = []
  for (let at = 0; at < sentence.length; at++) if (alike.has(sentence.charAt(at))) found.push({ at, length: 1 })
  return found
}

export const CHINESE_PHRASES: Phrasebook = {
  ...lines,
  join: '',
  findSynonyms,
  synonym: (word, random: Random) => random.pick(synonyms.get(word) as readonly string[]),
  findTypos,
  typo: (found, random: Random) => random.pick([...(alike.get(found) as string)]),
}
