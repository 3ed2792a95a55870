/** The entry point of a worker thread: runs tasks and hands their results over instead of copying them. */
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { RowScoring } from './score-task.js'
import type { Task } from './tasks.js'
import { Worker } from './worker.js'

/** This thread's: it goes with the thread, when the pool of its run is closed. */
const worker = new Worker()

let rows: RowScoring | undefined

export default async function runInThread(task: Task): Promise<unknown> {
  // Texts have no fields to compare: what compares them is loaded when it is asked for.
  if (task.kind === 'score') rows ??= new (await import('./score-task.js')).RowScoring()
  const result = task.kind === 'score' ? (rows as RowScoring).run(task) : worker.run(task)
  const buffers = Object.values(result).flatMap((column) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  )
  return move({ [transferableSymbol]: buffers, [valueSymbol]: result } as never)
}
