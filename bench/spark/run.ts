/**
 * A batch on Spark beside the same batch on one machine: CPU seconds of all processes, by step, and bytes of the shuffles.
 *
 *     npm run build && node scripts/clusters/ensure-spark.mjs && npx tsx bench/spark/run.ts [DOCUMENTS,…] [articles_en] [articles_zh]
 *
 * The server (`local[2]`) has run 2 000 documents before, and the middle one of three runs counts, which had one of all documents before it: the start of the
 * server and of its compiler are not in the figures.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { dedupe } from '../../dist/index.js'
import { generated } from '../corpus.ts'
import { median } from '../row.ts'
import { startCluster } from './cluster.js'

const here = import.meta.dirname
const command = join(here, '../../dist/bundle/leitong.js')
const [first = '200000', ...others] = process.argv.slice(2)
const sizes = first.split(',').map(Number)
const kinds = others.length ? others : ['articles_en', 'articles_zh']
/** Runs of which the middle one counts; of more documents than this, one. */
const [ROUNDS, MANY] = [3, 1_000_000]
const BARS: Readonly<Record<string, number>> = { articles_en: 4, articles_zh: 3 }

const folder = join(here, '../.data/spark')
mkdirSync(folder, { recursive: true })
console.log(`${cpus()[0]?.model}, Node ${process.version}, Spark local[2]`)
const cluster = await startCluster(folder)
for (const kind of kinds) {
  await onCluster(generated(kind, 2000), kind)
  for (const documents of sizes) await compare(kind, documents)
}
cluster.stop()

async function compare(kind: string, documents: number): Promise<void> {
  const input = generated(kind, documents)
  const [kept, left] = ['kept.jsonl', 'removed.jsonl'].map((name) => join(folder, name)) as [string, string]
  // One run and the next differ by a sixth, and both ways meet the same hours: they take turns, where that does not take too long.
  const runs: Awaited<ReturnType<typeof onCluster>>[] = []
  const singles: number[] = []
  const out = outOf(kind)
  let isSame = true
  for (let round = 0; round < (documents > MANY ? 1 : ROUNDS); round++) {
    runs.push(await onCluster(input, kind))
    singles.push(onOneMachine(input, kept, left))
    isSame &&=
      (await hashOf(written(join(out, 'removed')))) === (await hashOf([left])) &&
      (await hashOf(written(join(out, 'kept')))) === (await hashOf([kept]))
  }
  const one = median(singles)
  const seconds = median(runs.map((run) => run.seconds))
  const { steps, done, removed } = runs.find((run) => run.seconds === seconds) ?? (runs[0] as (typeof runs)[0])
  console.log(
    `${kind}, ${documents} documents: ${seconds.toFixed(1)} CPU s against ${one.toFixed(1)} of one machine, ${(seconds / one).toFixed(1)} × ` +
      `(bar ${BARS[kind] ?? '-'}); ${removed} removed, ${isSame ? 'the same to the byte' : 'DIFFERENT'}; ` +
      `${done.stages} stages, ${done.tasks} tasks, shuffled ${Math.round(done.shuffled / documents)} bytes a document`,
  )
  const row = (cells: readonly (string | number)[]) =>
    console.log(cells.map((cell, i) => (typeof cell === 'number' ? cell.toFixed(1) : cell).padEnd(i ? 10 : 12)).join(''))
  row(['', 'Java', 'compiler', 'collector', 'workers', 'client', 'wall s'])
  for (const [step, ...numbers] of steps) row([step, ...numbers])
  row(['all', ...[1, 2, 3, 4, 5, 6].map((i) => steps.reduce((sum, step) => sum + (step[i] as number), 0))])
}

const outOf = (kind: string) => join(folder, `out-${kind}`)

async function onCluster(input: string, kind: string) {
  const out = outOf(kind)
  rmSync(out, { recursive: true, force: true })
  const steps: [string, ...number[]][] = []
  let step = 'start'
  let [at, client, wall] = [cluster.spent(), process.cpuUsage(), performance.now()]
  const close = (next: string) => {
    const now = cluster.spent()
    const { user, system } = process.cpuUsage(client)
    const own = (['java', 'compiler', 'collector', 'workers'] as const).map((name) => now[name] - at[name])
    steps.push([step, ...own, (user + system) / 1e6, (performance.now() - wall) / 1000])
    ;[step, at, client, wall] = [next, now, process.cpuUsage(), performance.now()]
  }
  const before = await cluster.stages()
  const result = await dedupe(
    { files: [input] },
    { engine: cluster.engine, work: join(out, 'work'), onStep: (next) => next !== step && close(next) },
  )
  await result.write({ output: join(out, 'kept'), removed: join(out, 'removed') })
  await result.close()
  close('')
  const after = await cluster.stages()
  const done = {
    stages: after.stages - before.stages,
    tasks: after.tasks - before.tasks,
    shuffled: after.shuffled - before.shuffled,
  }
  // The compiler and the collector are part of Java.
  const seconds = steps.reduce((sum, [, java = 0, , , workers = 0, own = 0]) => sum + java + workers + own, 0)
  return { seconds, steps, done, removed: result.summary.removed }
}

/** CPU seconds of the command. */
function onOneMachine(input: string, kept: string, left: string): number {
  const usage = join(folder, 'usage.json')
  execFileSync(process.execPath, ['--import', join(here, '../usage.mjs'), command, 'dedupe', input, '-o', kept, '--removed', left, '-q'], {
    env: { ...process.env, LEITONG_USAGE: usage },
  })
  const { userCPUTime, systemCPUTime } = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage
  return (userCPUTime + systemCPUTime) / 1e6
}

/** The files of an output, in order. */
function written(path: string): string[] {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => /(^|\/)part-[^/]*$/.test(name))
    .sort()
    .map((name) => join(path, name))
}

/** Of all bytes of files: they may be larger than memory. */
async function hashOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer)
  return hash.digest('hex')
}
