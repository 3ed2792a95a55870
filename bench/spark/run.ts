/**
 * A batch on Spark beside the same batch on one machine: CPU seconds of all processes, by step, and bytes of the shuffles.
 *
 *     npm run build && node scripts/ensure-spark.mjs && npx tsx bench/spark/run.ts [DOCUMENTS] [articles_en] [articles_zh]
 *
 * The server (`local[2]`) has run 2 000 documents before, so that its start is not in the figures.
 */
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { dedupe } from '../../dist/index.js'
import { serverArguments } from '../../dist/spark/server.js'
import { sparkHome } from '../../scripts/ensure-spark.mjs'

const here = import.meta.dirname
const command = join(here, '../../dist/cli/main.js')
const [first, ...others] = process.argv.slice(2)
const documents = Number(first ?? 200_000)
const kinds = others.length ? others : ['articles_en', 'articles_zh']
const BARS: Readonly<Record<string, number>> = { articles_en: 4, articles_zh: 3 }

const home = sparkHome()
if (!home) throw new Error('no Spark: node scripts/ensure-spark.mjs')
const folder = join(here, '../.data/spark')
mkdirSync(folder, { recursive: true })
const [port = 0, ui = 0] = await Promise.all([freePort(), freePort()])
const log = openSync(join(folder, 'server.log'), 'w')
const given = serverArguments(home, 'local[2]', port)
const settings = ['--driver-memory', '3g', '--conf', 'spark.ui.enabled=true', '--conf', `spark.ui.port=${ui}`]
const server = spawn(join(home, 'bin', 'spark-submit'), [...given.slice(0, -1), ...settings, given.at(-1) as string], {
  stdio: ['ignore', log, log],
  env: { ...process.env, SPARK_LOCAL_IP: '127.0.0.1', SPARK_LOCAL_DIRS: tmpdir() },
})
closeSync(log)
process.on('exit', () => server.kill('SIGKILL'))
const engine = `sc://127.0.0.1:${port}`

console.log(`${documents} documents, ${cpus()[0]?.model}, Node ${process.version}, Spark local[2]`)
await answering()
for (const kind of kinds) await compare(kind)
server.kill('SIGKILL')

async function compare(kind: string): Promise<void> {
  await onCluster(generated(kind, 2000), kind)
  const input = generated(kind, documents)
  const { seconds, steps, shuffled, removed, out } = await onCluster(input, kind)
  const usage = join(folder, 'usage.json')
  const [kept, left] = ['kept.jsonl', 'removed.jsonl'].map((name) => join(folder, name)) as [string, string]
  execFileSync(process.execPath, ['--import', join(here, '../usage.mjs'), command, 'dedupe', input, '-o', kept, '--removed', left, '-q'], {
    env: { ...process.env, LEITONG_USAGE: usage },
  })
  const { userCPUTime, systemCPUTime } = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage
  const one = (userCPUTime + systemCPUTime) / 1e6
  const isSame = written(join(out, 'removed')).equals(readFileSync(left)) && written(join(out, 'kept')).equals(readFileSync(kept))
  const ratio = seconds / one
  console.log(
    `${kind}: ${seconds.toFixed(1)} CPU s against ${one.toFixed(1)} of one machine, ${ratio.toFixed(1)} × (bar ${BARS[kind] ?? '-'}); ${removed} removed, ` +
      `${isSame ? 'the same to the byte' : 'DIFFERENT'}; shuffled ${Math.round(shuffled / documents)} bytes a document`,
  )
  for (const [step, own, workers, client, wall] of steps)
    console.log(
      `  ${step}: Spark ${own.toFixed(1)}, workers ${workers.toFixed(1)}, client ${client.toFixed(1)} CPU s; ${wall.toFixed(1)} s`,
    )
}

async function onCluster(input: string, kind: string) {
  const out = join(folder, `out-${kind}`)
  rmSync(out, { recursive: true, force: true })
  const steps: [string, number, number, number, number][] = []
  let step = 'start'
  let [at, client, wall] = [spent(), process.cpuUsage(), performance.now()]
  const close = (next: string) => {
    const now = spent()
    const { user, system } = process.cpuUsage(client)
    steps.push([step, now[0] - at[0], now[1] - at[1], (user + system) / 1e6, (performance.now() - wall) / 1000])
    ;[step, at, client, wall] = [next, now, process.cpuUsage(), performance.now()]
  }
  const before = await shuffleBytes()
  const result = await dedupe({ files: [input] }, { engine, work: join(out, 'work'), onStep: (next) => next !== step && close(next) })
  await result.write({ output: join(out, 'kept'), removed: join(out, 'removed') })
  await result.close()
  close('')
  const seconds = steps.reduce((sum, [, own, workers, own2]) => sum + own + workers + own2, 0)
  return { seconds, steps, shuffled: (await shuffleBytes()) - before, removed: result.summary.removed, out }
}

/** CPU seconds of the server, and of the workers that it has waited for. */
function spent(): [own: number, workers: number] {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'latin1').split(') ')[1]?.split(' ').map(Number) ?? []
  const ticks = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / 100
  return [ticks(11), ticks(13)]
}

/** What all stages so far have written to shuffles. */
async function shuffleBytes(): Promise<number> {
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${ui}/api/v1/applications${path}`)).json()
  const [application] = (await ask('')) as { id: string }[]
  const stages = (await ask(`/${application?.id}/stages`)) as { shuffleWriteBytes: number }[]
  return stages.reduce((sum, { shuffleWriteBytes }) => sum + shuffleWriteBytes, 0)
}

function generated(kind: string, size: number): string {
  const path = join(folder, `${kind}-${size}.jsonl`)
  if (!existsSync(path))
    execFileSync(process.execPath, [command, 'generate', kind, '--size', String(size), '--seed', '5', '-o', path, '-q'])
  return path
}

function written(path: string): Buffer {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => /(^|\/)part-[^/]*$/.test(name))
  return Buffer.concat(names.sort().map((name) => readFileSync(join(path, name))))
}

async function answering(): Promise<void> {
  for (;;) {
    try {
      const path = join(folder, 'one.jsonl')
      writeFileSync(path, '{"id":1,"text":"one"}\n')
      rmSync(join(folder, 'first'), { recursive: true, force: true })
      await (await dedupe({ files: [path] }, { engine, work: join(folder, 'first') })).close()
      return
    } catch (error) {
      if (server.exitCode !== null || !/nobody answers/.test(String(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

async function freePort(): Promise<number> {
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as { port: number }
  await new Promise((resolve) => listener.close(resolve))
  return port
}
