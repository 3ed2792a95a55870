/**
 * Recipes for keys: rows with an equal key are candidates.
 *
 * A recipe gives each distinct value up to `width` hashes. Which recipes a column offers depends on its kind alone; which of them are used is
 * the planner's choice.
 */
import { NO_VALUE, type PackedColumn, valueAt, valueCount } from '../columns.js'
import type { Field } from '../comparisons.js'
import { addressWords } from '../kinds/address.js'
import type { Cutter } from '../kinds/cutter.js'
import type { KindName } from '../kinds/kind.js'
import { pinyinOf } from '../kinds/reading.js'
import { tokenTable, wordsAndCodes, wordsOf } from '../kinds/tokens.js'
import type { WordWeights } from '../kinds/word-weights.js'
import { combineHashes, hashCodes } from '../sampling.js'
import type { Shelf } from './shelf.js'
import { createSoundOf } from './sound.js'

/** Keys of all rows: row r has the hashes hashes[r * width] …, 0 where there is none. */
export interface RowKeys {
  readonly name: string
  /** The fields it is made of, by number. */
  readonly fields: readonly number[]
  readonly width: number
  readonly hashes: Uint32Array
}

/** Rare words taken from a text. */
const RARE_WORDS = 5
/** Words of a text of which three together are a key. */
const MANY_WORDS = 7
const TRIPLES = (MANY_WORDS * (MANY_WORDS - 1) * (MANY_WORDS - 2)) / 6
/** Words taken from a name. */
const NAME_WORDS = 4

type ValueKey = (text: string) => string
const SINGLE: Partial<Record<KindName, Readonly<Record<string, ValueKey>>>> = {
  name: {
    beginning: (text) => (text.length > 3 ? text.slice(0, (text.codePointAt(0) as number) >= 0x2e80 ? 2 : 4) : ''),
    'sorted words': (text) => {
      const words = wordsOf(text)
      return words.length > 1 ? words.sort().join(' ') : ''
    },
  },
  text: { beginning: (text) => text.slice(0, 12) },
  address: { beginning: (text) => text.slice(0, 8) },
  date: {
    'year and month': (text) => (/^\d{8}$/.test(text) && text.slice(4, 6) !== '00' ? text.slice(0, 6) : ''),
    year: (text) => (/^\d{8}$/.test(text) ? text.slice(0, 4) : ''),
    'day and month': (text) =>
      /^\d{8}$/.test(text) && text.slice(4, 6) !== '00'
        ? text
            .slice(4)
            .split(/(?=..$)/)
            .sort()
            .join('')
        : '',
  },
  phone: { 'last digits': (text) => (text.length > 7 ? text.slice(-7) : text) },
  id_number: {
    'first half': (text) => (text.length >= 6 ? text.slice(0, text.length >> 1) : ''),
    'second half': (text) => (text.length >= 6 ? text.slice(text.length >> 1) : ''),
  },
  postcode: { part: (text) => (text.length >= 4 ? text.slice(0, -2) : '') },
  email: { mailbox: (text) => text.replace(/@.*$/, '') },
}

/** Keys whose hashes lie on a shelf. */
export function shelved({ name, fields, width, hashes }: RowKeys, shelf: Shelf): RowKeys {
  const kept = shelf.keep(hashes as Uint32Array<ArrayBuffer>)
  return {
    name,
    fields,
    width,
    get hashes() {
      return kept()
    },
  }
}

/** The recipes of one field, applied to every row; those that give no key are left out. */
export function* fieldKeys(field: Field, number: number): Generator<RowKeys> {
  for (const keys of everyRecipe(field, number)) if (keys.hashes.some((hash) => hash !== 0)) yield keys
}

function* everyRecipe({ column, kind, settings, words: known }: Field, field: number): Generator<RowKeys> {
  if (kind === 'none') return
  const size = valueCount(column)
  const seed = field + 1
  const whole = Uint32Array.from({ length: size }, (_, value) =>
    hashCodes(column.codes, column.starts[value] as number, column.starts[value + 1] as number, seed),
  )
  yield spread(column, field, 'value', whole, 1)
  const soundOf = createSoundOf()
  const sound: ValueKey = (text) => soundOf(wordsOf(text)).join(' ')
  for (const [i, [name, key]] of Object.entries({ ...(kind === 'name' ? { sound } : {}), ...SINGLE[kind] }).entries())
    yield spread(column, field, name, hashed(column, key, seed + 64 * (i + 1)), 1)
  if (kind === 'name' && settings?.reading) {
    const aloud = hashed(column, (text) => Array.from(text, (character) => pinyinOf(character) || character).join(' '), seed + 2048)
    yield spread(column, field, 'reading', aloud, 1)
  }
  if (kind === 'text' || kind === 'address' || kind === 'name') {
    const width = kind === 'name' ? NAME_WORDS : RARE_WORDS
    const cut = kind === 'address' ? addressWords : kind === 'text' ? wordsAndCodes : wordsOf
    const [words, many] = rareWords(column, cut, kind === 'text' ? [width, MANY_WORDS] : [width], seed, known) as [
      Uint32Array,
      Uint32Array?,
    ]
    yield spread(column, field, 'words', words, width)
    if (kind !== 'name') yield spread(column, field, 'pairs of words', wordPairs(words, width), (width * (width - 1)) / 2)
    if (many) yield spread(column, field, 'three words', wordTriples(many, MANY_WORDS), TRIPLES)
  }
}

