/** `leitong dedupe --engine`: the batch on a cluster. */

import { printedSummary } from '../../jobs/dedupe/summary.js'
import type { Options } from '../../options/options.js'
import type { ClusterStep, ClusterSummary } from '../../spark/dedupe.js'
import { isQuiet } from '../quiet.js'
import { stoppable } from '../stopping.js'
import { bytes, count, duration, printable } from '../terminal.js'
import { texts } from '../texts/texts.js'

/** @param outputs  all that were asked for: what a cluster does not write is refused */
export async function dedupeOnCluster(
  inputs: readonly string[],
  options: Options,
  outputs: Readonly<Record<string, unknown>>,
  json: boolean,
): Promise<void> {
  const cluster = await import('../../spark/dedupe.js')
  const stopping = new AbortController()
  const line = new StepLine()
  const start = performance.now()
  const paths = cluster.requireOutputs(inputs, options, outputs)
  const run = async () => {
    const batch = await cluster.dedupeOnCluster(inputs, options, paths.pairs !== undefined, {
      signal: stopping.signal,
      progress: (step, done, total) => line.update(step, done, total),
    })
    try {
      await batch.write(paths)
    } finally {
      await batch.close()
    }
    return batch.summary
  }
  const work = run()
  const stop = async () => {
    stopping.abort()
    await work.catch(() => {})
  }
  try {
    const summary = await stoppable(stop, () => work)
    line.clear()
    if (json) process.stdout.write(`${JSON.stringify(printedSummary(summary))}\n`)
    else if (!isQuiet()) process.stderr.write(printable(`${describe(summary, (performance.now() - start) / 1000, outputs).join('\n')}\n`))
  } catch (error) {
    line.clear()
    throw error
  }
}

function describe(summary: ClusterSummary, seconds: number, outputs: Readonly<Record<string, unknown>>): string[] {
  const { documents, rejects, kept, removed, groups, copies, limits, found, work, options } = summary
  const say = texts().dedupe
  const lines = [say.read(documents + rejects, bytes(summary.bytes), duration(seconds)), say.kept(kept, removed, groups, copies)]
  if (rejects) lines.push(say.rejects(rejects, undefined))
  if (limits.manyCopies) lines.push(say.manyCopies(limits.manyCopies, options.maxCopies))
  if (limits.crowded) lines.push(say.crowded(limits.crowded))
  if (limits.unpaired) lines.push(say.unpaired(limits.unpaired))
  if (found.length) lines.push(texts().cluster.found(found.map((step) => texts().cluster[step]).join(', ')))
  const wrote = Object.values(outputs).filter((path) => typeof path === 'string')
  lines.push(wrote.length ? say.wrote(wrote.join(', ')) : say.nothingWritten, texts().cluster.work(work))
  return lines
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
