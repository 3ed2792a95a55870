/**
 * The introduction's three ways to find every fingerprint within 3 of 64 bits, one against all and so all against all: look up the
 * 43 745 variants of a query; store the 43 745 variants of every fingerprint; 4 blocks of 16 bits with an inverted list each. All three
 * are exact; what they look at, keep and take is measured. Storing is left out where it would take more than 512 MB.
 */

import { count, seconds } from '../../../writing/sheet.js'
import { blockCost } from '../../rivals/block-cost.js'
import { searchBlocks } from '../../rivals/blocks.js'
import { judged, plainFingerprints } from '../../rivals/fingerprints.js'
import { probeVariants, storeVariants, variantCount } from '../../rivals/variants.js'
import { measureRun } from '../peak-memory.js'
import { DOCUMENTS, SECONDS } from '../sheet.js'
import { documentsFor } from '../words.js'
import { type Experiment, sample, series } from './experiment.js'

const DISTANCE = 3
const ROOM = 2 ** 29
/** Sizes that the slowest way can still do. */
const SIZES = [50, 100, 200, 500, 1000, 2000]
const MOST = { 'probe every variant': 2000, 'store every variant': 500 }

const CHINESE = { '4 blocks': '4 个分块', 'probe every variant': '逐个查找变体', 'store every variant': '存储全部变体' }

export const intro: Experiment = {
  name: 'intro',
  corpus: { kind: 'articles_zh', size: 2000 },
  methods: '',
  async run(set, _methods, options) {
    const words = documentsFor('words', set, options.cut)
    const sizes = [...SIZES.filter((n) => n < words.length), words.length].filter((n) => n <= 100_000)
    const searches: { way: string; documents: number; stored: number; candidates: number; pairs: number; seconds: number }[] = []
    for (const n of sizes) {
      const part = sample(words, n)
      const fingerprints = plainFingerprints(part, 'lane64')
      const ordinals = judged(part)
      const ways = {
        '4 blocks': () => searchBlocks(fingerprints, ordinals, { distance: DISTANCE, blocks: 4 }),
        ...(n <= MOST['probe every variant'] ? { 'probe every variant': () => probeVariants(fingerprints, ordinals, DISTANCE) } : {}),
        ...(n <= MOST['store every variant'] ? { 'store every variant': () => storeVariants(fingerprints, ordinals, DISTANCE, ROOM) } : {}),
      }
      for (const [way, run] of Object.entries(ways)) {
        options.progress?.(`${way}, ${n}`)
        const { value, seconds: taken } = await measureRun(run)
        searches.push({ way, documents: n, stored: value.stored, candidates: value.candidates, pairs: value.pairs.length, seconds: taken })
      }
    }
    const parts = [
      series(['Seconds', '秒'], SECONDS, searches, { name: 'way', value: 'seconds' }, seconds, CHINESE),
      series(['Entries looked at', '查看的条目数'], ['entries', '条目'], searches, { name: 'way', value: 'candidates' }, count, CHINESE),
      series(['Entries stored', '存储的条目数'], ['entries', '条目'], searches, { name: 'way', value: 'stored' }, count, CHINESE),
      series(['Pairs found', '找到的对'], ['pairs', '对'], searches, { name: 'way', value: 'pairs' }, count, CHINESE),
    ]
    return {
      experiment: 'intro',
      set: set.name,
      documents: words.length,
      measured: { searches },
      sheet: {
        title: ['Experiment intro: three ways to search within 3 bits', '实验 intro：海明距离 3 以内的三种查找'],
        notes: [
          [
            `${DOCUMENTS[0]} of ${set.name}; ${count(variantCount(DISTANCE))} variants of 64 bits; with 2^34 evenly spread fingerprints the lists of 4 blocks hold ${count(blockCost(2 ** 34, 64, 4).comparisons)} candidates a query.`,
            `${set.name} 的${DOCUMENTS[1]}；64 位的 ${count(variantCount(DISTANCE))} 个变体；若有 2^34 个均匀分布的指纹，4 个分块的倒排表平均每次查询共 ${count(blockCost(2 ** 34, 64, 4).comparisons)} 个候选。`,
          ],
        ],
        tables: parts.map(({ table }) => table),
        charts: parts.map(({ chart }) => chart),
      },
    }
  },
}
