/**
 * Rows judged field by field: time and memory of the whole command over generated people (bench/people.ts, eight fields), with no settings, and
 * of Splink's whole run over the same file with a model made by hand. Processor time is counted, so that a busy machine changes little.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { people } from './people.ts'
import type { Row } from './row.ts'
import { python } from './venv.ts'

const here = import.meta.dirname
const data = join(here, '.data')
/** Columns of the generated people that are left out: the answer, and one that repeats two others. */
const LEFT_OUT = ['cluster', 'first_and_surname']

interface Usage {
  readonly cpu: number
  readonly wall: number
  /** Bytes. */
  readonly peak: number
}

/** Splink's own example for such tables: what to compare, which pairs, what to learn from, from where to cluster. */
const SPLINK = {
  id: 'id',
  comparisons: [
    ['names', 'first_name', 'surname'],
    ['date', 'dob'],
    ['postcode', 'postcode'],
    ['exact', 'birth_place'],
    ['exact', 'occupation'],
  ],
  blocking: [
    ['substr(first_name,1,3)', 'substr(surname,1,4)'],
    ['surname', 'dob'],
    ['first_name', 'dob'],
    ['postcode', 'first_name'],
    ['postcode', 'surname'],
    ['dob', 'birth_place'],
    ['substr(postcode,1,3)', 'dob'],
    ['substr(postcode,1,3)', 'first_name'],
    ['substr(postcode,1,3)', 'surname'],
    ['substr(first_name,1,2)', 'substr(surname,1,2)', 'substr(dob,1,4)'],
  ],
  deterministic: [
    ['first_name', 'surname', 'dob'],
    ['substr(first_name,1,2)', 'surname', 'substr(postcode,1,2)'],
    ['dob', 'postcode'],
  ],
  training: [['first_name', 'surname'], ['dob']],
  recall: 0.6,
  threshold: 0.95,
}

interface Table {
  readonly path: string
  readonly rows: number
  /** The person of each row. */
  readonly truth: ReadonlyMap<string, string>
}

function table(rows: number): Table {
  mkdirSync(data, { recursive: true })
  const path = join(data, `people-${rows}.csv`)
  const answers = `${path}.truth`
  if (!existsSync(answers)) {
    const made = people(rows)
    const names = Object.keys(made[0] ?? {}).filter((name) => !LEFT_OUT.includes(name))
    writeFileSync(path, [names, ...made.map((row) => names.map((name) => row[name]))].map((row) => `${row.join(',')}\n`).join(''))
    writeFileSync(`${answers}.part`, made.map(({ id, cluster }) => `${id} ${cluster}\n`).join(''))
    renameSync(`${answers}.part`, answers)
  }
  const lines = readFileSync(answers, 'utf8').trim().split('\n')
  return { path, rows, truth: new Map(lines.map((line) => line.split(' ') as [string, string])) }
}

/** @param groupOf  of each row that is in a group */
function quality(truth: Table['truth'], groupOf: ReadonlyMap<string, string>): string {
  const pairsOf = (keys: Iterable<string>) => {
    const counts = new Map<string, number>()
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
    let pairs = 0
    for (const count of counts.values()) pairs += (count * (count - 1)) / 2
    return pairs
  }
  const right = pairsOf([...groupOf].map(([id, group]) => `${group} ${truth.get(id)}`))
  const [precision, recall] = [right / pairsOf(groupOf.values()), right / pairsOf(truth.values())]
  const f1 = (2 * precision * recall) / (precision + recall)
  if (!(f1 > 0.5)) throw new Error(`groups of people: F1 ${f1}`)
  return `F1 of pairs in groups ${f1.toFixed(3)} (precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)})`
}

function timed(run: () => string): { readonly wall: number; readonly said: string } {
  const start = performance.now()
  const said = run()
  return { wall: (performance.now() - start) / 1000, said }
}

