/**
 * npm run bench:peers
 *
 * The same texts, the same shingles, the same task, beside packages of npm and PyPI (installed into bench/.venv). Writes the tables
 * of docs/benchmarks.md. Times are of whole tasks from raw text, on two cores where a package uses them.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import Minhash from 'minhash'
import simhash from 'simhash'
import { methodOf } from '../dist/methods/methods.js'
import { resolveOptions } from '../dist/resolving/resolve.js'
import type { Fingerprinter } from '../dist/signing/fingerprinter.js'
import { hammingPairs, shingles, tokenize } from '../dist/stages.js'
import { englishCorpus, randomFingerprints } from './corpus.ts'
import { type Outcome, runPython, runTextDedup } from './peers/python.ts'

const temporary = mkdtempSync(join(tmpdir(), 'leitong-peers-'))
const { path, documents } = englishCorpus(43_000_000, 400)
const texts = readFileSync(path, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line).text as string)
const OPTIONS = { tokenizer: 'word', normalize: ['case'], ngram: 3, charNgram: 3 } as const

interface Entry extends Outcome {
  readonly name: string
}

function timed(name: string, work: () => string): Entry {
  const start = performance.now()
  const answer = work()
  return { name, seconds: (performance.now() - start) / 1000, answer }
}

/** The best of three, so that a slow start of one does not count against it. */
const best = (run: () => Entry) => [run(), run(), run()].reduce((a, b) => (b.seconds < a.seconds ? b : a))

function signing(): Entry[] {
  const sign = (method: 'minhash' | 'simhash') => {
    const options = resolveOptions([{ values: { method, tokenizer: 'word', ngram: 3, normalize: ['case'] }, where: '' }], {
      workers: 1,
      memory: 1 << 30,
      temp: temporary,
    })
    const signer = methodOf(options).createSigner(options, 'full') as Fingerprinter
    const row = new Uint8Array(signer.entryBytes)
    return best(() => timed(`leitong ${method}`, () => `${texts.map((text) => signer.fingerprint({ text }, row)).length} signatures`))
  }
  const few = texts.slice(0, 500)
  const scaled = (entry: Entry, factor: number) => ({
    ...entry,
    seconds: entry.seconds * factor,
    answer: `${entry.answer}, of ${few.length} texts, scaled`,
  })
  const cut = (text: string) => shingles(tokenize(text, OPTIONS), OPTIONS)
  return [
    sign('minhash'),
    sign('simhash'),
    { name: 'rensa (PyPI) minhash', ...runPython('sign.py', ['rensa', path]) },
    { name: 'datasketch (PyPI) minhash', ...runPython('sign.py', ['datasketch', path]) },
    { name: 'simhash (PyPI)', ...runPython('sign.py', ['simhash', path]) },
    scaled(
      timed('minhash (npm)', () => {
        for (const text of few) {
          const signature = new Minhash.Minhash({ numPerm: 128 })
          for (const shingle of cut(text)) signature.update(shingle)
        }
        return `${few.length} signatures`
      }),
      documents / few.length,
    ),
    scaled(
      timed('simhash (npm), 32 bits', () => {
        const make = simhash('md5')
        for (const text of few) make(cut(text))
        return `${few.length} signatures`
      }),
      documents / few.length,
    ),
  ]
}

/** Pairs as "a b" by position. */
function pairsFile(name: string): Set<string> {
  return new Set(readFileSync(join(temporary, name), 'utf8').trim().split('\n').filter(Boolean))
}

function pairs(): Entry[] {
  const out = join(temporary, 'leitong.pairs')
  const own = best(() =>
    timed('leitong dedupe', () => {
      const args = ['dedupe', path, '--tokenizer', 'word', '--ngram', '3', '--normalize', 'case', '--pairs', out]
      const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../dist/bundle/leitong.js'), ...args], {
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(stderr)
      return `${Number(execFileSync('wc', ['-l', out], { encoding: 'utf8' }).split(' ')[0])} pairs`
    }),
  )
  const number = (id: string) => Number(id.slice('doc-'.length))
  const exact = new Set(
    readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ a, b }) => `${number(a)} ${number(b)}`),
  )
  const peers = ['datasketch', 'rensa', 'gaoya'].map((library) => {
    const outcome = runPython('pairs.py', [library, path, join(temporary, library)])
    const found = pairsFile(library)
    const right = [...found].filter((pair) => exact.has(pair)).length
    return {
      name: `${library} (PyPI)`,
      seconds: outcome.seconds,
      answer: `${outcome.answer}: precision ${(right / found.size).toFixed(3)}, recall ${(right / exact.size).toFixed(3)}`,
    }
  })
  return [own, ...peers, { name: 'text-dedup minhash (PyPI), to a kept set', ...runTextDedup(path, join(temporary, 'text-dedup')) }]
}

function hamming(): Entry[] {
  const count = 1_000_000
  const values = randomFingerprints(count, 1000)
  const file = join(temporary, 'values')
  writeFileSync(file, new Uint8Array(values.buffer))
  const own = best(() =>
    timed('leitong', () => {
      let found = 0
      hammingPairs(values, { bits: 64, distance: 3 }, (triples) => {
        found += triples.length / 3
        return false
      })
      return `${found} pairs`
    }),
  )
  return [
    own,
    { name: 'simhash-cpp (PyPI simhash-pybind)', ...runPython('hamming.py', ['simhash-pybind', file], 'pybind') },
    { name: 'faiss IndexBinaryMultiHash (PyPI)', ...runPython('hamming.py', ['faiss', file]) },
  ]
}

function table(entries: readonly Entry[]): string {
  const [own] = entries as [Entry]
  const rows = entries.map(
    ({ name, seconds, answer }) => `| ${name} | ${seconds.toPrecision(3)} | ${(seconds / own.seconds).toPrecision(2)} | ${answer} |`,
  )
  return ['| | seconds | against leitong | answer |', '|---|--:|--:|---|', ...rows].join('\n')
}

const file = new URL('../docs/benchmarks.md', import.meta.url)
const sections = { signing, pairs, hamming }
for (const [name, run] of Object.entries(sections)) {
  const made = table(run())
  console.log(`${name}\n${made}\n`)
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace(new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`), () => `<!-- ${name} -->\n${made}\n<!-- /${name} -->`),
  )
}
console.log(`${documents} texts, ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`)
rmSync(temporary, { recursive: true })
