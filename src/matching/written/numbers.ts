/** Numbers as people write them: 1234.50, 1,234.50, 1.234,50, 1 234,50 and 1'234.50 are one. */

/** What stands between whole units and parts of them. */
export type DecimalMark = 'point' | 'comma'

export interface WrittenNumber {
  /** Plain digits with a decimal point: `-1234.50`. */
  readonly digits: string
  /** `plain`: there is no mark; `either`: three digits behind one mark, which may be thousands or parts. */
  readonly shows: DecimalMark | 'either' | 'plain'
}

const BARE = /^([+\-−]?)(\d[\d.,'’ \u00a0\u202f]*|[.,]\d+)$/
/** Thousands apart by a sign that is no decimal mark. */
const SPACED = /^(\d{1,3}(?:[ '’\u00a0\u202f]\d{3})+)(?:([.,])(\d*))?$/
/** Thousands apart by commas, also in pairs as in India; by points. */
const BY_COMMAS = /^(\d{1,3}(?:,\d{2,3})*,\d{3})(\.\d*)?$/
const BY_POINTS = /^(\d{1,3}(?:\.\d{3})+)(,\d*)?$/
const PARTS = /^(\d*)([.,])(\d*)$/

/**
 * A number without unit; undefined for what is none.
 *
 * @param decimal  the decimal mark where a text may be read in two ways, as 1.234
 * @example writtenNumber('1.234,50')     // { digits: '1234.50', shows: 'comma' }
 * @example writtenNumber('1.234')?.shows // 'either'
 */
export function writtenNumber(text: string, decimal: DecimalMark = 'point'): WrittenNumber | undefined {
  const [, sign = '', body] = BARE.exec(text) ?? []
  if (body === undefined) return undefined
  const minus = sign === '' || sign === '+' ? '' : '-'
  const of = (whole: string, parts: string | undefined, shows: WrittenNumber['shows']) => ({
    digits: `${minus}${whole.replace(/\D/g, '') || '0'}${parts ? `.${parts}` : ''}`,
    shows,
  })
  if (/^\d+$/.test(body)) return of(body, undefined, 'plain')
  const spaced = SPACED.exec(body)
  if (spaced) return of(spaced[1] as string, spaced[3], spaced[2] === undefined ? 'plain' : spaced[2] === ',' ? 'comma' : 'point')
  for (const [groups, mark, shows] of [
    [BY_COMMAS, ',', 'point'],
    [BY_POINTS, '.', 'comma'],
  ] as const) {
    const [, whole, parts] = groups.exec(body) ?? []
    if (whole === undefined || /^0./.test(whole)) continue
    if (parts !== undefined || whole.indexOf(mark) !== whole.lastIndexOf(mark)) return of(whole, parts?.slice(1), shows)
    const [left = '', right] = whole.split(mark)
    return decimal === shows ? of(whole, undefined, 'either') : of(left, right, 'either')
  }
  const [, whole, mark, parts] = PARTS.exec(body) ?? []
  return whole === undefined ? undefined : of(whole, parts, mark === ',' ? 'comma' : 'point')
}

/** Signs of a currency or a unit before the digits and behind them. */
const WITH_UNIT = /^([+\-−]?)[^\d+\-−]{0,4}([+\-−]?\d(?:[\d.,'’ \u00a0\u202f]*\d)?)\D{0,8}$/

/**
 * The number in a text such as `1,299.00 usd`, `￥88` or `12,50 €`; undefined where there is none.
 *
 * @example numberWithUnit('1.299,00 EUR')?.digits // '1299.00'
 */
export function numberWithUnit(text: string, decimal?: DecimalMark): WrittenNumber | undefined {
  const bare = writtenNumber(text, decimal)
  if (bare) return bare
  const [, sign = '', digits] = WITH_UNIT.exec(text) ?? []
  return digits === undefined ? undefined : writtenNumber(/^\d/.test(digits) ? sign + digits : digits, decimal)
}
