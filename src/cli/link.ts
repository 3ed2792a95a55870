/** `leitong link A B`: which rows of B are in A. */
import { Command, Option } from 'commander'
import { LeitongError } from '../errors.js'
import type { Documents } from '../jobs/dedupe/documents.js'
import type { ShardForm } from '../jobs/dedupe/kept/shards.js'
import { describeReject } from '../jobs/dedupe/rejects.js'
import type { RunHooks } from '../jobs/dedupe/run-context.js'
import { bestMatches, shownPairs } from '../jobs/link/examples.js'
import { type LinkRun, runLink } from '../jobs/link/link.js'
import { KINDS, LinkOutputs, type LinkPaths, type LinkWriters, linkWriters } from '../jobs/link/outputs.js'
import { type LinkSummary, summarizeLink } from '../jobs/link/summary.js'
import { type JoinedSummary, joinedWriters, runJoined, summarizeJoined } from '../jobs/link/within.js'
import { checkOption } from '../options/option.js'
import type { Options } from '../options/options.js'
import { totalBytes } from '../reading/input.js'
import { openSides, type Sides } from '../reading/sides.js'
import { kebab } from '../resolving/names.js'
import { type LinkMapping, readMapping } from '../sources/rows/mapping.js'
import { readFieldsFile } from '../sources/rows/read-fields-file.js'
import { addShardFlags } from './corpus/shards.js'
import { addOptions, alsoTakes, parseOptions, refuseMixing } from './flags.js'
import { scriptLines, wroteLines } from './notes.js'
import { LEAST_WORDS, linkPassages, PASSAGES, takesPassages } from './passages/link.js'
import { passedOverLines, takePassedOver } from './passed-over.js'
import { isQuiet } from './quiet.js'
import { describeRows } from './rows.js'
import { bytes, duration, excerpt, Progress, printable, sayLeftovers } from './terminal.js'
import { languageNow, texts } from './texts/texts.js'

const SIDES = [
  'tableA',
  'tableB',
  'queryA',
  'queryB',
  'fieldsA',
  'fieldsB',
  'idFieldA',
  'idFieldB',
  'textFieldA',
  'textFieldB',
  'sheetA',
  'sheetB',
  'map',
] as const
/** How folders are written. */
const FORM = ['compress', 'resume'] as const
const OTHERS = [...KINDS, ...FORM, 'oneToOne', 'within', 'json', 'minLength', 'gap', ...SIDES]
/** Flags of the measure passages. */
const OF_PASSAGES = ['minLength', 'gap'] as const
/** Options of one side: they have no flags, but a configuration file may name them. */
const NOT_HERE = ['table', 'query', 'fields'] as const
/** Options of grouping. */
const GROUPING: readonly (keyof Options)[] = ['keep', 'groupBy']

interface LinkFlags extends LinkPaths, Partial<Record<(typeof SIDES)[number], string>> {
  readonly compress?: ShardForm['compress']
  readonly resume?: boolean
  readonly oneToOne?: boolean
  readonly within?: boolean
  readonly json?: boolean
}

