/** `leitong dedupe`: one batch. */
import { Command, Option } from 'commander'
import { type Run, runBatch } from '../jobs/dedupe/dedupe.js'
import { type OutputPaths, Outputs } from '../jobs/dedupe/outputs.js'
import { reportPage } from '../jobs/dedupe/report.js'
import { checkResultsTable, storeResults } from '../jobs/dedupe/results-table.js'
import { describeReject } from '../jobs/dedupe/search.js'
import { printedSummary, type Summary, summarize } from '../jobs/dedupe/summary.js'
import type { Options } from '../options/options.js'
import { expandInputs } from '../reading/inputs.js'
import { addOptions, parseOptions, refuseMixing } from './flags.js'
import { bytes, count, duration, excerpt, Progress, plural } from './terminal.js'

const OUTPUTS = ['output', 'removed', 'pairs', 'groups', 'rejects', 'report'] as const

export function dedupeCommand(): Command {
  const command = new Command('dedupe')
    .description('find duplicates in one batch of texts, and write what stays')
    .argument('<input...>', 'files, folders, patterns, URLs of databases, or - for standard input')
    .usage('[options] INPUT...')
  const output = (flags: string, help: string) =>
    command.addOption(new Option(flags, help).helpGroup('Output (without any: a summary and the largest groups):'))
  output('-o, --output <file>', 'kept records, byte for byte; of a folder the kept paths, or with FOLDER/ copies of the kept files')
  output('--removed <file>', 'JSON lines: id, duplicate_of, similarity, distance, group')
  output('--pairs <file>', 'JSON lines: a, b, similarity, distance of every similar pair')
  output('--groups <file>', 'JSON lines: group, size, kept, members')
  output('--rejects <file>', 'JSON lines: source, line, reason of every record that could not be judged')
  output('--report <file>', 'one HTML page with counts, scores and groups, differences marked')
  output('--results-table <name>', 'of a database: the groups as a new table beside the one that was read')
  output('--json', 'the summary as one JSON object')
  addOptions(command, 'dedupe')
  return command.action(async (inputs: string[]) => {
    const { options, other } = parseOptions(command, [...OUTPUTS, 'json', 'resultsTable'])
    const { json, resultsTable, ...paths } = other
    refuseMixing(paths, json === true)
    await dedupe(inputs, options, paths as OutputPaths, json === true, resultsTable as string | undefined)
  })
}

async function dedupe(
  inputs: readonly string[],
  options: Options,
  paths: OutputPaths,
  json: boolean,
  resultsTable: string | undefined,
): Promise<void> {
  const files = await expandInputs(inputs, options)
  if (resultsTable !== undefined) await checkResultsTable(files, resultsTable)
  const outputs = new Outputs(paths, files, reportPage)
  const progress = new Progress()
  let run: Run | undefined
  try {
    run = await runBatch(files, options, paths.pairs !== undefined || paths.report !== undefined, {
      progress: (phase, done, total) => progress.update(phase, done, total),
    })
    progress.update('write', 0, undefined)
    const start = performance.now()
    await outputs.write(run)
    if (resultsTable !== undefined) await storeResults(run, resultsTable)
    run.context.seconds.write = (performance.now() - start) / 1000
    progress.clear()
    const summary = summarize(run)
    if (json) process.stdout.write(`${JSON.stringify(printedSummary(summary))}\n`)
    else {
      const wrote = resultsTable !== undefined || OUTPUTS.some((kind) => paths[kind] !== undefined)
      const toStandardOutput = OUTPUTS.some((kind) => paths[kind] === '-')
      const text = describe(summary, run) + (wrote ? '' : largestGroups(run))
      if (wrote || toStandardOutput) process.stderr.write(text)
      else process.stdout.write(text)
    }
  } catch (error) {
    progress.clear()
    outputs.discard()
    throw error
  } finally {
    await run?.context.close()
  }
}

function describe(summary: Summary, run: Run): string {
  const { documents, kept, removed, groups, rejects, copies, seconds, limits } = summary
  const rate = seconds.total > 0 ? `, ${bytes(summary.bytes / seconds.total)}/s` : ''
  const lines = [
    `${plural(documents + rejects, 'record')}, ${bytes(summary.bytes)}, in ${duration(seconds.total)}${rate}`,
    `kept ${count(kept)}, removed ${count(removed)} in ${plural(groups, 'group')} (${count(copies)} of them equal to an earlier one)`,
  ]
  if (rejects) {
    const { documents: read } = run.context
    const first = read.rejects[0]
    lines.push(
      `${count(rejects)} of them could not be judged and ${rejects === 1 ? 'is' : 'are'} kept${first ? `; the first: ${describeReject(first, read.files)}` : ''}`,
    )
  }
  const sameIds = countSameIds(run)
  if (sameIds)
    lines.push(`${plural(sameIds, 'removed record')} ${sameIds === 1 ? 'has' : 'have'} the id of the kept one: ids are not unique`)
  const { inputs } = run.context
  const [file] = inputs
  if (documents === 1 && inputs.length === 1 && file?.format.name === 'txt' && summary.bytes > 200)
    lines.push('a text file is one document; with --format lines each of its lines is one')
  if (limits.manyCopies)
    lines.push(
      `${count(limits.manyCopies)} texts have more than ${count(summary.options.maxCopies)} copies: each copy is paired with the first one only`,
    )
  if (limits.crowded) lines.push(`${count(limits.crowded)} crowded buckets: not every pair in them was looked at`)
  if (limits.sampled) lines.push(`one feature of ${limits.sampled} was looked at, all would not fit (see --memory)`)
  if (limits.spilledBytes) lines.push(`${bytes(limits.spilledBytes)} of signatures went to disk (see --memory)`)
  return `${lines.join('\n')}\n`
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

function largestGroups(run: Run): string {
  const { decisions, context } = run
  const { groups } = decisions
  if (!groups.length) return ''
  const largest = groups.largest(SHOWN)
  const width = Math.min(process.stdout.columns ?? 100, 120)
  const lines = largest.map((group) => {
    const { kept, members } = group
    const range = decisions.similarityRange(group)?.map((score) => score.toFixed(2))
    const score = range ? ` ${range[0] === range[1] ? range[0] : range.join('–')}` : ''
    const others = Array.from(members.subarray(1, 1 + NAMED), (member) => excerpt(context.documents.idOf(member), NAME))
    if (members.length > 1 + NAMED) others.push(`… ${count(members.length - 1 - NAMED)} more`)
    const head = `  ${String(members.length).padStart(5)} × ${excerpt(context.documents.idOf(kept), NAME)} ←${score} ${others.join(', ')}  `
    const [{ text } = { text: '' }] = context.textsOf([kept])
    return head + excerpt(text, Math.max(20, width - head.length))
  })
  const more = groups.length > SHOWN ? `  … and ${count(groups.length - SHOWN)} more; --groups or --report has them all\n` : ''
  return `\nlargest groups (size × kept ← similarity, removed; the text of the kept one):\n${lines.join('\n')}\n${more}`
}
