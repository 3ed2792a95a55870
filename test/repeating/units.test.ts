import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparedUnit, WHOLE_UNITS, wholeUnits } from '../../src/repeating/units.js'
import { anyText } from '../arbitraries.js'

const cut = (text: string, unit: (typeof WHOLE_UNITS)[number]) => {
  const units = wholeUnits(text, unit)
  return Array.from({ length: units.length / 2 }, (_, i) => text.slice(units[2 * i], units[2 * i + 1]))
}

test('units joined are the text, and none is empty', () => {
  for (const unit of WHOLE_UNITS)
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, fc.constantFrom('\n', '\r\n', '\n\n', '. ', '。', '！”'))), (parts) => {
        const text = parts.join('')
        const units = cut(text, unit)
        expect(units.join('')).toBe(text)
        expect(units.every(Boolean)).toBe(true)
      }),
      { numRuns: 300 },
    )
})

test('lines, paragraphs and sentences end where readers end them', () => {
  expect(cut('a\r\nb\n\nc', 'line')).toEqual(['a\r\n', 'b\n', '\n', 'c'])
  expect(cut('a\nb\n \n\nc\r\n\r\nd', 'paragraph')).toEqual(['a\nb\n \n\n', 'c\r\n\r\n', 'd'])
  expect(cut('At 3.14 p.m. he left. “Why?” 他走了。“为什么？”她问！\n好', 'sentence')).toEqual([
    'At 3.14 p.m. ',
    'he left. ',
    '“Why?” ',
    '他走了。',
    '“为什么？”',
    '她问！\n',
    '好',
  ])
})

test('units are compared without case, forms and amounts of white space', () => {
  expect(comparedUnit(' Ａ \t b\n')).toBe(comparedUnit('a B'))
  expect(comparedUnit(' \u3000\n')).toBe('')
})
