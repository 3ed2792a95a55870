/**
 * tokenizing/chinese: are the words those of jieba, and is the best path the best?
 *
 * Oracle   @node-rs/jieba itself; all segmentations of short texts, weighed one by one.
 * Covers   raw text with and without the model, words and tags; user dictionaries; stop words; tags; tagged text; sentences;
 *          traditional characters. With LEITONG_DATA, the real sets: at least 99.9 % of jieba's words.
 * Leaves   the kernel (kernel/chinese.test.ts); the cache (engine/dictionaries.test.ts).
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Jieba } from '@node-rs/jieba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openAutomaton } from '../../src/tokenizing/chinese/automaton.js'
import { createDictionary, suggestFrequency } from '../../src/tokenizing/chinese/dictionary.js'
import { PathFinder } from '../../src/tokenizing/chinese/path.js'
import { DictionaryCutter } from '../../src/tokenizing/chinese/segment.js'
import { TAGS, tagId } from '../../src/tokenizing/chinese/tags.js'
import type { Lexicon } from '../../src/tokenizing/lexicon.js'
import { taggedText } from '../../src/tokenizing/tagged.js'
import { type TokenizeOptions, tokenize } from '../../src/tokenizing/tokenize.js'
import { jiebaDictionary, lexiconOf } from '../support/lexicon.js'

const dictionary = jiebaDictionary()
const full = lexiconOf(dictionary.toString())
const jieba = Jieba.withDict(dictionary)
const cutters = {
  false: new DictionaryCutter(full.automaton as Uint8Array, false),
  true: new DictionaryCutter(full.automaton as Uint8Array, true),
}

function segment(text: string, hmm: boolean): { word: string; tag: string }[] {
  const characters = Array.from(text)
  const cutter = cutters[`${hmm}`]
  return cutter
    .cutText(characters.map((c) => c.codePointAt(0) as number))
    .map(({ start, end, tag }) => ({ word: characters.slice(start, end).join(''), tag: cutter.tagNames[tag] as string }))
}

const words = (text: string, lexicon: Lexicon = full, given: Partial<TokenizeOptions> = {}) =>
  tokenize(text, { tokenizer: 'chinese', normalize: [], ngram: 1, charNgram: 1, lexicon, ...given }).map((token) => token.text.trimEnd())

const SAMPLES = [
  '小区门口的道路坑坑洼洼，一下雨就积水，居民们多次反映，至今无人处理。',
  '昨天下午三点，市图书馆的工作人员把两千多册旧书整理了一遍；读者王小云说：“比以前好找多了！”',
  '她在网上买了件T恤和一台3G手机，花了1,299.50元，三天后才到货……',
  '研究生命的起源，是很多科学家一辈子的工作。结婚的和尚未结婚的都来了。',
  'JavaScript 与 C++ 的区别？参见 https://example.org/a_b-c?x=1#top 的第2.3节（约15%）。',
  '乒乓球拍卖完了，武汉市长江大桥上的车流排到了江汉路。\r\n第二段从这里开始。',
  '李晓峰和欧阳娜娜去了呼伦贝尔草原，晚上住在扎兰屯的一家民宿里。',
]

describe('raw text is cut as jieba cuts it', () => {
  for (const hmm of [false, true]) {
    it(`${hmm ? 'with' : 'without'} the model: sample texts, words and tags`, () => {
      for (const text of SAMPLES) expect(segment(text, hmm)).toEqual(jieba.tag(text, hmm))
    })

    it(`${hmm ? 'with' : 'without'} the model: any mixture`, () => {
      const known = dictionary
        .toString()
        .split('\n')
        .filter((_, i) => i % 211 === 0)
        .map((line) => line.split(' ')[0] as string)
      const piece = fc.oneof(
        fc.constantFrom(...known),
        fc.constantFrom(...'的了是在我不有人大小上下年月日a1B2.-%_+#& ，。\n\r𠮷é'),
        fc.integer({ min: 0x4e00, max: 0x9fff }).map((cp) => String.fromCodePoint(cp)),
      )
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
          const text = parts.join('')
          expect(segment(text, hmm).map(({ word }) => word)).toEqual(jieba.cut(text, hmm))
        }),
        { numRuns: 1500 },
      )
    })
  }
})

const data = process.env['LEITONG_DATA']
describe.skipIf(!data)('real texts are cut as jieba cuts them (LEITONG_DATA)', () => {
  for (const set of ['petitions', 'lctt', 'hist_zh', 'reviews_zh', 'tnews']) {
    const path = join(data ?? '', set, 'docs.jsonl.gz')
    it.skipIf(!existsSync(path))(`${set}: at least 99.9 % of the words`, () => {
      const texts = gunzipSync(readFileSync(path)).toString().trim().split('\n')
      for (const hmm of [false, true]) {
        let all = 0
        let agreed = 0
        for (const line of texts) {
          const { text } = JSON.parse(line) as { text: string }
          const bounds = new Set<string>()
          let at = 0
          for (const { word } of segment(text, hmm)) {
            bounds.add(`${at} ${word.length}`)
            at += word.length
          }
          at = 0
          for (const word of jieba.cut(text, hmm)) {
            all++
            if (bounds.has(`${at} ${word.length}`)) agreed++
            at += word.length
          }
        }
        expect(agreed / all, `hmm ${hmm}: ${agreed} of ${all}`).toBeGreaterThanOrEqual(0.999)
      }
    })
  }
})

describe('the best path', () => {
  it('is the best of all paths', () => {
    const text = fc.string({ unit: fc.constantFrom('甲', '乙', '丙', '丁'), minLength: 1, maxLength: 8 })
    const entries = fc.array(
      fc.tuple(fc.string({ unit: fc.constantFrom('甲', '乙', '丙', '丁'), minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 9 })),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(text, entries, (given, list) => {
        const frequencies = new Map(list)
        const source = [...frequencies].map(([word, n]) => `${word} ${n} n`).join('\n')
        const total = [...frequencies.values()].reduce((sum, n) => sum + n, 0)
        const { automaton } = lexiconOf(source)
        const characters = [...given].map((c) => c.codePointAt(0) as number)
        const { ends } = new PathFinder(openAutomaton(automaton as Uint8Array)).find(characters)
        // Probabilities as whole numbers over total^words: no rounding.
        const paths = (from: number): bigint[] => {
          if (from === given.length) return [1n]
          const next = [1, 2, 3].filter((n) => from + n <= given.length && frequencies.has(given.slice(from, from + n)))
          return (next.length ? next : [1]).flatMap((n) =>
            paths(from + n).map(
              (rest) => rest * BigInt(frequencies.get(given.slice(from, from + n)) ?? 1) * BigInt(total) ** BigInt(n - 1),
            ),
          )
        }
        const best = paths(0).reduce((most, path) => {
          if (path > most) return path
          return most
        })
        let found = 1n
        for (let at = 0; at < given.length; ) {
          const end = ends[at] as number
          found *= BigInt(frequencies.get(given.slice(at, end)) ?? 1) * BigInt(total) ** BigInt(end - at - 1)
          at = end
        }
        // Sums of logarithms round: equal but for that.
        expect(Number((found * 10n ** 9n) / best)).toBeGreaterThan(999_999_000)
      }),
      { numRuns: 100 },
    )
  })
})

describe('user dictionaries', () => {
  it('make a word come out whole, without a frequency too', () => {
    const before = words('他在雷同引擎组工作')
    expect(before).not.toContain('雷同引擎')
    const own = lexiconOf(dictionary.toString(), { user: ['# ours\n雷同引擎\n\n'] })
    expect(words('他在雷同引擎组工作', own)).toContain('雷同引擎')
  })

  it('derive the frequency that jieba derives', () => {
    const { trie } = createDictionary(dictionary.toString())
    const frequency = suggestFrequency(trie, '中出')
    const log = ['中', '出'].reduce((sum, c) => sum + Math.log(trie.frequencyOf(c, 1)) - Math.log(trie.total), 0)
    expect(frequency).toBe(Math.floor(Math.exp(log) * trie.total) + 1)
    expect(words('我们中出了一个叛徒')).toContain('中')
    expect(words('我们中出了一个叛徒', lexiconOf(dictionary.toString(), { user: ['中出'] }))).toContain('中出')
  })

  it('take a frequency, a tag or both, and replace what is there', () => {
    const { trie, tags } = createDictionary('甲乙 5 n\n丙 1 v', ['甲乙 7\n丁 nz\n戊 3 brand'])
    expect(['甲乙', '丁', '戊'].map((word) => tags[trie.tag[trie.find(word)] as number])).toEqual(['n', 'nz', 'brand'])
    expect(trie.frequencyOf('甲乙', 0)).toBe(7)
    expect(trie.total).toBe(7 + 1 + trie.frequencyOf('丁', 0) + 3)
  })

  it('report lines that cannot be understood', () => {
    expect(createDictionary('甲 1 n', ['好词 5 n\n坏 词 条 目\n又坏 3 n 多']).bad).toEqual([
      { dictionary: 0, line: 2, text: '坏 词 条 目' },
      { dictionary: 0, line: 3, text: '又坏 3 n 多' },
    ])
  })
})

describe('the tokenizer chinese', () => {
  it('drops white space and punctuation, and leaves all else as word does', () => {
    expect(words('我们喜欢 hello_world，读书。3.14')).toEqual(['我们', '喜欢', 'hello_world', '读书', '3', '14'])
    const latin = 'The quick_brown foxes, 42 of them'
    expect(words(latin)).toEqual(words(latin, full, { tokenizer: 'word' }))
  })

  it('leaves out stop words and unwanted tags', () => {
    expect(words('我们的道路', { ...full, stopWords: ['的'] })).toEqual(['我们', '道路'])
    expect(words('我们的道路', { ...full, tags: ['n'] })).toEqual(['道路'])
    expect(words('我们的道路', { ...full, tags: ['-r', '-u'] })).toEqual(['道路'])
    expect(words('的', { ...full, stopWords: ['的'] })).toEqual(['的'])
  })

  it('marks the first token of each sentence, also when the first word is left out', () => {
    const marks = (lexicon: Lexicon) =>
      tokenize('我们读书。他们写字！a...b\nc，d', { tokenizer: 'chinese', normalize: [], ngram: 1, charNgram: 1, lexicon })
        .filter((token) => token.startsSentence)
        .map((token) => token.text.trimEnd())
    expect(marks(full)).toEqual(['我们', '他们', 'a', 'b', 'c'])
    expect(marks({ ...full, stopWords: ['他们'] })).toEqual(['我们', '写字', 'a', 'b', 'c'])
  })

  it('makes traditional characters simplified', () => {
    expect(words('電腦的發展', full, { normalize: ['traditional'] })).toEqual(words('电脑的发展'))
  })
})

describe('the tokenizer tagged', () => {
  const cut = (text: string, lexicon?: Lexicon) =>
    tokenize(text, { tokenizer: 'tagged', normalize: [], ngram: 1, charNgram: 1, ...(lexicon ? { lexicon } : {}) }).map(
      ({ text: token, tag, startsSentence }) => [token.trimEnd(), TAGS[tag as number], startsSentence],
    )

  it('takes the words of any segmenter as they are', () => {
    const word = fc.stringMatching(/^[a-z\u4e00-\u9fa5/0-9]{1,6}$/).filter((text) => !/^\/*$/.test(text))
    const tag = fc.constantFrom('n', 'v', 'nr', '3')
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.record({ word, tag })), { minLength: 1, maxLength: 9 }), (given) => {
        const words = given.map((item) => (typeof item === 'string' ? item : item.word))
        expect(tokenize(taggedText(given), { tokenizer: 'tagged', normalize: [], ngram: 1, charNgram: 1 }).map(({ text }) => text)).toEqual(
          words.map((text) => `${text} `),
        )
      }),
    )
    expect(taggedText([' ', 'new york', '', { word: '读书', tag: 'v' }])).toBe('new_york 读书/v')
  })

  it('takes word/tag pieces, drops punctuation and keeps plain words', () => {
    expect(cut('我们/r 读书/v 。/wj 1/2/m  平常\nhttp://x/y/nx //w C++/NX')).toEqual([
      ['我们', 'r', true],
      ['读书', 'v', false],
      ['1/2', 'm', true],
      ['平常', '', false],
      ['http://x/y', 'nx', true],
      ['C++', 'nx', false],
    ])
  })

  it('filters by tag', () => {
    expect(cut('我们/r 读书/v 书/n', { hmm: false, stopWords: [], tags: ['n', 'v'] }).map(([word]) => word)).toEqual(['读书', '书'])
  })

  it('knows a tag by its longest known beginning', () => {
    expect(['NR', 'nrzzz', 'vzz', '9', 'wkz'].map((tag) => TAGS[tagId(tag)])).toEqual(['nr', 'nr', 'v', 'x', 'wkz'])
  })
})