export function linkCommand(): Command {
  const command = new Command('link')
    .description('find which rows of B are in A: only pairs with one of each are looked for, unless --within')
    .argument('<a>', 'a file, folder, pattern, or URL of a database')
    .argument('<b>', 'another; - for standard input')
    .usage('[options] A B')
  const output = (flags: string, help: string) => command.addOption(new Option(flags, help).helpGroup('Output:'))
  output('--pairs <file>', 'a, b, similarity, distance of every similar pair: JSON lines, or a table by the ending .csv, .xlsx or .parquet')
  output('--matches <file>', 'b, a, similarity, distance, in the same forms: the best match of each row of B, a is null without one')
  output('--in <file>', 'the rows of B that are in A, byte for byte; with FOLDER/ a file for each file of B')
  output(
    '--not-in <file>',
    'the rows of B that are not in A, byte for byte; those that could not be judged are among them; to clean A, name the two the other way round; with FOLDER/ a file for each file of B',
  )
  addShardFlags(command)
  output('--report <file>', 'one HTML page with counts, scores and pairs side by side; with --within the groups')
  output('--rejects <file>', 'source, line, reason of every record that could not be judged, in the same forms')
  output('--one-to-one', 'a row is in one pair at most: the most similar pairs first')
  output('--within', 'look for pairs within A and within B too: --pairs names the sides, and --groups can be asked for')
  output('--groups <file>', 'with --within, group, size, kept, members, each with its side, in the same forms')
  output('--json', 'the summary as one JSON object')
  const side = (flags: string, help: string) => command.addOption(new Option(flags, help).helpGroup('The two sides (docs/linking.md):'))
  for (const name of ['a', 'b'] as const) {
    const letter = name.toUpperCase()
    side(`--table-${name} <name>`, `${letter} is a database: its table or collection`)
    side(`--query-${name} <text>`, `${letter} is a database: a query instead; of MongoDB a filter beside the table`)
    side(`--fields-${name} <file>`, `fields file of ${letter}`)
    side(`--id-field-${name} <name>`, `what --id-field is called in ${letter}, where the other side has it by another name`)
    side(`--text-field-${name} <list>`, `what --text-field is called in ${letter}`)
    side(`--sheet-${name} <name>`, `${letter} is a workbook: its sheet, as --sheet has it`)
  }
  side('--map <file>', 'JSON: a and b, fields files; map, columns of A and the columns of B that say the same; rules')
  const passages = (flags: string, help: string) => command.addOption(new Option(flags, help).helpGroup('With --measure passages:'))
  passages('--min-length <n>', `words of a passage, at least (default: ${LEAST_WORDS})`)
  passages('--gap <n>', 'characters between two passages of a pair that count with them (default: 0)')
  addOptions(command, 'link')
  alsoTakes(command, 'measure', PASSAGES)
  return command.action(async (a: string, b: string) => {
    const isOfPassages = takesPassages(command)
    const { options, other, named } = parseOptions(command, OTHERS)
    if (isOfPassages) {
      refuseMixing(Object.fromEntries(KINDS.map((kind) => [kind, other[kind]])), other['json'] === true)
      return linkPassages(a, b, options, other)
    }
    const idle = OF_PASSAGES.find((name) => other[name] !== undefined)
    if (idle) throw new LeitongError('OPTION_CONFLICT', `--${kebab(idle)} is for --measure passages`)
    const flags = other as LinkFlags
    checkFlags(flags, named)
    refuseMixing(Object.fromEntries(KINDS.map((kind) => [kind, flags[kind]])), flags.json === true)
    await link(a, b, options, flags)
  })
}

function checkFlags({ within, ...flags }: LinkFlags, named: readonly (keyof Options)[]): void {
  const sideless = NOT_HERE.find((name) => named.includes(name))
  if (sideless)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `"${sideless}" in the configuration file does not say of which side: link takes --${sideless}-a and --${sideless}-b`,
    )
  const kinds = within ? (['matches', 'in', 'notIn', 'oneToOne'] as const) : (['groups'] as const)
  const wrong = [...kinds.filter((name) => flags[name]), ...(within ? [] : GROUPING.filter((name) => named.includes(name)))]
  if (wrong[0]) throw new LeitongError('OPTION_CONFLICT', `--${kebab(wrong[0])} is of no use ${within ? 'with' : 'without'} --within`)
}

/** Bytes of both sides beyond which containment takes minutes, by measurement: it looks every feature of every text up. */
const LONG_CONTAINMENT = 50_000_000

async function link(a: string, b: string, options: Options, flags: LinkFlags): Promise<void> {
  const sideOf = (input: string, { table, query, id, text, sheet }: Readonly<Record<string, string | undefined>>) => ({
    inputs: [input],
    ...(table === undefined ? {} : { table }),
    ...(query === undefined ? {} : { query }),
    idField: id,
    textField: namesIn(text),
    sheet,
  })
  const passedOver = takePassedOver()
  const sideA = sideOf(a, { table: flags.tableA, query: flags.queryA, id: flags.idFieldA, text: flags.textFieldA, sheet: flags.sheetA })
  const sideB = sideOf(b, { table: flags.tableB, query: flags.queryB, id: flags.idFieldB, text: flags.textFieldB, sheet: flags.sheetB })
  const sides = await openSides(sideA, sideB, mappingOf(flags), options, passedOver)
  const { compress, resume, oneToOne } = flags
  const outputs = new LinkOutputs({ ...flags, language: languageNow() }, sides, options, { compress, resume, oneToOne })
  const size = totalBytes(sides.inputs) ?? 0
  if (options.measure === 'containment' && size > LONG_CONTAINMENT && !isQuiet())
    process.stderr.write(`${texts().link.longContainment(bytes(size))}\n`)
  const progress = new Progress()
  const hooks: RunHooks = { progress: (phase, done, total) => progress.update(phase, done, total) }
  let done: Done | undefined
  try {
    await outputs.ready()
    done = await (flags.within ? runWithin(sides, options, hooks) : runAcross(sides, options, flags.oneToOne === true, hooks))
    progress.update('write', 0, undefined)
    await outputs.write(done.writers)
    progress.clear()
    sayLeftovers(outputs.leftovers)
    if (flags.json) process.stdout.write(`${JSON.stringify(done.summary)}\n`)
    else {
      const wrote = KINDS.flatMap((kind) => flags[kind] ?? [])
      const lines = isQuiet()
        ? done.rejects
        : [
            ...done.lines,
            ...done.rejects,
            ...passedOverLines(passedOver),
            ...(outputs.found ? [texts().dedupe.found(outputs.found)] : []),
            ...(wrote.length ? wroteLines(wrote) : (done.examples?.() ?? [])),
          ]
      const stream = wrote.length || isQuiet() ? process.stderr : process.stdout
      if (lines.length) stream.write(printable(`${lines.join('\n')}\n`))
    }
  } catch (error) {
    progress.clear()
    outputs.discard()
    throw error
  } finally {
    await done?.close()
  }
}

