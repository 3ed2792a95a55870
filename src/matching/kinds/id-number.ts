/** Identity, tax and account numbers: long, given once, mistyped now and then. Chinese identity numbers of 15 digits become those of 18. */
import { eachValue, roomFor, valueAt } from '../columns.js'
import { Edits } from '../distances/edits.js'
import { fold } from '../fold.js'
import type { Kind } from './kind.js'

const LEVELS = { digit: 0.9, last: 0.85, two: 0.75, sound: 0.5 }
/** So many last characters name nearly a person. */
const LAST = 6

/** Weights of the first 17 digits (GB 11643-1999). */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECKS = '10X98765432'

/** The check digit of a Chinese identity number, from its first 17 digits: ISO 7064 MOD 11-2. */
export function checkDigit(digits: string): string {
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return CHECKS[sum % 11] as string
}

/** Whether this is a Chinese identity number of 18 places with the right check digit. */
export const isChineseId = (text: string): boolean => /^\d{6}(?:18|19|20)\d{9}[\dX]$/.test(text) && checkDigit(text) === text[17]

export const idNumber: Kind = {
  name: 'id_number',
  levels: [
    { name: 'equal', from: 1 },
    // Numbers are given in series: what stands beside another in one is seldom a slip of the pen, and never much of a proof.
    { name: 'one place', from: LEVELS.digit, contradicts: true },
    { name: 'last places equal', from: LEVELS.last },
    { name: 'two places', from: LEVELS.two, contradicts: true },
    { name: 'near, both sound', from: LEVELS.sound },
    { name: 'unlike', from: 0 },
  ],
  normalise(value) {
    const text = fold(value)
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
    if (!/^\d{15}$/.test(text) || !/^\d{6}\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/.test(text)) return text
    const digits = `${text.slice(0, 6)}19${text.slice(6)}`
    return digits + checkDigit(digits)
  },
  comparison(values) {
    const sound = new Uint8Array(roomFor(values))
    eachValue(values, (value) => {
      const text = valueAt(values, value)
      sound[value] = text.length === 18 && isChineseId(text) ? 1 : 0
    })
    const edits = new Edits()
    return (a, b) => {
      const { codes, starts } = values
      const fromA = starts[a] as number
      const toA = starts[a + 1] as number
      const fromB = starts[b] as number
      const toB = starts[b + 1] as number
      const shorter = Math.min(toA - fromA, toB - fromB)
      const distance = edits.distance(codes, fromA, toA, codes, fromB, toB, 2)
      // A slip of the pen leaves a wrong check digit; two right ones are two people, or forgery.
      if (sound[a] && sound[b]) return distance <= 2 ? LEVELS.sound : 0
      if (distance <= 1 && shorter >= 4) return LEVELS.digit
      let last = 0
      while (last < shorter && codes[toA - 1 - last] === codes[toB - 1 - last]) last++
      if (last >= LAST && last === shorter) return LEVELS.last
      return distance <= 2 && shorter >= 7 ? LEVELS.two : 0
    }
  },
  detect: ({ share, hinted, distinct, values, meanLength }) => {
    if (share((value) => isChineseId(value.toUpperCase()) || /^\d{15}$/.test(value)) >= 0.6) return 0.97
    const codes = share((value) => /^[\p{L}\p{N}\-./ ]{4,32}$/u.test(value) && /\d{3}/.test(value))
    if (codes < 0.8 || meanLength < 4) return 0
    const spread = distinct / values.length
    return hinted(
      /(^|_)(id|ssn|sin|nino|vat|isbn|issn|ean|upc|sku|doi|imo)($|_)|id$|passport|licen[cs]e|account|身份证|证件|护照|编号|编码|账号|条码|税号/,
    )
      ? 0.85
      : spread > 0.3 && share(/^\S*\d{5}\S*$/) >= 0.8
        ? 0.62
        : 0
  },
}
