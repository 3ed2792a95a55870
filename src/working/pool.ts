/** Workers of a run: threads, or the calling thread where there is little to do. */

import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Piscina } from 'piscina'
import { receiveError } from '../errors.js'
import type { ScoredRange } from '../matching/score-candidates.js'
import { loadPackage, ownFile } from '../packages.js'
import type { EqualRuns } from '../searching/equal-runs.js'
import '../signing/dictionaries.js'
import type { RowScoring } from './score-task.js'
import type {
  CollectedSets,
  CollectTask,
  CompareTask,
  FingerprintTask,
  MeasuredPairs,
  PieceColumns,
  RunsTask,
  ScoreTask,
  Task,
  TaskResult,
  VerifyTask,
} from './tasks.js'
import type { Failed } from './thread.js'
import { Worker } from './worker.js'

export interface Pool {
  /** How many tasks it makes sense to have under way. */
  readonly width: number
  /** Whether tasks run in threads of their own. */
  readonly isThreaded: boolean
  run(task: FingerprintTask): Promise<PieceColumns>
  run(task: VerifyTask | CompareTask): Promise<MeasuredPairs>
  run(task: CollectTask): Promise<CollectedSets>
  run(task: RunsTask): Promise<EqualRuns>
  run(task: ScoreTask): Promise<ScoredRange>
  /** Hands this corpus model to every task from now on; the bytes are shared, not copied, when they lie in shared memory. */
  share(model: Uint8Array | undefined): void
  /** Ends threads and closes files; doing so again does nothing. */
  close(): Promise<void>
}

/** Bytes of input: fewer are fingerprinted sooner than threads start. */
const SMALL = 2 << 20

/**
 * @param workers     threads; 0 for none, where the cores belong to others
 * @param inputBytes  undefined where it is not known how much there is to do
 */
export function createPool(workers: number, inputBytes: number | undefined): Pool {
  if (workers === 0) return new CallingThread()
  if (inputBytes === undefined) return new Growing(workers)
  return inputBytes < SMALL ? new CallingThread() : new Threads(workers)
}

/** The calling thread until there turns out to be much to do. */
class Growing implements Pool {
  readonly width: number
  readonly #workers: number
  #pool: Pool = new CallingThread()
  #isSmall = true
  #bytes = 0
  #model: Uint8Array | undefined
  readonly #ended: Promise<void>[] = []

  constructor(workers: number) {
    this.#workers = workers
    this.width = workers * 2
  }

  get isThreaded(): boolean {
    return this.#pool.isThreaded
  }

  run(task: FingerprintTask): Promise<PieceColumns>
  run(task: VerifyTask | CompareTask): Promise<MeasuredPairs>
  run(task: CollectTask): Promise<CollectedSets>
  run(task: RunsTask): Promise<EqualRuns>
  run(task: ScoreTask): Promise<ScoredRange>
  run(task: Task): Promise<TaskResult> {
    if (task.kind === 'piece') this.#bytes += task.bytes.length
    if (task.kind === 'files' || task.kind === 'range' || this.#bytes >= SMALL) this.#grow()
    return (this.#pool.run as (task: Task) => Promise<TaskResult>).call(this.#pool, task)
  }

  #grow(): void {
    if (!this.#isSmall) return
    this.#isSmall = false
    this.#ended.push(this.#pool.close())
    this.#pool = new Threads(this.#workers)
    this.#pool.share(this.#model)
  }

  share(model: Uint8Array | undefined): void {
    this.#model = model
    this.#pool.share(model)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#ended, this.#pool.close()])
  }
}

class CallingThread implements Pool {
  readonly width = 1
  readonly isThreaded = false
  readonly #worker = new Worker()
  #rows: RowScoring | undefined
  #model: Uint8Array | undefined

  run(task: FingerprintTask): Promise<PieceColumns>
  run(task: VerifyTask | CompareTask): Promise<MeasuredPairs>
  run(task: CollectTask): Promise<CollectedSets>
  run(task: RunsTask): Promise<EqualRuns>
  run(task: ScoreTask): Promise<ScoredRange>
  async run(task: Task): Promise<TaskResult> {
    // Signals and whoever else shares the thread have their turn between two tasks.
    await setImmediate()
    return task.kind === 'score' ? this.#score(task) : this.#worker.run(withModel(task, this.#model))
  }

  async #score(task: ScoreTask): Promise<ScoredRange> {
    this.#rows ??= new (await import('./score-task.js')).RowScoring()
    return this.#rows.run(task)
  }

  share(model: Uint8Array | undefined): void {
    this.#model = model
  }

  async close(): Promise<void> {
    this.#worker.close()
  }
}

/** Milliseconds in which threads have loaded, even where many start on a machine that is busy; then they are stopped all the same. */
const LOADING = 10_000

class Threads implements Pool {
  readonly width: number
  readonly isThreaded = true
  readonly #piscina: Promise<Piscina>
  /** How many threads have loaded what they run. */
  readonly #loaded = new Int32Array(new SharedArrayBuffer(4))
  #model: Uint8Array | undefined
  #closed: Promise<void> | undefined

  constructor(workers: number) {
    // One task that runs and one that waits for each.
    this.width = workers * 2
    this.#piscina = this.#start(workers)
    // A run that fails before it asks for anything has its own reason to tell.
    this.#piscina.catch(() => {})
  }

  /** The package is loaded where threads are wanted: few of the small runs get here. */
  async #start(workers: number): Promise<Piscina> {
    const { Piscina } = loadPackage<typeof import('piscina')>('piscina', 'work in threads')
    return new Piscina({
      filename: ownFile('bundle/thread-entry.cjs').href,
      minThreads: workers,
      maxThreads: workers,
      // The options of Node that started this process may not suit a worker.
      execArgv: [],
      workerData: this.#loaded,
    })
  }

  run(task: FingerprintTask): Promise<PieceColumns>
  run(task: VerifyTask | CompareTask): Promise<MeasuredPairs>
  run(task: CollectTask): Promise<CollectedSets>
  run(task: RunsTask): Promise<EqualRuns>
  run(task: ScoreTask): Promise<ScoredRange>
  async run(task: Task): Promise<TaskResult> {
    const transferList = task.kind === 'piece' && isWhole(task.bytes) ? [task.bytes.buffer as ArrayBuffer] : []
    const given = withModel(task, this.#model)
    const result: TaskResult | Failed = await (await this.#piscina).run(given, { transferList })
    if ('failed' in result) throw receiveError(result.failed)
    return result
  }

  share(model: Uint8Array | undefined): void {
    this.#model = model
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  /** A thread of Node 20 that is stopped while it loads leaves the file open that it reads. */
  async #close(): Promise<void> {
    const piscina = await this.#piscina
    const { length } = piscina.threads
    for (let waited = 0; Atomics.load(this.#loaded, 0) < length && waited < LOADING; waited += 5) await setTimeout(5)
    // A thread whose task was given up may have answered already: to nobody, which nobody need hear of. Unheard it would end the process.
    piscina.on('error', () => {})
    await piscina.destroy()
  }
}

const withModel = <Some extends Task>(task: Some, model: Uint8Array | undefined): Some => (model ? { ...task, model } : task)

/** Whether the bytes are all of their buffer, so that the buffer can be handed over. */
function isWhole(bytes: Uint8Array): boolean {
  return bytes.byteLength === bytes.buffer.byteLength
}
