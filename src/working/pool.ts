/** Workers of a run: threads, or the calling thread where there is little to do. */
import { setImmediate } from 'node:timers/promises'
import { Piscina } from 'piscina'
import type { ScoredRange } from '../matching/score-candidates.js'
import type { RowScoring } from './score-task.js'
import type {
  CollectedSets,
  CollectTask,
  CompareTask,
  FingerprintTask,
  MeasuredPairs,
  PieceColumns,
  ScoreTask,
  Task,
  TaskResult,
  VerifyTask,
} from './tasks.js'
import { Worker } from './worker.js'

export interface Pool {
  /** How many tasks it makes sense to have under way. */
  readonly width: number
  /** Whether tasks run in threads of their own. */
  readonly isThreaded: boolean
  run(task: FingerprintTask): Promise<PieceColumns>
  run(task: VerifyTask | CompareTask): Promise<MeasuredPairs>
  run(task: CollectTask): Promise<CollectedSets>
  run(task: ScoreTask): Promise<ScoredRange>
  /** Hands this corpus model to every task from now on; the bytes are shared, not copied, when they lie in shared memory. */
  share(model: Uint8Array | undefined): void
  /** Ends threads and closes files; doing so again does nothing. */
  close(): Promise<void>
}

/** Bytes of input: fewer are fingerprinted sooner than threads start. */
const SMALL = 2 << 20

/** @param inputBytes  undefined where it is not known how much there is to do */
export function createPool(workers: number, inputBytes: number | undefined): Pool {
  return inputBytes !== undefined && inputBytes < SMALL ? new CallingThread() : new Threads(workers)
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

class Threads implements Pool {
  readonly width: number
  readonly isThreaded = true
  readonly #piscina: Piscina
  #model: Uint8Array | undefined
  #closed: Promise<void> | undefined

  constructor(workers: number) {
    // One task that runs and one that waits for each.
    this.width = workers * 2
    this.#piscina = new Piscina({
      filename: new URL('./thread-entry.cjs', import.meta.url).href,
      minThreads: workers,
      maxThreads: workers,
      // The options of Node that started this process may not suit a worker.
      execArgv: [],
    })
  }

  run(task: FingerprintTask): Promise<PieceColumns>
  run(task: VerifyTask | CompareTask): Promise<MeasuredPairs>
  run(task: CollectTask): Promise<CollectedSets>
  run(task: ScoreTask): Promise<ScoredRange>
  run(task: Task): Promise<TaskResult> {
    const transferList = task.kind === 'piece' && isWhole(task.bytes) ? [task.bytes.buffer as ArrayBuffer] : []
    return this.#piscina.run(withModel(task, this.#model), { transferList }) as Promise<TaskResult>
  }

  share(model: Uint8Array | undefined): void {
    this.#model = model
  }

  close(): Promise<void> {
    this.#closed ??= this.#piscina.destroy()
    return this.#closed
  }
}

const withModel = <Some extends Task>(task: Some, model: Uint8Array | undefined): Some => (model ? { ...task, model } : task)

/** Whether the bytes are all of their buffer, so that the buffer can be handed over. */
function isWhole(bytes: Uint8Array): boolean {
  return bytes.byteLength === bytes.buffer.byteLength
}

/** Keeps up to `width` tasks under way and hands on their results in the order of the tasks. */
export async function* inOrder<In, Out>(
  tasks: AsyncIterable<In> | Iterable<In>,
  width: number,
  run: (task: In) => Promise<Out>,
): AsyncGenerator<[In, Out]> {
  const under: [In, Promise<Out>][] = []
  try {
    for await (const task of tasks) {
      const result = run(task)
      // An early failure must not count as unhandled while it waits for its turn.
      result.catch(() => {})
      under.push([task, result])
      if (under.length >= width) {
        const [first, done] = under.shift() as [In, Promise<Out>]
        yield [first, await done]
      }
    }
    for (const [task, result] of under.splice(0)) yield [task, await result]
  } finally {
    await Promise.allSettled(under.map(([, result]) => result))
  }
}
