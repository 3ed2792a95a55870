/** The process of one task. It ends when its work is done, and when the service that started it is gone. */
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import '../../signing/dictionaries.js'
import { LeitongError, sendError } from '../../errors.js'
import { runBatch } from '../../jobs/dedupe/dedupe.js'
import { mergeRulesOf } from '../../jobs/dedupe/merged/files.js'
import { Outputs, type OutputsWanted } from '../../jobs/dedupe/outputs.js'
import { batchReport, reportPage } from '../../jobs/dedupe/reporting/page.js'
import { printedSummary, summarize } from '../../jobs/dedupe/summary.js'
import { importFile } from '../../jobs/live/import-file.js'
import { open } from '../../jobs/live/open.js'
import { tune } from '../../jobs/tune/tune.js'
import { machineDefaults } from '../../options/machine.js'
import type { Options } from '../../options/options.js'
import { withEveryColumn } from '../../reading/input.js'
import { expandInputs } from '../../reading/inputs.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import { resolveOptions } from '../../resolving/resolve.js'
import { compressionOf } from '../../sources/formats/compression.js'
import { checkFields } from '../../sources/rows/fields-file.js'
import { readJsonFile } from '../../sources/rows/read-fields-file.js'
import { withOutput } from '../../writing/output-set.js'
import { checkImported } from '../options.js'
import { workOnReview } from './review-task.js'
import { outputsOf, type TaskMessage, type TaskOrder, type TaskOutput } from './task.js'

/** Ends when all of it is on its way: what is longer than the pipe takes at once would be cut off by the end of the process. */
const tell = (message: TaskMessage): Promise<void> => new Promise((resolve) => process.send?.(message, () => resolve()))

/** Messages a second at most: what is between them is old news. */
const EVERY = 200
let told = 0
function progress(phase: string, done: number, total: number | undefined): void {
  if (performance.now() - told < EVERY && done !== total) return
  told = performance.now()
  void tell({ progress: { phase, done, total } })
}

const optionsOf = ({ options, folder }: TaskOrder): Options =>
  resolveOptions([{ values: { ...options, temp: folder }, where: 'in the options' }], machineDefaults())

/** The ending that a result has: kept records are in the form of the input, and merged ones where that is a table. */
function nameOf(output: TaskOutput, input: string): string {
  if (output === 'report') return 'report.html'
  if (output === 'merged') return `merged${/\.(csv|tsv|xlsx|parquet|pq)$/i.exec(compressionOf(input).bare)?.[0] ?? '.jsonl'}`
  if (output !== 'kept') return `${output}.jsonl`
  const isFile = !/^[a-z][a-z0-9+.-]+:/i.test(input) && statSync(input, { throwIfNoEntry: false })?.isFile()
  return isFile ? `kept${/(\.\w+)?(\.(gz|zst))?$/.exec(input)?.[0] || '.jsonl'}` : 'kept.jsonl'
}

async function dedupe(order: TaskOrder): Promise<unknown> {
  const { request, input = '', folder } = order
  const options = optionsOf(order)
  const wanted = outputsOf(request)
  const pathOf = (output: TaskOutput) => (wanted.includes(output) ? join(folder, nameOf(output, input)) : undefined)
  const expanded = await expandInputs([input], options, order.fields && checkFields(order.fields, 'the fields of the request'))
  const inputs = order.merge ? withEveryColumn(expanded) : expanded
  const sets: Outputs[] = []
  const open = (paths: OutputsWanted) => sets.push(new Outputs(paths, inputs, options, (run) => reportPage(batchReport(run))))
  try {
    const { merged: _, mergeSources: __, ...others } = Object.fromEntries(wanted.map((output) => [output, pathOf(output)]))
    const { kept: output, ...paths } = others
    open({ ...paths, output })
    // Kept records and merged ones are two outputs here; one set has one of them.
    if (order.merge) open({ output: pathOf('merged'), mergeSources: pathOf('mergeSources'), ...mergingOf(order) })
    const run = await runBatch(inputs, options, wanted.includes('pairs') || wanted.includes('report'), { progress })
    try {
      progress('write', 0, undefined)
      for (const outputs of sets) await outputs.write(run)
      return printedSummary(summarize(run))
    } finally {
      await run.context.close()
    }
  } catch (error) {
    for (const outputs of sets) outputs.discard()
    throw error
  }
}

const mergingOf = ({ merge, groupsFrom }: TaskOrder): Pick<OutputsWanted, 'merge' | 'groupsFrom'> => ({
  merge: merge && ('file' in merge ? mergeRulesOf(readJsonFile(merge.file)) : merge.rules),
  groupsFrom,
})

async function exportIndex({ url = '', folder }: TaskOrder): Promise<unknown> {
  const index = await open(url, { create: false })
  try {
    const { documents: total } = await index.stats()
    let documents = -1
    await withOutput(join(folder, 'export.jsonl'), [], async (output) => {
      for await (const line of index.export()) {
        progress('export', ++documents, Math.max(total, documents))
        await output.write(`${toJson(line)}\n`)
      }
    })
    return { documents: Math.max(0, documents - 1) }
  } finally {
    await index.close()
  }
}

async function compact({ url = '' }: TaskOrder): Promise<unknown> {
  const index = await open(url, { create: false })
  try {
    const { bytes: before } = await index.stats()
    await index.compact()
    const { documents, bytes: after } = await index.stats()
    return { documents, before: before ?? null, after: after ?? null }
  } finally {
    await index.close()
  }
}

const WORK = {
  dedupe,
  compact,
  export: exportIndex,
  import: async ({ url = '', input = '', places }: TaskOrder) => {
    const check = (options: object) => checkImported(options, places)
    return { documents: (await importFile(url, input, (done, total) => progress('import', done, total), check)).documents }
  },
  review: (order: TaskOrder) => workOnReview(order, { progress }),
  tune: async (order: TaskOrder) => tune([order.input ?? ''], optionsOf(order), {}, { progress }),
} as const satisfies Record<string, (order: TaskOrder) => Promise<unknown>>

process.on('disconnect', () => process.exit(1))
process.on('SIGTERM', () => process.exit(1))
// As in the command: no debugger.
process.on('SIGUSR1', () => {})
const [order] = (await once(process, 'message')) as [TaskOrder]
try {
  await tell({ summary: await WORK[order.request.kind](order) })
} catch (error) {
  await tell({ error: error instanceof LeitongError ? sendError(error) : { mistake: String((error as Error)?.stack ?? error) } })
}
process.disconnect()
