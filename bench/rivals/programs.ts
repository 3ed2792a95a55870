/** leitong and its rivals for tables of rows, each as a whole command from the file to what it finds. */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, python } from '../venv.ts'
import { grouped, joined, type Pair, rowsOf, type Table } from './tables.ts'

const bench = join(import.meta.dirname, '..')
/** The environment of each script of bench/peers. */
const SCRIPTS = { splink_rows: 'splink', goldenmatch_rows: 'splink', pyjedai_rows: 'pyjedai' } as const satisfies Record<
  string,
  Environment
>
/** What a run of a rival may take: ten minutes of the processors, and 8 GB of address space. */
const [SECONDS, KILOBYTES] = [600, 8 << 20]

export interface Result {
  readonly groups: readonly (readonly string[])[]
  /** Of two tables. */
  readonly pairs: readonly Pair[]
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
export function own({ files, oneToOne }: Table, flags: readonly string[]): Result {
  const [output, usage] = [`${files[0]}.out.jsonl`, `${files[0]}.usage`]
  const isJoin = files.length > 1
  const command = ['--import', join(bench, 'usage.mjs'), join(bench, '../dist/bundle/leitong.js'), isJoin ? 'link' : 'dedupe', ...files]
  const outputs = isJoin ? [...(oneToOne ? ['--one-to-one'] : []), '--pairs', output] : ['--groups', output]
  const args = [...command, '--id-field', 'id', '--measure', 'match', '--workers', '2', ...outputs, ...flags, '--json']
  const env = { ...process.env, LEITONG_USAGE: usage }
  const { wall } = timed(() => execFileSync(process.execPath, args, { encoding: 'utf8', env, maxBuffer: 1 << 26 }))
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean)
  const parsed = lines.map((line) => JSON.parse(line) as { a: string; b: string; group: number; members: { id: string }[] })
  const pairs = isJoin ? parsed.map(({ a, b }) => [a, b] as const) : []
  const groups = isJoin ? joined(pairs) : parsed.map(({ members }) => members.map(({ id }) => String(id)))
  for (const file of [output, usage]) rmSync(file)
  return { groups, pairs, cpu: (userCPUTime + systemCPUTime) / 1e6, wall, peak: maxRSS * 1024 }
}

/** @param isBounded  whether it is ended where it takes too long or too much */
export function peer({ files, rows }: Table, script: keyof typeof SCRIPTS, more: readonly string[], isBounded = false): Result {
  const output = `${files[0]}.${script}.csv`
  const args = [python(SCRIPTS[script]), join(bench, `peers/${script}.py`), files.join(','), ...more, output]
  const [command = '', ...rest] = isBounded
    ? ['sh', '-c', `ulimit -t ${SECONDS} && ulimit -v ${KILOBYTES} && exec "$@"`, 'sh', ...args]
    : args
  const { wall, said } = timed(() =>
    execFileSync(command, rest, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', isBounded ? 'pipe' : 'ignore'],
      maxBuffer: 1 << 26,
    }),
  )
  const { cpu, peak } = JSON.parse(said.trim().split('\n').at(-1) as string) as { cpu: number; peak: number }
  const found = rowsOf(output)
  rmSync(output)
  const ids = (rows[0] ?? []).map(({ id }) => id as string)
  // GoldenMatch goes by the numbers of rows.
  const named = (id: string) => (script === 'goldenmatch_rows' ? (ids[Number(id)] as string) : id)
  const isPairs = files.length > 1 && (!found[0] || 'a' in found[0])
  const given = isPairs ? found.map(({ a, b }) => [a, b] as [string, string]) : []
  const groups = isPairs ? joined(given) : grouped(found.map(({ cluster_id, id }) => [cluster_id as string, named(id as string)] as const))
  // Splink gives its single best links as clusters of two.
  const left = new Set(ids)
  const linked =
    files.length > 1 ? groups.map((group) => group.toSorted((a, b) => Number(left.has(b)) - Number(left.has(a))) as [string, string]) : []
  const pairs = isPairs ? given : linked
  return { groups, pairs, cpu, wall, peak }
}
