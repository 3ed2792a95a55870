/** A batch on a cluster: Spark finds blocks that no candidate pair crosses, and the engine of one machine judges each of them. */
import { createHash } from 'node:crypto'
import { LeitongError } from '../errors.js'
import { traitsOf } from '../options/methods.js'
import type { Options } from '../options/options.js'
import { signatureName } from '../signing/signature.js'
import { VERSION } from '../version.js'
import { type Deployed, deploy, deployedHere } from './artifact.js'
import { parseEngine } from './connect/address.js'
import type { Progress } from './connect/calls.js'
import { Session } from './connect/session.js'
import { type ListedFile, listFiles, numberFiles, uriOf, viewDocuments } from './listing.js'
import { refuseUncarried } from './refuse.js'
import { startServer } from './server.js'
import * as statements from './statements.js'
import { OUTPUTS, type Shape } from './statements.js'
import { type Step, Steps } from './steps.js'
import { type ClusterSummary, summarize } from './summary.js'
import { encodeTask } from './task.js'

/** Where to write what: folders, by URIs that Spark writes to. */
export interface ClusterOutputs {
  /** The kept records, in a folder for each file of the input. */
  readonly output?: string | undefined
  readonly removed?: string | undefined
  readonly pairs?: string | undefined
  readonly groups?: string | undefined
}

export type { ClusterSummary }
/** What a run is at, as progress names it. */
export type ClusterStep = Step | 'start' | 'list'

export interface ClusterHooks {
  /** Told how much of a step is done, in tasks of Spark. */
  readonly progress?: (step: ClusterStep, done: number, total: number | undefined) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs one batch on a cluster and writes its outputs.
 *
 * @param options  with `engine` and `work`
 * @throws {LeitongError} `OPTION_CONFLICT` for what is not carried, `CLUSTER`, `SOURCE_MISSING`, `PACKAGE_MISSING`, `NOTHING_JUDGED`
 */
export async function dedupeOnCluster(
  inputs: readonly string[],
  options: Options,
  outputs: ClusterOutputs,
  hooks: ClusterHooks = {},
): Promise<ClusterSummary> {
  refuseUncarried(options, { ...outputs })
  const engine = parseEngine(options.engine ?? '')
  const work = options.work
  if (work === undefined)
    throw new LeitongError('OPTION_CONFLICT', '--engine needs --work: a folder that all of the cluster reads and writes')
  refuseOverlap(inputs, outputs)
  hooks.progress?.('start', 0, undefined)
  let step: ClusterStep = 'list'
  const progress = ({ stages = [] }: Progress) => {
    const sum = (count: (stage: (typeof stages)[number]) => number | undefined) =>
      stages.reduce((all, stage) => all + (count(stage) ?? 0), 0)
    hooks.progress?.(
      step,
      sum(({ num_completed_tasks }) => num_completed_tasks),
      sum(({ num_tasks }) => num_tasks),
    )
  }
  const sessionHooks = { progress, signal: hooks.signal }
  const server = engine.kind === 'start' ? await startServer(engine.master, options.temp, sessionHooks) : undefined
  try {
    const there = server ? { kind: 'connect' as const, host: server.host, token: undefined, tls: false, user: 'leitong' } : engine
    const session = await Session.open(there as Extract<typeof engine, { kind: 'connect' }>, sessionHooks)
    const abort = () => void session.interrupt()
    hooks.signal?.addEventListener('abort', abort, { once: true })
    try {
      const begin = (begun: Step) => {
        step = begun
        hooks.progress?.(begun, 0, undefined)
      }
      const isHere = engine.kind === 'start' && engine.master.startsWith('local')
      return await new ClusterRun(session, options, uriOf(work), outputs, isHere, begin).run(inputs)
    } finally {
      hooks.signal?.removeEventListener('abort', abort)
      await session.close()
    }
  } finally {
    server?.stop()
  }
}

/** No output may lie where something is read. */
function refuseOverlap(inputs: readonly string[], outputs: ClusterOutputs): void {
  const folder = (name: string) =>
    `${uriOf(name)
      .replace(/^file:\/*(?=\/)/, '')
      .replace(/\/+$/, '')}/`
  const taken: string[] = inputs.map(folder)
  for (const [kind, name] of Object.entries(outputs)) {
    if (name === undefined) continue
    const here = folder(name)
    if (taken.some((other) => here.startsWith(other) || other.startsWith(here)))
      throw new LeitongError('OPTION_CONFLICT', `--${kind} ${name} lies in another folder of this run, or around one`)
    taken.push(here)
  }
}

/** Bytes of a split: a worker is started for each. */
const SPLIT = 64 << 20
/** Bytes of input for each partition of a shuffle; Spark joins those that are small. */
const SHUFFLED = 32 << 20

class ClusterRun {
  readonly #session: Session
  readonly #options: Options
  readonly #work: string
  readonly #outputs: ClusterOutputs
  readonly #isHere: boolean
  readonly #begin: (step: Step) => void

  constructor(session: Session, options: Options, work: string, outputs: ClusterOutputs, isHere: boolean, begin: (step: Step) => void) {
    this.#session = session
    this.#options = options
    this.#work = work
    this.#outputs = outputs
    this.#isHere = isHere
    this.#begin = begin
  }

