/** The entry point of a worker thread: runs tasks and hands their results over instead of copying them. */
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { LeitongError, type SentError, sendError } from '../errors.js'
import '../signing/dictionaries.js'
import type { RowScoring } from './score-task.js'
import { buffersOf, type Task } from './tasks.js'
import { Worker } from './worker.js'

/** This thread's: it goes with the thread, when the pool of its run is closed. */
const worker = new Worker()

let rows: RowScoring | undefined

/** An error that the pool makes anew: between threads a class gets lost. */
export interface Failed {
  readonly failed: SentError
}

export default async function runInThread(task: Task): Promise<unknown> {
  try {
    return await runTask(task)
  } catch (error) {
    if (!(error instanceof LeitongError)) throw error
    return { failed: sendError(error) } satisfies Failed
  }
}

async function runTask(task: Task): Promise<unknown> {
  // Texts have no fields to compare: what compares them is loaded when it is asked for.
  if (task.kind === 'score') rows ??= new (await import('./score-task.js')).RowScoring()
  const result = task.kind === 'score' ? (rows as RowScoring).run(task) : worker.run(task)
  return move({ [transferableSymbol]: buffersOf(result), [valueSymbol]: result } as never)
}
