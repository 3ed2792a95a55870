/**
 * Li and Han 2015: records of a relational table, 3 topics (education, urban management, construction), 300 known similar ones among 5 000.
 * Compared: I-Match, plain simhash, the improved simhash (field weights, nulls, CityHash64); recall about 90 %, precision about 95 %.
 * Table 2 times fingerprinting with three string hashes over 1 000 to 30 000 records; Table 4 times Single-Pass clustering against the
 * index of 4 blocks; Table 5 asks stores for the first match and for all.
 */

import { signsOf } from '../../../fingerprinting/simhash.js'
import { to64 } from '../../../hashing/string-hashes.js'
import { machineDefaults } from '../../../options/machine.js'
import { resolveOptions } from '../../../resolving/resolve.js'
import { count, seconds, type Words } from '../../../writing/sheet.js'
import { PRESETS } from '../../generating/presets.js'
import { searchBlocks } from '../../rivals/blocks.js'
import { addHash, BITS, judged, plainFingerprints, requireHash } from '../../rivals/fingerprints.js'
import type { RivalDocument } from '../../rivals/rival.js'
import { mergeClasses, singlePassOver } from '../../rivals/single-pass.js'
import { evaluate } from '../evaluate.js'
import { measureRun } from '../peak-memory.js'
import { evaluationSheet, PROCESSOR } from '../sheet.js'
import { documentsFor } from '../words.js'
import { type Experiment, sample, series, sizesOf } from './experiment.js'
import { liveDocuments } from './live-documents.js'
import { ROW_OPTIONS, storeVerdict, timeStores } from './store-table.js'

/** The hash that early simhash packages ship; BKDR in 64 bits; CityHash64; MurmurHash3; MD5, which later packages ship; the product's own. */
const HASHES = ['python64', 'bkdr64-131', 'city64', 'murmur3-128', 'md5', 'lane64']

/** Fingerprints where every word of every record is hashed anew, as in a program that keeps nothing between records. */
export function fingerprintRecords(documents: readonly RivalDocument[], hash: string): BigUint64Array {
  const { hash: compute } = requireHash(hash)
  const encoder = new TextEncoder()
  const sums = new Float64Array(BITS)
  return BigUint64Array.from(documents, ({ tokens }) => {
    const counts = new Map<string, number>()
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
    sums.fill(0)
    for (const [token, n] of counts) {
      const value = to64(compute(encoder.encode(token)))
      addHash(sums, Number(value & 0xffffffffn), Number(value >> 32n), n)
    }
    return signsOf(sums)
  })
}

async function timeHashes(words: readonly RivalDocument[], sizes: readonly number[]) {
  const rows: { hash: string; documents: number; seconds: number; processor: number }[] = []
  for (const hash of HASHES) {
    fingerprintRecords(words.slice(0, 200), hash) // warm
    for (const n of sizes) {
      const part = sample(words, n)
      const { seconds: taken, processor } = await measureRun(() => fingerprintRecords(part, hash))
      rows.push({ hash, documents: n, seconds: taken, processor })
    }
  }
  return rows
}

async function timeSearches(words: readonly RivalDocument[], sizes: readonly number[]) {
  const rows: { method: string; documents: number; seconds: number; processor: number; comparisons: number; pairs: number }[] = []
  for (const n of sizes) {
    const part = sample(words, n)
    const fingerprints = plainFingerprints(part, 'city64')
    const ways = {
      'Single-Pass': () => singlePassOver(fingerprints, judged(part), 3),
      'Single-Pass, merging': () => mergeClasses(fingerprints, judged(part), 3),
      '4 blocks': () => searchBlocks(fingerprints, judged(part), { distance: 3, blocks: 4 }),
    }
    for (const [method, run] of Object.entries(ways)) {
      const { value, seconds: taken, processor } = await measureRun(run)
      rows.push({ method, documents: n, seconds: taken, processor, comparisons: value.candidates, pairs: value.pairs.length })
    }
  }
  return rows
}

/** Stores that need no server: memory, and LMDB in a temporary folder. */
const STORES = ['memory:', 'lmdb']
const MILLISECONDS: Words = ['milliseconds', '毫秒']
const QUESTIONS: readonly (readonly [value: 'first' | 'every', title: Words])[] = [
  ['first', ['Table 5: the first match of one record, milliseconds', '表 5：查询首个相似记录（毫秒）']],
  ['every', ['Table 5: all matches of one record, milliseconds', '表 5：查询全部相似记录（毫秒）']],
]

const INSERTS: Words = ['Table 5: records put in a second', '表 5：每秒插入的记录数']
const RECORDS_A_SECOND: Words = ['records a second', '每秒记录数']

const CHINESE = { '4 blocks': '4 个分块', 'Single-Pass, merging': 'Single-Pass（类间合并）' }

export const li2015: Experiment = {
  name: 'li2015',
  corpus: PRESETS.li2015,
  claim: { method: 'profile:li2015', precision: 0.95, recall: 0.9 },
  methods: 'i-match,simhash,simhash-words,profile:li2015',
  async run(set, methods, options) {
    const evaluation = await evaluate(set, methods, options)
    const words = documentsFor('words', set, options.cut)
    const sizes = sizesOf(set)
    options.progress?.('string hashes')
    const hashes = await timeHashes(words, sizes)
    options.progress?.('Single-Pass and blocks')
    const searches = await timeSearches(words, sizes)
    const signing = resolveOptions([{ values: ROW_OPTIONS, where: 'in the experiment' }], machineDefaults())
    const stores = await timeStores(options.stores ?? STORES, await liveDocuments(set, signing), sizes, options.progress)
    const verdict = storeVerdict(stores)
    const sheet = evaluationSheet(evaluation)
    const byMethod = (value: string) => ({ name: 'method', value })
    const parts = [
      series(
        ['Table 2: fingerprinting by string hash, seconds of the processor', '表 2：不同字符串哈希的指纹生成时间（处理器秒）'],
        PROCESSOR,
        hashes,
        { name: 'hash', value: 'processor' },
        seconds,
      ),
      series(
        ['Table 4: Single-Pass against blocks, seconds of the processor', '表 4：Single-Pass 与分块索引（处理器秒）'],
        PROCESSOR,
        searches,
        byMethod('processor'),
        seconds,
        CHINESE,
      ),
      series(['Table 4: comparisons', '表 4：比较次数'], ['comparisons', '比较次数'], searches, byMethod('comparisons'), count, CHINESE),
      ...QUESTIONS.map(([value, title]) => series(title, MILLISECONDS, stores, { name: 'store', value }, seconds)),
      series(INSERTS, RECORDS_A_SECOND, stores, { name: 'store', value: 'adds' }, (n) => count(Math.round(n))),
    ]
    return {
      experiment: 'li2015',
      set: set.name,
      documents: set.documents.length,
      evaluation,
      measured: { hashes, searches, stores },
      sheet: {
        ...sheet,
        notes: verdict ? [...sheet.notes, verdict] : sheet.notes,
        title: ['Experiment li2015: rows of a table', '实验 li2015：关系数据的相似重复记录'],
        tables: [...sheet.tables, ...parts.map(({ table }) => table)],
        charts: [...sheet.charts, ...parts.map(({ chart }) => chart)],
      },
    }
  },
}
