/** `leitong link A B`: which rows of B are in A. */
import { Command, Option } from 'commander'
import { openSides } from '../engine/link-inputs.js'
import { LinkOutputs, type LinkPaths, type LinkSummary, summarizeLink } from '../engine/link-outputs.js'
import { type LinkRun, runLink } from '../engine/linking.js'
import { OPTIONS, type Options } from '../engine/options.js'
import { describeReject } from '../engine/run.js'
import { LeitongError } from '../errors.js'
import { readFieldsFile } from '../sources/rows/fields-file.js'
import { type LinkMapping, readMapping } from '../sources/rows/mapping.js'
import { addOptions, parseOptions } from './flags.js'
import { count, duration, Progress } from './terminal.js'

const SIDES = ['tableA', 'tableB', 'queryA', 'queryB', 'fieldsA', 'fieldsB', 'map'] as const
const OTHERS = ['pairs', 'matches', 'rejects', 'oneToOne', 'json', ...SIDES]
/** What is of one side, or of grouping. */
const NOT_HERE = ['table', 'query', 'fields', 'keep', 'groupBy']

interface LinkFlags extends LinkPaths, Partial<Record<(typeof SIDES)[number], string>> {
  readonly oneToOne?: boolean
  readonly json?: boolean
}

export function linkCommand(): Command {
  const command = new Command('link')
    .description('find which rows of B are in A: only pairs with one of each are looked for')
    .argument('<a>', 'a file, folder, pattern, or URL of a database')
    .argument('<b>', 'another; - for standard input')
    .usage('[options] A B')
  const output = (flags: string, help: string) => command.addOption(new Option(flags, help).helpGroup('Output:'))
  output('--pairs <file>', 'JSON lines: a, b, similarity, distance of every similar pair')
  output('--matches <file>', 'JSON lines: b, a, similarity, distance: the best match of each row of B, a is null without one')
  output('--rejects <file>', 'JSON lines: source, line, reason of every record that could not be judged')
  output('--one-to-one', 'a row is in one pair at most: the most similar pairs first')
  output('--json', 'the summary as one JSON object')
  const side = (flags: string, help: string) => command.addOption(new Option(flags, help).helpGroup('The two sides (docs/linking.md):'))
  for (const name of ['a', 'b'] as const) {
    const letter = name.toUpperCase()
    side(`--table-${name} <name>`, `${letter} is a database: its table or collection`)
    side(`--query-${name} <text>`, `${letter} is a database: a query instead; of MongoDB a filter beside the table`)
    side(`--fields-${name} <file>`, `fields file of ${letter}`)
  }
  side('--map <file>', 'JSON: a and b, fields files; map, columns of A and the columns of B that say the same; rules')
  addOptions(
    command,
    (Object.keys(OPTIONS) as (keyof Options)[]).filter((name) => !NOT_HERE.includes(name)),
  )
  return command.action(async (a: string, b: string) => {
    const { options, other } = parseOptions(command, OTHERS)
    await link(a, b, options, other as LinkFlags)
  })
}

async function link(a: string, b: string, options: Options, flags: LinkFlags): Promise<void> {
  const sideOf = (input: string, table: string | undefined, query: string | undefined) => ({
    inputs: [input],
    ...(table === undefined ? {} : { table }),
    ...(query === undefined ? {} : { query }),
  })
  const { inputs, ofA } = await openSides(
    sideOf(a, flags.tableA, flags.queryA),
    sideOf(b, flags.tableB, flags.queryB),
    mappingOf(flags),
    options,
  )
  const outputs = new LinkOutputs(flags, { inputs })
  const progress = new Progress()
  let run: LinkRun | undefined
  try {
    run = await runLink(inputs, ofA, options, flags.oneToOne === true, {
      progress: (phase, done, total) => progress.update(phase, done, total),
    })
    progress.update('write', 0, undefined)
    await outputs.write(run)
    progress.clear()
    const summary = summarizeLink(run)
    if (flags.json) process.stdout.write(`${JSON.stringify(summary)}\n`)
    else (flags.pairs || flags.matches || flags.rejects ? process.stderr : process.stdout).write(describe(summary, run))
  } catch (error) {
    progress.clear()
    outputs.discard()
    throw error
  } finally {
    await run?.close()
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

function describe({ a, b, pairs, linkedA, linkedB, rejects, seconds, limits }: LinkSummary, { documents }: LinkRun): string {
  const lines = [
    `${count(a)} rows of A and ${count(b)} of B in ${duration(seconds)}`,
    `${count(pairs)} pairs: ${count(linkedB)} rows of B are in A, ${count(b - linkedB)} are not; ${count(linkedA)} rows of A are in B`,
  ]
  const [first] = documents.rejects
  if (first) lines.push(`${count(rejects)} records could not be judged; the first: ${describeReject(first, documents.files)}`)
  if (limits.manyCopies)
    lines.push(`${count(limits.manyCopies)} texts have more copies than --max-copies: not every pair of them is listed`)
  if (limits.crowded) lines.push(`${count(limits.crowded)} crowded buckets: not every pair in them was looked at`)
  return `${lines.join('\n')}\n`
}
