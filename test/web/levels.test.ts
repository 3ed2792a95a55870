/**
 * Names of levels on the pages.
 *
 * Oracle   the shelf of kinds: every level that a field can have.
 * Covers   each level in English as it is named, and in Chinese without a word of English; settings with numbers; names of the data as they are.
 */
import { expect, it } from 'vitest'
import { KINDS } from '../../src/matching/kinds/kinds.js'
import { LEVELS, levelIn } from '../../web/levels.js'

const sayIn = (language: 0 | 1) => (word: keyof typeof LEVELS) => LEVELS[word][language]

const SETTINGS = [{}, { tolerance: 5 }, { tolerance: '2.5 %' }, { levels: [0.9, 0.25] }]
const names = Object.values(KINDS).flatMap((kind) =>
  SETTINGS.flatMap((settings) => (kind.with?.(settings) ?? kind).levels.map(({ name }) => name)),
)

it.each([...new Set(names), 'another is likelier'])('%s', (name) => {
  expect(levelIn(name, sayIn(0))).toBe(name)
  expect(levelIn(name, sayIn(1))).toMatch(/^[^a-z]+$/i)
  const numbers = (text: string) => text.match(/\d[\d.]*/g)
  expect(numbers(levelIn(name, sayIn(1)))).toEqual(numbers(name))
})

it('of the data stay as they are', () => expect(levelIn('Tier 3', sayIn(1))).toBe('Tier 3'))
