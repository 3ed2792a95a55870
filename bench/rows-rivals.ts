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
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { historical } from './historical.ts'
import { places } from './places.ts'
import { goods, products } from './products.ts'
import { python } from './venv.ts'

const here = import.meta.dirname
const data = join(here, '.data')
/** Columns that give the answer away. */
const ANSWERS = ['class', 'cluster']
const GENERATED: Readonly<Record<string, (rows: number) => Record<string, string>[]>> = { historical, products, goods, places }
const SETS = [
  ...['febrl3', 'cora', 'dblp_acm', 'fodors_zagats', 'amazon_google'],
  ...['historical:50000', 'products:6000', 'goods:6000', 'places:6000'],
]

type Rows = Record<string, string>[]

interface Table {
  readonly name: string
  /** One file, or two that are joined. */
  readonly files: readonly string[]
  readonly rows: readonly Rows[]
  /** Groups of ids, of two and more. */
  readonly truth: readonly (readonly string[])[]
}

const rowsOf = (path: string): Rows =>
  Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true }).data

/** Ids with the same label, where there are two or more. */
function grouped(labels: Iterable<readonly [label: string, id: string]>): string[][] {
  const groups = new Map<string, string[]>()
  for (const [label, id] of labels) {
    const group = groups.get(label)
    if (group) group.push(id)
    else groups.set(label, [id])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

/** Groups of ids that pairs join. */
function joined(pairs: Iterable<readonly [a: string, b: string]>): string[][] {
  const parent = new Map<string, string>()
  const rootOf = (id: string) => {
    let root = id
    for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root)) root = next
    return root
  }
  for (const [a, b] of pairs) {
    for (const id of [a, b]) if (!parent.has(id)) parent.set(id, id)
    parent.set(rootOf(a), rootOf(b))
  }
  return grouped(Array.from(parent.keys(), (id) => [rootOf(id), id] as const))
}

/** The table as files without the columns that give the answer away. */
function load(set: string): Table {
  const [name = '', count] = set.split(':')
  const folder = join(process.env['LEITONG_DATA'] ?? '', 'records', name)
  const generate = GENERATED[name]
  const given = generate
    ? [generate(Number(count))]
    : (existsSync(join(folder, 'records.csv')) ? ['records'] : ['a', 'b']).map((stem) => rowsOf(join(folder, `${stem}.csv`)))
  const truth = generate ? [] : rowsOf(join(folder, 'truth.csv'))
  mkdirSync(data, { recursive: true })
  const rows = given.map((table) =>
    table.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !ANSWERS.includes(column)))),
  )
  const files = rows.map((table, i) => {
    const path = join(data, `rivals-${name}-${i}.csv`)
    writeFileSync(path, `${Papa.unparse(table, { newline: '\n' })}\n`)
    return path
  })
  const labels = generate
    ? (given[0] as Rows).map(({ cluster, id }) => [cluster, id] as [string, string])
    : truth.map(({ group, id }) => [group, id] as [string, string])
  return { name, files, rows, truth: given.length > 1 ? joined(truth.map(({ a, b }) => [a, b] as [string, string])) : grouped(labels) }
}

interface Result {
  readonly groups: readonly (readonly string[])[]
  readonly cpu: number
  readonly wall: number
  readonly peak: number
}

function timed(run: () => string): { readonly wall: number; readonly said: string } {
  const start = performance.now()
  const said = run()
  return { wall: (performance.now() - start) / 1000, said }
}

/** @param flags  beside the files and the id */
function own({ files }: Table, flags: readonly string[]): Result {
  const [output, usage] = [`${files[0]}.out.jsonl`, `${files[0]}.usage`]
  const isJoin = files.length > 1
  const command = ['--import', join(here, 'usage.mjs'), join(here, '../dist/bundle/leitong.js'), isJoin ? 'link' : 'dedupe', ...files]
  const outputs = isJoin ? ['--one-to-one', '--pairs', output] : ['--groups', output]
  const args = [...command, '--id-field', 'id', '--measure', 'match', '--workers', '2', ...outputs, ...flags, '--json']
  const env = { ...process.env, LEITONG_USAGE: usage }
  const { wall } = timed(() => execFileSync(process.execPath, args, { encoding: 'utf8', env, maxBuffer: 1 << 26 }))
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean)
  const parsed = lines.map((line) => JSON.parse(line) as { a: string; b: string; group: number; members: { id: string }[] })
  const groups = isJoin
    ? joined(parsed.map(({ a, b }) => [a, b] as const))
    : parsed.map(({ members }) => members.map(({ id }) => String(id)))
  for (const file of [output, usage]) rmSync(file)
  return { groups, cpu: (userCPUTime + systemCPUTime) / 1e6, wall, peak: maxRSS * 1024 }
}

function peer({ files, rows }: Table, script: string, more: readonly string[]): Result {
  const output = `${files[0]}.${script}.csv`
  const { wall, said } = timed(() =>
    execFileSync(python('splink'), [join(here, `peers/${script}.py`), files.join(','), ...more, output], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 26,
    }),
  )
  const { cpu, peak } = JSON.parse(said.trim().split('\n').at(-1) as string) as { cpu: number; peak: number }
  const found = rowsOf(output)
  rmSync(output)
  const ids = (rows[0] as Rows).map(({ id }) => id as string)
  // GoldenMatch goes by the numbers of rows.
  const named = (id: string) => (script === 'goldenmatch_rows' ? (ids[Number(id)] as string) : id)
  const isPairs = found[0] !== undefined && 'a' in found[0]
  const groups = isPairs
    ? joined(found.map(({ a, b }) => [a, b] as [string, string]))
    : grouped(found.map(({ cluster_id, id }) => [cluster_id as string, named(id as string)] as const))
  return { groups, cpu, wall, peak }
}

const pairsIn = (size: number) => (size * (size - 1)) / 2

function qualityOf(groups: Result['groups'], truth: Table['truth']) {
  const labels = new Map(truth.flatMap((group, label) => group.map((id) => [id, label] as const)))
  let right = 0
  let exact = 0
  for (const group of groups) {
    const counts = new Map<number, number>()
    for (const id of group) {
      const label = labels.get(id)
      if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1)
    }
    for (const [label, count] of counts) {
      right += pairsIn(count)
      if (count === group.length && count === truth[label]?.length) exact++
    }
  }
  const total = (list: Result['groups']) => list.reduce((sum, group) => sum + pairsIn(group.length), 0)
  return { pairs: rates(right, total(groups), total(truth)), groups: rates(exact, groups.length, truth.length) }
}

function rates(right: number, found: number, wanted: number) {
  const [precision, recall] = [found ? right / found : 1, right / wanted]
  return { precision, recall, f1: precision + recall ? (2 * precision * recall) / (precision + recall) : 0 }
}

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
