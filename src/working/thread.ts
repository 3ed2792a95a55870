/** The entry point of a worker thread: runs tasks and hands their results over instead of copying them. */
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { PieceColumns, Task } from './tasks.js'
import { runTask } from './worker.js'

export default function runInThread(task: Task): unknown {
  const result = runTask(task)
  if (result instanceof Float64Array) return move(result)
  const { start, end, line, length, features, digests, signatures, grams, gramEnds, ids, idEnds, ranks } = result as PieceColumns
  const buffers = [start, end, line, length, features, digests, signatures, grams, gramEnds, ids, idEnds, ranks].map(({ buffer }) => buffer)
  return move({ [transferableSymbol]: buffers, [valueSymbol]: result } as never)
}
