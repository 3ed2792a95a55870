/**
 * F1 of the product, its profiles and every rival on labelled sets, each with the settings of its source, and each at the threshold that is
 * best on the very set: what it could reach if somebody knew the answer beforehand. For the table of docs/quality.md.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** As `leitong evaluate` takes them; for the best threshold, so low that nothing worth having is below. */
const METHODS: readonly { readonly name: string; readonly own: string; readonly low?: string }[] = [
  { name: '**leitong**', own: 'leitong', low: 'leitong:threshold=0.3' },
  { name: '**leitong**, profile versions', own: 'profile:versions', low: 'profile:versions,threshold=0.05' },
  { name: 'leitong, characters 5', own: charactersAt('0.8'), low: charactersAt('0.3') },
  ...['intro', 'manku', 'li2015', 'zhang2020'].map((name) => ({
    name: `profile ${name}`,
    own: `profile:${name}`,
    low: `profile:${name},distance=20`,
  })),
  { name: 'profile wang2019', own: 'profile:wang2019', low: 'profile:wang2019,threshold=0.15' },
  { name: 'shingle', own: 'shingle', low: 'shingle:threshold=0.05' },
  { name: 'super-shingle', own: 'super-shingle', low: 'super-shingle:shared=1' },
  { name: 'minhash-lsh', own: 'minhash-lsh', low: 'minhash-lsh:threshold=0.3' },
  { name: 'simhash', own: 'simhash', low: 'simhash:distance=15' },
  { name: 'simhash-words', own: 'simhash-words', low: 'simhash-words:distance=15' },
  { name: 'single-pass', own: 'single-pass' },
  { name: 'vsm', own: 'vsm', low: 'vsm:threshold=0.3' },
  { name: 'euclidean', own: 'euclidean', low: 'euclidean:threshold=0.3' },
  { name: 'hamming', own: 'hamming', low: 'hamming:threshold=0.3' },
  { name: 'scam', own: 'scam', low: 'scam:threshold=0.5' },
  { name: 'bitmap', own: 'bitmap', low: 'bitmap:threshold=0.3' },
  { name: 'feature-code', own: 'feature-code', low: 'feature-code:threshold=0.05' },
  { name: 'boolean', own: 'boolean' },
  { name: 'i-match', own: 'i-match' },
  { name: 'md5', own: 'md5' },
]

function charactersAt(threshold: string): string {
  return `leitong:tokenizer=char,ngram=5,normalize=none,threshold=${threshold}`
}

interface Result {
  readonly pairwise: { readonly f1: { readonly value: number } }
  readonly curve: readonly { readonly threshold: number; readonly f1: number }[]
}

function evaluate(set: string, truth: string, methods: readonly string[]): Result[] {
  const command = join(import.meta.dirname, '../dist/bundle/leitong.js')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [command, 'evaluate', set, '--truth', truth, '--methods', methods.join(','), '--json'],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  )
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout).evaluations[0].results
}

/** @param tasks  folders of labelled sets and what is to be found in each */
export function rivalTables(tasks: readonly { readonly title: string; readonly set: string; readonly truth: string }[]): string {
  const graded = METHODS.flatMap(({ name, low }) => (low === undefined ? [] : [{ name, low }]))
  const own = tasks.map(({ set, truth }) =>
    evaluate(
      set,
      truth,
      METHODS.map((method) => method.own),
    ),
  )
  const best = tasks.map(({ set, truth }) =>
    evaluate(
      set,
      truth,
      graded.map(({ low }) => low),
    ),
  )
  const table = (rows: readonly string[]) =>
    [`| method | ${tasks.map(({ title }) => title).join(' | ')} |`, `|---|${tasks.map(() => '--:|').join('')}`, ...rows].join('\n')
  const bestOf = ({ curve }: Result) => curve.reduce((a, b) => (b.f1 > a.f1 ? b : a), { threshold: 0, f1: 0 })
  return [
    'With the settings of the source:',
    table(METHODS.map(({ name }, i) => `| ${name} | ${own.map((results) => results[i]?.pairwise.f1.value.toFixed(3)).join(' | ')} |`)),
    'With the threshold that is best on the set, chosen with the truth in hand:',
    table(
      graded.map(({ name }, i) => {
        const cells = best.map((results) => {
          const { threshold, f1 } = bestOf(results[i] as Result)
          return `${f1.toFixed(3)} at ${threshold.toFixed(2)}`
        })
        return `| ${name} | ${cells.join(' | ')} |`
      }),
    ),
  ].join('\n\n')
}
