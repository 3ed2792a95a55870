/** A server of Spark Connect for a bench, and what it uses. */
import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dedupe } from '../../dist/index.js'
import { serverArguments } from '../../dist/spark/server.js'
import { sparkHome } from '../../scripts/clusters/ensure-spark.mjs'

/** CPU seconds: of the virtual machine, of its compiler and collector among them, and of the workers that it has waited for. */
export interface Spent {
  readonly java: number
  readonly compiler: number
  readonly collector: number
  readonly workers: number
}

/** What the stages of Spark have done so far. */
export interface Stages {
  readonly stages: number
  readonly tasks: number
  readonly shuffled: number
}

/** @param folder  for the log and a first input */
export async function startCluster(folder: string) {
  const home = sparkHome()
  if (!home) throw new Error('no Spark: node scripts/clusters/ensure-spark.mjs')
  const [port = 0, ui = 0] = await Promise.all([freePort(), freePort()])
  const log = openSync(join(folder, 'server.log'), 'w')
  const given = serverArguments(home, 'local[2]', port, folder)
  const settings = ['--driver-memory', '3g', '--conf', 'spark.ui.enabled=true', '--conf', `spark.ui.port=${ui}`]
  const server = spawn(join(home, 'bin', 'spark-submit'), [...given.slice(0, -1), ...settings, given.at(-1) as string], {
    stdio: ['ignore', log, log],
    env: { ...process.env, SPARK_LOCAL_IP: '127.0.0.1', SPARK_LOCAL_DIRS: tmpdir() },
  })
  closeSync(log)
  process.on('exit', () => server.kill('SIGKILL'))
  const engine = `sc://127.0.0.1:${port}`

  // spark-submit becomes Java: it is the same process.
  const ticks = (path: string, from: number) => {
    const stat = readFileSync(path, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
    return (Number(fields[from]) + Number(fields[from + 1])) / 100
  }
  function spent(): Spent {
    const own = `/proc/${server.pid}`
    const threads = readdirSync(`${own}/task`).flatMap((thread) => {
      const path = `${own}/task/${thread}`
      try {
        return [[readFileSync(`${path}/comm`, 'latin1'), ticks(`${path}/stat`, 11)] as const]
      } catch {
        // It has ended since.
        return []
      }
    })
    const named = (form: RegExp) => threads.reduce((sum, [name, used]) => (form.test(name) ? sum + used : sum), 0)
    return {
      java: ticks(`${own}/stat`, 11),
      compiler: named(/^C[12] Compiler/),
      collector: named(/^(GC|G1) /),
      workers: ticks(`${own}/stat`, 13),
    }
  }

  async function stages(): Promise<Stages> {
    // Minutes lie between two questions, and Spark closes connections that wait.
    const headers = { connection: 'close' }
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${ui}/api/v1/applications${path}`, { headers })).json()
    const [application] = (await ask('')) as { id: string }[]
    const all = (await ask(`/${application?.id}/stages?status=complete`)) as { shuffleWriteBytes: number; numCompleteTasks: number }[]
    const sum = (of: (stage: (typeof all)[number]) => number) => all.reduce((total, stage) => total + of(stage), 0)
    return { stages: all.length, tasks: sum((stage) => stage.numCompleteTasks), shuffled: sum((stage) => stage.shuffleWriteBytes) }
  }

  for (;;) {
    try {
      const path = join(folder, 'one.jsonl')
      writeFileSync(path, '{"id":1,"text":"one"}\n')
      rmSync(join(folder, 'first'), { recursive: true, force: true })
      await (await dedupe({ files: [path] }, { engine, work: join(folder, 'first') })).close()
      break
    } catch (error) {
      if (server.exitCode !== null || !/nobody answers/.test(String(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  return { engine, spent, stages, stop: () => server.kill('SIGKILL') }
}

async function freePort(): Promise<number> {
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as { port: number }
  await new Promise((resolve) => listener.close(resolve))
  return port
}
