/** `leitong evaluate`: methods against labelled data. */
import { Command, Option } from 'commander'
import { LeitongError } from '../errors.js'
import { scaleCorpus } from '../generating/scale.js'
import { type EvaluateOptions, type Evaluation, evaluate } from '../jobs/evaluate/evaluate.js'
import type { ExperimentResult } from '../jobs/evaluate/experiments/experiment.js'
import { EXPERIMENTS } from '../jobs/evaluate/experiments/experiments.js'
import { generateSet } from '../jobs/evaluate/generated.js'
import { readLabelledSet, type SetFields } from '../jobs/evaluate/labelled-set.js'
import { parseMethods } from '../jobs/evaluate/methods.js'
import { evaluationSheet } from '../jobs/evaluate/sheet.js'
import { cutBy } from '../jobs/evaluate/words.js'
import type { Options } from '../options/options.js'
import { withOutput } from '../writing/output-set.js'
import { type Sheet, type Table, wordsFor } from '../writing/sheet.js'
import { sheetPage } from '../writing/sheet-page.js'
import { addOptions, numberOf, parseOptions } from './flags.js'
import { columns } from './terminal.js'

const OTHERS = ['methods', 'truth', 'groupField', 'experiment', 'set', 'size', 'seed', 'groupSize', 'stores', 'json', 'report'] as const
const NUMBERS = ['size', 'seed', 'groupSize'] as const
const DEFAULT_METHODS = 'leitong,simhash,minhash-lsh,shingle,i-match,md5'

interface Given {
  readonly methods?: string
  readonly truth?: string
  readonly groupField?: string
  readonly experiment?: string
  readonly set?: string
  readonly size?: number | undefined
  readonly seed?: number | undefined
  readonly groupSize?: number | undefined
  readonly stores?: string
  readonly json?: boolean
  readonly report?: string
}

export function evaluateCommand(): Command {
  const command = new Command('evaluate')
    .description('methods against labelled data: precision, recall, time, memory')
    .argument('[set...]', 'labelled sets: folders with docs.* and pairs.* or truth.*, or files of documents with a group')
    .usage('[options] SET...')
    .addOption(new Option('--methods <list>', `rivals, leitong:NAME=VALUE,…, profile:NAME (default: ${DEFAULT_METHODS})`))
    .addOption(new Option('--truth <rule>', 'group, pairs, same_document, jaccard>=0.8, … (default: by what the set knows)'))
    .addOption(new Option('--group-field <field>', 'field with the group of a document (default: group)'))
    .addOption(new Option('--experiment <name>', `an experiment of the sources: ${[...EXPERIMENTS.keys()].join(', ')}`))
    .addOption(new Option('--set <set>', 'a labelled set for the experiment (default: one like the source’s is generated)'))
    .addOption(new Option('--size <n>', 'documents to generate for the experiment (default: as many as the source has)'))
    .addOption(new Option('--seed <n>', 'other documents of the same sort (default: 1)'))
    .addOption(new Option('--group-size <n>', 'similar documents in a group of the experiment (default: as many as the source has)'))
    .addOption(
      new Option(
        '--stores <list>',
        'li2015: URLs of indexes to make, time and remove (docs/stores.md; default: memory and a temporary folder)',
      ),
    )
    .addOption(new Option('--json', 'everything as one JSON object'))
    .addOption(new Option('--report <file>', 'one HTML page with tables and plots'))
  addOptions(command, 'evaluate')
  return command.action(async (sets: string[]) => {
    const { options, other } = parseOptions(command, OTHERS)
    const numbers = Object.fromEntries(NUMBERS.map((name) => [name, numberOf(other, name, { kind: 'integer', min: 0 })]))
    await run(sets, options, { ...(other as Given), ...numbers })
  })
}

async function run(sets: readonly string[], options: Options, given: Given): Promise<void> {
  const progress = (name: string) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${name} …`)
  }
  if (given.stores !== undefined && given.experiment !== 'li2015')
    throw new LeitongError('OPTION_CONFLICT', '--stores is for --experiment li2015')
  const stores = given.stores?.split(',').filter(Boolean)
  const how: EvaluateOptions = { cut: cutBy(options), truth: given.truth, progress, ...(stores ? { stores } : {}) }
  const fields: Partial<SetFields> = { ...options, ...(given.groupField ? { groupField: given.groupField } : {}) }
  const all = given.set === undefined ? sets : [...sets, given.set]
  // A place that cannot be written to shows before the work, not after it.
  const { results, sheets } = await withOutput(given.report, async (page) => {
    const done = given.experiment
      ? [await runExperiment(all, given, fields, how)]
      : await evaluateAll(all, given.methods ?? DEFAULT_METHODS, fields, how)
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
    const described = done.map((result) => ('sheet' in result ? result.sheet : evaluationSheet(result)))
    await page?.write(sheetPage(described))
    return { results: done, sheets: described }
  })
  if (given.json) {
    const bare = results.map((result) => ('sheet' in result ? { ...result, sheet: undefined } : result))
    process.stdout.write(`${JSON.stringify(given.experiment ? bare[0] : { evaluations: bare })}\n`)
  } else process.stdout.write(sheets.map(describe).join('\n'))
}

async function evaluateAll(sets: readonly string[], list: string, fields: Partial<SetFields>, how: EvaluateOptions): Promise<Evaluation[]> {
  if (!sets.length) throw new LeitongError('OPTION_VALUE', 'set', 'missing', 'one labelled set or more')
  const methods = parseMethods(list)
  const evaluations: Evaluation[] = []
  for (const set of sets) evaluations.push(await evaluate(await readLabelledSet(set, fields), methods, how))
  return evaluations
}

async function runExperiment(
  sets: readonly string[],
  { experiment: name = '', methods: list, size, seed, groupSize }: Given,
  fields: Partial<SetFields>,
  how: EvaluateOptions,
): Promise<ExperimentResult> {
  const experiment = EXPERIMENTS.get(name)
  if (!experiment)
    throw new LeitongError('OPTION_VALUE', 'experiment', JSON.stringify(name), `one of ${[...EXPERIMENTS.keys()].join(', ')}`)
  const [path, ...more] = sets
  if (more.length) throw new LeitongError('OPTION_CONFLICT', 'an experiment takes one labelled set, or none')
  if (path !== undefined && (size ?? seed ?? groupSize) !== undefined)
    throw new LeitongError('OPTION_CONFLICT', 'size, seed and group size are for a generated set, not for one that is given')
  const chosen = list ?? experiment.methods
  const methods = chosen ? parseMethods(chosen) : []
  const set =
    path === undefined
      ? generateSet(`generated ${name}`, scaleCorpus(experiment.corpus, { size, seed, groupSize }))
      : await readLabelledSet(path, fields)
  return experiment.run(set, methods, how)
}

/** A sheet as text: names to the left, numbers to the right. */
function describe({ title, notes, tables }: Sheet): string {
  return [`${title[0]}`, ...notes.map(([en]) => en), ...tables.map(describeTable), ''].join('\n')
}

function describeTable({ title, columns: heads, rows }: Table): string {
  const cells = [heads, ...rows].map((row) => row.map((cell) => wordsFor(cell)[0]))
  const widths = heads.map((_, i) => Math.max(...cells.map((row) => columns(row[i] ?? ''))))
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => {
        const space = ' '.repeat((widths[i] as number) - columns(cell))
        return i ? space + cell : cell + space
      })
      .join('  ')
      .trimEnd()
  return `\n${title[0]}\n${cells.map((row) => `  ${line(row)}`).join('\n')}`
}
