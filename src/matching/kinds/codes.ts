/**
 * What a title says in digits: models, amounts with their units, plain numbers.
 *
 * Titles of two things may share every word and differ in one of these; titles of one thing say them in many ways (500ml, 0.5 L, 500毫升).
 */
import { cutter } from './cutter.js'

/** Units by how they are written: what the amount is counted in, and how many of it one is. */
const UNITS: Readonly<Record<string, readonly [unit: string, times: number]>> = {
  ml: ['ml', 1],
  毫升: ['ml', 1],
  cl: ['ml', 10],
  l: ['ml', 1000],
  升: ['ml', 1000],
  ltr: ['ml', 1000],
  mg: ['mg', 1],
  毫克: ['mg', 1],
  g: ['g', 1],
  克: ['g', 1],
  kg: ['g', 1000],
  千克: ['g', 1000],
  公斤: ['g', 1000],
  斤: ['g', 500],
  // Memory is as often written without its B; it never stands beside grams.
  gb: ['g', 1],
  tb: ['g', 1000],
  mb: ['mb', 1],
  mm: ['mm', 1],
  毫米: ['mm', 1],
  cm: ['mm', 10],
  厘米: ['mm', 10],
  m: ['mm', 1000],
  米: ['mm', 1000],
  w: ['w', 1],
  瓦: ['w', 1],
  kw: ['w', 1000],
  v: ['v', 1],
  伏: ['v', 1],
  mah: ['mah', 1],
  毫安: ['mah', 1],
  hz: ['hz', 1],
  寸: ['inch', 1],
  英寸: ['inch', 1],
  inch: ['inch', 1],
}
const LATIN_UNITS = 'ml|cl|ltr|l|mg|kg|gb|tb|mb|g|mm|cm|m|kw|w|v|mah|hz|inch'
const CHINESE_UNITS = '毫升|毫克|千克|公斤|毫米|厘米|毫安|英寸|升|克|斤|米|瓦|伏|寸'
const AMOUNT = new RegExp(`(?<![\\d.a-z])(\\d+(?:\\.\\d+)?)\\s?(${CHINESE_UNITS}|(?:${LATIN_UNITS})(?![a-z\\d]))`, 'g')
/** "500ml×12": so many of an amount. */
const TIMES = new RegExp(`(\\d(?:${LATIN_UNITS}|${CHINESE_UNITS})?)\\s?[x×*]\\s?(?=\\d)`, 'g')
/** A year of make ("2024新款"): of two titles one may say it, and the other how many there are. */
const YEAR = /(?<!\d)(?:19[5-9]|20[0-4])\d(?=年|新?款)/g
/** Letters and digits that stand together, also across one hyphen, or a space behind one or two letters. */
const MODEL = /(?<![a-z\d])(?:[a-z]{1,5}-?\d[a-z\d]*(?:-\d+)?|\d+-?[a-z][a-z\d]*|[a-z]{1,2} \d{2,}[a-z]?)(?![a-z\d])/g
const NUMBER = /\d+(?:\.\d+)?/g
const SHORT_WORDS = /^(?:of|in|to|at|no|by|on|or|a|as|is|be|vs) /

/** Each with what it counts, of which a title has seldom two: "ml 500", "model m858", "n 24". */
export const codesOf = cutter('codes', (text) => {
  const codes: string[] = []
  const rest = text
    .replace(TIMES, '$1 × ')
    .replace(AMOUNT, (_, amount: string, written: string) => {
      const [unit, times] = UNITS[written] as readonly [string, number]
      codes.push(`${unit} ${Number((Number(amount) * times).toPrecision(9))}`)
      return ' '
    })
    .replace(YEAR, (year) => {
      codes.push(`year ${year}`)
      return ' '
    })
    .replace(MODEL, (written) => {
      if (SHORT_WORDS.test(written)) return written
      codes.push(`model ${written.replace(/[- ]/g, '')}`)
      return ' '
    })
  for (const [number] of rest.matchAll(NUMBER)) codes.push(`n ${Number(number)}`)
  return codes
})

/** A title without what it says in digits. */
export const withoutCodes = (text: string): string =>
  text
    .replace(TIMES, '$1 × ')
    .replace(AMOUNT, ' ')
    .replace(MODEL, (written) => (SHORT_WORDS.test(written) ? written : ' '))
    .replace(NUMBER, ' ')
