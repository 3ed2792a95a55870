/** `leitong dedupe`: one batch. */
import { Command, Option } from 'commander'
import { LeitongError } from '../errors.js'
import { openAgainst } from '../jobs/dedupe/against/against.js'
import { type Run, runBatch } from '../jobs/dedupe/dedupe.js'
import { type OutputPaths, Outputs, type OutputsWanted } from '../jobs/dedupe/outputs.js'
import { describeReject } from '../jobs/dedupe/rejects.js'
import { batchReport, reportPage } from '../jobs/dedupe/reporting/page.js'
import { checkResultsTable, storeResults } from '../jobs/dedupe/results-table.js'
import type { RunPhase } from '../jobs/dedupe/run-context.js'
import { similarityRange } from '../jobs/dedupe/similarity-range.js'
import { printedSummary, type Summary, summarize } from '../jobs/dedupe/summary.js'
import type { Options } from '../options/options.js'
import { isQuery, queryName } from '../reading/copied/query.js'
import { withEveryColumn } from '../reading/input.js'
import { expandInputs } from '../reading/inputs.js'
import { WHOLE_UNITS } from '../repeating/units.js'
import { isDocument } from '../sources/formats/format.js'
import { dedupeOnCluster } from './cluster/dedupe.js'
import { addShardFlags } from './corpus/shards.js'
import { addOptions, parseOptions, refuseMixing } from './flags.js'
import { keptByLines, scriptLines, wroteLines } from './notes.js'
import { passedOverLines, takePassedOver } from './passed-over.js'
import { isQuiet } from './quiet.js'
import { describePairs, describeRows } from './rows.js'
import { bytes, columns, duration, excerpt, Progress, printable, sayLeftovers } from './terminal.js'
import { languageNow, texts } from './texts/texts.js'

const OUTPUTS = ['output', 'removed', 'pairs', 'groups', 'rejects', 'report', 'writeFields', 'writeModel', 'mergeSources'] as const

type OutputForm = Pick<OutputsWanted, (typeof FORM)[number]>

/** Flags that say how outputs are written. */
const FORM = ['compress', 'resume', 'annotate', 'repeat', 'merge', 'groupsFrom'] as const

/** Flags of what is beside the batch. */
const BESIDE = ['against', 'saveRun'] as const

/** Flags of a filter of what was seen. */
const SEEN = ['seen', 'seenCapacity', 'answers'] as const