function ownRun({ path, truth }: Table): Usage & { readonly answer: string } {
  const [groups, usage] = [`${path}.groups.jsonl`, `${path}.usage`]
  const command = ['--import', join(here, 'usage.mjs'), join(here, '../dist/bundle/leitong.js'), 'dedupe', path, '--id-field', 'id']
  const args = [...command, '--measure', 'match', '--groups', groups, '--workers', '2', '--json']
  const env = { ...process.env, LEITONG_USAGE: usage }
  const { wall } = timed(() => execFileSync(process.execPath, args, { encoding: 'utf8', env, maxBuffer: 1 << 26 }))
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage
  const groupOf = new Map<string, string>()
  for (const line of readFileSync(groups, 'utf8').trim().split('\n')) {
    const { group, members } = JSON.parse(line) as { group: number; members: { id: string }[] }
    for (const { id } of members) groupOf.set(id, String(group))
  }
  for (const file of [groups, usage]) rmSync(file)
  return { cpu: (userCPUTime + systemCPUTime) / 1e6, wall, peak: maxRSS * 1024, answer: quality(truth, groupOf) }
}

function splinkRun({ path, truth }: Table): Usage & { readonly answer: string } {
  const [spec, clusters] = [`${path}.splink.json`, `${path}.splink.csv`]
  const interpreter = python('splink')
  writeFileSync(spec, JSON.stringify(SPLINK))
  const script = join(here, 'peers/splink_rows.py')
  const { wall, said } = timed(() => execFileSync(interpreter, [script, path, spec, clusters], { encoding: 'utf8' }))
  const { cpu, peak } = JSON.parse(said.trim().split('\n').at(-1) as string) as Usage
  const lines = readFileSync(clusters, 'utf8').trim().split('\n').slice(1)
  const groupOf = new Map(lines.map((line) => line.split(',').reverse() as [string, string]))
  for (const file of [spec, clusters]) rmSync(file)
  return { cpu, wall, peak, answer: quality(truth, groupOf) }
}

const median = <Run extends Usage>(runs: readonly Run[]): Run => [...runs].sort((x, y) => x.cpu - y.cpu)[runs.length >> 1] as Run
const figures = ({ cpu, wall, peak }: Usage) =>
  `${cpu.toFixed(1)} s of processors, ${wall.toFixed(1)} s on the clock, ${(peak / 1e6).toFixed(0)} MB`

function bar(name: string, value: number, reference: number, unit: string, answer: string, least = 1): Row {
  const ratio = value / reference
  return { name, value, reference, unit, ratio, bar: `<= ${least}`, reached: ratio <= least, answer }
}

const about = (run: Usage & { readonly answer: string }) => `${figures(run)}; ${run.answer}`

/** 50 000 rows against a bar and against Splink, in turn. */
export function rowsOfFields(): Row[] {
  const people = table(50_000)
  const turns = Array.from({ length: 3 }, () => ({ own: ownRun(people), splink: splinkRun(people) }))
  const own = median(turns.map((turn) => turn.own))
  const splink = median(turns.map((turn) => turn.splink))
  return [
    bar('50 000 rows of 8 fields, match, whole command, processor time', own.cpu, 10, 's (bar)', about(own)),
    bar("the same, against Splink's whole run", own.cpu, splink.cpu, 's (Splink)', `Splink: ${about(splink)}`),
  ]
}

/** A million rows, and how time grows towards them. */
export function millionRows(): Row[] {
  const [less, more] = [ownRun(table(100_000)), ownRun(table(1_000_000))]
  return [
    bar('1 M rows of 8 fields, match, processor time', more.cpu, 300, 's (bar)', about(more)),
    bar('1 M rows of 8 fields, match, memory', more.peak / 1e6, 4096, 'MB (bar)', figures(more)),
    bar('1 M rows against 100 000, match, processor time', more.cpu, less.cpu, 's (100 000)', `100 000: ${about(less)}`, 15),
  ]
}
