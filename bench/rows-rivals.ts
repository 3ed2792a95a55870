/**
 * LEITONG_DATA=FOLDER npm run bench:rows [-- SET …]
 *
 * How right matching by fields is beside Splink and GoldenMatch, each as a whole command over the same files: leitong with no settings and with the
 * fields file of bench/models, Splink with the model of bench/models, GoldenMatch with no settings. Sets: folders records/SET with records.csv and truth.csv
 * (group, id), or with a.csv, b.csv and truth.csv (a, b), of which the first are deduplicated, the others joined one to one; and generated ones, NAME:ROWS.
 *
 * Precision, recall and F1 by pairs: all pairs within the groups that were found. By groups: groups of two and more that are found exactly. Writes the
 * table of docs/quality.md between its marks where `--record` is given.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { own, peer, type Result } from './rivals/programs.ts'
import { load, qualityOf, type Table } from './rivals/tables.ts'

const here = import.meta.dirname
const SETS = [
  ...['febrl3', 'cora', 'dblp_acm', 'fodors_zagats', 'amazon_google'],
  ...['historical:50000', 'products:6000', 'goods:6000', 'places:6000'],
]

const digits = (value: number) => value.toFixed(3)

function lineOf(set: string, how: string, run: () => Result, truth: Table['truth']): string {
  let cells: string[]
  try {
    const result = run()
    const { pairs, groups } = qualityOf(result.groups, truth)
    cells = [pairs.precision, pairs.recall, pairs.f1, groups.precision, groups.recall, groups.f1].map(digits)
    cells.push(result.cpu.toFixed(1), result.wall.toFixed(1), (result.peak / 1e6).toFixed(0))
  } catch (error) {
    console.error(error)
    cells = ['failed', ...Array(8).fill('')]
  }
  const line = `| ${set} | ${how} | ${cells.join(' | ')} |`
  console.log(line)
  return line
}

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const only = process.env['ONLY']
const lines: string[] = []
for (const set of wanted.length ? wanted : SETS) {
  const table = load(set)
  const { fields, splink } = JSON.parse(readFileSync(join(here, 'models', `${table.name}.json`), 'utf8')) as {
    fields: object
    splink: object
  }
  const [fieldsFile, spec] = [`${table.files[0]}.fields.json`, `${table.files[0]}.splink.json`]
  writeFileSync(fieldsFile, JSON.stringify(fields))
  writeFileSync(spec, JSON.stringify({ pairs: 1e6, ...splink }))
  const runs: Readonly<Record<string, () => Result>> = {
    'leitong, no settings': () => own(table, []),
    'leitong, fields file': () =>
      own(table, table.files.length > 1 ? ['--fields-a', fieldsFile, '--fields-b', fieldsFile] : ['--fields', fieldsFile]),
    'Splink, model by hand': () => peer(table, 'splink_rows', [spec]),
    'GoldenMatch, no settings': () => peer(table, 'goldenmatch_rows', []),
  }
  for (const [how, run] of Object.entries(runs)) if (!only || how.startsWith(only)) lines.push(lineOf(set, how, run, table.truth))
}

if (process.argv.includes('--record')) {
  const head = [
    '| set | | pairs: precision | recall | F1 | groups: precision | recall | F1 | CPU s | s | MB |',
    '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
  ]
  const docs = new URL('../docs/quality.md', import.meta.url)
  const marked = `<!-- rows -->\n${[...head, ...lines].join('\n')}\n<!-- /rows -->`
  writeFileSync(
    docs,
    readFileSync(docs, 'utf8').replace(/<!-- rows -->[\s\S]*<!-- \/rows -->/, () => marked),
  )
}
