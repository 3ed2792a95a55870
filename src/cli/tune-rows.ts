/** `leitong tune` over rows: what is compared and what it costs, and what labels say of threshold and weights. */
import { LeitongError } from '../errors.js'
import { type RowTuning, tuneRows } from '../jobs/tune/rows/tune-rows.js'
import { methodOf } from '../methods/methods.js'
import { measureTraits } from '../options/measures.js'
import type { Options } from '../options/options.js'
import { type Input, pathsOf } from '../reading/input.js'
import type { PassedOver } from '../reading/listing.js'
import { namedFiles } from '../resolving/named-files.js'
import { withOutput } from '../writing/output-set.js'
import { summaryLine } from './notes.js'
import { passedOverLines } from './passed-over.js'
import { isQuiet } from './quiet.js'
import { describeRows } from './rows.js'
import { Progress } from './terminal.js'
import { texts } from './texts/texts.js'

/** @throws {LeitongError} */
export async function adviseOnRows(
  inputs: readonly Input[],
  options: Options,
  other: Readonly<Record<string, unknown>>,
  passedOver: PassedOver,
): Promise<void> {
  const { labels, json, report, sample, writeFields, writeModel } = other as { [Name in string]?: string }
  if (methodOf(options).reads !== 'values')
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
  const say = texts().rows
  const what = say.fitted[took === 'weights' && rows.model ? 'model' : took]
  return [
    '',
    say.labels(pairs, missing, what),
    say.halves(before.toFixed(3), after.toFixed(3), threshold),
    ...(rows.model ? [] : [say.weights(rows.columns.map(({ name, weight }) => `${name} ${weight}`).join(', '))]),
  ]
}

/** The options that do as it says. */
function nextFlags(
  { threshold, fitted }: RowTuning,
  options: Options,
  { writeFields, writeModel }: Readonly<Record<string, unknown>>,
): string {
  const say = texts().rows
  const { learns } = measureTraits(options)
  const files = [
    ...(writeFields !== undefined
      ? ['--fields', writeFields]
      : fitted?.took === 'weights' && !learns
        ? ['--fields', say.fileBy('--write-fields')]
        : []),
    ...(writeModel !== undefined
      ? ['--model', writeModel]
      : fitted?.took === 'weights' && learns
        ? ['--model', say.fileBy('--write-model')]
        : []),
  ]
  return say.use(`--measure ${[options.measure, ...files, '--threshold', threshold].join(' ')}`)
}