function hashed(column: PackedColumn, key: ValueKey, seed: number): Uint32Array {
  const scratch = new Uint16Array(4096)
  return Uint32Array.from({ length: valueCount(column) }, (_, value) => {
    const text = key(valueAt(column, value)).slice(0, scratch.length)
    if (!text) return 0
    for (let i = 0; i < text.length; i++) scratch[i] = text.charCodeAt(i)
    return hashCodes(scratch, 0, text.length, seed)
  })
}

function spread({ rows }: PackedColumn, field: number, name: string, ofValue: Uint32Array, width: number): RowKeys {
  const hashes = new Uint32Array(rows.length * width)
  for (let row = 0; row < rows.length; row++) {
    const value = rows[row] as number
    if (value === NO_VALUE) continue
    for (let i = 0; i < width; i++) hashes[row * width + i] = ofValue[value * width + i] as number
  }
  return { name, fields: [field], width, hashes }
}

/** The most telling words of each value that at least two rows hold, for each of the widths. */
function rareWords(column: PackedColumn, cut: Cutter, widths: readonly number[], seed: number, known?: WordWeights): Uint32Array[] {
  const size = valueCount(column)
  const { starts, tokens, codes, codeStarts, frequency, weights } = tokenTable(column, cut, known)
  const hashes = Uint32Array.from(weights, (_, token) =>
    hashCodes(codes, codeStarts[token] as number, codeStarts[token + 1] as number, seed),
  )
  const order = Uint32Array.from(weights.keys()).filter((token) => (frequency[token] as number) > 1)
  order.sort((a, b) => (weights[b] as number) - (weights[a] as number) || (hashes[a] as number) - (hashes[b] as number))
  /** The place of each word among all, from the most telling one; those that one row holds have none. */
  const places = new Uint32Array(weights.length).fill(order.length)
  order.forEach((token, place) => {
    places[token] = place
  })
  const most = Math.max(...widths)
  const best = new Uint32Array(most)
  const out = widths.map((width) => new Uint32Array(size * width))
  for (let value = 0; value < size; value++) {
    let found = 0
    for (let i = starts[value] as number; i < (starts[value + 1] as number); i++) {
      const place = places[tokens[i] as number] as number
      if (place === order.length || (found === most && place > (best[most - 1] as number))) continue
      let at = found < most ? found++ : most - 1
      for (; at > 0 && (best[at - 1] as number) > place; at--) best[at] = best[at - 1] as number
      best[at] = place
    }
    widths.forEach((width, i) => {
      for (let at = 0; at < Math.min(width, found); at++)
        (out[i] as Uint32Array)[value * width + at] = hashes[order[best[at] as number] as number] as number
    })
  }
  return out
}

function wordPairs(words: Uint32Array, width: number): Uint32Array {
  const pairs = (width * (width - 1)) / 2
  const out = new Uint32Array((words.length / width) * pairs)
  for (let value = 0; value * width < words.length; value++) {
    let at = value * pairs
    for (let i = 0; i < width; i++)
      for (let j = i + 1; j < width; j++, at++) {
        const a = words[value * width + i] as number
        const b = words[value * width + j] as number
        if (a && b) out[at] = a < b ? combineHashes(a, b) : combineHashes(b, a)
      }
  }
  return out
}

function wordTriples(words: Uint32Array, width: number): Uint32Array {
  const out = new Uint32Array((words.length / width) * TRIPLES)
  for (let value = 0; value * width < words.length; value++) {
    const own = words
      .subarray(value * width, (value + 1) * width)
      .filter(Boolean)
      .sort()
    let at = value * TRIPLES
    for (let i = 0; i < own.length; i++)
      for (let j = i + 1; j < own.length; j++) {
        const pair = combineHashes(own[i] as number, own[j] as number)
        for (let k = j + 1; k < own.length; k++) out[at++] = combineHashes(pair, own[k] as number)
      }
  }
  return out
}

/** Keys of two recipes together: rows must agree on both. */
export function combined(a: RowKeys, b: RowKeys): RowKeys {
  const width = a.width * b.width
  const rows = a.hashes.length / a.width
  const hashes = new Uint32Array(rows * width)
  for (let row = 0; row < rows; row++)
    for (let i = 0; i < a.width; i++) {
      const left = a.hashes[row * a.width + i] as number
      if (left === 0) continue
      for (let j = 0; j < b.width; j++) {
        const right = b.hashes[row * b.width + j] as number
        if (right !== 0) hashes[row * width + i * b.width + j] = combineHashes(left, right)
      }
    }
  return { name: `${a.name} & ${b.name}`, fields: [...a.fields, ...b.fields], width, hashes }
}

/** The least key that two rows share, 0 where there is none. */
export function sharedKey({ hashes, width }: RowKeys, a: number, b: number): number {
  if (width === 1) return hashes[a] === hashes[b] ? (hashes[a] as number) : 0
  let least = 0
  for (let i = a * width; i < (a + 1) * width; i++) {
    const hash = hashes[i] as number
    if (hash === 0 || (least !== 0 && hash >= least)) continue
    for (let j = b * width; j < (b + 1) * width; j++)
      if (hashes[j] === hash) {
        least = hash
        break
      }
  }
  return least
}

/** How many keys two rows share. */
export function sharedKeys(hashes: Uint32Array, width: number, a: number, b: number): number {
  if (width === 1) return hashes[a] !== 0 && hashes[a] === hashes[b] ? 1 : 0
  let shared = 0
  for (let i = a * width; i < (a + 1) * width; i++) {
    const hash = hashes[i] as number
    if (hash === 0) continue
    for (let j = b * width; j < (b + 1) * width; j++)
      if (hashes[j] === hash) {
        shared++
        break
      }
  }
  return shared
}
