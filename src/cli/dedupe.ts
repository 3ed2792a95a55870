/** `leitong dedupe`: one batch. */
import { Command, Option } from 'commander'
import { LeitongError } from '../errors.js'
import { type Run, runBatch } from '../jobs/dedupe/dedupe.js'
import { type OutputPaths, Outputs } from '../jobs/dedupe/outputs.js'
import { describeReject } from '../jobs/dedupe/rejects.js'
import { reportPage } from '../jobs/dedupe/report.js'
import { checkResultsTable, storeResults } from '../jobs/dedupe/results-table.js'
import { printedSummary, type Summary, summarize } from '../jobs/dedupe/summary.js'
import type { Options } from '../options/options.js'
import { expandInputs } from '../reading/inputs.js'
import type { PassedOver } from '../reading/listing.js'
import { WHOLE_UNITS } from '../repeating/units.js'
import { isDocument } from '../sources/formats/format.js'
import { dedupeOnCluster } from './cluster/dedupe.js'
import { addOptions, parseOptions, refuseMixing } from './flags.js'
import { passedOverLines } from './passed-over.js'
import { isQuiet } from './quiet.js'
import { describePairs, describeRows } from './rows.js'
import { bytes, columns, duration, excerpt, Progress, printable, sayLeftovers } from './terminal.js'
import { texts } from './texts/texts.js'

const OUTPUTS = ['output', 'removed', 'pairs', 'groups', 'rejects', 'report', 'writeFields', 'writeModel'] as const

export function dedupeCommand(): Command {
  const command = new Command('dedupe')
    .description('find duplicates in one batch of texts, and write what stays')
    .argument('<input...>', 'files, folders, patterns, URLs of databases, or - for standard input')
    .usage('[options] INPUT...')
  const output = (flags: string, help: string) =>
    command.addOption(new Option(flags, help).helpGroup('Output (without any: a summary and the largest groups):'))
  output('-o, --output <file>', 'kept records, byte for byte; of a folder the kept paths, or with FOLDER/ copies of the kept files')
  output('--removed <file>', 'id, duplicate_of, similarity, distance, group: JSON lines, or a table by the ending .csv, .xlsx or .parquet')
  output(
    '--pairs <file>',
    'a, b, similarity, distance of every similar pair, in the same forms; of rows, JSON lines also say what each field contributes',
  )
  output('--groups <file>', 'group, size, kept, members, in the same forms: a table has a row for each member')
  output('--rejects <file>', 'source, line, reason of every record that could not be judged, in the same forms')
  output('--report <file>', 'one HTML page with counts, scores and groups, differences marked')
  output('--write-fields <file>', 'of rows: a fields file of what was compared, kinds spelled out, to edit')
  output('--write-model <file>', 'of rows under match: the model that was learned, for --model')
  output('--results-table <name>', 'of a database: the groups as a new table beside the one that was read')
  output('--replace', 'with --results-table: a table that holds results is replaced, in one step')
  output('--json', 'the summary as one JSON object')
  const parts = (option: Option) => command.addOption(option.helpGroup('Parts of documents:'))
  parts(
    new Option(
      '--unit <name>',
      'keep the first of each line, paragraph or sentence, and take the others out of the documents: equal ones without case and amounts of white space, with --threshold similar ones too',
    ).choices(WHOLE_UNITS),
  )
  parts(new Option('--min-unit <n>', 'characters of a unit, at least: shorter ones stay (default: 1)'))
  addOptions(command, 'dedupe')
  return command.action(async (inputs: string[]) => {
    const { options, other } = parseOptions(command, [...OUTPUTS, 'json', 'resultsTable', 'replace', 'unit', 'minUnit'])
    if ((other['unit'] ?? other['minUnit']) !== undefined) {
      const { dedupeUnits } = await import('./passages/units.js')
      return dedupeUnits(inputs, options, other)
    }
    const { json, resultsTable: name, replace, ...paths } = other
    if (replace && name === undefined) throw new LeitongError('OPTION_CONFLICT', '--replace is for --results-table')
    const resultsTable = name === undefined ? undefined : { name: name as string, replace: replace === true }
    refuseMixing(paths, json === true)
    await dedupe(inputs, options, paths as OutputPaths, json === true, resultsTable)
  })
}

async function dedupe(
  inputs: readonly string[],
  options: Options,
  paths: OutputPaths,
  json: boolean,
  resultsTable: { readonly name: string; readonly replace: boolean } | undefined,
): Promise<void> {
  if (options.engine !== undefined) return dedupeOnCluster(inputs, options, { ...paths, resultsTable: resultsTable?.name }, json)
  if (options.work !== undefined) throw new LeitongError('OPTION_CONFLICT', '--work is for --engine')
  if (options.appendTo !== undefined) throw new LeitongError('OPTION_CONFLICT', '--append-to is for --engine')
  const passedOver: PassedOver = new Map()
  const files = await expandInputs(inputs, options, undefined, passedOver)
  if (resultsTable !== undefined) await checkResultsTable(files, resultsTable.name, resultsTable.replace)
  const outputs = new Outputs(paths, files, options, (run) => reportPage(run))
  const progress = new Progress()
  let run: Run | undefined
  try {
    run = await runBatch(files, options, paths.pairs !== undefined || paths.report !== undefined, {
      progress: (phase, done, total) => progress.update(phase, done, total),
    })
    progress.update('write', 0, undefined)
    const start = performance.now()
    const done = run
    await outputs.write(done, async () => {
      if (resultsTable !== undefined) await storeResults(done, resultsTable.name, resultsTable.replace)
    })
    run.context.seconds.write = (performance.now() - start) / 1000
    progress.clear()
    const summary = summarize(run)
    sayLeftovers(outputs.leftovers)
    if (json) process.stdout.write(`${JSON.stringify(printedSummary(summary))}\n`)
    else {
      const wrote = [...OUTPUTS.flatMap((kind) => paths[kind] ?? []), ...(resultsTable === undefined ? [] : [resultsTable.name])]
      const named = wrote.filter((path) => path !== '-')
      const ending = wrote.length
        ? named.length
          ? [texts().dedupe.wrote(named.join(', '))]
          : []
        : [...largestGroups(run), ...describePairs(run), ...describeTrial(run)]
      const lines = isQuiet() ? describeRejects(run) : [...describe(summary, run), ...passedOverLines(passedOver), ...ending]
      const stream = wrote.length || isQuiet() ? process.stderr : process.stdout
      if (lines.length) stream.write(printable(`${lines.join('\n')}\n`))
    }
  } catch (error) {
    progress.clear()
    outputs.discard()
    throw error
  } finally {
    await run?.context.close()
  }
}

