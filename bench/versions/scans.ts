/**
 * LEITONG_DATA=FOLDER npx tsx bench/versions/scans.ts [SET …]
 *
 * Scanned texts (by default ocr_overproof): F1, precision and recall of pairs, and processor seconds of each way. Those of leitong are of the
 * whole command; those of RETSim (unisim of PyPI, whose wheel has the model) of its embeddings, all pairs of which are compared then.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { python } from '../venv.js'
import { keyOf, versionSets } from './sets.js'

/** Options of `dedupe`. */
const WAYS: readonly (readonly [name: string, options: string])[] = [
  ['default', ''],
  ['MinHash at 0.5', '--threshold 0.5'],
  ['MinHash at 0.3', '--threshold 0.3'],
  ['MinHash, characters 5, at 0.5', '--tokenizer char --ngram 5 --threshold 0.5'],
  ['MinHash, characters 5, at 0.3', '--tokenizer char --ngram 5 --threshold 0.3'],
  ['simhash, 3 bits', '--method simhash --distance 3 --no-verify'],
  ['simhash, 10 bits', '--method simhash --distance 10 --no-verify'],
  ['versions', '--find versions'],
]
/** Cosines of RETSim; the first is its default. */
const COSINES = [0.9, 0.85, 0.82, 0.8]

interface Pair {
  readonly a: string
  readonly b: string
}

const folder = mkdtempSync(join(tmpdir(), 'leitong-scans-'))
const input = join(folder, 'docs.jsonl')
const found = join(folder, 'pairs.jsonl')
const command = join(import.meta.dirname, '../../dist/bundle/leitong.js')
const keysOf = (pairs: readonly Pair[]) => new Set(pairs.map(({ a, b }) => keyOf(String(a), String(b))))

/** The pairs that the command finds, and its processor seconds, in all threads, as the shell counts them. */
function dedupe(options: string): { readonly pairs: readonly Pair[]; readonly seconds: number } {
  rmSync(found, { force: true })
  const line = `TIMEFORMAT='%U %S'; time "$0" "$@" >/dev/null 2>&1`
  const args = [command, 'dedupe', input, '--pairs', found, ...options.split(' ').filter(Boolean)]
  const { stderr } = spawnSync('bash', ['-c', line, process.execPath, ...args], { encoding: 'utf8' })
  const pairs = readFileSync(found, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text) as Pair)
  return {
    pairs,
    seconds: stderr
      .trim()
      .split(/\s+/)
      .reduce((sum, value) => sum + Number(value), 0),
  }
}

try {
  if (process.argv.length < 3) process.argv.push('ocr_overproof')
  for (const { documents, row } of versionSets()) {
    writeFileSync(input, documents.map((document) => `${JSON.stringify(document)}\n`).join(''))
    for (const [name, options] of WAYS) {
      const { pairs, seconds } = dedupe(options)
      row(name, keysOf(pairs), seconds.toFixed(1))
    }
    const script = join(import.meta.dirname, '../peers/retsim.py')
    const answer = execFileSync(python('retsim'), [script, input, ...COSINES.map(String)], { encoding: 'utf8', maxBuffer: 1 << 30 })
    const { seconds, pairs } = JSON.parse(answer.trim().split('\n').at(-1) as string) as {
      seconds: number
      pairs: readonly (readonly Pair[])[]
    }
    for (const [i, cosine] of COSINES.entries()) row(`RETSim at ${cosine}`, keysOf(pairs[i] as readonly Pair[]), seconds.toFixed(1))
  }
} finally {
  rmSync(folder, { recursive: true })
}
