/** The tables of docs/papers.md that stand between `<!-- NAME -->` and `<!-- /NAME -->`, made from the record. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { recordOf, recordPath } from './record.ts'

const PAGE = new URL('../../docs/papers.md', import.meta.url)
/** What the methods are called in the tables. */
const NAMES: Readonly<Record<string, string>> = {
  leitong: '`leitong`, the default',
  'simhash-words': '`simhash-words`',
  simhash: '`simhash`, over characters',
  shingle: '`shingle`, sampled',
  'i-match': '`i-match`',
}
const named = (method: string) => NAMES[method] ?? (method.startsWith('profile:') ? `profile \`${method.slice(8)}\`` : `\`${method}\``)

/** Columns: the words of the head, the run, and what is counted: `documents`, `pairs` or a topic. */
type Column = readonly [head: string, run: string, what: string]

/** A column whose run has no record is left out. */
function table(methods: readonly string[], all: readonly Column[], first?: readonly [name: string, cell: string]): string[] {
  const columns = all.filter(([, run]) => existsSync(recordPath(run)))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const cellsOf = (method: string) => columns.map(([, run, what]) => recordOf(run).figures[`${method} ${what}`] ?? '')
  const rows = methods.map((method) => [named(method), ...cellsOf(method)]).filter(([, ...cells]) => cells.some(Boolean))
  return [
    line(['method', ...columns.map(([head]) => head)]),
    `|---|${columns.map(() => '---|').join('')}`,
    ...(first ? [line([...first, ...columns.slice(1).map(() => '')])] : []),
    ...rows.map(line),
  ]
}

const quality = (source: string, precision: string, recall: string, rival: string, runs: readonly (readonly [string, string])[]) => {
  return table(
    ['leitong', `profile:${source}`, 'simhash-words', 'simhash', ...(rival ? [rival] : [])],
    runs.map(([head, run]) => [head, run, 'documents']),
    ['the source', `${precision}, ${recall}`],
  )
}
const pairs = (source: string, rival: string, runs: readonly (readonly [string, string])[]) =>
  table(
    ['leitong', `profile:${source}`, 'simhash-words', 'simhash', ...(rival ? [rival] : [])],
    runs.map(([head, run]) => [head, run, 'pairs']),
  )

const of = (source: string) =>
  [
    ['light edits', `${source}-light`],
    ['strong edits', `${source}-strong`],
  ] as const
const groups = (source: string) => ['groups of 2 to 5, light', `${source}-groups`] as const
const PETITIONS = ['real petitions', 'petitions'] as const
const topics = (run: string, names: string): Column[] => names.split(' ').map((name) => [name.replace('_', ' '), run, name])

const BLOCKS: Readonly<Record<string, () => string[]>> = {
  'intro-quality': () =>
    table(
      ['leitong', 'simhash', 'simhash-words', 'vsm', 'euclidean', 'hamming', 'md5'],
      [
        ['documents', 'petitions', 'documents'],
        ['pairs', 'petitions', 'pairs'],
      ],
    ),
  'li2015-quality': () => quality('li2015', '0.95', '0.90', 'i-match', [...of('li2015'), PETITIONS]),
  'li2015-pairs': () => pairs('li2015', 'i-match', [...of('li2015'), PETITIONS]),
  'li2015-lengths': () =>
    table(
      ['leitong', 'profile:li2015', 'simhash-words'],
      [
        ['100–300 characters', 'li2015-light', 'documents'],
        ['seed 2', 'li2015-seed2', 'documents'],
        ['seed 3', 'li2015-seed3', 'documents'],
        ['300–800 characters', 'li2015-300-800', 'documents'],
        ['800–1 500 characters', 'li2015-800-1500', 'documents'],
      ],
    ),
  'li2015-topics': () =>
    table(['leitong', 'profile:li2015', 'simhash-words', 'i-match'], topics('li2015-light', 'education urban_management construction')),
  'wang2019-quality': () => quality('wang2019', '0.94', '0.92', '', [...of('wang2019'), groups('wang2019'), PETITIONS]),
  'wang2019-pairs': () => pairs('wang2019', '', [...of('wang2019'), groups('wang2019'), PETITIONS]),
  'wang2019-topics': () =>
    table(['leitong', 'profile:wang2019', 'simhash-words'], topics('wang2019-light', 'internet medicine education ai housing')),
  'zhang2020-quality': () => quality('zhang2020', '0.953', '0.940', 'shingle', [...of('zhang2020'), groups('zhang2020'), PETITIONS]),
  'zhang2020-pairs': () => pairs('zhang2020', 'shingle', [...of('zhang2020'), groups('zhang2020'), PETITIONS]),
  'zhang2020-topics': () =>
    table(
      ['leitong', 'profile:zhang2020', 'simhash-words', 'shingle'],
      topics('zhang2020-light', 'education housing medicine finance transport'),
    ),
  'own-topic': () =>
    table(
      ['leitong', 'shingle', 'simhash', 'simhash-words', 'profile:wang2019', 'profile:zhang2020'],
      [
        ['education', 'topic-education', 'documents'],
        ['housing', 'topic-housing', 'documents'],
        ['pairs: education', 'topic-education', 'pairs'],
        ['housing', 'topic-housing', 'pairs'],
      ],
    ),
}

/** The page with its tables made anew. */
export function withTables(page: string): string {
  for (const [name, make] of Object.entries(BLOCKS)) {
    const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [before, rest] = [page.split(open)[0], page.split(close)[1]]
    if (!page.includes(open) || rest === undefined) throw new Error(`docs/papers.md has no place for the table ${name}`)
    page = [before, open, '\n', make().join('\n'), '\n', close, rest].join('')
  }
  return page
}

export const readPage = (): string => readFileSync(PAGE, 'utf8')
export const writeTables = (): void => writeFileSync(PAGE, withTables(readPage()))
