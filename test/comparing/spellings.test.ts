/** Spellings that make no difference to a search and to names. Covers: umlauts either way, accents, width, other scripts; places in the text. */
import { expect, it } from 'vitest'
import { findPlain, lookedFor, plain, spellingsOf } from '../../src/comparing/spellings.js'

it('are one for case, width, accents and ligatures, and leave other scripts whole', () => {
  expect(['ＫÄTHE', 'Straße', 'Łódź', 'José', 'ﬁnal'].map(plain)).toEqual(['kathe', 'strasse', 'lodz', 'jose', 'final'])
  for (const text of ['王小明', '한국어', 'がぎぐ', 'हिन्दी']) expect(plain(text)).toBe(text)
  expect(spellingsOf('Jürgen Groß')).toEqual(['jurgen gross', 'juergen gross'])
  expect(spellingsOf('Michael')).toEqual(['michael'])
})

it.each([
  ['kaethe', 'Frau Käthe Kruse', 'Käthe'],
  ['kathe', 'Frau Käthe Kruse', 'Käthe'],
  ['Käthe', 'Frau Kaethe Kruse', 'Kaethe'],
  ['KÄTHE', 'Frau Ka\u0308the Kruse', 'Ka\u0308the'],
  ['strasse', 'ﬁ Straße 5', 'Straße'],
  ['jose', 'Señor José', 'José'],
  ['abc', '（ＡＢＣ）', 'ＡＢＣ'],
  ['queue', 'the queue', 'queue'],
])('%s is found in %s', (words, text, found) => {
  const place = findPlain(text, lookedFor(words))
  expect(place && text.slice(...place)).toBe(found)
})

it('are not found where they are not', () => {
  expect(findPlain('Frau Karin Kruse', lookedFor('kaethe'))).toBeUndefined()
  expect(findPlain('', lookedFor('x'))).toBeUndefined()
})
