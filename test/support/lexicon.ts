/** Lexicons for tests: a handful of words, and the dictionary of jieba. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buildAutomaton } from '../../src/tokenizing/chinese/automaton.js'
import { createDictionary } from '../../src/tokenizing/chinese/dictionary.js'
import type { Lexicon } from '../../src/tokenizing/lexicon.js'

const WORDS = `我们 500 r
我 900 r
的 3000 uj
相似 40 v
文档 20 n
相似文档 2 n
重复 30 v
文字 60 n
又 80 d
见 70 v
重 9 a
野家 3 nz
吉野家 2 nz
a我 2 x
x光 5 n
中文 8 nz
文 4 n
𠮷 1 nr
𠮷野 2 nr
`

export function lexiconOf(dictionary: string, given: Partial<Lexicon> & { user?: readonly string[] } = {}): Lexicon {
  const { user, ...rest } = given
  return { automaton: buildAutomaton(createDictionary(dictionary, user), '0123456789abcdef'), hmm: false, stopWords: [], tags: [], ...rest }
}

export const smallLexicon = (given: Partial<Lexicon> = {}) => lexiconOf(WORDS, given)

export const jiebaDictionary = () => readFileSync(createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt'))