export function dedupeCommand(): Command {
  const command = new Command('dedupe')
    .description('find duplicates in one batch of texts, and write what stays')
    .argument('[input...]', 'files, folders, patterns, URLs of databases and objects, or - for standard input')
    .usage('[options] INPUT...')
  const output = (flags: string, help: string) =>
    command.addOption(new Option(flags, help).helpGroup('Output (without any: a summary and the largest groups):'))
  output('-o, --output <file>', 'kept records, byte for byte; of text files the kept paths; with FOLDER/ a file for each input file')
  output(
    '--removed <file>',
    'id, duplicate_of, similarity, distance, group: JSON lines, or a table by the ending .csv, .xlsx or .parquet; with FOLDER/ one for each file',
  )
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
  output('--audit', 'read input and outputs again and say whether they hold (docs/audit.md); exits with 1 when something does not')
  addShardFlags(command, 'Output (without any: a summary and the largest groups):')
  output(
    '--annotate [name]',
    'the output has every record, with group, size, role, kept and similarity in a field of this name (default: leitong), or in columns',
  )
  output(
    '--repeat <size|log|file>',
    'kept records leave as often as the size of their group says: as many times, or once more for each doubling, or as a JSON file says',
  )
  output(
    '--merge <rules>',
    'the output has one row a group: for each field the value that a rule takes, as name=longest,phone=newest:date, or a JSON file of rules (docs/rows.md)',
  )
  output('--merge-sources <file>', 'with --merge: group, members, and the id of the row that each value comes from, in the same forms')
  output('--groups-from <file>', 'with --merge: JSON lines of --merge-sources of an earlier run, whose ids groups keep')
  output('--json', 'the summary as one JSON object')
  const old = (flags: string, help: string) => new Option(flags, help).helpGroup('Old documents:')
  command.addOption(
    old(
      '--against <path>',
      'old documents: files, a folder, a pattern, or a saved run; a new one that is like an old one goes, and the old are not written again; may be given several times',
    ).argParser((path: string, before: readonly string[] = []) => [...before, path]),
  )
  command.addOption(old('--save-run <folder>', 'add what this run keeps to a folder, for --against of later runs'))
  command.addOption(
    new Option('--sql <query>', 'instead of an input: a query of DuckDB, whose rows are read with their names and types').helpGroup(
      'Reading:',
    ),
  )
  const parts = (option: Option) => command.addOption(option.helpGroup('Parts of documents:'))
  parts(
    new Option(
      '--unit <name>',
      'keep the first of each line, paragraph or sentence, and take the others out of the documents: equal ones without case and amounts of white space, with --threshold similar ones too',
    ).choices(WHOLE_UNITS),
  )
  parts(new Option('--min-unit <n>', 'characters of a unit, at least: shorter ones stay (default: 1)'))
  command.addOption(
    old(
      '--seen <file>',
      'a filter of what was seen, of 32 bytes a document: what is like something seen goes, all else is added; several are brought together in the first',
    ).argParser((path: string, before: readonly string[] = []) => [...before, path]),
  )
  command.addOption(old('--seen-capacity <n>', 'documents that a new filter is made for (default: 1000000)'))
  command.addOption(old('--answers <file>', 'with --seen: id, seen (yes, maybe, no) and bands of every record, as JSON lines'))
  addOptions(command, 'dedupe')
  return command.action(async (named: string[]) => {
    const { options, other } = parseOptions(command, [
      ...OUTPUTS,
      ...FORM,
      ...BESIDE,
      ...SEEN,
      'json',
      'resultsTable',
      'replace',
      'audit',
      'unit',
      'minUnit',
      'sql',
    ])
    const sql = other['sql'] as string | undefined
    if (sql === undefined && !named.length) command.error("error: missing required argument 'input'", { code: 'commander.missingArgument' })
    if (sql !== undefined && named.length) throw new LeitongError('OPTION_CONFLICT', '--sql is the input: name no other')
    const inputs = sql === undefined ? named : [queryName(sql)]
    if (options.engine !== undefined && inputs.some(isQuery))
      throw new LeitongError('OPTION_CONFLICT', 'a query is read on one machine, without --engine')
    if (SEEN.some((name) => other[name] !== undefined)) {
      const { dedupeSeen } = await import('./corpus/seen.js')
      return dedupeSeen(inputs, options, other)
    }
    if ((other['unit'] ?? other['minUnit']) !== undefined) {
      const { dedupeUnits } = await import('./passages/units.js')
      return dedupeUnits(inputs, options, other)
    }
    const {
      json,
      resultsTable: name,
      replace,
      audit,
      compress,
      resume,
      annotate,
      repeat,
      merge,
      groupsFrom,
      against,
      saveRun,
      sql: _,
      ...paths
    } = other
    const form = { compress, resume, annotate, repeat, merge, groupsFrom } as OutputForm
    if (replace && name === undefined) throw new LeitongError('OPTION_CONFLICT', '--replace is for --results-table')
    const resultsTable = name === undefined ? undefined : { name: name as string, replace: replace === true }
    refuseMixing(paths, json === true)
    await dedupe(inputs, options, paths as OutputPaths, form, { json: json === true, isAudited: audit === true }, resultsTable, {
      against: [against ?? []].flat() as string[],
      saveRun: saveRun as string | undefined,
    })
  })
}