  async run(inputs: readonly string[]): Promise<ClusterSummary> {
    const files = await listFiles(this.#session, inputs)
    await this.#settle(files)
    await numberFiles(this.#session, files)
    await viewDocuments(this.#session, files)
    const deployed = this.#isHere ? deployedHere(this.#options) : await deploy(this.#session, this.#options)
    const folder = `${this.#work.replace(/\/+$/, '')}/leitong-${this.#name(files)}`
    const steps = new Steps(this.#session, folder, this.#begin)
    const shape = this.#shape(steps, deployed)
    const signed = await this.#sign(steps, shape)
    const texts = await steps.step('copies', statements.copies(shape), {
      texts: 'count(*)',
      many: `count_if(copies > ${this.#options.maxCopies})`,
    })
    const { crowded, unpaired } = await this.#judge(steps, shape)
    const removed = await steps.step('removed', statements.removed(shape), { removed: 'count(*)' })
    const groups = await steps.step('numbers', statements.numbers(shape), { groups: 'count(*)' })
    await this.#write(shape)
    return summarize({
      files,
      options: this.#options,
      folder,
      steps,
      figures: { ...signed, ...texts, ...removed, ...groups, crowded, unpaired },
    })
  }

  /** What statements depend on: one split in a partition, so that documents are numbered anew in each. */
  async #settle(files: readonly ListedFile[]): Promise<void> {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const settings = {
      'spark.sql.files.maxPartitionBytes': SPLIT,
      'spark.sql.files.openCostInBytes': SPLIT,
      'spark.sql.files.minPartitionNum': 1,
      'spark.sql.shuffle.partitions': Math.max(2, Math.min(20_000, Math.ceil(bytes / SHUFFLED))),
      'spark.sql.parquet.compression.codec': 'zstd',
      'spark.sql.maxConcurrentOutputFileWriters': 2,
    }
    for (const [name, value] of Object.entries(settings)) await this.#session.command(`SET ${name}=${value}`)
  }

  /** A name for all that the result depends on. */
  #name(files: readonly ListedFile[]): string {
    const { engine, work, workers, memory, temp, strict, ...options } = this.#options
    const listing = files.map(({ url, bytes, changed }) => [url, bytes, changed])
    const wants = this.#outputs.pairs !== undefined
    const all = [VERSION, signatureName(this.#options), options, listing, wants, SPLIT]
    return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16)
  }

  #shape(steps: Steps, { command, options }: Deployed): Shape {
    const task = encodeTask({ options, wantPairs: this.#outputs.pairs !== undefined })
    return { options: this.#options, from: (step: Step) => steps.from(step), worker: (mode: string) => `${command} ${mode} ${task}` }
  }

  async #sign(steps: Steps, shape: Shape) {
    const figures = await steps.step('sign', statements.sign(shape), {
      documents: 'count(digest)',
      rejects: 'count(reason)',
      unnamed: 'count_if(id IS NULL AND digest IS NOT NULL)',
    })
    const { documents = 0, rejects = 0, unnamed = 0 } = figures
    const { idField, textField, strict } = this.#options
    if (unnamed)
      throw new LeitongError(
        'OPTION_CONFLICT',
        `${unnamed} records have no "${idField}"; on a cluster every record needs one: --id-field names it`,
      )
    if (rejects && (!documents || strict)) {
      const [first] = await this.#session.rows(`SELECT reason FROM ${steps.from('sign')} WHERE reason IS NOT NULL ORDER BY doc LIMIT 1`)
      const reason = JSON.parse(String(first?.['reason'])) as string
      if (strict) throw new LeitongError('STRICT', rejects, reason)
      throw new LeitongError('NOTHING_JUDGED', `the input (--text-field ${textField})`, rejects, reason)
    }
    return figures
  }

  /** From texts to decisions, by blocks. */
  async #judge(steps: Steps, shape: Shape) {
    if (!traitsOf(this.#options).hasFeatures) {
      await steps.step('verify', "SELECT '' AS kind, 0L AS a, 0L AS b, '' AS similarity, '' AS distance WHERE false")
      return { crowded: 0, unpaired: 0 }
    }
    await steps.step('bands', statements.bands(shape))
    const { crowded: unlooked = 0 } = await steps.step('forest', statements.forest(shape), { crowded: 'sum(IF(a < 0, b, 0))' })
    await steps.step('components', statements.components(shape))
    const { crowded = 0, unpaired = 0 } = await steps.step('verify', statements.verify(shape), {
      crowded: "sum(IF(kind = 'c', a, 0))",
      unpaired: "sum(IF(kind = 'c', b, 0))",
    })
    return { crowded: crowded + unlooked, unpaired }
  }

  async #write(shape: Shape): Promise<void> {
    this.#begin('write')
    const { output, removed, pairs, groups } = this.#outputs
    if (output !== undefined) await this.#session.write(OUTPUTS.kept(shape), 'text', uriOf(output), ['file'])
    for (const [name, path] of Object.entries({ removed, pairs, groups }))
      if (path !== undefined) await this.#session.write(OUTPUTS[name as keyof typeof OUTPUTS](shape), 'text', uriOf(path))
  }
}
