/** One spelling for one value, whatever column, database or file it comes from. */
import type { KindSettings } from '../../matching/kinds/settings.js'
import { type DecimalMark, writtenNumber } from '../../matching/written/numbers.js'
import { type Normalization, normalizeCodePoints } from '../../tokenizing/normalize.js'
import { CharacterClass, classOf } from '../../tokenizing/unicode.js'
import { type DateOrder, readWrittenDate } from './dates.js'
import { isObject } from './objects.js'
import type { ValueType } from './plan.js'

/** How values are read that may be read in two ways. */
type Ways = Pick<KindSettings, 'order' | 'decimal'>

/**
 * The one spelling of a value.
 *
 * - numbers: plain decimal digits, none that mean nothing: `1`, `1.0`, `"+01"`, `1e0` and `１` → `1`; thousands apart, `1,234` and `1.234,0` → `1234`
 * - dates: `2024-01-02`, also of `2.1.2024` and `2. Januar 2024`, with a time that is not midnight `2024-01-02T03:04:05.6`; times with a zone in UTC; a month without a
 *   day `2024-05`
 * - booleans: `true` and `false`, from those, `t`, `yes`, `on`, `1`, `是` and their opposites
 * - texts: as they are; lists and objects as JSON, names in order
 *
 * @param value  a JSON value, not null
 * @param ways   how dates and numbers are read that may be read in two ways
 * @returns      undefined when the value is not of that type
 * @example
 * canonicalValue('2024/1/2 00:00', 'date') // '2024-01-02'
 */
export function canonicalValue(value: unknown, type: ValueType, { order, decimal }: Ways = {}): string | undefined {
  if (type === 'text') return typeof value === 'string' ? value : sortedJson(value)
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  const text = narrow(String(value)).trim()
  if (type === 'number') return canonicalNumber(text, decimal)
  return type === 'date' ? canonicalDate(text, order) : canonicalBoolean(text)
}

/** Full-width forms as plain ones: digits, signs and letters of forms that are filled in under a Chinese keyboard. */
const narrow = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ')

/** Digits beyond this are not written out: they stay an exponent. */
const MAX_ZEROS = 400

function canonicalNumber(given: string, decimal: DecimalMark | undefined): string | undefined {
  const text = writtenNumber(given, decimal)?.digits ?? given
  if (/^[+-]?(nan|inf(inity)?)$/i.test(text)) return text.replace(/^\+/, '').toLowerCase().replace('infinity', 'inf')
  const [, sign, whole = '', fraction = '', exponent = '0'] = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/.exec(text) ?? []
  if (sign === undefined || !(whole || fraction)) return undefined
  const leading = (whole + fraction).replace(/^0+/, '')
  const digits = leading.replace(/0+$/, '')
  if (!digits) return '0'
  // The value is digits × 10^scale.
  const scale = Number(exponent) - fraction.length + (leading.length - digits.length)
  const minus = sign === '-' ? '-' : ''
  if (Math.abs(scale) > MAX_ZEROS) return `${minus}${digits}e${scale}`
  if (scale >= 0) return minus + digits + '0'.repeat(scale)
  const point = digits.length + scale
  return point > 0 ? `${minus}${digits.slice(0, point)}.${digits.slice(point)}` : `${minus}0.${'0'.repeat(-point)}${digits}`
}

/** Values in columns of dates that are no day at all. */
const NO_DAY = /^-?infinity$|^0000-00-00|BC$/i

function canonicalDate(text: string, order: DateOrder | undefined): string | undefined {
  if (NO_DAY.test(text)) return text.toLowerCase()
  const read = readWrittenDate(text, order)
  if (!read) return undefined
  const { time, fraction } = read
  const pad = (n: number, width = 2) => String(n).padStart(width, '0')
  const day = `${pad(time.getUTCFullYear(), 4)}-${pad(time.getUTCMonth() + 1)}-${pad(time.getUTCDate())}`
  if (!read.hasDay) return day.slice(0, -3)
  const parts = fraction.replace(/0+$/, '')
  const clock = `${pad(time.getUTCHours())}:${pad(time.getUTCMinutes())}:${pad(time.getUTCSeconds())}${parts ? `.${parts}` : ''}`
  return clock === '00:00:00' ? day : `${day}T${clock}`
}

const TRUE = new Set(['true', 't', 'yes', 'y', 'on', '1', '是'])
const FALSE = new Set(['false', 'f', 'no', 'n', 'off', '0', '否'])

function canonicalBoolean(text: string): string | undefined {
  const lower = text.toLowerCase()
  return TRUE.has(lower) ? 'true' : FALSE.has(lower) ? 'false' : undefined
}

/** JSON with the names of objects in order. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
}

/** Evens out a short text: white space at both ends goes, runs of it (and of punctuation, if asked for) become one space. */
export function normalizeShort(text: string, how: ReadonlySet<Normalization>): string {
  const codes = Array.from(text, (c) => c.codePointAt(0) as number)
  const out: number[] = []
  let gap = false
  for (const cp of normalizeCodePoints(codes, how)) {
    const kind = classOf(cp)
    if (how.has('space') && kind === CharacterClass.ignorable) continue
    if ((how.has('space') && kind === CharacterClass.space) || (how.has('punctuation') && kind === CharacterClass.other)) gap = true
    else {
      if (gap && out.length) out.push(32)
      gap = false
      out.push(cp)
    }
  }
  let result = ''
  for (let i = 0; i < out.length; i += 4096) result += String.fromCodePoint(...out.slice(i, i + 4096))
  return result
}