async function dedupe(
  inputs: readonly string[],
  options: Options,
  paths: OutputPaths,
  form: OutputForm,
  { json, isAudited }: { readonly json: boolean; readonly isAudited: boolean },
  resultsTable: { readonly name: string; readonly replace: boolean } | undefined,
  old: { readonly against: readonly string[]; readonly saveRun: string | undefined },
): Promise<void> {
  const isBeside = old.against.length > 0 || old.saveRun !== undefined
  if (options.engine !== undefined && [...Object.values(form), paths.mergeSources].some((value) => value !== undefined))
    throw new LeitongError(
      'OPTION_CONFLICT',
      '--compress, --resume, --annotate, --repeat and --merge are for one machine; with --engine a run goes on in its --work folder',
    )
  if (options.engine !== undefined && isBeside)
    throw new LeitongError(
      'OPTION_CONFLICT',
      '--against and --save-run are for one machine; with --engine, --append-to names an earlier run',
    )
  if (isAudited && old.against.length)
    throw new LeitongError(
      'OPTION_CONFLICT',
      '--audit holds outputs against their input alone, and with --against removed ones are like others',
    )
  if (isAudited && form.merge !== undefined)
    throw new LeitongError('OPTION_CONFLICT', '--audit holds kept records against their input, and --merge makes new ones')
  if (isAudited && options.engine !== undefined)
    throw new LeitongError('OPTION_CONFLICT', '--audit is not carried out on a cluster (--engine): use leitong audit on what it wrote')
  if (options.engine !== undefined) return dedupeOnCluster(inputs, options, { ...paths, resultsTable: resultsTable?.name }, json)
  if (options.work !== undefined) throw new LeitongError('OPTION_CONFLICT', '--work is for --engine')
  if (options.appendTo !== undefined) throw new LeitongError('OPTION_CONFLICT', '--append-to is for --engine')
  const passedOver = takePassedOver()
  const expanded = await expandInputs(inputs, options, undefined, passedOver)
  const files = form.merge === undefined ? expanded : withEveryColumn(expanded)
  const beside = { against: await openAgainst(old.against, options, passedOver), saveRun: old.saveRun }
  if (resultsTable !== undefined) await checkResultsTable(files, resultsTable.name, resultsTable.replace)
  if (isAudited) (await import('./auditing/audit.js')).requireAuditable(files, options, paths)
  const outputs = new Outputs({ ...paths, ...form, language: languageNow() }, files, options, (run) => reportPage(batchReport(run)), beside)
  const progress = new Progress()
  let run: Run | undefined
  try {
    await outputs.ready()
    const hooks = { progress: (phase: RunPhase, done: number, total: number | undefined) => progress.update(phase, done, total) }
    run = await runBatch(files, options, paths.pairs !== undefined || paths.report !== undefined, hooks, undefined, beside)
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
    const audited = isAudited ? await (await import('./auditing/audit.js')).auditBatch(files, options, paths) : undefined
    if (json) process.stdout.write(`${JSON.stringify({ ...printedSummary(summary), ...(audited ? { audit: audited.found } : {}) })}\n`)
    else {
      const tables = resultsTable === undefined ? [] : [resultsTable.name]
      const wrote = [...OUTPUTS.flatMap((kind) => paths[kind] ?? []), ...tables, ...(old.saveRun === undefined ? [] : [old.saveRun])]
      const earlier = outputs.found ? [texts().dedupe.found(outputs.found)] : []
      const ending = wrote.length
        ? [...wroteLines(wrote), ...earlier]
        : [...largestGroups(run), ...describePairs(run), ...describeTrial(run)]
      const lines = isQuiet()
        ? describeRejects(run)
        : [...describe(summary, run), ...passedOverLines(passedOver), ...mergedLines(outputs), ...ending, ...(audited?.lines ?? [])]
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
    ...scriptLines(summary.scripts, summary.options),
    ...keptByLines(summary.keptBy),
    ...(summary.against ? [say.against(summary.against.documents, summary.against.removed, summary.against.rejects)] : []),
    ...describeDecisions(summary),
    ...describeRejects(run),
    ...describeColumns(run),
  ]
  const shared = summary.sharedId
  if (shared) lines.push(say.sharedId(shared.id, shared.files, summary.options.idField))
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

function mergedLines({ merged }: Outputs): string[] {
  if (!merged) return []
  return [...merged.dates.flatMap(keptByLines), ...(merged.ties ? [texts().dedupe.ties(merged.ties)] : [])]
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
    const range = similarityRange(decisions, group)?.map((score) => score.toFixed(2))
    const score = range ? ` ${range[0] === range[1] ? range[0] : range.join('–')}` : ''
    const others = Array.from(members.subarray(1, 1 + NAMED), (member) => excerpt(context.documents.idOf(member), NAME))
    if (members.length > 1 + NAMED) others.push(say.moreMembers(members.length - 1 - NAMED))
    const head = `  ${String(members.length).padStart(5)} × ${excerpt(context.documents.idOf(kept), NAME)} ←${score} ${others.join(', ')}  `
    const [{ text } = { text: '' }] = context.textsOf([kept])
    return head + excerpt(text, Math.max(20, width - columns(head)))
  })
  return ['', say.largest, ...lines, ...(groups.length > SHOWN ? [`  ${say.moreGroups(groups.length - SHOWN)}`] : [])]
}
