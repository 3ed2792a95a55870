/** One batch on a cluster, from the list of its files to what can be written of it. */
import { createHash } from 'node:crypto'
import { LeitongError } from '../errors.js'
import { loadModel } from '../methods/corpus-model.js'
import { methodOf, signatureName } from '../methods/methods.js'
import type { Options } from '../options/options.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import { VERSION } from '../version.js'
import type { Bounds } from './bounds.js'
import type { Session } from './connect/session.js'
import { earlierRuns, keptOf, leaveRun } from './earlier.js'
import { canGather, gathered, gatheredShape } from './gathered.js'
import type { ClusterInput } from './inputs/input.js'
import { type ListedFile, listFiles, numberFiles } from './inputs/listing.js'
import { openInput } from './inputs/open.js'
import { arePlaced, splitsOf } from './inputs/placed.js'
import { judged } from './judged.js'
import { judgeRows, rowFigures, rowsName, rowsShape } from './judged-rows.js'
import type { OpenCluster } from './open.js'
import { type ClusterOutputs, uriOf } from './places.js'
import { linesOf } from './results/outputs.js'
import { type ClusterSummary, summarize } from './results/summary.js'
import { settle } from './settings.js'
import type { Shape } from './statements.js'
import * as statements from './statements.js'
import { FORM, Steps } from './steps.js'

interface Asked extends OpenCluster {
  readonly inputs: readonly string[]
  readonly options: Options
  /** What of rows is compared. */
  readonly spec: FieldsSpec | undefined
  readonly wantPairs: boolean
  readonly bounds: Bounds
}

export class ClusterRun {
  readonly summary: ClusterSummary
  readonly #session: Session
  readonly #shape: Shape
  readonly #input: ClusterInput
  readonly #asked: Asked

  private constructor(session: Session, shape: Shape, input: ClusterInput, asked: Asked, summary: ClusterSummary) {
    this.#session = session
    this.#shape = shape
    this.#input = input
    this.#asked = asked
    this.summary = summary
  }

  /** Does the steps that are not done yet. */
  static async of(asked: Asked): Promise<ClusterRun> {
    const { session, options, spec, deploy, work, wantPairs, begin, bounds } = asked
    const made = madeOf(asked)
    const earlier = await earlierRuns(session, options.appendTo, made)
    const before = earlier.flatMap((run) => run.files)
    const fresh = await newFiles(session, asked, before)
    const files = [...before, ...fresh]
    await settle(session, files, bounds.split)
    await numberFiles(session, files, bounds.split)
    const from = earlier.at(-1)?.folder
    const folder = `${work}/leitong-${nameOf(asked, made, fresh, from)}`
    const steps = new Steps(session, folder, begin)
    const deployed = await deploy()
    const worker: Shape['worker'] = (mode, more) => `${deployed.command} ${mode} ${deployed.task({ wantPairs, spec, ...more })}`
    const { split, placed } = bounds
    const input = await openInput({ session, files, old: before.length, earlier, options, spec, steps, split, placed, worker })
    const signs = [...keptOf(earlier), `SELECT * FROM ${steps.from('sign')}`]
    const shape: Shape = {
      options,
      from: (step) => (step === 'sign' && earlier.length ? `(${signs.join(' UNION ALL ')})` : steps.from(step)),
      first: before.length * 2 ** 40,
      worker,
      bounds,
      placed: placed && arePlaced(files) ? { splits: splitsOf(files, before.length, split), bytes: 0 } : undefined,
    }
    const signed = await steps.step('sign', statements.sign(shape), statements.SIGNED)
    await requireSigned(session, steps, options, signed)
    const { documents = 0 } = signed
    const sized = withSizes(shape, fresh, documents)
    if (methodOf(options).cluster === 'rows') {
      const done = rowsShape(shape)
      const figures = { ...signed, ...(await judgeRows(steps, shape, documents)) }
      const summary = { ...summarize({ files: fresh, options, spec, folder, steps, figures }), ...(await rowFigures(session, shape)) }
      return new ClusterRun(session, done, input, asked, summary)
    }
    const done = canGather(sized, documents) ? gatheredShape(sized) : sized
    const found = await (done.isGathered ? gathered(steps, done, documents) : judged(session, steps, done, wantPairs))
    if (!steps.found.includes(done.isGathered ? 'removed' : 'numbers')) await leaveRun(session, { folder, made, files: fresh, from })
    const figures = { ...signed, ...found }
    return new ClusterRun(session, done, input, asked, summarize({ files: fresh, options, spec, folder, steps, figures }))
  }

