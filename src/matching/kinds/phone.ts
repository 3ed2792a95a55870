/** Telephone numbers: digits without the country's and the long-distance prefix. */
import { Edits } from '../distances/edits.js'
import { fold } from '../fold.js'
import type { Kind } from './kind.js'

/** As many last digits make a number within one place. */
const LOCAL = 7
/** Fewer digits are no number. */
const LEAST = 5
const LEVELS = { local: 0.9, digit: 0.85, area: 0.3 }

/** @example phoneDigits('+86 (0571) 8888-6666') // '57188886666' */
export function phoneDigits(text: string): string {
  const first = text.split(/[,;、，；]|ext|转|(?:\s\/\s)/u)[0] as string
  let digits = first.replace(/\D/g, '')
  if (digits.startsWith('00')) digits = digits.slice(2)
  if (digits.length > 11 && digits.startsWith('86')) digits = digits.slice(2)
  if (digits.length === 11 && digits.startsWith('1') && /^\+?1[^\d]|^\+1/.test(first.trim())) digits = digits.slice(1)
  digits = digits.replace(/^0+/, '')
  return digits.length >= LEAST ? digits : ''
}

export const phone: Kind = {
  name: 'phone',
  levels: [
    { name: 'equal', from: 1 },
    { name: 'last digits equal', from: LEVELS.local },
    { name: 'one digit', from: LEVELS.digit },
    { name: 'same area', from: LEVELS.area },
    { name: 'unlike', from: 0 },
  ],
  normalise: (value) => phoneDigits(fold(value)),
  comparison(values) {
    const edits = new Edits()
    return (a, b) => {
      const { codes, starts } = values
      const fromA = starts[a] as number
      const toA = starts[a + 1] as number
      const fromB = starts[b] as number
      const toB = starts[b + 1] as number
      const shorter = Math.min(toA - fromA, toB - fromB)
      let last = 0
      while (last < shorter && codes[toA - 1 - last] === codes[toB - 1 - last]) last++
      if (last >= LOCAL) return LEVELS.local
      if (edits.distance(codes, fromA, toA, codes, fromB, toB, 1) <= 1) return LEVELS.digit
      let first = 0
      while (first < shorter && codes[fromA + first] === codes[fromB + first]) first++
      return first >= 3 && shorter >= 9 ? LEVELS.area : 0
    }
  },
  detect: ({ share, hinted }) => {
    const numbers = share(
      (value) => /^[\d\s()+./\-—–]{6,24}$/.test(value) && phoneDigits(value).length >= 7 && phoneDigits(value).length <= 13,
    )
    if (numbers >= 0.6 && hinted(/phone|tel|mobile|fax|cell|电话|手机|联系方式|传真/)) return 0.95
    const written = share((value) => /^\+?\(?\d{2,4}\)?[\s./-]\d{3,4}[\s.-]?\d{3,4}$|^1[3-9]\d{9}$/.test(value))
    return written >= 0.8 ? 0.85 : 0
  },
}
