import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textSpans, withoutStretches } from '../../../src/sources/formats/json-spans.js'
import { reach } from '../../../src/sources/rows/paths.js'

const field = fc.constantFrom('a', 'b', 'a.b', 'a.a', 'b.a.b', 'c')
const record = fc.dictionary(
  fc.constantFrom('a', 'b', 'a.b', 'c"'),
  fc.jsonValue({ maxDepth: 3 }).map((value) => (value === null ? 'x' : value)),
)

test('the strings of a field are those that the parsed record has', () => {
  fc.assert(
    fc.property(record, field, fc.constantFrom(0, 1, '\t'), (value, name, space) => {
      const json = JSON.stringify(value, null, space)
      const found = reach(JSON.parse(json), name)
      const expected = [found].flat().filter((text) => typeof text === 'string')
      expect(textSpans(json, name).map(([start, end]) => JSON.parse(json.slice(start, end)))).toEqual(expected)
    }),
    { numRuns: 2000 },
  )
})

test('of two fields with one name the last one counts', () => {
  const json = '{"a":"first","a":"last"}'
  expect(textSpans(json, 'a').map(([start, end]) => json.slice(start, end))).toEqual(['"last"'])
})

test('a literal without stretches says what is left, and spells it as before', () => {
  expect(withoutStretches('"\\u0061\\n\\"b\\ud83d\\ude00c"', [1, 3])).toBe('"\\u0061b\\ud83d\\ude00c"')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat(20), { maxLength: 6 }), (text, cuts) => {
      const gaps = [...new Set(cuts)].sort((a, b) => a - b).filter((cut) => cut <= text.length)
      if (gaps.length % 2) gaps.pop()
      let expected = ''
      let at = 0
      for (let i = 0; i < gaps.length; i += 2) {
        expected += text.slice(at, gaps[i])
        at = gaps[i + 1] as number
      }
      expected += text.slice(at)
      const escaped = `"${Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`
      expect(JSON.parse(withoutStretches(escaped, gaps))).toBe(expected)
      expect(JSON.parse(withoutStretches(JSON.stringify(text), gaps))).toBe(expected)
    }),
    { numRuns: 1000 },
  )
})
