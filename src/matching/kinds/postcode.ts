/** Postcodes: from the left they name ever smaller areas. */
import { eachValue, roomFor, valueAt } from '../columns.js'
import { Edits } from '../distances/edits.js'
import { fold } from '../fold.js'
import type { Kind } from './kind.js'

const LEVELS = { place: 0.9, part: 0.7, area: 0.4 }
const BRITISH = /^([A-Z]{1,2})\d[A-Z\d]?\d[A-Z]{2}$/

/** How many characters name the part and the area of a postcode, and how many count at all. */
function lengths(code: string): [part: number, area: number, whole: number] {
  const british = BRITISH.exec(code)
  if (british) return [code.length - 3, (british[1] as string).length, code.length]
  if (/^\d{9}$/.test(code)) return [5, 3, 9]
  const part = code.length <= 4 ? code.length - 1 : code.length === 5 ? 3 : code.length - 2
  return [Math.max(1, part), 2, code.length]
}

export const postcode: Kind = {
  name: 'postcode',
  levels: [
    { name: 'equal', from: 1 },
    { name: 'one place', from: LEVELS.place },
    { name: 'same part', from: LEVELS.part },
    { name: 'same area', from: LEVELS.area },
    { name: 'unlike', from: 0 },
  ],
  normalise: (value) =>
    fold(value)
      .toUpperCase()
      .replace(/\.0$/, '')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  comparison(values) {
    const sizes = new Uint8Array(2 * roomFor(values))
    eachValue(values, (value) => {
      const [part, area] = lengths(valueAt(values, value))
      sizes.set([Math.min(255, part), Math.min(255, area)], 2 * value)
    })
    const edits = new Edits()
    return (a, b) => {
      const { codes, starts } = values
      const fromA = starts[a] as number
      const toA = starts[a + 1] as number
      const fromB = starts[b] as number
      const toB = starts[b + 1] as number
      if (edits.distance(codes, fromA, toA, codes, fromB, toB, 1) <= 1) return LEVELS.place
      const shorter = Math.min(toA - fromA, toB - fromB)
      let equal = 0
      while (equal < shorter && codes[fromA + equal] === codes[fromB + equal]) equal++
      // As many places as both codes take for the part, and no less.
      if (equal >= Math.max(sizes[2 * a] as number, sizes[2 * b] as number)) return LEVELS.part
      return equal >= Math.max(sizes[2 * a + 1] as number, sizes[2 * b + 1] as number) ? LEVELS.area : 0
    }
  },
  detect: ({ share, hinted }) => {
    if (share((value) => BRITISH.test(value.toUpperCase().replace(/\s/g, ''))) >= 0.6) return 0.95
    const named = hinted(/post_?code|postal|zip|plz|邮编|邮政编码/)
    return named && share((value) => value.length <= 10 && /\d/.test(value)) >= 0.7 ? 0.95 : share(/^\d{5}-\d{4}$/) >= 0.7 ? 0.9 : 0
  },
}
