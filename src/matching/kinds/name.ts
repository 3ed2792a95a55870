/** Names of people, places and firms: spelling mistakes, initials, words in another order; for Chinese also homophones. */
import { eachValue, roomFor, type Values, valueAt } from '../columns.js'
import { Edits } from '../distances/edits.js'
import { JaroWinkler } from '../distances/jaro-winkler.js'
import { fold } from '../fold.js'
import { TextNumbers } from '../text-numbers.js'
import { type Compare, givenWords, type Kind, type KindOptions } from './kind.js'
import { shortForms } from './nicknames.js'
import { below1, Overlap } from './overlap.js'
import { pinyinOf } from './reading.js'
import { type KindSettings, levelsFrom } from './settings.js'
import { tokenTable, wordsOf } from './tokens.js'

/** Below it the likeness of whole texts says nothing where there are several words. */
const TELLING = 0.86
/** Equal readings in other characters. */
const HOMOPHONE = 0.95
const UNSPACED = /\p{Script=Han}/u
/** A usual short form in place of the name. */
const SHORT_FORM = 0.93

export const name: Kind = {
  name: 'name',
  spelled: true,
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
  comparison: (values, options) => compareNames(values, options, {}),
  with: (settings) => ({
    ...name,
    levels: settings.levels ? levelsFrom(settings.levels) : name.levels,
    comparison: (values, options) => compareNames(values, options, settings),
  }),
  detect: ({ meanWords, meanLength, hinted }) =>
    hinted(/name|surname|first|last|given|family|姓名|名字|名称|姓|city|town|place|suburb|城市|地/) && meanWords < 6 && meanLength < 60
      ? 0.66
      : meanWords < 6 && meanLength < 50
        ? 0.5
        : 0,
}

function compareNames(values: Values, options: KindOptions, settings: KindSettings): Compare {
  const table = tokenTable(values, wordsOf, givenWords(options))
  const overlap = new Overlap(table, true)
  const isShortForm = shortForms(values)
  const soundsAlike = readings(values, settings)
  const spelled = settings.distance === 'damerau-levenshtein' ? editsOf(values) : jaroWinklerOf(values)
  const isSingle = (value: number) => (table.starts[value + 1] as number) - (table.starts[value] as number) === 1
  return (a, b) => {
    const whole = spelled(a, b)
    let best = whole
    if (isSingle(a) && isSingle(b)) {
      if (whole < SHORT_FORM && isShortForm(a, b)) best = SHORT_FORM
    } else {
      const shared = overlap.similarity(a, b)
      if (whole < TELLING || shared > whole) best = shared
    }
    return below1(best < HOMOPHONE && soundsAlike(a, b) ? HOMOPHONE : best)
  }
}

function jaroWinklerOf(values: Values): Compare {
  const measure = new JaroWinkler()
  return (a, b) => {
    const { codes, starts } = values
    return measure.similarity(codes, starts[a] as number, starts[a + 1] as number, codes, starts[b] as number, starts[b + 1] as number)
  }
}

/** The share of the longer value that is not edited. */
function editsOf(values: Values): Compare {
  const edits = new Edits()
  return (a, b) => {
    const { codes, starts } = values
    const fromA = starts[a] as number
    const toA = starts[a + 1] as number
    const fromB = starts[b] as number
    const toB = starts[b + 1] as number
    const longer = Math.max(toA - fromA, toB - fromB)
    return Math.max(0, 1 - edits.distance(codes, fromA, toA, codes, fromB, toB, longer) / longer)
  }
}

/** Whether two values read the same aloud. */
function readings(values: Values, { reading }: KindSettings): (a: number, b: number) => boolean {
  if (!reading) return () => false
  const known = new TextNumbers()
  const spoken = new Int32Array(roomFor(values)).fill(-1)
  eachValue(values, (value) => {
    const written = valueAt(values, value)
    // Without a Chinese character it says what spelling says.
    if (!UNSPACED.test(written)) return
    const aloud = Array.from(written, (character) => pinyinOf(character) || character).join(' ')
    spoken[value] = known.get(aloud) ?? known.add(aloud)
  })
  return (a, b) => spoken[a] !== -1 && spoken[a] === spoken[b]
}
