/** The surroundings of one run: what it was asked, what it has read, and what it holds open. Made once, closed once. */
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { LeitongError } from '../../errors.js'
import { fieldsOf } from '../../methods/fields.js'
import { preferenceOf } from '../../options/keep-rule.js'
import type { Options } from '../../options/options.js'
import { type Input, totalBytes } from '../../reading/input.js'
import type { ReadFile } from '../../reading/open-input.js'
import { type DecodedText, RecordReader, rowOf } from '../../reading/records.js'
import { type Fields, isDocument } from '../../sources/formats/format.js'
import { FORMATS } from '../../sources/formats/formats.js'
import { reach } from '../../sources/rows/paths.js'
import { createPool, type Pool } from '../../working/pool.js'
import type { Fingerprinting } from '../../working/tasks.js'
import { type LazyFolder, lazyFolder } from '../../writing/temporary.js'
import { Documents } from './documents.js'
import { type Unit, Units } from './units.js'

/** Phases in their order, as progress and the summary name them. */
export type RunPhase = 'read' | 'search' | 'verify' | 'write'

/** Objects are copied before a run begins: no phase of its own. */
export type Phase = 'copy' | RunPhase

export interface RunHooks {
  /** Told how much of a phase is done: bytes of `read`, pairs of `verify`; `total` where it is known. Grouping may ask for more pairs later. */
  readonly progress?: (phase: RunPhase, done: number, total: number | undefined) => void
  readonly signal?: AbortSignal | undefined
}

/** Parts that change within a run. */
type Changes = Partial<Pick<RunContext, 'options' | 'sources' | 'documents'>>

export class RunContext {
  /** As the caller named them; behind those of the batch itself the old ones that it is held against. */
  readonly inputs: readonly Input[]
  /** Inputs of the batch itself. */
  readonly ownInputs: number
  /** The inputs as they can be read now: once it is read, a spool stands for what comes only once. */
  readonly sources: readonly Input[]
  readonly options: Options
  readonly fields: Fields
  /** The documents that were read. */
  readonly documents: Documents
  readonly #resources: Resources

  private constructor(
    given: Pick<RunContext, 'inputs' | 'ownInputs' | 'sources' | 'options' | 'fields' | 'documents'>,
    resources: Resources,
  ) {
    this.inputs = given.inputs
    this.ownInputs = given.ownInputs
    this.sources = given.sources
    this.options = given.options
    this.fields = given.fields
    this.documents = given.documents
    this.#resources = resources
  }

  /**
   * Starts workers, where there is enough to do for them; call {@link close} when the run is over.
   *
   * @param old  inputs of old documents, which the batch is held against
   */
  static open(own: readonly Input[], options: Options, hooks: RunHooks = {}, old: readonly Input[] = []): RunContext {
    const documents = new Documents(preferenceOf(options.keep) === 'length', own.length)
    const inputs = [...own, ...old]
    const ownInputs = own.length
    return new RunContext(
      { inputs, ownInputs, sources: inputs, options, fields: fieldsOf(options), documents },
      new Resources(inputs, options, hooks),
    )
  }

