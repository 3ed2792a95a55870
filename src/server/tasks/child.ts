/** The process of one task. It ends when its work is done, and when the service that started it is gone. */
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import '../../signing/dictionaries.js'
import { LeitongError, sendError } from '../../errors.js'
import { runBatch } from '../../jobs/dedupe/dedupe.js'
import { Outputs } from '../../jobs/dedupe/outputs.js'
import { batchReport, reportPage } from '../../jobs/dedupe/reporting/page.js'
import { printedSummary, summarize } from '../../jobs/dedupe/summary.js'
import { importFile } from '../../jobs/live/import-file.js'
import { open } from '../../jobs/live/open.js'
import { tune } from '../../jobs/tune/tune.js'
import { machineDefaults } from '../../options/machine.js'
import type { Options } from '../../options/options.js'
import { expandInputs } from '../../reading/inputs.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import { resolveOptions } from '../../resolving/resolve.js'
import { checkFields } from '../../sources/rows/fields-file.js'
import { withOutput } from '../../writing/output-set.js'
import { checkImported } from '../options.js'
import { workOnReview } from './review-task.js'
import type { TaskMessage, TaskOrder, TaskOutput } from './task.js'

const tell = (message: TaskMessage): void => void process.send?.(message)

/** Messages a second at most: what is between them is old news. */
const EVERY = 200
let told = 0
function progress(phase: string, done: number, total: number | undefined): void {
  if (performance.now() - told < EVERY && done !== total) return
  told = performance.now()
  tell({ progress: { phase, done, total } })
}

const optionsOf = ({ options, folder }: TaskOrder): Options =>
  resolveOptions([{ values: { ...options, temp: folder }, where: 'in the options' }], machineDefaults())

/** The ending that a result has: kept records are in the form of the input. */
function nameOf(output: TaskOutput, input: string): string {
  if (output === 'report') return 'report.html'
  if (output !== 'kept') return `${output}.jsonl`
  const isFile = !/^[a-z][a-z0-9+.-]+:/i.test(input) && statSync(input, { throwIfNoEntry: false })?.isFile()
  return isFile ? `kept${/(\.\w+)?(\.(gz|zst))?$/.exec(input)?.[0] || '.jsonl'}` : 'kept.jsonl'
}

async function dedupe(order: TaskOrder): Promise<unknown> {
  const { request, input = '', folder } = order
  const options = optionsOf(order)
  const wanted = request.outputs ?? ['kept', 'removed', 'groups', 'report']
  const paths = Object.fromEntries(wanted.map((output) => [output === 'kept' ? 'output' : output, join(folder, nameOf(output, input))]))
  const inputs = await expandInputs([input], options, order.fields && checkFields(order.fields, 'the fields of the request'))
  const outputs = new Outputs(paths, inputs, options, (run) => reportPage(batchReport(run)))
  try {
    const run = await runBatch(inputs, options, wanted.includes('pairs') || wanted.includes('report'), { progress })
    try {
      progress('write', 0, undefined)
      await outputs.write(run)
      return printedSummary(summarize(run))
    } finally {
      await run.context.close()
    }
  } catch (error) {
    outputs.discard()
    throw error
  }
}

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
  tell({ summary: await WORK[order.request.kind](order) })
} catch (error) {
  tell({ error: error instanceof LeitongError ? sendError(error) : { mistake: String((error as Error)?.stack ?? error) } })
}
process.disconnect()
