/** Amounts and measures: how far apart they are in proportion. */
import { valueCount, valuesOf } from '../columns.js'
import { fold } from '../fold.js'
import type { Kind } from './kind.js'

const WRITTEN = /^[^\d+-]{0,4}([+-]?\d+(?:\.\d+)?)[^\d]{0,8}$/

/** The number in a text such as "1,299.00 usd" or "￥88"; NaN where there is none. */
export function numberIn(text: string): number {
  const match = WRITTEN.exec(text.replace(/(\d)[,\s](?=\d{3}(?!\d))/g, '$1'))
  return match ? Number(match[1]) : Number.NaN
}

export const number: Kind = {
  name: 'number',
  gradual: true,
  levels: [
    { name: 'equal', from: 1 },
    { name: 'within 0.1 %', from: 0.998 },
    { name: 'within 1 %', from: 0.98 },
    { name: 'within 5 %', from: 0.9 },
    { name: 'within 20 %', from: 0.6 },
    { name: 'unlike', from: 0 },
  ],
  normalise(value) {
    const text = fold(value)
    const amount = numberIn(text)
    return Number.isNaN(amount) ? text : String(amount)
  },
  comparison(values) {
    const amounts = new Float64Array(valueCount(values))
    valuesOf(values).forEach((text, value) => {
      amounts[value] = numberIn(text)
    })
    return (a, b) => {
      const [x, y] = [amounts[a] as number, amounts[b] as number]
      const largest = Math.max(Math.abs(x), Math.abs(y))
      // Texts that are no numbers are unlike; so are numbers of unlike signs.
      return largest > 0 ? Math.min(0.9999, Math.max(0, 1 - (2 * Math.abs(x - y)) / largest)) : 0
    }
  },
  detect: ({ share, hinted }) =>
    share((value) => !Number.isNaN(numberIn(value))) < 0.9
      ? 0
      : hinted(/price|amount|cost|total|quantity|weight|height|价|金额|数量|重量/)
        ? 0.75
        : 0.6,
}