  /** The same run with something else in it: it shares all that is open, and closing either closes both. */
  with(changes: Changes): RunContext {
    const { inputs, ownInputs, sources, options, fields, documents } = this
    return new RunContext({ inputs, ownInputs, sources, options, fields, documents, ...changes }, this.#resources)
  }

  get pool(): Pool {
    return this.#resources.pool
  }

  /** Of the thread that runs the job; workers have their own. */
  get reader(): RecordReader {
    return this.#resources.reader
  }

  /** The temporary folder, made when it is first asked for. */
  get folder(): () => string {
    return this.#resources.folder.open
  }

  get hooks(): RunHooks {
    return this.#resources.hooks
  }

  /** Bytes of all inputs together, where they are known. */
  get totalBytes(): number | undefined {
    return this.#resources.totalBytes
  }

  /** Seconds of each phase. */
  get seconds(): Record<RunPhase, number> {
    return this.#resources.seconds
  }

  /** The inputs as work for the workers. */
  units(content: Fingerprinting['content']): AsyncIterable<Unit> {
    return new Units(this, content)
  }

  /** The path of a spool that is not there yet. */
  newSpool(): string {
    return join(this.folder(), `spool-${this.#resources.spools++}`)
  }

  /** Does work and counts its time under a phase. */
  async timed<Result>(phase: RunPhase, work: () => Promise<Result> | Result): Promise<Result> {
    this.hooks.signal?.throwIfAborted()
    const start = performance.now()
    const result = await work()
    this.seconds[phase] += (performance.now() - start) / 1000
    return result
  }

  /** Lets others have their turn on this thread: signals, progress, whoever wants to stop the run. */
  async pause(): Promise<void> {
    await setImmediate()
    this.hooks.signal?.throwIfAborted()
  }

  /** @throws {LeitongError} `SOURCE_READ` when the run is closed */
  requireOpen(): void {
    if (this.#resources.isClosed) throw new LeitongError('SOURCE_READ', this.documents.files[0]?.name || 'the input', 'the run is closed')
  }

  /**
   * Reads the texts of some documents again.
   *
   * @throws {LeitongError} `SOURCE_READ` when a file has changed or gone, or the run is closed
   */
  textsOf(documents: readonly number[]): DecodedText[] {
    const { files } = this.documents
    this.requireOpen()
    const records = { files, places: this.documents.places(documents), fields: this.fields, maxRecord: this.options.maxRecord }
    return documents.map((_, i) => this.reader.textAt(records, i))
  }

  /**
   * Reads fields of a document again; null for what it does not have. A file that is one document has `text`, and perhaps `title`.
   *
   * @throws {LeitongError} `SOURCE_READ` when a file has changed or gone
   */
  valuesOf(document: number, names: readonly string[]): unknown[] {
    const row = this.recordOf(document)
    return names.map((name) => (row && reach(row, name)) ?? null)
  }

  /** A document as a record, read again. @throws {LeitongError} `SOURCE_READ` when a file has changed or gone */
  recordOf(document: number): Readonly<Record<string, unknown>> | undefined {
    const { documents } = this
    const file = documents.files[documents.fileOf(document)] as ReadFile
    const start = documents.startOf(document)
    return isDocument(FORMATS[file.format])
      ? (this.textsOf([document])[0] as Readonly<Record<string, unknown>> & DecodedText)
      : rowOf(this.reader.read(file.path, start, documents.endOf(document) - start), file)
  }

  /** Closes this with the run. */
  keepOpen(held: { close(): void }): void {
    this.#resources.held.push(held)
  }

  /** Does work that leaves the run open; when it fails, the run is closed. */
  async orClose<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      await this.close()
      throw error
    }
  }

  /** Ends workers, closes files and removes temporary ones; doing so again does nothing. */
  close(): Promise<void> {
    return this.#resources.close()
  }
}

/** The part of a run that is open until it is closed. */
class Resources {
  readonly hooks: RunHooks
  readonly totalBytes: number | undefined
  readonly pool: Pool
  readonly reader = new RecordReader()
  readonly folder: LazyFolder
  readonly seconds: Record<RunPhase, number> = { read: 0, search: 0, verify: 0, write: 0 }
  spools = 0
  readonly held: { close(): void }[] = []
  #closed: Promise<void> | undefined

  constructor(inputs: readonly Input[], { workers, temp }: Options, hooks: RunHooks) {
    this.hooks = hooks
    this.totalBytes = totalBytes(inputs)
    this.folder = lazyFolder(temp)
    this.pool = createPool(workers, this.totalBytes)
  }

  get isClosed(): boolean {
    return this.#closed !== undefined
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.reader.close()
    for (const one of this.held) one.close()
    try {
      await this.pool.close()
    } finally {
      this.folder.forget()
    }
  }
}
