/** Names of people, places and firms: spelling mistakes, initials, words in another order; for Chinese also homophones. */
import { type Values, valueAt, valueCount } from '../columns.js'
import { JaroWinkler } from '../distances/jaro-winkler.js'
import { fold } from '../fold.js'
import { givenWords, type Kind, type KindOptions } from './kind.js'
import { shortForms } from './nicknames.js'
import { below1, Overlap } from './overlap.js'
import { tokenTable, wordsOf } from './tokens.js'

/** Below it the likeness of whole texts says nothing where there are several words. */
const TELLING = 0.86
/** Equal readings in other characters. */
const HOMOPHONE = 0.95
/** A usual short form in place of the name. */
const SHORT_FORM = 0.93

export const name: Kind = {
  name: 'name',
  levels: [
    { name: 'equal', from: 1 },
    { name: 'close', from: 0.92 },
    { name: 'similar', from: 0.84 },
    { name: 'partly equal', from: 0.68 },
    { name: 'little equal', from: 0.45 },
    { name: 'unlike', from: 0 },
  ],
  normalise: (value) => fold(fold(value).replace(/[.,;:"'`’‘“”()·•]+/gu, ' ')),
  words: wordsOf,
  comparison(values, options) {
    const { codes, starts } = values
    const jaroWinkler = new JaroWinkler()
    const table = tokenTable(values, wordsOf, givenWords(options))
    const overlap = new Overlap(table, true)
    const isShortForm = shortForms(values)
    const soundsAlike = readings(values, options)
    return (a, b) => {
      const whole = jaroWinkler.similarity(
        codes,
        starts[a] as number,
        starts[a + 1] as number,
        codes,
        starts[b] as number,
        starts[b + 1] as number,
      )
      const single =
        (table.starts[a + 1] as number) - (table.starts[a] as number) === 1 &&
        (table.starts[b + 1] as number) - (table.starts[b] as number) === 1
      if (single) return isShortForm(a, b) ? Math.max(SHORT_FORM, below1(whole)) : below1(whole)
      let best = overlap.similarity(a, b)
      if (whole >= TELLING && whole > best) best = whole
      if (best < HOMOPHONE && soundsAlike(a, b)) best = HOMOPHONE
      return below1(best)
    }
  },
  detect: ({ meanWords, meanLength, hinted }) =>
    hinted(/name|surname|first|last|given|family|姓名|名字|名称|姓|city|town|place|suburb|城市|地/) && meanWords < 6 && meanLength < 60
      ? 0.66
      : meanWords < 6 && meanLength < 50
        ? 0.5
        : 0,
}

/** Whether two values read the same aloud. */
function readings(values: Values, { reading }: KindOptions): (a: number, b: number) => boolean {
  if (!reading) return () => false
  const known = new Map<string, number>()
  const spoken = new Int32Array(valueCount(values)).fill(-1)
  for (let value = 0; value < spoken.length; value++) {
    const written = valueAt(values, value)
    const aloud = Array.from(written, (character) => reading(character) || character).join(' ')
    if (aloud.length === written.length * 2 - 1) continue
    const number = known.get(aloud) ?? known.size
    known.set(aloud, number)
    spoken[value] = number
  }
  return (a, b) => spoken[a] !== -1 && spoken[a] === spoken[b]
}
