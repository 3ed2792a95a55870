/**
 * Texts for the benchmarks: English-like news made of a few hundred word stems with endings, drawn with the skew of natural
 * language (Zipf), some of it copied and edited. The same seed gives the same bytes everywhere.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { firstWhere } from '../dist/hashing/binary-search.js'
import { createRandomWords } from '../dist/hashing/random.js'
import { createTextRandom } from './random.ts'

const STEMS =
  'the of and to in a is that for it was on with as be at by this had not are but from or have an they which one you were her all she there would their we him been has when who will more no if out so said what up its about into than them can only other new some could time these two may then do first any my now such like our over man me even most made after also did many before must through back years where much your way well down should because each just those people how too little state good very make world still own see men work long get here between both life being under never day same another know while last might us great old year off come since against go came right used take three small found large place thought again house set number water river stone market winter harbour quiet engine letter garden copper window village signal orchard marble pocket council bridge road school teacher minister report budget season player match record museum library theatre concert station railway airport coast island mountain forest weather storm summer spring autumn farmer price company worker factory union bank interest money tax court judge police officer hospital doctor nurse patient medicine research student science energy power light heat field paper book story page word voice question answer reason result problem plan project office building street square tower church hall door room table chair kitchen bread coffee tea fruit apple cloud'.split(
    ' ',
  )
const ENDINGS = ['', '', '', 's', 'ed', 'ing', 'er', 'ly', 'ness', 'ment', 'al', 'ful', 'less', 'ward', 'ship', 'able']

/** Documents of the command's own generator; kept between runs in bench/.data. */
export function generated(kind: string, documents: number): string {
  const folder = join(import.meta.dirname, '.data')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${kind}-${documents}.jsonl`)
  const command = join(import.meta.dirname, '../dist/bundle/leitong.js')
  if (!existsSync(path))
    execFileSync(process.execPath, [command, 'generate', kind, '--size', String(documents), '--seed', '5', '-o', path, '-q'])
  return path
}

export interface Corpus {
  readonly path: string
  readonly documents: number
  /** Documents that have the words of an earlier one. */
  readonly copies: number
  readonly bytes: number
}

/**
 * JSON lines of about `bytes` bytes; kept between runs in bench/.data.
 *
 * @param length  words in a document, from half to one and a half times this
 */
export function englishCorpus(bytes: number, length: number): Corpus {
  const folder = new URL('.data/', import.meta.url).pathname
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `english-${bytes}-${length}.jsonl`)
  const about = `${path}.json`
  if (existsSync(path) && existsSync(about)) return JSON.parse(readFileSync(about, 'utf8')) as Corpus
  const random = createTextRandom(20_240_601)
  const vocabulary = ENDINGS.flatMap((ending, i) => STEMS.map((stem) => (i < 3 ? stem : stem + ending)))
  const word = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] as string
  const recent: string[] = []
  const seen = new Set<number>()
  const file = openSync(`${path}.part`, 'w')
  let written = 0
  let documents = 0
  let copies = 0
  while (written < bytes) {
    let block = ''
    for (let i = 0; i < 500; i++) {
      let text: string
      const old = recent.length > 50 && random() < 0.1 ? recent[Math.floor(random() * recent.length)] : undefined
      if (old === undefined) text = sentences(random, word, Math.floor(length * (0.5 + random())))
      else if (random() < 0.25) {
        text = old
      } else {
        text = old.replace(/\w+/g, (same) => (random() < 0.02 ? word() : same))
      }
      const words = createHash('md5')
        .update((text.toLowerCase().match(/\w+/g) ?? []).join(' '))
        .digest()
        .readUIntBE(0, 6)
      if (seen.has(words)) copies++
      seen.add(words)
      if (random() < 0.2) recent.push(text)
      if (recent.length > 5000) recent.shift()
      block += `{"id":"doc-${documents}","url":"https://example.org/news/${documents}","text":"${text}"}\n`
      documents++
    }
    written += writeSync(file, block)
  }
  closeSync(file)
  renameSync(`${path}.part`, path)
  const corpus = { path, documents, copies, bytes: statSync(path).size }
  const description = openSync(about, 'w')
  writeSync(description, JSON.stringify(corpus))
  closeSync(description)
  return corpus
}

function sentences(random: () => number, word: () => string, count: number): string {
  let text = ''
  let left = 0
  for (let i = 0; i < count; i++) {
    let next = word()
    if (left <= 0) {
      if (i) text = `${text.trimEnd()}. `
      next = (next[0] as string).toUpperCase() + next.slice(1)
      left = 6 + Math.floor(random() * 16)
    }
    left--
    text += `${next}${random() < 0.08 ? ', ' : ' '}`
  }
  return `${text.trimEnd().replace(/,$/, '')}.`
}

/**
 * Chinese texts: words of the dictionary of @node-rs/jieba drawn as often as it says, joined into clauses and sentences.
 *
 * @param bytes   of UTF-8, in all
 * @param length  words in a text, from half to one and a half times this
 */
export function chineseTexts(bytes: number, length: number): string[] {
  const entries = readFileSync(createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt'), 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([word]) => word && /^[\u4e00-\u9fff]+$/.test(word))
  const sums = new Float64Array(entries.length)
  let sum = 0
  entries.forEach(([, frequency], i) => {
    sum += Number(frequency)
    sums[i] = sum
  })
  const random = createTextRandom(20_240_601)
  const draw = () => {
    const wanted = random() * sum
    return (entries[firstWhere(0, sums.length - 1, (at) => (sums[at] as number) > wanted)] as string[])[0] as string
  }
  const texts: string[] = []
  for (let written = 0; written < bytes; ) {
    let text = ''
    const count = Math.floor(length * (0.5 + random()))
    for (let i = 0; i < count; i++) {
      text += draw()
      if (random() < 0.12) text += random() < 0.65 ? '，' : random() < 0.9 ? '。' : `${Math.floor(random() * 2030)}年`
    }
    texts.push(`${text}。`)
    written += Buffer.byteLength(text)
  }
  return texts
}

/** Random fingerprints, the last `planted` of which are two bits at most from the first ones. */
export function randomFingerprints(count: number, planted: number): BigUint64Array {
  const halves = new Uint32Array(count * 2)
  // A linear generator will not do: among ten million of its values are far more pairs a few bits apart than among random ones.
  const random = createRandomWords(99)
  for (let i = 0; i < halves.length; i++) halves[i] = random()
  const values = new BigUint64Array(halves.buffer)
  for (let i = 0; i < planted; i++)
    values[count - 1 - i] = (values[i] as bigint) ^ (1n << BigInt(i % 64)) ^ (1n << BigInt((i * 7 + 3) % 64))
  return values
}
