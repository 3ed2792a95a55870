/** Titles and descriptions: words of spaced scripts and pairs of Chinese characters, rare ones count more. */
import type { Values } from '../columns.js'
import { fold } from '../fold.js'
import { codesOf } from './codes.js'
import { type Compare, givenWords, type Kind, type KindOptions, type Level } from './kind.js'
import { below1, Overlap } from './overlap.js'
import type { TextMeasure } from './settings.js'
import { tokenTable, wordAt, wordsAndCodes } from './tokens.js'
import { weightOfRarity } from './word-weights.js'

/** Mean words from which values are texts. */
const LONG = 3.5

const SHARES: readonly (readonly [name: string, from: number])[] = [
  ['nearly equal', 0.9],
  ['mostly equal', 0.75],
  ['half equal', 0.55],
  ['partly equal', 0.35],
  ['little equal', 0.18],
]
/** Whether what both say in digits is the same (and hardly anyone else says it), is not there to compare, or differs. */
const STATES = [', rare number shared', ', numbers agree', '', ', numbers differ'] as const
const [RARE, AGREE, NEITHER, DIFFER] = [0, 1, 2, 3]
/** A code is rare when no more rows hold it: a few of a short list, a few more of a long one. */
const RARE_TIMES = 1.5
const RARE_POWER = 0.25
/** A code that this share of the rows holds (a year, a word of advertising) says nothing. */
const COMMON = 0.1
/** A code that says less than this share of what its rarity would is seldom in both of two rows about one thing. */
const FLEETING = 0.35
/** What is left of the similarity where numbers differ. */
const DIFFERENT = 0.8

/** Of each share one level for each of what the numbers say. */
function levelsOf(shares: typeof SHARES): Level[] {
  const between = shares.flatMap(([name, from]) =>
    STATES.map((state, i) => ({ name: name + state, from, ...(i === DIFFER ? { contradicts: true } : {}) })),
  )
  return [{ name: 'equal', from: 1 }, ...between, { name: 'unlike', from: 0 }]
}

export const text: Kind = {
  name: 'text',
  levels: levelsOf(SHARES),
  normalise: fold,
  words: wordsAndCodes,
  comparison: (values, options) => compareTexts(values, options, SHARES, 'cosine'),
  with({ levels, measure = 'cosine' }) {
    const shares = levels ? levels.map((from) => [`from ${from}`, from] as const) : SHARES
    return { ...text, levels: levelsOf(shares), comparison: (values, options) => compareTexts(values, options, shares, measure) }
  },
  detect: ({ meanWords, hinted, share }) =>
    meanWords >= LONG || (hinted(/spec|model|规格|型号|容量|含量/) && share((value) => codesOf(value).length > 0) >= 0.5)
      ? 0.65
      : meanWords >= 2 && hinted(/title|desc|abstract|text|content|summary|标题|题名|内容|描述|简介|摘要|商品|产品/)
        ? 0.65
        : 0,
}

function compareTexts(values: Values, options: KindOptions, shares: typeof SHARES, measure: TextMeasure): Compare {
  const overlap = new Overlap(tokenTable(values, wordsAndCodes, givenWords(options)), true, measure)
  const state = codeStates(values, options)
  const compare = (a: number, b: number) => below1(overlap.similarity(a, b) * (state(a, b) === DIFFER ? DIFFERENT : 1))
  return Object.assign(compare, {
    level: (a: number, b: number, similarity: number) => {
      const found = state(a, b)
      const shared = found === DIFFER ? similarity / DIFFERENT : similarity
      const share = shares.findIndex(([, from]) => shared >= from)
      return share < 0 ? shares.length * STATES.length + 1 : 1 + share * STATES.length + found
    },
  })
}

/** Whether two values share a code and none of theirs differ, or each has one of a kind that the other has not. */
function codeStates(values: Values, options: KindOptions): (a: number, b: number) => number {
  const given = givenWords(options)
  // Without a look at the column no code is known to be rare, or common.
  const alike = given === 'alike'
  const table = tokenTable(values, codesOf, given)
  const kinds = new Map<string, number>()
  const rows = options.words?.rows ?? values.counts.reduce((sum, count) => sum + count, 0)
  // A number that comes and goes among rows about one thing tells no two things apart. Of one that a single row has nothing was learned.
  const fleeting: boolean[] = []
  const kindOf: number[] = []
  const takeTokens = () => {
    for (let token = kindOf.length; token < table.words; token++) {
      const written = wordAt(table, token)
      const kind = written.slice(0, written.indexOf(' '))
      const bit = kinds.get(kind) ?? 2 ** Math.min(31, kinds.size)
      kinds.set(kind, bit)
      kindOf.push(bit)
      const held = table.held[token] as number
      const weight = table.weights[token] as number
      fleeting.push(options.words !== undefined && held > 1 && weight < FLEETING * weightOfRarity(rows, held))
    }
  }
  takeTokens()
  values.coming?.whenAdded(takeTokens)
  const few = RARE_TIMES * rows ** RARE_POWER
  return (a, b) => {
    const { starts, tokens, held } = table
    let i = starts[a] as number
    let j = starts[b] as number
    const endA = starts[a + 1] as number
    const endB = starts[b + 1] as number
    let [shared, rare, left, right] = [0, 0, 0, 0]
    while (i < endA || j < endB) {
      const x = i < endA ? (tokens[i] as number) : 0xffffffff
      const y = j < endB ? (tokens[j] as number) : 0xffffffff
      if (x === y) {
        if (fleeting[x]) shared += 0
        else if (alike || (held[x] as number) <= rows * COMMON) shared++
        if (!alike && !fleeting[x] && (held[x] as number) <= few) rare++
        i++
        j++
      } else if (x < y) {
        if (!fleeting[x]) left |= kindOf[x] as number
        i++
      } else {
        if (!fleeting[y]) right |= kindOf[y] as number
        j++
      }
    }
    return left & right ? DIFFER : rare ? RARE : shared ? AGREE : NEITHER
  }
}
