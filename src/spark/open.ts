/** A cluster that is ready for statements, and what a job tells of its steps. */
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import { type Deployed, deploy, deployedHere, quoted, readHere } from './artifact.js'
import type { Bounds } from './bounds.js'
import { isLoopback, parseEngine } from './connect/address.js'
import type { Progress, Stage } from './connect/calls.js'
import { Session } from './connect/session.js'
import { uriOf } from './places.js'
import { startServer } from './server.js'
import { transformed } from './sql.js'
import type { Step } from './steps.js'

/** What a run is at, as progress names it. */
export type ClusterStep = Step | 'start' | 'list'

export interface ClusterHooks {
  /** Told how much of a step is done, in tasks of Spark. */
  readonly progress?: (step: ClusterStep, done: number, total: number | undefined) => void
  readonly signal?: AbortSignal | undefined
  /** Lower ones, for tests. */
  readonly bounds?: Partial<Bounds>
}

export interface OpenCluster {
  readonly session: Session
  /** The folder under which runs are kept. */
  readonly work: string
  /** Brings workers to executors. */
  readonly deploy: () => Promise<Deployed>
  readonly begin: (step: ClusterStep) => void
  /** Ends the session, and the server where it was started for the run. */
  readonly end: () => Promise<void>
}

/**
 * Opens the cluster of the options for a job.
 *
 * @returns what the job returns; the cluster stays open, for the job to end it, unless it fails
 * @throws {LeitongError} `OPTION_CONFLICT`, `OPTION_VALUE`, `CLUSTER`, `PACKAGE_MISSING`
 */
export async function onCluster<Result>(
  options: Options,
  hooks: ClusterHooks,
  job: (cluster: OpenCluster) => Promise<Result>,
): Promise<Result> {
  const engine = parseEngine(options.engine ?? '')
  const { work } = options
  if (work === undefined)
    throw new LeitongError('OPTION_CONFLICT', '--engine needs --work: a folder that all of the cluster reads and writes')
  let step: ClusterStep = 'start'
  const begin = (begun: ClusterStep) => {
    hooks.signal?.throwIfAborted()
    step = begun
    hooks.progress?.(begun, 0, undefined)
  }
  begin('start')
  const progress = ({ stages = [] }: Progress) => {
    const sum = (count: (stage: Stage) => number | undefined) => stages.reduce((all, stage) => all + (count(stage) ?? 0), 0)
    const done = sum((stage) => stage.num_completed_tasks)
    hooks.progress?.(
      step,
      done,
      sum((stage) => stage.num_tasks),
    )
  }
  const sessionHooks = { progress, signal: hooks.signal }
  const server = engine.kind === 'start' ? await startServer(engine.master, options.temp, sessionHooks) : undefined
  const there = server ? { kind: 'connect' as const, host: server.host, token: server.token, tls: false, user: 'leitong' } : engine
  let session: Session | undefined
  const end = async () => {
    await session?.close()
    server?.stop()
  }
  try {
    const open = await Session.open(there as Extract<typeof engine, { kind: 'connect' }>, {
      ...sessionHooks,
      ...(server ? { causeOfEnd: server.causeOfEnd } : {}),
    })
    session = open
    const isHere = async () =>
      engine.kind === 'start' ? engine.master.startsWith('local') : isLoopback(engine.host) && (await isSameMachine(open, options))
    const bring = async () => ((await isHere()) ? deployedHere(options) : await deploy(open, options))
    begin('list')
    return await job({ session, work: uriOf(work).replace(/\/+$/, ''), deploy: bring, begin, end })
  } catch (error) {
    if (hooks.signal?.aborted) await session?.interrupt()
    await end()
    throw error
  }
}

/**
 * Whether a cluster does its work on this machine, as somebody who may read what a worker reads: then workers need not travel. It is asked
 * for the content of a file that was written just now, so that another machine with the same paths is not taken for this one.
 *
 * @param options  `temp` is a folder for that file
 * @returns        false where that cannot be found out
 */
async function isSameMachine(session: Session, options: Options): Promise<boolean> {
  let folder: string | undefined
  try {
    // A driver that does the work itself; elsewhere the driver alone may be here.
    const [setting] = await session.rows('SET spark.master')
    if (!/^local(\[|$)/.test(String(setting?.['value']))) return false
    folder = mkdtempSync(join(options.temp, 'leitong-here-'))
    const [path, secret] = [join(folder, 'secret'), randomUUID()]
    writeFileSync(path, secret)
    // Spark may run as somebody else.
    chmodSync(path, 0o644)
    chmodSync(folder, 0o755)
    const [node = '', ...read] = readHere(options).map(quoted)
    const ask = ['cat > /dev/null', [`test -x ${node}`, ...read.map((each) => `test -r ${each}`), `cat ${quoted(path)}`].join(' && ')].join(
      '; ',
    )
    const [row] = await session.rows(transformed('id', ask, 'secret string', 'range(1)'))
    return row?.['secret'] === secret
  } catch {
    // Then workers travel, and what is wrong with the cluster shows there.
    return false
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}
