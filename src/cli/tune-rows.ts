/** `leitong tune` over rows: what is compared and what it costs, and what labels say of threshold and weights. */
import { LeitongError } from '../errors.js'
import { commandOf, freeName, keptName } from '../jobs/tune/command.js'
import { type RowTuning, tuneRows } from '../jobs/tune/rows/tune-rows.js'
import { methodOf } from '../methods/methods.js'
import { measureTraits } from '../options/measures.js'
import type { Options } from '../options/options.js'
import { pathsOf } from '../reading/input.js'
import type { PassedOver } from '../reading/listing.js'
import { openSides, type Sides } from '../reading/sides.js'
import { namedFiles } from '../resolving/named-files.js'
import { type LinkMapping, readMapping } from '../sources/rows/mapping.js'
import { withOutput } from '../writing/output-set.js'
import { summaryLine } from './notes.js'
import { passedOverLines } from './passed-over.js'
import { isQuiet } from './quiet.js'
import { describeRows } from './rows.js'
import { Progress } from './terminal.js'
import { texts } from './texts/texts.js'

/** Names of files and numbers, as they were given. */
type Flags = { readonly [Name in string]?: string }

/** One set of rows, or the two tables of a link. */
type Tables = Pick<Sides, 'inputs'> & Partial<Sides> & { readonly mapping?: LinkMapping }

/**
 * Two tables under a mapping, as `link` opens them.
 *
 * @throws {LeitongError} as {@link openSides}; `OPTION_CONFLICT`
 */
export async function openMapped(names: readonly string[], map: string, options: Options, passedOver: PassedOver): Promise<Tables> {
  const [a, b, ...more] = names
  if (a === undefined || b === undefined || more.length || methodOf(options).reads !== 'values')
    throw new LeitongError('OPTION_CONFLICT', '--map of tune is for two tables, A and B, under --measure fields or match')
  if ([options.fields, options.table, options.query].some((value) => value !== undefined))
    throw new LeitongError('OPTION_CONFLICT', '--map says of both tables what is compared: leave out --fields, --table and --query')
  const mapping = readMapping(map)
  return { ...(await openSides({ inputs: [a] }, { inputs: [b] }, mapping, options, passedOver)), mapping }
}

/**
 * @param names  of the inputs, as they were given
 * @throws {LeitongError}
 */
export async function adviseOnRows(
  names: readonly string[],
  sides: Tables,
  options: Options,
  other: Readonly<Record<string, unknown>>,
  passedOver: PassedOver,
): Promise<void> {
  const flags = other as Flags
  const { labels, json, report, sample, writeFields, writeModel, map } = flags
  if (methodOf(options).reads !== 'values')
    throw new LeitongError('OPTION_CONFLICT', `tune takes --measure fields and match, of rows; not ${options.measure}`)
  if (report !== undefined || sample !== undefined)
    throw new LeitongError('OPTION_CONFLICT', '--report and --sample of tune are for texts; dedupe --report has a page of rows')
  const progress = new Progress()
  const reads = [
    ...pathsOf(sides.inputs),
    ...namedFiles(options),
    ...(labels ? [[labels, 'the labels'] as const] : []),
    ...(map ? [[map, 'the mapping'] as const] : []),
  ]
  try {
    const tuning = await withOutput(writeFields, reads, (fields) =>
      withOutput(writeModel, reads, async (model) => {
        const tuned = await tuneRows(sides, options, labels, { progress: (phase, done, total) => progress.update(phase, done, total) })
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
  const { map } = other
  const [flag, name] = learns
    ? ['--write-model', 'tuned.match']
    : ['--write-fields', map === undefined ? 'tuned.fields.json' : 'tuned.map.json']
  const usual = freeName(name as string)
  const written = learns ? other['writeModel'] : other['writeFields']
  const isFitted = fitted?.took === 'weights'
  const first = isFitted && written === undefined && other['labels'] !== undefined
  const file = first ? usual : written
  const model = learns && file !== undefined ? { model: file } : {}
  const described = learns ? other['writeFields'] : file
  const own = { measure, threshold, ...model }
  const next =
    map === undefined
      ? commandOf(inputs, options, { ...own, ...(described === undefined ? {} : { fields: described }) }, [
          '-o',
          freeName(keptName(inputs)),
        ])
      : commandOf(inputs, options, own, ['--map', described ?? map, '--matches', freeName('matches.csv')], 'link')
  if (isQuiet()) return [next]
  const mapped = map === undefined ? [] : ['--map', map]
  const write = commandOf(inputs, options, { measure }, ['--labels', other['labels'] ?? '', ...mapped, flag as string, usual], 'tune')
  return [...(first ? ['', say.writes, `    ${write}`] : []), '', say.use, `    ${next}`]
}
