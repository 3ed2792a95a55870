/** `leitong tune` over rows: what is compared and what it costs, and what labels say of threshold and weights. */
import { LeitongError } from '../errors.js'
import { type RowTuning, tuneRows } from '../jobs/tune/rows/tune-rows.js'
import { judgesRows } from '../options/measures.js'
import { namedFiles } from '../options/named-files.js'
import type { Options } from '../options/options.js'
import { type Input, pathsOf } from '../reading/input.js'
import type { PassedOver } from '../reading/listing.js'
import { withOutput } from '../writing/output-set.js'
import { summaryLine } from './notes.js'
import { passedOverLines } from './passed-over.js'
import { isQuiet } from './quiet.js'
import { describeRows } from './rows.js'
import { Progress } from './terminal.js'

/** @throws {LeitongError} */
export async function adviseOnRows(
  inputs: readonly Input[],
  options: Options,
  other: Readonly<Record<string, unknown>>,
  passedOver: PassedOver,
): Promise<void> {
  const { labels, json, report, sample, writeFields, writeModel } = other as { [Name in string]?: string }
  if (!judgesRows(options))
    throw new LeitongError('OPTION_CONFLICT', `tune takes --measure fields and match, of rows; not ${options.measure}`)
  if (report !== undefined || sample !== undefined)
    throw new LeitongError('OPTION_CONFLICT', '--report and --sample of tune are for texts; dedupe --report has a page of rows')
  const progress = new Progress()
  const reads = [...pathsOf(inputs), ...namedFiles(options), ...(labels ? [[labels, 'the labels'] as const] : [])]
  try {
    const tuning = await withOutput(writeFields, reads, (fields) =>
      withOutput(writeModel, reads, async (model) => {
        const tuned = await tuneRows(inputs, options, labels, { progress: (phase, done, total) => progress.update(phase, done, total) })
        await fields?.write(tuned.fields)
        if (writeModel !== undefined && tuned.model === undefined)
          throw new LeitongError('OPTION_CONFLICT', '--write-model is of use with --measure match, which learns a model')
        await model?.write(tuned.model as string)
        return tuned
      }),
    )
    progress.clear()
    for (const line of passedOverLines(passedOver)) summaryLine(line)
    const { fields: _, model: __, ...said } = tuning
    if (json) process.stdout.write(`${JSON.stringify(said)}\n`)
    else
      process.stdout.write(
        `${[...(isQuiet() ? [] : [...describeRows(tuning.rows), ...describeFit(tuning)]), nextFlags(tuning, options, other)].join('\n')}\n`,
      )
  } finally {
    progress.clear()
  }
}

function describeFit({ rows, threshold, fitted }: RowTuning): string[] {
  if (!fitted) return []
  const { before, after, took, pairs, missing } = fitted
  const what = {
    weights: rows.model ? 'the model is fitted to the labels, and the threshold' : 'weights and threshold are fitted to the labels',
    threshold: 'the threshold is fitted to the labels; weights fitted to one half of them did no better on the other',
    nothing: 'nothing that was fitted to one half of the labels did better on the other: all stays as it was',
  }[took]
  return [
    '',
    `${pairs} labelled pairs${missing ? `, ${missing} of rows that are not in the input` : ''}: ${what}`,
    `F1 on the half that it was not fitted to: ${before.toFixed(3)} before, ${after.toFixed(3)} after; threshold ${threshold}`,
    ...(rows.model ? [] : [`weights: ${rows.columns.map(({ name, weight }) => `${name} ${weight}`).join(', ')}`]),
  ]
}

/** The options that do as it says. */
function nextFlags(
  { threshold, fitted }: RowTuning,
  { measure }: Options,
  { writeFields, writeModel }: Readonly<Record<string, unknown>>,
): string {
  const files = [
    ...(writeFields !== undefined
      ? ['--fields', writeFields]
      : fitted?.took === 'weights' && measure === 'fields'
        ? ['--fields', 'FILE (by --write-fields)']
        : []),
    ...(writeModel !== undefined
      ? ['--model', writeModel]
      : fitted?.took === 'weights' && measure === 'match'
        ? ['--model', 'FILE (by --write-model)']
        : []),
  ]
  return `use: --measure ${[measure, ...files, '--threshold', threshold].join(' ')}`
}
