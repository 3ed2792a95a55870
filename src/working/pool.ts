/** Runs tasks on worker threads, or here when there is little to do. */
import { Piscina } from 'piscina'
import type { FingerprintTask, PieceColumns, Task, VerifyTask } from './tasks.js'
import { closeRecords } from './verify-task.js'
import { runTask } from './worker.js'

export interface Pool {
  /** How many tasks it makes sense to have under way. */
  readonly width: number
  run(task: FingerprintTask): Promise<PieceColumns>
  run(task: VerifyTask): Promise<Float64Array>
  /** Hands this corpus model to every task from now on; the bytes are shared, not copied, when they lie in shared memory. */
  share(model: Uint8Array | undefined): void
  close(): Promise<void>
}

/** Starting workers costs more than this many bytes of input take to sign. */
const SMALL = 2 << 20

/**
 * @param inputBytes  how much there is to do, if known: a small job runs on the calling thread
 */
export function createPool(workers: number, inputBytes = Number.POSITIVE_INFINITY): Pool {
  if (inputBytes < SMALL) {
    let model: Uint8Array | undefined
    return {
      width: 1,
      run: async (task: Task) => runTask(model ? { ...task, model } : task),
      share(given: Uint8Array | undefined) {
        model = given
      },
      close: async () => closeRecords(),
    } as Pool
  }
  const piscina = new Piscina({
    filename: new URL('./thread-entry.cjs', import.meta.url).href,
    minThreads: workers,
    maxThreads: workers,
    // The options of Node that started this process may not suit a worker.
    execArgv: [],
  })
  let model: Uint8Array | undefined
  return {
    width: workers * 2,
    run: (async (task: Task) => {
      const transferList = task.kind === 'sign' && isWhole(task.bytes) ? [task.bytes.buffer as ArrayBuffer] : []
      return piscina.run(model ? { ...task, model } : task, { transferList })
    }) as Pool['run'],
    share(given) {
      model = given
    },
    close: () => piscina.destroy(),
  }
}

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
