/**
 * LEITONG_DATA=FOLDER npm run bench:labelled [-- SET …] [--record]
 *
 * All folders below records/ of FOLDER, small ones first, by four programs: leitong and GoldenMatch with no settings, Splink with a model made from the
 * columns (splink-model.ts), pyJedAI by the workflow that it calls the best. Precision, recall and F1 of pairs: all pairs within the groups that were found in one table,
 * the pairs themselves of two. A rival's run ends after ten minutes of the processors or with more than 8 GB.
 *
 * Each run is a line of bench/.data/labelled.jsonl, and is not repeated where its line is there. `--record` writes the tables of docs/quality.md between their marks. PROGRAMS=A,B
 * chooses programs; `pyJedAI less` purges fewer blocks.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { own, peer, type Result } from './programs.ts'
import { splinkModel } from './splink-model.ts'
import { data, load, qualityOf, qualityOfPairs, records, type Table } from './tables.ts'

interface Line {
  readonly set: string
  readonly program: string
  readonly precision?: number
  readonly recall?: number
  readonly f1?: number
  readonly cpu?: number
  readonly wall?: number
  readonly peak?: number
  /** Why there is no result. */
  readonly failed?: string
}

const PROGRAMS: Readonly<Record<string, (table: Table) => Result>> = {
  leitong: (table) => own(table, []),
  GoldenMatch: (table) => peer(table, 'goldenmatch_rows', table.oneToOne ? [] : ['many'], true),
  pyJedAI: (table) => peer(table, 'pyjedai_rows', [], true),
  'pyJedAI less': (table) => peer(table, 'pyjedai_rows', ['less'], true),
  Splink: (table) => {
    const spec = `${table.files[0]}.splink.json`
    writeFileSync(spec, JSON.stringify(splinkModel(table), null, 1))
    return peer(table, 'splink_rows', [spec], true)
  },
}
/** What is run where nothing is chosen, and has a column. */
const COLUMNS = ['leitong', 'Splink', 'GoldenMatch', 'pyJedAI']
const OVER = 'more than 10 min'
const store = join(data, 'labelled.jsonl')

const sizeOf = (set: string) => readdirSync(join(records, set)).reduce((sum, file) => sum + statSync(join(records, set, file)).size, 0)
const read = (): Line[] =>
  existsSync(store)
    ? readFileSync(store, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line)
    : []

function failureOf(error: unknown): string {
  const { signal, status, stderr } = error as { signal?: string | null; status?: number | null; stderr?: string }
  if (signal === 'SIGXCPU' || signal === 'SIGKILL') return OVER
  const said = (stderr ?? '')
    .trim()
    .split('\n')
    .findLast((line) => /^[\w.]*(Error|Exception|Interrupt)\b/.test(line))
  return said ?? `ended with ${signal ?? status}`
}

function measure(set: string, program: string, table: Table): Line {
  const start = performance.now()
  try {
    const { groups, pairs, cpu, wall, peak } = (PROGRAMS[program] as (typeof PROGRAMS)[string])(table)
    const quality = table.files.length > 1 ? qualityOfPairs(pairs, table.pairs) : qualityOf(groups, table.truth).pairs
    return { set, program, ...quality, cpu, wall, peak }
  } catch (error) {
    return { set, program, failed: failureOf(error), wall: (performance.now() - start) / 1000 }
  }
}

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const sets = wanted.length ? wanted : readdirSync(records).sort((a, b) => sizeOf(a) - sizeOf(b))
for (const program of process.env['PROGRAMS']?.split(',') ?? COLUMNS) {
  for (const set of sets) {
    if (read().some((line) => line.set === set && line.program === program)) continue
    const line = measure(set, program, load(set))
    console.log(JSON.stringify(line))
    appendFileSync(store, `${JSON.stringify(line)}\n`)
  }
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Two tables, of quality and of cost: a row for each set, and one of means. */
function tables(): string {
  const lines = read()
  const of = (set: string, program: string) => lines.find((line) => line.set === set && line.program === program)
  const names = [...new Set(lines.map(({ set }) => set))].sort()
  const each = (cellOf: (line: Line) => string) =>
    names.map((set) =>
      row([
        set,
        ...COLUMNS.map((program) => of(set, program)).map((line) => (line ? (line.f1 === undefined ? shortOf(line) : cellOf(line)) : '–')),
      ]),
    )
  const shortOf = ({ failed }: Line) => (failed === OVER ? OVER : 'error')
  const done = (program: string) => lines.filter((line) => line.program === program && line.f1 !== undefined)
  const common = names.filter((set) => COLUMNS.every((program) => of(set, program)?.f1 !== undefined))
  const means = (list: (program: string) => readonly Line[]) =>
    COLUMNS.map((program) => meanOf(list(program).map(({ f1 }) => f1 ?? 0)).toFixed(3))
  const head = (what: string) => [row([what, ...COLUMNS]), `|---|${'--:|'.repeat(COLUMNS.length)}`]
  const quality = ({ f1 = 0, precision = 0, recall = 0 }: Line) => `${f1.toFixed(3)} (${precision.toFixed(2)}, ${recall.toFixed(2)})`
  const cost = ({ cpu = 0, peak = 0 }: Line) => `${cpu.toFixed(1)} s, ${(peak / 1e6).toFixed(0)} MB`
  return [
    ...head('F1 (precision, recall)'),
    ...each(quality),
    row(['**mean F1 of the sets that it ran**', ...means(done)]),
    row([
      `**mean F1 of the ${common.length} that all ran**`,
      ...means((program) => done(program).filter(({ set }) => common.includes(set))),
    ]),
    row(['**sets without a result**', ...COLUMNS.map((program) => String(names.length - done(program).length))]),
    '',
    ...head('processors, memory'),
    ...each(cost),
    row([
      '**all that it ran**',
      ...COLUMNS.map(
        (program) =>
          `${done(program)
            .reduce((sum, { cpu = 0 }) => sum + cpu, 0)
            .toFixed(0)} s`,
      ),
    ]),
  ].join('\n')
}

if (process.argv.includes('--record')) {
  const docs = new URL('../../docs/quality.md', import.meta.url)
  const marked = `<!-- labelled -->\n${tables()}\n<!-- /labelled -->`
  writeFileSync(
    docs,
    readFileSync(docs, 'utf8').replace(/<!-- labelled -->[\s\S]*<!-- \/labelled -->/, () => marked),
  )
}
