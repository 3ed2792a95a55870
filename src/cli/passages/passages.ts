/** `leitong passages`: what stands more than once in texts, or what of them stands in a library. */
import { Command, Option } from 'commander'
import { LeitongError } from '../../errors.js'
import type { ShardForm } from '../../jobs/dedupe/kept/shards.js'
import { KINDS, PassageOutputs, type PassagePaths, type PassageWriting } from '../../jobs/passages/outputs.js'
import { type PassageRequest, type PassageRun, runPassages } from '../../jobs/passages/passages.js'
import { longestPassages, type PassageSummary, summarizePassages } from '../../jobs/passages/summary.js'
import type { Options } from '../../options/options.js'
import { expandInputs } from '../../reading/inputs.js'
import type { PassedOver } from '../../reading/listing.js'
import { WHOLE_UNITS } from '../../repeating/units.js'
import { addShardFlags } from '../corpus/shards.js'
import { addOptions, numberOf, parseOptions, refuseMixing } from '../flags.js'
import { wroteLines } from '../notes.js'
import { passedOverLines, takePassedOver } from '../passed-over.js'
import { isQuiet } from '../quiet.js'
import { columns, count, duration, excerpt, Progress, printable, sayLeftovers } from '../terminal.js'
import { texts } from '../texts/texts.js'

export const UNITS = ['characters', 'tokens', ...WHOLE_UNITS] as const
/** Items of a passage, at least, unless said otherwise: what is seldom repeated by chance. */
const LEAST: Readonly<Record<(typeof UNITS)[number], number>> = { characters: 50, tokens: 13, line: 1, paragraph: 1, sentence: 1 }
const OTHERS = [
  ...KINDS,
  'compress',
  'resume',
  'json',
  'unit',
  'minLength',
  'within',
  'ignore',
  'withoutQuotes',
  'remove',
  'boilerplateOver',
  'gap',
] as const

export interface PassageFlags extends PassagePaths, ShardForm {
  readonly json?: boolean
  readonly unit?: (typeof UNITS)[number]
  readonly within?: readonly string[] | string
  readonly ignore?: readonly string[] | string
  readonly withoutQuotes?: boolean
  readonly remove?: 'all' | 'later'
}

export function passagesCommand(): Command {
  const command = new Command('passages')
    .description('find passages that stand more than once in texts, with all places; and write the texts without them')
    .argument('<input...>', 'files, folders, patterns, or - for standard input')
    .usage('[options] INPUT...')
  const output = (flags: string, help: string) => command.addOption(new Option(flags, help).helpGroup('Output:'))
  output(
    '-o, --output <file>',
    'the texts without passages, byte for byte otherwise; of JSON lines, lines or one text file, in UTF-8; with FOLDER/ a file for each input file',
  )
  addShardFlags(command)
  output(
    '--removed <file>',
    'id, offset, length, duplicate_of, similarity, text of each place that -o leaves out: JSON lines; with FOLDER/ a file for each input file',
  )
  output(
    '--passages <file>',
    'passage, length, count, documents, text, places of each passage: JSON lines, the place that came first in front',
  )
  output('--documents <file>', 'of each document what stands elsewhere too, and where: JSON lines with share, sources, passages')
  output('--boilerplate <file>', 'passages in more than --boilerplate-over documents: JSON lines, for --ignore')
  output('--json', 'the summary as one JSON object')
  const own = (option: Option) => command.addOption(option.helpGroup('What counts as alike:'))
  own(
    new Option(
      '--unit <name>',
      'what lengths count: characters, or tokens, which are words without case, spaces and punctuation; line, paragraph, sentence: these are compared whole, without case and amounts of white space, or with --threshold by their similarity (default: characters)',
    ).choices(UNITS),
  )
  own(
    new Option(
      '--min-length <n>',
      'the length of a passage, at least (default: 50 characters or 13 words; of lines, paragraphs and sentences 1 character)',
    ),
  )
  own(new Option('--within <input...>', 'a library: passages are what of the inputs stands in it too'))
  own(new Option('--ignore <file...>', 'texts of which nothing counts, like the file that --boilerplate writes'))
  own(new Option('--without-quotes', 'what the inputs have between quotation marks does not count'))
  const deciding = (option: Option) => command.addOption(option.helpGroup('Deciding:'))
  deciding(
    new Option('--remove <all|later>', 'with -o: every place leaves, or all but the first of each passage (default: later)').choices([
      'all',
      'later',
    ]),
  )
  deciding(new Option('--boilerplate-over <n>', 'documents that have a passage of boilerplate, more than this (default: 10)'))
  deciding(new Option('--gap <n>', 'for --documents: characters between two stretches of one source that count with them (default: 0)'))
  addOptions(command, 'passages')
  return command.action(async (inputs: string[]) => {
    const { options, other } = parseOptions(command, OTHERS)
    const flags = other as PassageFlags
    const paths = Object.fromEntries(KINDS.map((kind) => [kind, flags[kind]]))
    refuseMixing(paths, flags.json === true)
    if (flags.remove !== undefined && flags.output === undefined && flags.removed === undefined)
      throw new LeitongError('OPTION_CONFLICT', '--remove is for --output and --removed')
    const unit = oneOf('unit', flags.unit, UNITS) ?? 'characters'
    const writing = {
      remove: oneOf('remove', flags.remove, ['all', 'later'] as const) ?? 'later',
      boilerplateOver: numberOf(other, 'boilerplateOver', { kind: 'integer', min: 1 }) ?? 10,
      gap: numberOf(other, 'gap', { kind: 'integer', min: 0 }) ?? 0,
    }
    const least = numberOf(other, 'minLength', { kind: 'integer', min: LEAST[unit] === 1 ? 1 : 2, max: 1_000_000 }) ?? LEAST[unit]
    await passages(inputs, options, flags, paths, writing, { unit, least })
  })
}