/** The names in a list, as --text-field takes it. */
const namesIn = (list: string | undefined): readonly string[] | undefined =>
  list === undefined ? undefined : (checkOption({ kind: 'list' }, 'text-field', list) as string[])

/** A run with what is said about it. */
interface Done {
  readonly writers: LinkWriters
  readonly summary: LinkSummary | JoinedSummary
  readonly lines: readonly string[]
  /** What could not be judged, which is said in any case. */
  readonly rejects: readonly string[]
  /** Some pairs, for when nothing else is written. */
  readonly examples?: () => readonly string[]
  close(): Promise<void>
}

async function runAcross(sides: Sides, options: Options, oneToOne: boolean, hooks: RunHooks): Promise<Done> {
  const run = await runLink(sides, options, oneToOne, hooks)
  const summary = summarizeLink(run)
  const { pairs, linkedA, linkedB, b } = summary
  const said = texts().link.across(pairs, linkedB, b - linkedB, linkedA)
  return {
    writers: linkWriters(run),
    summary,
    lines: describe(summary, said, run.context.options),
    rejects: describeRejects(run.context.documents),
    examples: () => exampleLines(run),
    close: () => run.context.close(),
  }
}

async function runWithin(sides: Sides, options: Options, hooks: RunHooks): Promise<Done> {
  const joined = await runJoined(sides, options, hooks)
  const summary = summarizeJoined(joined)
  const { pairs, groups, shared } = summary
  const said = texts().link.within(pairs.AB, pairs.AA, pairs.BB, groups, shared)
  return {
    writers: joinedWriters(joined),
    summary,
    lines: describe(summary, said, joined.context.options),
    rejects: describeRejects(joined.context.documents),
    close: () => joined.context.close(),
  }
}

/** Pairs that are shown on the terminal. */
const SHOWN = 5

function exampleLines(run: LinkRun): string[] {
  const { first, count: all } = bestMatches(run, SHOWN)
  if (!first.length) return []
  const say = texts().link
  const width = Math.min(process.stdout.columns ?? 100, 120)
  const line = (side: string, id: string, text: string) => `  ${side} ${excerpt(id, 24)}: ${excerpt(text, Math.max(20, width - 30))}`
  const more = all > SHOWN ? ['', say.moreRows(all - SHOWN)] : []
  const pairs = shownPairs(run, first).flatMap(({ match, ids, texts }) => [
    '',
    `  ${match.similarity?.toFixed(3) ?? say.apart(match.distance as number)}`,
    line('A', ids[0], texts[0]),
    line('B', ids[1], texts[1]),
  ])
  return ['', say.best, ...pairs.slice(1), ...more]
}

function mappingOf({ map, fieldsA, fieldsB }: LinkFlags): LinkMapping {
  const mapping = readMapping(map)
  const sideOf = (name: 'a' | 'b', path: string | undefined) => {
    if (path === undefined) return mapping[name]
    if (Object.keys(mapping[name]).length) throw new LeitongError('OPTION_CONFLICT', `--fields-${name} and "${name}" of --map say the same`)
    return readFieldsFile(path)
  }
  return { ...mapping, a: sideOf('a', fieldsA), b: sideOf('b', fieldsB) }
}

function describe(
  { a, b, seconds, limits, rows, ignored, scripts }: LinkSummary | JoinedSummary,
  said: string,
  options: Options,
): string[] {
  const say = texts().link
  const lines = [say.read(a, b, duration(seconds)), said]
  if (rows) lines.push(...describeRows(rows))
  if (ignored) lines.push(texts().dedupe.ignored(ignored.texts, ignored.characters))
  lines.push(...scriptLines(scripts, options))
  if (limits.manyCopies) lines.push(say.manyCopies(limits.manyCopies))
  if (limits.crowded) lines.push(say.crowded(limits.crowded))
  if (limits.unpaired) lines.push(texts().dedupe.unpaired(limits.unpaired))
  return lines
}

function describeRejects({ rejects, files }: Documents): string[] {
  const [first] = rejects
  return first ? [texts().link.rejects(rejects.length, describeReject(first, files))] : []
}
