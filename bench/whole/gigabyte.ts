/** The whole job on a gigabyte, and its memory. */
import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Corpus, englishCorpus, generated } from '../corpus.ts'
import { expect, median, type Row, time } from '../row.ts'

const command = join(import.meta.dirname, '../../dist/bundle/leitong.js')

interface CommandRun {
  readonly seconds: number
  readonly summary: {
    readonly documents: number
    readonly kept: number
    readonly removed: number
    readonly copies: number
    readonly peakMemory: number
  }
}

/** `copies` where they are known. */
type Input = Pick<Corpus, 'path' | 'documents'> & Partial<Pick<Corpus, 'copies'>>

function dedupe(corpus: Input, args: readonly string[]): CommandRun {
  const output = `${corpus.path}.kept`
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'dedupe', corpus.path, '-o', output, '--json', ...args], {
    encoding: 'utf8',
  })
  const seconds = (performance.now() - start) / 1000
  if (status !== 0) throw new Error(stderr)
  const summary = JSON.parse(stdout) as CommandRun['summary']
  expect('documents', summary.documents, corpus.documents)
  expect('copies', summary.copies, corpus.copies ?? summary.copies)
  const lines = Number(execFileSync('wc', ['-l', output], { encoding: 'utf8' }).split(' ')[0])
  expect('kept lines', lines, corpus.documents - summary.removed)
  rmSync(output)
  return { seconds, summary }
}

/** The whole job on 1 GB of JSON lines, to an output, against md5sum of the file: English and Chinese; and its memory. */
export function wholeJob(): Row[] {
  const english = englishCorpus(1_000_000_000, 400)
  const { row, peak } = gigabyte('English', english, 2.5)
  return [
    row,
    memoryRow(`memory, minhash, ${english.documents} documents`, peak, english.documents, 600),
    gigabyte('Chinese', chinese(), 5).row,
  ]
}

/** Three runs, between which the file is summed, so that other work meets both. */
function gigabyte(language: string, corpus: Input, bar: number): { readonly row: Row; readonly peak: number } {
  const sums: number[] = []
  const runs = Array.from({ length: 3 }, () => {
    sums.push(...time(1, () => void execFileSync('md5sum', [corpus.path])).map((ms) => ms / 1000))
    return dedupe(corpus, ['--workers', '2'])
  })
  const { removed, copies, peakMemory } = (runs[0] as CommandRun).summary
  for (const { summary } of runs) expect('removed', summary.removed, removed)
  const value = median(runs.map(({ seconds }) => seconds))
  const reference = median(sums)
  const ratio = value / reference
  const answer = `${corpus.documents} documents, ${copies} copies found, ${removed} removed, every other line kept`
  const name = `dedupe 1 GB ${language} JSONL to --output, 2 cores`
  const row = { name, value, reference, unit: 's (md5sum)', ratio, bar: `<= ${bar}`, reached: ratio <= bar, answer }
  return { row, peak: peakMemory }
}

/** 1 GB of articles. */
const chinese = (): Input => ({ path: generated('articles_zh', 285_000), documents: 285_000 })

/** Memory where documents are short and many. */
export function memory(): Row[] {
  const corpus = englishCorpus(800_000_000, 20)
  return (['simhash', 'minhash'] as const).map((method) => {
    const { summary } = dedupe(corpus, ['--method', method, '--workers', '2'])
    return memoryRow(
      `memory, ${method}, ${corpus.documents} documents`,
      summary.peakMemory,
      corpus.documents,
      method === 'simhash' ? 100 : 600,
    )
  })
}

function memoryRow(name: string, peak: number, documents: number, each: number): Row {
  const allowed = 400e6 + each * documents
  return {
    name,
    value: peak / 1e6,
    reference: allowed / 1e6,
    unit: `MB (400 MB + ${each} bytes a document)`,
    ratio: peak / allowed,
    bar: '<= 1',
    reached: peak <= allowed,
    answer: `${Math.round((peak - 400e6) / documents)} bytes a document beyond 400 MB`,
  }
}
