/**
 * The rows of the benchmark: each measures something against something anyone has, in one run on one machine, and first makes
 * sure that the answer was right.
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Jieba } from '@node-rs/jieba'
import { dict } from '@node-rs/jieba/dict.js'
import { resolveOptions } from '../dist/resolving/resolve.js'
import { loadModel } from '../dist/signing/corpus-model.js'
import { Fingerprinter } from '../dist/signing/fingerprinter.js'
import { createHammingIndex, createSegmenter, hammingPairs } from '../dist/stages.js'
import { chineseTexts, englishCorpus, randomFingerprints } from './corpus.ts'
import { expect, median, type Row, time } from './row.ts'

export { denseGroups, liveIndex } from './live.ts'
export { millionRows, rowsOfFields } from './rows-speed.ts'
export { memory, wholeJob } from './whole/gigabyte.ts'
export { millionPeers } from './whole/peers.ts'
export { allAlike, growth, manyFingerprints, manyTexts } from './whole/scale.ts'
export { starts } from './whole/starts.ts'

const options = (values: Record<string, unknown>) => resolveOptions([{ values, where: '' }], { workers: 1, memory: 1 << 30, temp: '/tmp' })

/** Fingerprinting English, word 3-grams, simhash of 64 bits, one core, against md5 over the same bytes. */
export function fingerprinting(): Row {
  const { path } = englishCorpus(50_000_000, 400)
  const texts = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Buffer.from(JSON.parse(line).text))
  const bytes = texts.reduce((sum, text) => sum + text.length, 0)
  const signer = new Fingerprinter('bits', options({ method: 'simhash', tokenizer: 'word', ngram: 3 }), 'full')
  const row = new Uint8Array(signer.entryBytes)
  const distinct = new Set<string>()
  for (const text of texts) {
    signer.fingerprint({ text }, row)
    distinct.add(Buffer.from(row.subarray(16)).toString('hex'))
  }
  const answer = expect('more fingerprints than half of the texts', distinct.size > texts.length / 2, true)
  const own: number[] = []
  const md5: number[] = []
  for (let round = 0; round < 5; round++) {
    own.push(median(time(1, () => texts.forEach((text) => void signer.fingerprint({ text }, row)))))
    md5.push(
      median(
        time(1, () => {
          const hash = createHash('md5')
          for (const text of texts) hash.update(text)
          hash.digest()
        }),
      ),
    )
  }
  const [value, reference] = [own, md5].map((times) => bytes / 1000 / median(times)) as [number, number]
  const ratio = value / reference
  return {
    name: 'fingerprint English, word 3-grams, one core',
    value,
    reference,
    unit: 'MB/s (md5)',
    ratio,
    bar: '>= 0.4',
    reached: ratio >= 0.4,
    answer,
  }
}

/**
 * Chinese words by dictionary, signed (unigrams, simhash of 64 bits), one core, against jieba cutting alone: by their counts, and by
 * the composite weight (tf-idf, part of speech, length, marker words).
 */
export function chineseWords(): Row[] {
  const texts = chineseTexts(4_000_000, 300)
  const buffers = texts.map((text) => Buffer.from(text))
  const bytes = buffers.reduce((sum, text) => sum + text.length, 0)
  const jieba = Jieba.withDict(dict)
  const segmenter = createSegmenter()
  let words = 0
  let same = 0
  for (const text of texts.slice(0, 200)) {
    const cut = jieba.cut(text, false)
    words += cut.length
    const own = segmenter.cut(text)
    same += own.length === cut.length && own.every((word, i) => word === cut[i]) ? cut.length : 0
  }
  const answer = expect('texts of 200 cut as jieba cuts them, share of words', same / words, 1)
  const plain = options({ method: 'simhash', tokenizer: 'chinese' })
  const signers = [new Fingerprinter('bits', plain, 'full'), compositeSigner(texts)]
  const row = new Uint8Array(signers[0]?.entryBytes ?? 0)
  const times: number[][] = [[], [], []]
  for (let round = 0; round < 7; round++) {
    signers.forEach((signer, i) => {
      times[i]?.push(median(time(1, () => buffers.forEach((text) => void signer.fingerprint({ text }, row)))))
    })
    times[2]?.push(median(time(1, () => texts.forEach((text) => void jieba.cut(text, false)))))
  }
  const [own, composite, peer] = times.map((each) => bytes / 1000 / median(each)) as [number, number, number]
  const rowOf = (name: string, value: number, least: number): Row => ({
    name,
    value,
    reference: peer,
    unit: 'MB/s (jieba cut alone)',
    ratio: value / peer,
    bar: `>= ${least}`,
    reached: value / peer >= least,
    answer,
  })
  return [
    rowOf('Chinese words (dictionary), signed, one core', own, 5),
    rowOf('Chinese words, composite weights, signed, one core', composite, 3),
  ]
}

/** A signer by composite weights, with a model counted over the texts. */
function compositeSigner(texts: readonly string[]): Fingerprinter {
  const folder = mkdtempSync(join(tmpdir(), 'leitong-bench-'))
  const file = join(folder, 'texts.jsonl')
  writeFileSync(file, texts.map((text) => `${JSON.stringify({ text })}\n`).join(''))
  const model = join(folder, 'model')
  execFileSync(process.execPath, [
    join(import.meta.dirname, '../dist/bundle/leitong.js'),
    'model',
    'build',
    file,
    '--tokenizer',
    'chinese',
    '-o',
    model,
  ])
  const loaded = loadModel('bits', options({ method: 'simhash', tokenizer: 'chinese', weight: 'composite', model }))
  rmSync(folder, { recursive: true })
  return new Fingerprinter('bits', loaded.options, 'full', loaded.model)
}

/** All pairs within 3 bits among ten million fingerprints, one core, against sorting them. */
export function allPairs(): Row {
  const planted = 1000
  const values = randomFingerprints(10_000_000, planted)
  let pairs = 0
  const own = time(3, () => {
    pairs = 0
    hammingPairs(values, { bits: 64, distance: 3 }, (triples) => {
      pairs += triples.length / 3
      return false
    })
  })
  const answer = expect('pairs', pairs, planted)
  const sorting = time(3, () => values.slice().sort())
  const [value, reference] = [median(own), median(sorting)]
  const ratio = value / reference
  return {
    name: 'all pairs <= 3 bits, 10 M x 64 bits, one core',
    value,
    reference,
    unit: 'ms (BigUint64Array.sort)',
    ratio,
    bar: '<= 4',
    reached: ratio <= 4,
    answer,
  }
}

/** One query among ten million fingerprints. */
export function oneQuery(): Row {
  const values = randomFingerprints(10_000_000, 0)
  const index = createHammingIndex(values, 64, 3)
  const micros: number[] = []
  let found = 0
  const queries = 20_000
  for (let i = 0; i < queries; i++) {
    const query = (values[(i * 499) % values.length] as bigint) ^ (1n << BigInt(i % 64))
    const start = performance.now()
    const matches = index.query(query)
    micros.push((performance.now() - start) * 1000)
    found += matches.length
  }
  const value = median(micros)
  return {
    name: 'one query among 10 M, <= 3 bits',
    value,
    reference: 60,
    unit: 'us (bar)',
    ratio: value / 60,
    bar: '<= 60 us median',
    reached: value <= 60,
    answer: expect('matches', found, queries),
  }
}
