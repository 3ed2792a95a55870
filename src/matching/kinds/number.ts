/** Amounts and measures: how far apart they are in proportion. */
import { eachValue, roomFor, type Values, valueAt } from '../columns.js'
import { fold } from '../fold.js'
import { type DecimalMark, numberWithUnit } from '../written/numbers.js'
import type { Kind, Level } from './kind.js'
import { DECIMAL_MARKS, shareOf } from './settings.js'

/** The number in a text such as "1,299.00 usd" or "￥88"; NaN where there is none. */
function numberIn(text: string, decimal?: DecimalMark): number {
  const read = numberWithUnit(text, decimal)
  return read ? Number(read.digits) : Number.NaN
}

const canonical = (decimal?: DecimalMark) => (value: string) => {
  const text = fold(value)
  const amount = numberIn(text, decimal)
  return Number.isNaN(amount) ? text : String(amount)
}

/** What unlike numbers reach at most. */
const NEARLY = 0.9999
const LEVELS: readonly Level[] = [
  { name: 'equal', from: 1 },
  { name: 'within 0.1 %', from: 0.998 },
  { name: 'within 1 %', from: 0.98 },
  { name: 'within 5 %', from: 0.9 },
  { name: 'within 20 %', from: 0.6 },
  { name: 'unlike', from: 0 },
]

/** @param amount, share  numbers that are so far apart at most are nearly equal */
function compareAmounts(values: Values, amount: number, share: number) {
  const amounts = new Float64Array(roomFor(values))
  eachValue(values, (value) => {
    amounts[value] = numberIn(valueAt(values, value))
  })
  // Decimals differ by a little from what they are written as.
  const least = amount * (1 + ROUNDING)
  const part = share * (1 + ROUNDING)
  const isNear = amount > 0 || share > 0
  return (a: number, b: number) => {
    const x = amounts[a] as number
    const y = amounts[b] as number
    const largest = Math.max(Math.abs(x), Math.abs(y))
    const apart = Math.abs(x - y)
    if (isNear && (apart <= least || apart <= part * largest)) return NEARLY
    // Texts that are no numbers are unlike; so are numbers of unlike signs. With a tolerance its level is for what is within it alone.
    const most = isNear ? NEARLY - ROUNDING : NEARLY
    return largest > 0 ? Math.min(most, Math.max(0, 1 - (2 * apart) / largest)) : 0
  }
}

const ROUNDING = 1e-9

export const number: Kind = {
  name: 'number',
  gradual: true,
  levels: LEVELS,
  normalise: canonical(),
  written: { setting: 'decimal', ways: DECIMAL_MARKS, shows: (value) => numberWithUnit(value)?.shows },
  comparison: (values) => compareAmounts(values, 0, 0),
  with: ({ tolerance, decimal }) => {
    const own = { ...number, normalise: canonical(decimal) }
    if (tolerance === undefined) return own
    const share = shareOf(tolerance)
    const amount = share === undefined ? Number(tolerance) : 0
    const [equal, ...rest] = LEVELS as [Level, ...Level[]]
    return {
      ...own,
      levels: [equal, { name: `within ${tolerance}`, from: NEARLY }, ...rest],
      comparison: (values) => compareAmounts(values, amount, share ?? 0),
    }
  },
  detect: ({ share, hinted }) =>
    share((value) => !Number.isNaN(numberIn(value))) < 0.9
      ? 0
      : hinted(/price|amount|cost|total|quantity|weight|height|价|金额|数量|重量/)
        ? 0.75
        : 0.6,
}
