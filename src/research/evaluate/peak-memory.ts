/** How much memory the process takes while something runs, also while it does not come up for air. */
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Bytes of the process at most (resident), looked at every 10 ms from a thread of its own. */
const WATCH = `
const { workerData } = require('node:worker_threads')
const peak = new BigInt64Array(workerData)
const look = () => {
  const now = BigInt(process.memoryUsage.rss())
  if (now > Atomics.load(peak, 0)) Atomics.store(peak, 0, now)
}
look()
setInterval(look, 10)
`

export interface Measured<Value> {
  readonly value: Value
  readonly seconds: number
  /** Seconds of the processor, of all threads, which other work on the machine hardly changes. */
  readonly processor: number
  /** Bytes of the whole process at most; what earlier work left behind counts, too. */
  readonly peakMemory: number
}

interface Watcher {
  readonly peak: BigInt64Array
  readonly ready: Promise<void>
}

let watcher: Watcher | undefined

/** One thread for the whole process, which does not keep the process alive. */
function startWatcher(): Watcher {
  const shared = new SharedArrayBuffer(8)
  const worker = new Worker(WATCH, { eval: true, workerData: shared })
  const ready = new Promise<void>((resolve, reject) => {
    worker.once('online', () => {
      worker.unref()
      resolve()
    })
    worker.once('error', reject)
  })
  return { peak: new BigInt64Array(shared), ready }
}

/** Runs something and measures it. */
export async function measureRun<Value>(work: () => Promise<Value> | Value): Promise<Measured<Value>> {
  watcher ??= startWatcher()
  const { peak, ready } = watcher
  await ready
  // Most of what is measured never waits; a turn of the loop lets a signal stop it between two runs.
  await setImmediate()
  Atomics.store(peak, 0, BigInt(process.memoryUsage.rss()))
  const start = performance.now()
  const before = processorSeconds()
  const value = await work()
  const seconds = (performance.now() - start) / 1000
  return {
    value,
    seconds,
    processor: processorSeconds() - before,
    peakMemory: Math.max(Number(Atomics.load(peak, 0)), process.memoryUsage.rss()),
  }
}

/** Seconds that all threads of the process have had of the processor. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
