/** `leitong link A B`: which rows of B are in A. */
import { Command, Option } from 'commander'
import { LeitongError } from '../errors.js'
import type { Documents } from '../jobs/dedupe/documents.js'
import type { RunHooks } from '../jobs/dedupe/run-context.js'
import { describeReject } from '../jobs/dedupe/search.js'
import { runLink } from '../jobs/link/link.js'
import { KINDS, LinkOutputs, type LinkPaths, type LinkSummary, type LinkWriters, linkWriters, summarizeLink } from '../jobs/link/outputs.js'
import { type JoinedSummary, joinedWriters, runJoined, summarizeJoined } from '../jobs/link/within.js'
import { kebab } from '../options/names.js'
import type { Options } from '../options/options.js'
import { openSides, type Sides } from '../reading/sides.js'
import { readFieldsFile } from '../sources/rows/fields-file.js'
import { type LinkMapping, readMapping } from '../sources/rows/mapping.js'
import { addOptions, parseOptions, refuseMixing } from './flags.js'
import { count, duration, Progress } from './terminal.js'

const SIDES = ['tableA', 'tableB', 'queryA', 'queryB', 'fieldsA', 'fieldsB', 'map'] as const
const OTHERS = ['pairs', 'matches', 'groups', 'rejects', 'oneToOne', 'within', 'json', ...SIDES]
/** Options of one side: they have no flags, but a configuration file may name them. */
const NOT_HERE = ['table', 'query', 'fields'] as const
/** Options of grouping. */
const GROUPING: readonly (keyof Options)[] = ['keep', 'groupBy']

interface LinkFlags extends LinkPaths, Partial<Record<(typeof SIDES)[number], string>> {
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
  output('--pairs <file>', 'JSON lines: a, b, similarity, distance of every similar pair')
  output('--matches <file>', 'JSON lines: b, a, similarity, distance: the best match of each row of B, a is null without one')
  output('--rejects <file>', 'JSON lines: source, line, reason of every record that could not be judged')
  output('--one-to-one', 'a row is in one pair at most: the most similar pairs first')
  output('--within', 'look for pairs within A and within B too: --pairs names the sides, and --groups can be asked for')
  output('--groups <file>', 'with --within, JSON lines: group, size, kept, members, each with its side')
  output('--json', 'the summary as one JSON object')
  const side = (flags: string, help: string) => command.addOption(new Option(flags, help).helpGroup('The two sides (docs/linking.md):'))
  for (const name of ['a', 'b'] as const) {
    const letter = name.toUpperCase()
    side(`--table-${name} <name>`, `${letter} is a database: its table or collection`)
    side(`--query-${name} <text>`, `${letter} is a database: a query instead; of MongoDB a filter beside the table`)
    side(`--fields-${name} <file>`, `fields file of ${letter}`)
  }
  side('--map <file>', 'JSON: a and b, fields files; map, columns of A and the columns of B that say the same; rules')
  addOptions(command, 'link')
  return command.action(async (a: string, b: string) => {
    const { options, other, named } = parseOptions(command, OTHERS)
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
  const kinds = within ? (['matches', 'oneToOne'] as const) : (['groups'] as const)
  const wrong = [...kinds.filter((name) => flags[name]), ...(within ? [] : GROUPING.filter((name) => named.includes(name)))]
  if (wrong[0]) throw new LeitongError('OPTION_CONFLICT', `--${kebab(wrong[0])} is of no use ${within ? 'with' : 'without'} --within`)
}

async function link(a: string, b: string, options: Options, flags: LinkFlags): Promise<void> {
  const sideOf = (input: string, table: string | undefined, query: string | undefined) => ({
    inputs: [input],
    ...(table === undefined ? {} : { table }),
    ...(query === undefined ? {} : { query }),
  })
  const sides = await openSides(sideOf(a, flags.tableA, flags.queryA), sideOf(b, flags.tableB, flags.queryB), mappingOf(flags), options)
  const outputs = new LinkOutputs(flags, sides.inputs)
  const progress = new Progress()
  const hooks: RunHooks = { progress: (phase, done, total) => progress.update(phase, done, total) }
  let done: Done | undefined
  try {
    done = await (flags.within ? runWithin(sides, options, hooks) : runAcross(sides, options, flags.oneToOne === true, hooks))
    progress.update('write', 0, undefined)
    await outputs.write(done.writers)
    progress.clear()
    if (flags.json) process.stdout.write(`${JSON.stringify(done.summary)}\n`)
    else (KINDS.some((kind) => flags[kind]) ? process.stderr : process.stdout).write(`${done.lines.join('\n')}\n`)
  } catch (error) {
    progress.clear()
    outputs.discard()
    throw error
  } finally {
    await done?.close()
  }
}

/** A run with what is said about it. */
interface Done {
  readonly writers: LinkWriters
  readonly summary: LinkSummary | JoinedSummary
  readonly lines: readonly string[]
  close(): Promise<void>
}

async function runAcross(sides: Sides, options: Options, oneToOne: boolean, hooks: RunHooks): Promise<Done> {
  const run = await runLink(sides, options, oneToOne, hooks)
  const summary = summarizeLink(run)
  const { pairs, linkedA, linkedB, b } = summary
  const said = `${count(pairs)} pairs: ${count(linkedB)} rows of B are in A, ${count(b - linkedB)} are not; ${count(linkedA)} rows of A are in B`
  return { writers: linkWriters(run), summary, lines: describe(summary, said, run.context.documents), close: () => run.context.close() }
}

async function runWithin(sides: Sides, options: Options, hooks: RunHooks): Promise<Done> {
  const joined = await runJoined(sides, options, hooks)
  const summary = summarizeJoined(joined)
  const { pairs, groups, shared } = summary
  const said = `${count(pairs.AB)} pairs across, ${count(pairs.AA)} within A, ${count(pairs.BB)} within B; ${count(groups)} groups, ${count(shared)} of both sides`
  return {
    writers: joinedWriters(joined),
    summary,
    lines: describe(summary, said, joined.context.documents),
    close: () => joined.context.close(),
  }
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

function describe({ a, b, rejects, seconds, limits }: LinkSummary | JoinedSummary, said: string, documents: Documents): string[] {
  const lines = [`${count(a)} rows of A and ${count(b)} of B in ${duration(seconds)}`, said]
  const [first] = documents.rejects
  if (first) lines.push(`${count(rejects)} records could not be judged; the first: ${describeReject(first, documents.files)}`)
  if (limits.manyCopies)
    lines.push(`${count(limits.manyCopies)} texts have more copies than --max-copies: not every pair of them is listed`)
  if (limits.crowded) lines.push(`${count(limits.crowded)} crowded buckets: not every pair in them was looked at`)
  return lines
}
