/**
 * A million documents beside packages of PyPI and a command of crates.io, whole job from raw text: time, and precision and recall of pairs. All cut the same shingles, word
 * 3-grams, so Chinese words have spaces between them here. A package that takes over an hour (BENCH_LIMIT,
 * in seconds) is stopped, and said to have been; BENCH_PEERS names some of them.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cargoCommand } from '../peers/cargo.ts'
import { type Outcome, runPython, runTextDedup } from '../peers/python.ts'
import type { Row } from '../row.ts'
import { articles, scaled } from './corpus.ts'

/** Seconds after which a package is stopped. */
const LIMIT = Number(process.env['BENCH_LIMIT'] ?? 3600)
/** The packages to run, by name; all of them unless they are told. */
const WANTED = process.env['BENCH_PEERS']?.split(',')

/** A million English and a million Chinese documents. */
export const millionPeers = (): Row[] => (['english', 'chinese'] as const).flatMap(besidePeers)

function besidePeers(language: 'english' | 'chinese'): Row[] {
  const { path, documents } = articles(language, scaled(1_000_000))
  const temporary = mkdtempSync(join(tmpdir(), 'leitong-peers-'))
  try {
    const out = join(temporary, 'own')
    const start = performance.now()
    const args = ['dedupe', path, '--tokenizer', 'word', '--ngram', '3', '--normalize', 'case', '--pairs', out, '--workers', '2']
    execFileSync(process.execPath, [join(import.meta.dirname, '../../dist/bundle/leitong.js'), ...args], { stdio: 'pipe' })
    const own = (performance.now() - start) / 1000
    const right = new Set(linesOf(out).map((line) => pairOf(JSON.parse(line))))
    const row = (name: string, run: () => Outcome & { readonly found?: readonly string[] }): Row => {
      const outcome = withinLimit(run)
      const seconds = outcome?.seconds ?? LIMIT
      const quality = outcome?.found ? `; ${qualityOf(outcome.found, right)}` : ''
      const answer = outcome ? `${outcome.answer}${quality}` : `stopped after ${LIMIT} s`
      const reference = `${documents} ${language} documents, whole job: leitong against ${name}`
      // Hours may pass before all have ended.
      console.log(`  ${reference}: ${own.toFixed(1)} s against ${seconds.toFixed(1)} s; ${answer}`)
      return {
        name: reference,
        value: own,
        reference: seconds,
        unit: `s (${name})`,
        ratio: own / seconds,
        bar: '<= 1',
        reached: own <= seconds,
        answer,
      }
    }
    const found = (library: string) => {
      const list = join(temporary, library)
      return { ...runPython('pairs.py', [library, path, list], 'peers', LIMIT), found: linesOf(list) }
    }
    const rust = () => {
      const list = join(temporary, 'incrededup')
      return { ...runPython('incrededup.py', [cargoCommand('incrededup', '0.3.1'), path, list], 'peers', LIMIT), found: linesOf(list) }
    }
    const peers: Readonly<Record<string, () => Outcome & { readonly found?: readonly string[] }>> = {
      rensa: () => found('rensa'),
      gaoya: () => found('gaoya'),
      datasketch: () => found('datasketch'),
      incrededup: rust,
      'text-dedup': () => runTextDedup(path, join(temporary, 'text-dedup'), LIMIT),
    }
    return Object.entries(peers)
      .filter(([name]) => WANTED?.includes(name) ?? true)
      .map(([name, run]) => row(name, run))
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean)
}

const pairOf = ({ a, b }: { readonly a: number; readonly b: number }) => (Number(a) < Number(b) ? `${a} ${b}` : `${b} ${a}`)

/** Against the pairs of leitong, each of which was measured. */
function qualityOf(found: readonly string[], right: ReadonlySet<string>): string {
  const hits = found.filter((pair) => right.has(pair)).length
  return `precision ${(hits / found.length).toFixed(3)}, recall ${(hits / right.size).toFixed(3)} against ${right.size} verified pairs`
}

/** Undefined where it had to be stopped. */
function withinLimit<Result>(run: () => Result): Result | undefined {
  const start = performance.now()
  try {
    return run()
  } catch (error) {
    if ((performance.now() - start) / 1000 < LIMIT) throw error
    return undefined
  }
}
