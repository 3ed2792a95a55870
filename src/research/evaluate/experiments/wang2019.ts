/**
 * Wang and Wang 2019: 5 topics (Internet, medicine, education, AI, housing) of 1 000 similar documents each among 5 000 unrelated ones.
 * Compared: plain simhash and the improved one (weights by topic and length, MinHash of other information, second hashing of over-full
 * buckets). The source reports a precision of about 94 % and a recall of about 92 %, and the time against the amount of data. How uneven
 * the buckets are, and what second hashing saves, is measured on the plain fingerprints of the set: once as the source does it, and as long as
 * buckets are too full; each with equal fingerprints as entries of their own, as the source has it, and as one.
 */

import { count, seconds, type Table, type Words } from '../../../writing/sheet.js'
import { PRESETS } from '../../generating/presets.js'
import { blockCost, bucketLimit, subBuckets } from '../../rivals/block-cost.js'
import { searchBlocks } from '../../rivals/blocks.js'
import { judged, plainFingerprints } from '../../rivals/fingerprints.js'
import { measureRun } from '../peak-memory.js'
import { SECONDS } from '../sheet.js'
import { documentsFor } from '../words.js'
import { type Experiment, qualityAndTime, series } from './experiment.js'
import { timeRates } from './rate-table.js'

/** A bucket of more than (1 + 2) times the mean is cut again: the source's example. */
const OVERFLOW = 2

const MILLISECONDS: Words = ['milliseconds', '毫秒']

/** How often a bucket is cut again, and the buckets over which the mean is taken: once, over all of them, is the source's way. */
const WAYS = [
  [0, 'filled'],
  [1, 'all'],
  [1, 'filled'],
  [Number.POSITIVE_INFINITY, 'filled'],
] as const

/** The reckoning of the source, for fingerprints that are spread evenly. */
const { bucket, comparisons } = blockCost(2 ** 33, 64, 4)
const RECKONED = [
  `With 2^33 evenly spread fingerprints: ${count(bucket)} a bucket, ${count(comparisons)} comparisons a query; a bucket above ${count(bucketLimit(bucket, OVERFLOW))} is cut into ${count(subBuckets(64, 4))} by each block.`,
  `若有 2^33 个均匀分布的指纹：每桶 ${count(bucket)} 个，每次查询比较 ${count(comparisons)} 次；超过 ${count(bucketLimit(bucket, OVERFLOW))} 个的桶按每个分块再切成 ${count(subBuckets(64, 4))} 个。`,
] as const

const CHINESE: Readonly<Record<string, string>> = {
  each: '各存一条',
  'as one': '合为一条',
  no: '无',
  once: '一次',
  'once, mean of the filled': '一次（按非空桶的均值）',
  'while too full': '直到不再过满',
}

export const wang2019: Experiment = {
  name: 'wang2019',
  corpus: PRESETS.wang2019,
  claim: { method: 'profile:wang2019', precision: 0.94, recall: 0.92 },
  methods: 'simhash,simhash-words,profile:wang2019',
  async run(set, methods, options) {
    const { evaluation, timings, sheet } = await qualityAndTime(set, methods, options)
    options.progress?.('second hashing')
    const words = documentsFor('words', set, options.cut)
    const fingerprints = plainFingerprints(words, 'lane64')
    const skew: Record<string, number | string>[] = []
    for (const joinCopies of [false, true]) {
      for (const [again, mean] of WAYS) {
        const { value, seconds: taken } = await measureRun(() =>
          searchBlocks(fingerprints, judged(words), { distance: 3, blocks: 4, overflow: OVERFLOW, again, mean, joinCopies }),
        )
        skew.push({
          'equal fingerprints': joinCopies ? 'as one' : 'each',
          'second hashing': again ? (again === 1 ? (mean === 'all' ? 'once' : 'once, mean of the filled') : 'while too full') : 'no',
          entries: value.stored / 4,
          largest: value.buckets[0] ?? 1,
          split: value.split,
          comparisons: value.candidates,
          pairs: value.pairs.length,
          seconds: taken,
        })
      }
    }
    const rates = await timeRates(set, options.stores ?? ['memory:'], options.progress)
    const requests = (title: Words, value: string) =>
      series(title, MILLISECONDS, rates, { name: 'way', value, x: ['rate', ['requests a second', '每秒请求数']] }, (n) => n.toFixed(2))
    const parts = [
      requests(['Figure 6: time from a request to its answer, milliseconds', '图 6：从请求到应答的时间（毫秒）'], 'response'),
      requests(['Figure 6: processor time of a request, milliseconds', '图 6：每个请求的处理器时间（毫秒）'], 'processor'),
    ]
    const table: Table = {
      title: ['Uneven buckets: 4 blocks of 16 bits, distance 3', '桶的倾斜：4 个 16 位分块，海明距离 3'],
      columns: [
        ['equal fingerprints', '相同指纹'],
        ['second hashing', '二次哈希'],
        ['entries', '条目'],
        ['largest bucket', '最大的桶'],
        ['buckets cut again', '再次切分的桶'],
        ['comparisons', '比较次数'],
        ['pairs', '找到的对'],
        SECONDS,
      ],
      rows: skew.map((row) =>
        Object.entries(row).map(([name, value]) =>
          typeof value === 'string' ? ([value, CHINESE[value] ?? value] as const) : name === 'seconds' ? seconds(value) : count(value),
        ),
      ),
    }
    return {
      experiment: 'wang2019',
      set: set.name,
      documents: set.documents.length,
      evaluation,
      measured: { timings, skew, rates },
      sheet: {
        ...sheet,
        notes: [...sheet.notes, RECKONED],
        title: ['Experiment wang2019: plain and improved simhash', '实验 wang2019：传统与改进 Simhash'],
        tables: [...sheet.tables, ...parts.map((part) => part.table), table],
        charts: [...sheet.charts, ...parts.map((part) => part.chart)],
      },
    }
  },
}