/** A configuration file may have any value. */
export function oneOf<Value extends string>(name: string, value: Value | undefined, of: readonly Value[]): Value | undefined {
  if (value !== undefined && !of.includes(value))
    throw new LeitongError('OPTION_VALUE', name, JSON.stringify(value), `one of ${of.join(', ')}`)
  return value
}

/** Searches, writes and says what was found. */
export async function passages(
  inputs: readonly string[],
  options: Options,
  flags: PassageFlags,
  paths: PassagePaths,
  writing: PassageWriting,
  how: { readonly unit: (typeof UNITS)[number]; readonly least: number },
): Promise<void> {
  const passedOver = takePassedOver()
  const open = async (names: readonly string[] | string | undefined) =>
    names === undefined ? undefined : await expandInputs([names].flat(), options, undefined, passedOver)
  const request: PassageRequest = {
    inputs: (await open(inputs)) ?? [],
    library: await open(flags.within),
    ignored: await open(flags.ignore),
    ...how,
    withoutQuotes: flags.withoutQuotes,
    twice: paths.output !== undefined,
  }
  const outputs = new PassageOutputs(paths, request, options, writing, { compress: flags.compress, resume: flags.resume })
  const progress = new Progress()
  let run: PassageRun | undefined
  try {
    await outputs.ready()
    run = await runPassages(request, options, { progress: (phase, done) => progress.update(phase, done, undefined) })
    progress.update('write', 0, undefined)
    await outputs.write(run)
    progress.clear()
    sayLeftovers(outputs.leftovers)
    const summary = summarizePassages(run, paths.output === undefined && paths.removed === undefined ? undefined : writing.remove)
    if (flags.json) process.stdout.write(`${JSON.stringify(summary)}\n`)
    else say(run, summary, paths, passedOver, outputs.found)
  } catch (error) {
    progress.clear()
    outputs.discard()
    throw error
  } finally {
    run?.close()
  }
}

function say(run: PassageRun, summary: PassageSummary, paths: PassagePaths, passedOver: PassedOver, found: number): void {
  const { passages: words } = texts()
  const { rejects } = run
  const wrote = Object.values(paths).some(Boolean)
  const lines = rejects.first === undefined ? [] : [words.rejects(rejects.count, rejects.first)]
  if (!isQuiet()) lines.unshift(...describe(summary, run), ...passedOverLines(passedOver), ...(found ? [texts().dedupe.found(found)] : []))
  if (!isQuiet()) lines.push(...(wrote ? wroteLines({ ...paths }) : [...longest(run), '', words.howToWrite]))
  const stream = wrote || isQuiet() ? process.stderr : process.stdout
  if (lines.length) stream.write(printable(`${lines.join('\n')}\n`))
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

function describe(
  { documents, characters, passages: found, places, share, with_passages, removed }: PassageSummary,
  run: PassageRun,
): string[] {
  const { passages: words } = texts()
  return [
    words.read(documents, characters, duration(run.seconds)),
    run.request.library ? words.foundWithin(found, with_passages, percent(share)) : words.found(found, places, percent(share)),
    ...(removed === undefined ? [] : [words.removed(removed, percent(removed / Math.max(1, characters)))]),
  ]
}

const SHOWN = 10
/** Characters of an id. */
const NAME = 24

function longest(run: PassageRun): string[] {
  const { passages: words } = texts()
  const { count: all } = run.passages
  if (!all) return []
  const width = Math.min(process.stdout.columns ?? 100, 120)
  const lines = longestPassages(run, SHOWN).map(({ length, places, first, text }) => {
    const head = `  ${count(length).padStart(7)} × ${places}  ${excerpt(first, NAME)}  `
    return head + excerpt(text, Math.max(20, width - columns(head)))
  })
  return ['', words.longest, ...lines, ...(all > SHOWN ? [`  ${words.more(all - SHOWN)}`] : [])]
}