  /** Writes folders of lines, each in the order of the input when its files are read by their names. */
  async write({ output, removed, pairs, groups }: ClusterOutputs): Promise<void> {
    this.#asked.begin('write')
    if (pairs !== undefined) this.#requirePairs()
    if (output !== undefined) await this.#input.writeKept(statements.keptOf(this.#shape, this.summary.removed), uriOf(output))
    const lines = Object.entries({ removed, pairs, groups }) as ['removed' | 'pairs' | 'groups', string | undefined][]
    for (const [name, path] of lines)
      if (path !== undefined) await this.#session.write(linesOf(name, this.#shape, this.summary.removed), 'text', uriOf(path))
  }

  /** The lines of a result, in order. */
  async *lines(name: 'removed' | 'pairs' | 'groups'): AsyncGenerator<string> {
    if (name === 'pairs') this.#requirePairs()
    for await (const { value } of this.#session.stream(linesOf(name, this.#shape, this.summary.removed))) yield String(value)
  }

  #requirePairs(): void {
    if (!this.#asked.wantPairs)
      throw new LeitongError('OPTION_CONFLICT', 'pairs are complete only when the run was asked for them: pairs: true')
  }

  /** Ends the session; the steps stay in the work folder. */
  close(): Promise<void> {
    return this.#asked.end()
  }
}

/** The same with the bytes of a record, about, which are known when documents are counted. */
const withSizes = ({ placed, ...shape }: Shape, files: readonly ListedFile[], documents: number): Shape => ({
  ...shape,
  placed: placed && { ...placed, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(1, documents) },
})

/** Files that no earlier run has read. */
async function newFiles(session: Session, { inputs, options }: Asked, before: readonly ListedFile[]): Promise<ListedFile[]> {
  const known = new Set(before.map(({ url }) => url))
  const fresh = (await listFiles(session, inputs, options)).filter(({ url }) => !known.has(url))
  if (!fresh.length)
    throw new LeitongError('SOURCE_MISSING', inputs.join(', '), 'there is no file that the run of --append-to has not read')
  return fresh
}

/** All that signatures and decisions depend on, besides the input. */
function madeOf({ options: given, spec, bounds }: Asked): string {
  const { engine, work, appendTo, workers, memory, temp, strict, fields, ...options } = given
  return JSON.stringify([
    VERSION,
    methodOf(given).cluster === 'rows' ? rowsName(given) : signatureName(loadModel(given).options),
    options,
    spec,
    bounds.split,
    FORM,
  ])
}

/** A name for all that the result depends on. */
function nameOf({ wantPairs }: Asked, made: string, files: readonly ListedFile[], from: string | undefined): string {
  const listing = files.map(({ url, bytes, changed }) => [url, bytes, changed])
  return createHash('sha256')
    .update(JSON.stringify([made, listing, wantPairs, from]))
    .digest('hex')
    .slice(0, 16)
}

/** @throws {LeitongError} `STRICT`, `NOTHING_JUDGED`, `OPTION_CONFLICT` */
async function requireSigned(session: Session, steps: Steps, options: Options, figures: Readonly<Record<string, number>>): Promise<void> {
  const { documents = 0, rejects = 0, unnamed = 0 } = figures
  const { idField, textField, strict } = options
  if (rejects && (!documents || strict)) {
    const [first] = await session.rows(`SELECT reason FROM ${steps.from('sign')} WHERE reason IS NOT NULL ORDER BY doc LIMIT 1`)
    const reason = JSON.parse(String(first?.['reason'])) as string
    if (strict) throw new LeitongError('STRICT', rejects, reason)
    throw new LeitongError('NOTHING_JUDGED', `the input (--text-field ${textField})`, rejects, reason)
  }
  if (unnamed)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `${unnamed} records have no "${idField}"; on a cluster (--engine) every record needs one: --id-field names it`,
    )
}
