/** Large generated inputs whose answers are known, kept between runs in bench/.data. The same numbers give the same bytes everywhere. */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../random.ts'

const folder = join(import.meta.dirname, '../.data')
/** Lines of one write. */
const BLOCK = 10_000

/** Share of the documents, so that a row can be tried small: BENCH_SCALE=0.001. */
export const scaled = (documents: number): number => Math.max(100, Math.round(documents * Number(process.env['BENCH_SCALE'] ?? 1)))

export interface Large {
  readonly path: string
  readonly documents: number
  /** Documents that were made as copies of an earlier one. */
  readonly planted: number
}

/** Every tenth document is made from one of the thousands before it. */
const PLANTED = 10
const RECENT = 4096

/** @param made  a line's value, given the one it copies where it is a planted one */
function write<Value>(
  name: string,
  documents: number,
  made: (random: () => number, of: Value | undefined) => Value,
  line: (value: Value, id: number) => string,
): Large {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}-${documents}.jsonl`)
  const planted = Math.floor((documents - 1) / PLANTED)
  if (existsSync(path)) return { path, documents, planted }
  const random = createRandom(documents)
  const recent: Value[] = []
  const file = openSync(`${path}.part`, 'w')
  for (let id = 0; id < documents; ) {
    let block = ''
    for (const end = Math.min(documents, id + BLOCK); id < end; id++) {
      const isPlanted = id > 0 && id % PLANTED === 0
      const value = made(random, isPlanted ? recent[random() % recent.length] : undefined)
      // Copies are made of originals alone, so that no chain of edits leads away from them.
      if (!isPlanted) recent[recent.length < RECENT ? recent.length : random() % RECENT] = value
      block += line(value, id)
    }
    writeSync(file, block)
  }
  closeSync(file)
  renameSync(`${path}.part`, path)
  return { path, documents, planted }
}

const SYLLABLES = ['ba', 'co', 'di', 'fu', 'ge', 'ha', 'ki', 'lo', 'mu', 'ne', 'po', 'ra', 'si', 'tu', 've', 'wo']
const englishWord = (n: number) => `${SYLLABLES[n & 15]}${SYLLABLES[(n >> 4) & 15]}${SYLLABLES[(n >> 8) & 15]}`
/** Two characters of a thousand. */
const chineseWord = (n: number) => String.fromCharCode(0x4e00 + (n & 63) * 16, 0x5200 + (n >> 6) * 16)
const WORDS = 4096
const draw = (random: () => number, count: number, word: (n: number) => string) =>
  Array.from({ length: count }, () => word(random() % WORDS))
const asText = (words: readonly string[], id: number) => `{"id":${id},"text":"${words.join(' ')}"}\n`

/** Texts of about 50 bytes; the planted ones are equal to an earlier one. */
export const smallTexts = (documents: number): Large =>
  write<string[]>('small', documents, (random, of) => of ?? draw(random, 7, englishWord), asText)

/** Fingerprints of 64 bits; the planted ones are two bits from an earlier one. */
export const fingerprints = (documents: number): Large =>
  write<readonly [number, number]>(
    'fingerprints',
    documents,
    (random, of) => (of ? [of[0] ^ (1 << (random() & 31)), of[1] ^ (1 << (random() & 31))] : [random(), random()]),
    ([high, low], id) => `{"id":${id},"fp":"${hex(high)}${hex(low)}"}\n`,
  )
const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0')

/** Texts of 100 words, with spaces between the words in either language; of a planted one two words are others. */
export function articles(language: 'english' | 'chinese', documents: number): Large {
  const word = language === 'english' ? englishWord : chineseWord
  const edited = (random: () => number, of: readonly string[]) => {
    const words = [...of]
    for (let i = 0; i < 2; i++) words[random() % words.length] = word(random() % WORDS)
    return words
  }
  return write<string[]>(language, documents, (random, of) => (of ? edited(random, of) : draw(random, 100, word)), asText)
}

/** Texts that are all about 0.8 alike (Jaccard of words): one text, of which each has other ninths. */
export const alikeTexts = (documents: number): Large => {
  const base = draw(createRandom(1), 200, englishWord)
  const made = (random: () => number) => base.map((word) => (random() % 18 === 0 ? englishWord(random() % WORDS) : word))
  return { ...write<string[]>('alike', documents, made, asText), planted: 0 }
}
