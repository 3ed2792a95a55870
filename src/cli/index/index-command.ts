/** `leitong index`: a live index from the command line. */
import { once } from 'node:events'
import { open as openFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Command, Option } from 'commander'
import { ExitCode, LeitongError } from '../../errors.js'
import { type Added, type Exported, type Found, type LiveDocument, type LiveIndex, open } from '../../jobs/live/live-index.js'
import type { LiveOptions, Payload } from '../../jobs/live/settings.js'
import { headOf } from '../../jobs/live/transfer.js'
import type { Options, OptionsInput } from '../../options/options.js'
import { readDocuments } from '../../reading/documents.js'
import { expandInputs } from '../../reading/inputs.js'
import { parseJson, toJson } from '../../reading/whole-numbers-json.js'
import { AtomicFile } from '../../writing/atomic-file.js'
import { round } from '../../writing/json-lines.js'
import { addOptions, numberOf, parseOptions } from '../flags.js'
import { bytes, count } from '../terminal.js'

const KEEP = new Option('--keep <features|text|none>', 'what is kept of each document to verify against').choices([
  'features',
  'text',
  'none',
])
const URL_HELP = 'a folder, memory:NAME, or the URL of a server (docs/stores.md)'

export function indexCommand(): Command {
  const command = new Command('index').description('a live index: documents come one at a time, and it outlives the command')
  for (const make of [create, add, query, remove, stats, compact, exportIndex, importIndex, verify]) command.addCommand(make())
  return command
}

/** What was said about the index itself, and how documents are read. */
function parse(
  command: Command,
  others: readonly string[],
): { given: LiveOptions; options: Options; other: Readonly<Record<string, unknown>> } {
  const { options, other, named } = parseOptions(command, [...others, 'keep', 'blockLimit'])
  // Not from the configuration file, where `keep` is the rule of the batch.
  const { keep } = command.opts() as { keep?: Payload }
  const blockLimit = numberOf(command.opts(), 'blockLimit', { kind: 'integer', min: 1 })
  const given = Object.fromEntries(named.map((name) => [name, options[name]])) as Omit<OptionsInput, 'keep'>
  return {
    given: { ...given, ...(keep ? { payload: keep } : {}), ...(blockLimit === undefined ? {} : { blockLimit }) },
    options,
    other,
  }
}

async function withIndex(url: string, given: LiveOptions, work: (index: LiveIndex) => Promise<void>): Promise<void> {
  const index = await open(url, given)
  try {
    await work(index)
  } finally {
    await index.close()
  }
}

/** Existing indexes only, unless `create` was asked for. */
const existing = (given: LiveOptions): LiveOptions => ({ ...given, create: false })

async function print(value: unknown): Promise<void> {
  if (!process.stdout.write(`${toJson(value)}\n`)) await once(process.stdout, 'drain')
}

function create(): Command {
  const command = new Command('create').description('make an empty index').argument('<url>', URL_HELP)
  command.addOption(KEEP).addOption(new Option('--block-limit <n>', 'servers: postings of one key before it is split (default: 1000)'))
  addOptions(command, 'index create')
  return command.action(async (url: string) => {
    const { given } = parse(command, [])
    await withIndex(url, given, async (index) => {
      const { documents, signature } = await index.stats()
      await print({ url: index.url, documents, signature })
    })
  })
}

/** The documents of the inputs; what cannot be judged goes to standard error. */
async function* documentsOf(inputs: readonly string[], options: Options, lasting: boolean): AsyncGenerator<LiveDocument> {
  let rejects = 0
  for await (const item of readDocuments(await expandInputs(inputs, options), options, lasting)) {
    if ('text' in item) {
      yield { [options.idField]: item.id, [options.textField[0] as string]: item.text }
      continue
    }
    const what = `${item.source}${item.line ? `:${item.line}` : ''}: ${item.reason}`
    if (options.strict) throw new LeitongError('STRICT', 1, what)
    rejects++
    if (rejects <= 10) process.stderr.write(`not judged: ${what}\n`)
  }
  if (rejects > 10) process.stderr.write(`${count(rejects)} records could not be judged\n`)
}

function add(): Command {
  const command = new Command('add')
    .description('add documents, and say of each whether it is new: JSON lines')
    .argument('<url>', URL_HELP)
    .argument('<input...>', 'files, folders, patterns, or - for standard input')
    .addOption(new Option('--if-new', 'leave out what is alike to something in the index'))
    .addOption(new Option('--create', 'make the index where there is none'))
    .addOption(KEEP)
  addOptions(command, 'index add')
  return command.action(async (url: string, inputs: string[]) => {
    const { given, options, other } = parse(command, ['ifNew', 'create'])
    await withIndex(url, other['create'] ? given : existing(given), async (index) => {
      for await (const added of index.addAll(documentsOf(inputs, options, true), { ifNew: other['ifNew'] === true }))
        await print(addedLine(added))
    })
  })
}

function addedLine({ id, status, stored, replaced, duplicateOf, similarity, distance, group }: Added) {
  return {
    id,
    status,
    stored,
    ...(replaced ? { replaced } : {}),
    duplicate_of: duplicateOf ?? null,
    similarity: round(similarity),
    distance: distance ?? null,
    group,
  }
}

const matchLine = ({ id, similarity, distance, group }: Found) => ({
  id,
  similarity: round(similarity),
  distance: distance ?? null,
  group,
})