function describe(summary: Summary, run: Run): string[] {
  const { documents, kept, removed, groups, rejects, copies, seconds, limits } = summary
  const say = texts().dedupe
  const lines = [
    say.read(documents + rejects, bytes(summary.bytes), duration(seconds.total)),
    say.kept(kept, removed, groups, summary.rows ? undefined : copies),
    ...(summary.rows ? describeRows(summary.rows) : []),
    ...(summary.ignored ? [say.ignored(summary.ignored.texts, summary.ignored.characters)] : []),
    ...describeDecisions(summary),
    ...describeRejects(run),
    ...describeColumns(run),
  ]
  const sameIds = countSameIds(run)
  if (sameIds) lines.push(say.sameIds(sameIds))
  const { inputs } = run.context
  const [file] = inputs
  if (documents === 1 && inputs.length === 1 && file?.format.name === 'txt' && summary.bytes > 200) lines.push(say.oneText)
  if (limits.manyCopies) lines.push(say.manyCopies(limits.manyCopies, summary.options.maxCopies))
  if (limits.crowded) lines.push(say.crowded(limits.crowded))
  if (limits.unpaired) lines.push(say.unpaired(limits.unpaired))
  if (limits.sampled) lines.push(say.sampled(limits.sampled))
  if (limits.spilledBytes) lines.push(say.spilled(bytes(limits.spilledBytes)))
  return lines
}

function describeDecisions({ decisions }: Summary): string[] {
  if (!decisions) return []
  const { applied, reopened, missing, conflicts } = decisions
  return [texts().dedupe.decided(applied, reopened, missing, conflicts)]
}

function describeRejects({ context: { documents } }: Run): string[] {
  const { rejects, files } = documents
  const [first] = rejects
  return first ? [texts().dedupe.rejects(rejects.length, describeReject(first, files))] : []
}

/** Without a fields file, the columns were chosen for the user, who has to know which. */
const describeColumns = ({ context: { inputs, options } }: Run): string[] =>
  options.fields === undefined
    ? inputs.flatMap((input) =>
        input.kind === 'table'
          ? [texts().dedupe.columns(input.name, input.row.fields.flatMap(({ name, compare }) => (compare ? [name] : [])).join(', '))]
          : [],
      )
    : []

/** The way from a trial to files, with a name for the kept records that suits the input. */
function describeTrial({ context: { inputs } }: Run): string[] {
  const say = texts().dedupe
  const [input] = inputs
  if (input && isDocument(input.format)) return ['', say.nothingWritten, say.howToWrite('kept/')]
  const suffix = input?.kind === 'file' ? (/(\.\w+)?(\.(gz|zst))?$/.exec(input.path)?.[0] ?? '') : ''
  return ['', say.nothingWritten, say.howToWrite(`kept${suffix || '.jsonl'}`)]
}

function countSameIds({ decisions, context: { documents } }: Run): number {
  let same = 0
  for (const document of decisions.removedDocuments()) {
    if (documents.idOf(document) === documents.idOf(decisions.decide(document).kept)) same++
  }
  return same
}

const SHOWN = 10
/** Removed ones that are named beside the kept one, and characters of a name. */
const NAMED = 3
const NAME = 24

function largestGroups(run: Run): string[] {
  const say = texts().dedupe
  const { decisions, context } = run
  const { groups } = decisions
  if (!groups.length) return []
  const largest = groups.largest(SHOWN)
  const width = Math.min(process.stdout.columns ?? 100, 120)
  const lines = largest.map((group) => {
    const { kept, members } = group
    const range = decisions.similarityRange(group)?.map((score) => score.toFixed(2))
    const score = range ? ` ${range[0] === range[1] ? range[0] : range.join('–')}` : ''
    const others = Array.from(members.subarray(1, 1 + NAMED), (member) => excerpt(context.documents.idOf(member), NAME))
    if (members.length > 1 + NAMED) others.push(say.moreMembers(members.length - 1 - NAMED))
    const head = `  ${String(members.length).padStart(5)} × ${excerpt(context.documents.idOf(kept), NAME)} ←${score} ${others.join(', ')}  `
    const [{ text } = { text: '' }] = context.textsOf([kept])
    return head + excerpt(text, Math.max(20, width - columns(head)))
  })
  return ['', say.largest, ...lines, ...(groups.length > SHOWN ? [`  ${say.moreGroups(groups.length - SHOWN)}`] : [])]
}
