/** `leitong dedupe --engine`: the batch on a cluster. */

import { printedSummary } from '../../jobs/dedupe/summary.js'
import type { Options } from '../../options/options.js'
import type { ClusterSummary } from '../../spark/dedupe.js'
import { scriptLines } from '../notes.js'
import { isQuiet } from '../quiet.js'
import { describeRows } from '../rows.js'
import { bytes, duration, printable } from '../terminal.js'
import { texts } from '../texts/texts.js'
import { watched } from './watched.js'

/** @param outputs  all that were asked for: what a cluster does not write is refused */
export async function dedupeOnCluster(
  inputs: readonly string[],
  options: Options,
  outputs: Readonly<Record<string, unknown>>,
  json: boolean,
): Promise<void> {
  const cluster = await import('../../spark/dedupe.js')
  const start = performance.now()
  const paths = cluster.requireOutputs(inputs, options, outputs)
  const summary = await watched(async (hooks) => {
    const batch = await cluster.dedupeOnCluster(inputs, options, paths.pairs !== undefined, hooks)
    try {
      await batch.write(paths)
    } finally {
      await batch.close()
    }
    return batch.summary
  })
  if (json) process.stdout.write(`${JSON.stringify(printedSummary(summary))}\n`)
  else if (!isQuiet()) process.stderr.write(printable(`${describe(summary, (performance.now() - start) / 1000, outputs).join('\n')}\n`))
}

function describe(summary: ClusterSummary, seconds: number, outputs: Readonly<Record<string, unknown>>): string[] {
  const { documents, rejects, kept, removed, groups, copies, limits, rows, scripts, found, work, options } = summary
  const say = texts().dedupe
  const lines = [
    say.read(documents + rejects, bytes(summary.bytes), duration(seconds)),
    say.kept(kept, removed, groups, rows ? undefined : copies),
  ]
  if (rows) lines.push(...describeRows(rows))
  if (rejects) lines.push(say.rejects(rejects, undefined))
  if (limits.manyCopies) lines.push(say.manyCopies(limits.manyCopies, options.maxCopies))
  if (limits.crowded) lines.push(say.crowded(limits.crowded))
  if (limits.unpaired) lines.push(say.unpaired(limits.unpaired))
  lines.push(...scriptLines(scripts, options))
  if (found.length) lines.push(texts().cluster.found(found.map((step) => texts().cluster[step]).join(', ')))
  const wrote = Object.values(outputs).filter((path) => typeof path === 'string')
  lines.push(wrote.length ? texts().notes.wrote(wrote.join(', ')) : say.nothingWritten, texts().cluster.work(work))
  return lines
}
