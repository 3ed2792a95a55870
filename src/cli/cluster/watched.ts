/** A job on a cluster, with a line of progress, until it is done or stopped. */
import type { ClusterHooks, ClusterStep } from '../../spark/dedupe.js'
import { isQuiet } from '../quiet.js'
import { stoppable } from '../stopping.js'
import { count, duration } from '../terminal.js'
import { texts } from '../texts/texts.js'

/** Does a job on a cluster; Ctrl-C cancels what runs there. */
export async function watched<Result>(job: (hooks: ClusterHooks) => Promise<Result>): Promise<Result> {
  const stopping = new AbortController()
  const line = new StepLine()
  const work = job({ signal: stopping.signal, progress: (step, done, total) => line.update(step, done, total) })
  const stop = async () => {
    stopping.abort()
    await work.catch(() => {})
  }
  try {
    return await stoppable(stop, () => work)
  } finally {
    line.clear()
  }
}

/** A line on standard error that says which step is done and how many of its tasks. */
class StepLine {
  readonly #on = process.stderr.isTTY === true && !isQuiet()
  #step: ClusterStep | undefined
  #start = 0

  update(step: ClusterStep, done: number, total: number | undefined): void {
    if (!this.#on) return
    const now = performance.now()
    if (step !== this.#step) {
      this.#step = step
      this.#start = now
    }
    const { progress, cluster } = texts()
    const seconds = (now - this.#start) / 1000
    const parts = total ? [cluster.tasks(progress.of(count(done), count(total)))] : []
    if (total && done && done < total) parts.push(progress.left(duration((seconds / done) * (total - done))))
    process.stderr.write(`\r\x1b[K${cluster[step]}${parts.length ? ` (${parts.join(', ')})` : ' …'}`)
  }

  clear(): void {
    if (this.#on) process.stderr.write('\r\x1b[K')
  }
}
