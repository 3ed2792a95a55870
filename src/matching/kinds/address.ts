/** Postal addresses: words in any order, usual abbreviations, and a house number that decides. */
import { eachValue, roomFor, type Values } from '../columns.js'
import { fold } from '../fold.js'
import { cutter } from './cutter.js'
import { givenWords, type Kind } from './kind.js'
import { below1, Overlap } from './overlap.js'
import { levelsFrom } from './settings.js'
import { type TokenTable, tokenTable, wordsOf } from './tokens.js'

/** Ways of writing one word. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  street: 'st',
  str: 'st',
  road: 'rd',
  avenue: 'ave',
  av: 'ave',
  boulevard: 'blvd',
  drive: 'dr',
  lane: 'ln',
  court: 'ct',
  place: 'pl',
  square: 'sq',
  terrace: 'tce',
  parkway: 'pkwy',
  highway: 'hwy',
  crescent: 'cres',
  circuit: 'cct',
  close: 'cl',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
  northeast: 'ne',
  northwest: 'nw',
  southeast: 'se',
  southwest: 'sw',
  apartment: 'apt',
  building: 'bldg',
  floor: 'fl',
  first: '1st',
  second: '2nd',
  third: '3rd',
  fourth: '4th',
  fifth: '5th',
  sixth: '6th',
  seventh: '7th',
  eighth: '8th',
  ninth: '9th',
  tenth: '10th',
  saint: 'st',
  mount: 'mt',
  suite: 'ste',
  room: 'rm',
  between: 'bet',
}
/** Characters of an address, at most: a letter that names a street and a number is none. */
const LONGEST = 160
const LONGEST_HAN = 60
/** Similarity of addresses whose numbers contradict each other is at most this. */
const OTHER_NUMBER = 0.6

/** Words, and the numbers of Chinese addresses (12号3单元) by themselves. */
export const addressWords = cutter('words of an address', (text) =>
  wordsOf(text.replace(/(\d+)(?=\p{Script=Han})/gu, ' $1 ')).map((word) => ABBREVIATIONS[word] ?? word),
)

export const address: Kind = {
  name: 'address',
  levels: [
    { name: 'equal', from: 1 },
    { name: 'nearly equal', from: 0.88 },
    { name: 'mostly equal', from: 0.7 },
    { name: 'half equal', from: 0.5 },
    { name: 'partly equal', from: 0.25 },
    { name: 'unlike', from: 0 },
  ],
  with: ({ levels = [] }) => ({ ...address, levels: levelsFrom(levels) }),
  normalise: fold,
  words: addressWords,
  comparison(values, options) {
    const table = tokenTable(values, addressWords, givenWords(options))
    const numbers = numberTokens(table, values)
    const overlap = new Overlap(table, false)
    return (a, b) => {
      const similarity = below1(overlap.similarity(a, b))
      return similarity > OTHER_NUMBER && numbers[a] !== -1 && numbers[b] !== -1 && numbers[a] !== numbers[b] ? OTHER_NUMBER : similarity
    }
  },
  detect: ({ share, hinted, meanWords }) => {
    const streets = share(
      (value) =>
        value.length <= (/\p{Script=Han}/u.test(value) ? LONGEST_HAN : LONGEST) &&
        /\d/.test(value) &&
        /\b(st|street|rd|road|ave|avenue|blvd|lane|dr|drive|way|hwy)\b|[路街道巷弄号村]/u.test(value),
    )
    return streets >= 0.5 ? 0.8 : hinted(/addr|street|地址|住址/) && meanWords >= 1.5 ? 0.75 : 0
  },
}

/** The one bare number of each value, -1 where there is none or more than one. */
function numberTokens(table: TokenTable, values: Values): Int32Array {
  const numbers = new Int32Array(roomFor(values)).fill(-1)
  eachValue(values, (value) => {
    const { starts, tokens, codes, codeStarts } = table
    let found = 0
    for (let i = starts[value] as number; i < (starts[value + 1] as number); i++) {
      const token = tokens[i] as number
      const digits = codes.subarray(codeStarts[token], codeStarts[token + 1])
      if (!digits.every((code) => code >= 48 && code <= 57)) continue
      numbers[value] = ++found === 1 ? token : -1
    }
  })
  return numbers
}
