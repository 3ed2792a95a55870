/** Dictionary text to words: `word frequency tag` a line, as jieba writes it; in user dictionaries the last two may be absent. */
import { TAGS } from './tags.js'
import { WordTrie } from './trie.js'

/** A line that cannot be understood. */
export interface BadLine {
  /** The line of the word, counted from 1. */
  readonly line: number
  readonly text: string
}

/** Words with frequencies, and the names of their tags. */
export interface Dictionary {
  readonly trie: WordTrie
  /** Tag names by id; those of {@link TAGS} first. */
  readonly tags: readonly string[]
  /** Lines of user dictionaries that were left out, by the number of the dictionary. */
  readonly bad: readonly (BadLine & { readonly dictionary: number })[]
}

/** The highest frequency of a user's word: sums with it stay exact whole numbers. */
const MOST_FREQUENT = 1e12

/**
 * The frequency that makes a word come out in one piece: more than its pieces have together (jieba's suggest_freq).
 *
 * @returns a whole number, 1 or more, and at least the frequency that the word has already
 */
export function suggestFrequency(trie: WordTrie, word: string): number {
  const logTotal = Math.log(trie.total || 1)
  const log = trie.cut(word).reduce((sum, piece) => sum + Math.log(trie.frequencyOf(piece, 1)) - logTotal, 0)
  return Math.max(Math.floor(Math.exp(log + logTotal)) + 1, trie.frequencyOf(word, 1))
}

/**
 * Puts a dictionary together.
 *
 * @param main       `word frequency tag` lines, well-formed; the first of equal words counts
 * @param user       texts of user dictionaries: `word`, `word frequency`, `word tag` or `word frequency tag` lines, applied in
 *                   order; a word that is there already gets the new frequency and tag. Empty lines and lines that begin with
 *                   `#` are skipped.
 * @param normalize  what is done to the text that will be cut is done to the words too, so that they still match
 */
export function createDictionary(main: string, user: readonly string[] = [], normalize?: (word: string) => string): Dictionary {
  const trie = new WordTrie()
  const tags = [...TAGS]
  const ids = new Map(tags.map((name, id) => [name, id]))
  const idOf = (name: string) => {
    let id = ids.get(name)
    if (id === undefined) {
      // A byte holds an id. Tags beyond 255, which no known set has, go under x.
      id = tags.length < 255 ? tags.push(name) - 1 : (ids.get('x') as number)
      ids.set(name, id)
    }
    return id
  }
  for (let at = 0; at < main.length; ) {
    let end = main.indexOf('\n', at)
    if (end < 0) end = main.length
    const first = main.indexOf(' ', at)
    const second = main.indexOf(' ', first + 1)
    if (first > at && first < end) {
      const word = main.slice(at, first)
      const hasTag = second > 0 && second < end
      const frequency = Number(main.slice(first + 1, hasTag ? second : end))
      if (frequency >= 0) {
        const node = trie.nodeOf(normalize ? normalize(word) : word)
        trie.total += frequency
        // Words that normalisation makes equal: the most frequent of them.
        if (node && frequency >= (trie.frequency[node] as number)) {
          trie.frequency[node] = frequency + 1
          trie.tag[node] = hasTag ? idOf(main.slice(second + 1, end).trimEnd()) : 0
        }
      }
    }
    at = end + 1
  }
  const bad: (BadLine & { dictionary: number })[] = []
  user.forEach((text, dictionary) => {
    text
      .replace(/^\ufeff/, '')
      .split(/\r?\n/)
      .forEach((line, i) => {
        const fields = line.trim().split(/\s+/)
        const given = fields[0] as string
        if (!given || given.startsWith('#')) return
        const hasFrequency = /^\d+$/.test(fields[1] ?? '')
        const tag = fields[hasFrequency ? 2 : 1]
        const word = normalize ? normalize(given) : given
        if (fields.length > (hasFrequency ? 3 : 2) || (tag !== undefined && !/^[A-Za-z]/.test(tag)) || !word) {
          bad.push({ dictionary, line: i + 1, text: line })
          return
        }
        const frequency = hasFrequency ? Math.min(Number(fields[1]), MOST_FREQUENT) : suggestFrequency(trie, word)
        trie.total += frequency - trie.frequencyOf(word, 0)
        const node = trie.nodeOf(word)
        trie.frequency[node] = frequency + 1
        if (tag !== undefined) trie.tag[node] = idOf(tag)
      })
  })
  return { trie, tags, bad }
}