function query(): Command {
  const command = new Command('query')
    .description('what in the index is alike: JSON lines of id and matches, the best first')
    .argument('<url>', URL_HELP)
    .argument('[input...]', 'files, folders, patterns, or - for standard input')
    .addOption(new Option('--text <text>', 'one text instead of inputs; exits with 1 when nothing is alike'))
    .addOption(new Option('--first', 'stop at the first match'))
    .addOption(new Option('--limit <n>', 'the best so many matches'))
  addOptions(command, 'index query')
  return command.action(async (url: string, inputs: string[]) => {
    const { given, options, other } = parse(command, ['text', 'first', 'limit'])
    const { text, first } = other as { text?: string; first?: boolean }
    const limit = numberOf(other, 'limit', { kind: 'integer', min: 1 })
    if ((text === undefined) === !inputs.length) throw new LeitongError('OPTION_CONFLICT', 'query takes inputs or --text, and one of them')
    const how = { first: first === true, ...(limit === undefined ? {} : { limit }) }
    await withIndex(url, existing(given), async (index) => {
      if (text !== undefined) {
        const matches = await index.query(text, how)
        await print({ id: null, matches: matches.map(matchLine) })
        process.exitCode = matches.length ? ExitCode.done : ExitCode.different
        return
      }
      for await (const { id, matches } of index.queryAll(documentsOf(inputs, options, false), how))
        await print({ id: id ?? null, matches: matches.map(matchLine) })
    })
  })
}

function remove(): Command {
  const command = new Command('remove')
    .description('remove documents by id: JSON lines')
    .argument('<url>', URL_HELP)
    .argument('<id...>', 'ids: as JSON (7, "7"), anything else as text')
  return command.action((url: string, ids: string[]) =>
    withIndex(url, { create: false }, async (index) => {
      for await (const answer of index.removeAll(ids.map(parseId))) await print(answer)
    }),
  )
}

function parseId(id: string): unknown {
  try {
    return parseJson(id)
  } catch {
    return id
  }
}

function stats(): Command {
  const command = new Command('stats')
    .description('how many documents, how much room, which options')
    .argument('<url>', URL_HELP)
    .addOption(new Option('--json', 'everything as one JSON object'))
  return command.action((url: string) =>
    withIndex(url, { create: false }, async (index) => {
      const all = await index.stats()
      if (command.opts()['json']) return print(all)
      const { documents, bytes: size, details, signature, keep, created } = all
      const lines = [
        `${count(documents)} documents${size === undefined ? '' : `, ${bytes(size)}`}, keeps ${keep}, created ${created}`,
        signature,
        ...Object.entries(details).map(([name, value]) => `${name}: ${typeof value === 'number' ? count(value) : value}`),
      ]
      process.stdout.write(`${lines.join('\n')}\n`)
    }),
  )
}

function compact(): Command {
  return new Command('compact')
    .description('give back room that removals and replacements have left')
    .argument('<url>', URL_HELP)
    .action((url: string) => withIndex(url, { create: false }, (index) => index.compact()))
}

function exportIndex(): Command {
  const command = new Command('export')
    .description('everything there is as JSON lines, for import')
    .argument('<url>', URL_HELP)
    .addOption(new Option('-o, --output <file>', 'write there instead of standard output'))
  return command.action((url: string) =>
    withIndex(url, { create: false }, async (index) => {
      const { output } = command.opts() as { output?: string }
      if (output === undefined || output === '-') {
        for await (const line of index.export()) await print(line)
        return
      }
      const file = new AtomicFile(output)
      try {
        for await (const line of index.export()) file.write(`${toJson(line)}\n`)
        file.commit()
      } finally {
        file.discard()
      }
    }),
  )
}

function importIndex(): Command {
  const command = new Command('import')
    .description('take in what export wrote; makes the index where there is none, with the options of the export')
    .argument('<url>', URL_HELP)
    .argument('<file>', 'what export wrote, or - for standard input')
  return command.action(async (url: string, path: string) => {
    const lines = readExport(path)
    const first = await lines.next()
    // Before an index is made of it.
    const { options, keep, modelData, modelFile } = headOf(first.value, path).settings
    const index = await openForImport(url, {
      ...(options as Omit<OptionsInput, 'keep'>),
      ...(keep ? { payload: keep } : {}),
      ...(modelData === undefined ? {} : { modelData }),
      ...(modelFile === undefined ? {} : { model: modelFile }),
    })
    const all = async function* () {
      yield first.value as Exported
      yield* lines
    }
    try {
      await print({ url: index.url, documents: await index.import(all(), path) })
    } finally {
      await index.close()
    }
  })
}

async function openForImport(url: string, asExported: LiveOptions): Promise<LiveIndex> {
  try {
    return await open(url, { create: false })
  } catch (error) {
    if (error instanceof LeitongError && error.code === 'INDEX_MISSING') return open(url, asExported)
    throw error
  }
}

async function* readExport(path: string): AsyncGenerator<Exported> {
  let number = 0
  try {
    const input = path === '-' ? process.stdin : (await openFile(path)).createReadStream()
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++
      if (line) yield parseJson(line) as Exported
    }
  } catch (error) {
    throw error instanceof SyntaxError || (error as NodeJS.ErrnoException).code
      ? new LeitongError('SOURCE_READ', number ? `${path}:${number}` : path, (error as Error).message)
      : error
  }
}

function verify(): Command {
  return new Command('verify')
    .description('read everything and hold it against each other; exits with 3 when something is wrong')
    .argument('<url>', URL_HELP)
    .action((url: string) =>
      withIndex(url, { create: false }, async (index) => {
        const { records, problems } = await index.verify()
        for (const problem of problems) process.stdout.write(`${problem}\n`)
        process.stdout.write(`${count(records)} records, ${problems.length ? `${count(problems.length)} problems` : 'all sound'}\n`)
        if (problems.length) process.exitCode = ExitCode.io
      }),
    )
}
