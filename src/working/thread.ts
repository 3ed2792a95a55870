/** The entry point of a worker thread: runs tasks and hands their results over instead of copying them. */
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { Task } from './tasks.js'
import { Worker } from './worker.js'

/** This thread's: it goes with the thread, when the pool of its run is closed. */
const worker = new Worker()

export default function runInThread(task: Task): unknown {
  const result = worker.run(task)
  const buffers = Object.values(result).flatMap((column) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  )
  return move({ [transferableSymbol]: buffers, [valueSymbol]: result } as never)
}
