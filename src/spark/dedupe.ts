/** A batch on a cluster: Spark finds blocks that no candidate pair crosses, and the engine of one machine judges each of them. */
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import { optionsForRows } from '../options/resolve.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import { readFieldsFile } from '../sources/rows/read-fields-file.js'
import { deploy, deployedHere } from './artifact.js'
import { ClusterRun } from './cluster-run.js'
import { parseEngine } from './connect/address.js'
import type { Progress, Stage } from './connect/calls.js'
import { Session } from './connect/session.js'
import { type ClusterOutputs, checkOutputs, uriOf } from './places.js'
import { refuseUncarried } from './refuse.js'
import { startServer } from './server.js'
import type { Step } from './steps.js'
import type { ClusterSummary } from './summary.js'

export type { ClusterOutputs, ClusterSummary }
/** What a run is at, as progress names it. */
export type ClusterStep = Step | 'start' | 'list'

export interface ClusterHooks {
  /** Told how much of a step is done, in tasks of Spark. */
  readonly progress?: (step: ClusterStep, done: number, total: number | undefined) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs one batch on a cluster, up to what is to be written.
 *
 * @param stated     with `engine` and `work`
 * @param wantPairs  judge every candidate pair
 * @param given      of rows what is compared, instead of the fields file of the options
 * @returns          the run, whose session is open: close it
 * @throws {LeitongError} `OPTION_CONFLICT` for what is not carried, `CLUSTER`, `SOURCE_MISSING`, `PACKAGE_MISSING`, `NOTHING_JUDGED`, `STRICT`
 */
export async function dedupeOnCluster(
  inputs: readonly string[],
  stated: Options,
  wantPairs: boolean,
  hooks: ClusterHooks = {},
  given?: FieldsSpec,
): Promise<ClusterRun> {
  const spec = given ?? (stated.fields === undefined ? undefined : readFieldsFile(stated.fields))
  const options = spec ? optionsForRows(stated) : stated
  refuseUncarried(options)
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
    session = await Session.open(there as Extract<typeof engine, { kind: 'connect' }>, sessionHooks)
    const isHere = engine.kind === 'start' && engine.master.startsWith('local')
    begin('list')
    const open = session
    const bring = async () => (isHere ? deployedHere(options) : await deploy(open, options))
    return await ClusterRun.of(session, { inputs, options, spec, deploy: bring, work: uriOf(work), wantPairs, begin, end })
  } catch (error) {
    if (hooks.signal?.aborted) await session?.interrupt()
    await end()
    throw error
  }
}

/**
 * Checks outputs before the work begins.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export const requireOutputs = (inputs: readonly string[], options: Options, outputs: Readonly<Record<string, unknown>>): ClusterOutputs =>
  checkOutputs([...inputs, ...(options.work === undefined ? [] : [options.work])], outputs)
