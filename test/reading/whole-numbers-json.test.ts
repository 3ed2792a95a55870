/**
 * engine/json: does JSON come back as it was, whole numbers of any size included?
 *
 * Oracle   JSON of the host for what it can hold; the digits themselves for what it cannot.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson, toJson } from '../../src/reading/whole-numbers-json.js'

it('is that of the host where numbers are small', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value)
      expect(toJson(value)).toBe(json)
      fc.pre(!/\d{16}/.test(json) || !/[^.\d]\d{16,}(?!\d*[.e])/.test(` ${json}`))
      expect(parseJson(json)).toEqual(JSON.parse(json))
    }),
  )
})

it('keeps every digit of whole numbers, alone, in lists and under names, and leaves texts of digits alone', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.string(), (number, text) => {
      const whole = `{"a":[${number},${JSON.stringify(text)},"${number}"],"b":${number}}`
      expect(toJson(parseJson(whole))).toBe(whole)
      expect((parseJson(whole) as { a: unknown[] }).a.slice(1)).toEqual([text, String(number)])
      expect(toJson(parseJson(String(number)))).toBe(String(number))
      const isSafe = Number.isSafeInteger(Number(number))
      expect(parseJson(String(number))).toBe(isSafe ? Number(number) : number)
    }),
  )
})

it('finds a long number wherever it stands', () => {
  for (let before = 0; before < 70; before++)
    for (const digits of ['900719925474099', '9007199254740993', '90071992547409931']) {
      const json = `{"${'7'.repeat(before % 15)}${'x'.repeat(before)}":${digits}}`
      expect(toJson(parseJson(json))).toBe(json)
    }
})

it('takes long texts', () => {
  const text = 'x"\\'.repeat(1 << 20)
  expect(parseJson(JSON.stringify([text, 1]).replace(/1\]$/, '12345678901234567890]'))).toEqual([text, 12345678901234567890n])
})
