/** Lists in one value: tags, languages, authors; their order says nothing. */
import type { Values } from '../columns.js'
import { fold } from '../fold.js'
import { cutter } from './cutter.js'
import { type Compare, givenWords, type Kind, type KindOptions } from './kind.js'
import { below1, Overlap } from './overlap.js'
import { levelsFrom, type TextMeasure } from './settings.js'
import { tokenTable } from './tokens.js'

const SEPARATORS = /\s*[;|、；，,/()（）]\s*/u
const itemsOf = cutter('items', (text) => text.split(SEPARATORS).filter(Boolean))

export const set: Kind = {
  name: 'set',
  levels: [
    { name: 'equal', from: 1 },
    { name: 'mostly equal', from: 0.75 },
    { name: 'half equal', from: 0.45 },
    { name: 'partly equal', from: 0.15 },
    { name: 'unlike', from: 0 },
  ],
  normalise: (value) => [...new Set(itemsOf(fold(value)))].sort((a, b) => (a < b ? -1 : 1)).join(';'),
  words: itemsOf,
  comparison: (values, options) => compareSets(values, options, 'cosine'),
  with: ({ levels, measure = 'cosine' }) => ({
    ...set,
    levels: levels ? levelsFrom(levels) : set.levels,
    comparison: (values, options) => compareSets(values, options, measure),
  }),
  detect: ({ values, share, hinted }) => {
    const named = hinted(/tags|keywords|labels|languages|标签|关键词/)
    // Commas stand in sentences and in names too.
    const lists = share((value) => itemsOf(value).length > 1 && (named || /[;|、；]/u.test(value)))
    if (lists < 0.4) return alternatives(values) ? 0.75 : 0
    const items = [...new Set(values)].flatMap(itemsOf)
    // The items of a list come from a stock; the parts of a sentence do not.
    return named || new Set(items).size <= items.length / 5 ? 0.75 : 0
  },
}

function compareSets(values: Values, options: KindOptions, measure: TextMeasure): Compare {
  const overlap = new Overlap(tokenTable(values, itemsOf, givenWords(options)), false, measure)
  return (a, b) => below1(overlap.similarity(a, b))
}

/** Separators of two names for one thing ("Aurora/极光", "极光(Aurora)"), beside values that are one of the names alone. */
const ALTERNATIVES = /\s*[/()（）]\s*/u
function alternatives(values: readonly string[]): boolean {
  const several = values.filter((value) => ALTERNATIVES.test(value) && !/\d/.test(value))
  if (several.length < values.length * 0.05) return false
  const alone = new Set(values)
  const names = several.flatMap((value) => value.split(ALTERNATIVES).filter(Boolean))
  return names.filter((name) => alone.has(name)).length >= names.length * 0.6
}
