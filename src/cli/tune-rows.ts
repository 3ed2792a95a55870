/** `leitong tune` over rows: what is compared and what it costs, and what labels say of threshold and weights. */
import { LeitongError } from '../errors.js'
import { commandOf, keptName } from '../jobs/tune/command.js'
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

/** Names of files and numbers, as they were given. */
type Flags = { readonly [Name in string]?: string }

/**
 * @param names  of the inputs, as they were given
 * @throws {LeitongError}
 */
export async function adviseOnRows(
  names: readonly string[],
  inputs: readonly Input[],
  options: Options,
  other: Readonly<Record<string, unknown>>,
  passedOver: PassedOver,
): Promise<void> {
  const flags = other as Flags
  const { labels, json, report, sample, writeFields, writeModel } = flags
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
        `${[...(isQuiet() ? [] : [...describeRows(tuning.rows), ...describeFit(tuning)]), ...nextCommands(tuning, names, options, flags)].join('\n')}\n`,
      )
  } finally {
    progress.clear()
  }
}

/** Joined pairs, as many times as before the fit, from which somebody has to look: a fit that only moves a threshold a little stays below. */
const MANY = 2

function describeFit({ rows, threshold, fitted }: RowTuning): string[] {
  if (!fitted) return []
  const { before, after, took, pairs, missing, unjudged, joined } = fitted
  const say = texts().rows
  const what = say.fitted[took === 'weights' && rows.model ? 'model' : took]
  return [
    '',
    say.labels(pairs, missing, what),
    ...(unjudged ? [say.unjudged(unjudged)] : []),
    say.halves(before.toFixed(3), after.toFixed(3), threshold),
    say.joined(threshold, joined.after, joined.unlabelled, joined.before),
    ...(joined.after > MANY * joined.before && joined.unlabelled > pairs ? [say.manyJoined] : []),
    ...(rows.model ? [] : [say.weights(rows.columns.map(({ name, weight }) => `${name} ${weight}`).join(', '))]),
  ]
}

/** The commands that do as it says: where weights or a model were fitted and not written, first the one that writes them. */
function nextCommands({ threshold, fitted }: RowTuning, inputs: readonly string[], options: Options, other: Flags): string[] {
  const say = texts().rows
  const { learns } = measureTraits(options)
  const { measure } = options
  const [flag, usual] = learns ? (['--write-model', 'tuned.match'] as const) : (['--write-fields', 'tuned.fields.json'] as const)
  const written = learns ? other['writeModel'] : other['writeFields']
  const isFitted = fitted?.took === 'weights'
  const first = isFitted && written === undefined && other['labels'] !== undefined
  const file = first ? usual : written
  const own = { measure, threshold, ...(file === undefined ? {} : learns ? { model: file } : { fields: file }) }
  const fields = learns && other['writeFields'] !== undefined ? { fields: other['writeFields'] } : {}
  const next = commandOf(inputs, options, { ...own, ...fields }, ['-o', keptName(inputs)])
  if (isQuiet()) return [next]
  const write = commandOf(inputs, options, { measure }, ['--labels', other['labels'] ?? '', flag, usual], 'tune')
  return [...(first ? ['', say.writes, `    ${write}`] : []), '', say.use, `    ${next}`]
}
