/** `leitong evaluate`: methods against labelled data. */
import { Command, Option } from 'commander'
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import { type EvaluateOptions, type Evaluation, evaluate } from '../research/evaluate/evaluate.js'
import type { ExperimentResult } from '../research/evaluate/experiments/experiment.js'
import { EXPERIMENTS } from '../research/evaluate/experiments/experiments.js'
import { runPerTopic } from '../research/evaluate/experiments/per-topic.js'
import { generateSet } from '../research/evaluate/generated.js'
import { readLabelledSet, type SetFields } from '../research/evaluate/labelled-set.js'
import { parseMethods } from '../research/evaluate/methods.js'
import { evaluationSheet } from '../research/evaluate/sheet.js'
import { type Cutters, cuttersOf } from '../research/evaluate/words.js'
import { EDIT_KINDS, type EditKind } from '../research/generating/edits/edits.js'
import type { Range } from '../research/generating/options.js'
import { topicCorpora } from '../research/generating/presets.js'
import { scaleCorpus } from '../research/generating/scale.js'
import { namedFiles } from '../resolving/named-files.js'
import { kebab } from '../resolving/names.js'
import { withOutput } from '../writing/output-set.js'
import { type Sheet, type Table, wordsFor } from '../writing/sheet.js'
import { sheetPage } from '../writing/sheet-page.js'
import { addOptions, namesOf, numberOf, parseOptions, rangeOf } from './flags.js'
import { isQuiet } from './quiet.js'
import { columns } from './terminal.js'
import { languageNow } from './texts/texts.js'

const NUMBERS = ['size', 'seed'] as const
const RANGES = ['groupSize', 'strength', 'length'] as const
/** Of a generated set, and of no other. */
const GENERATED = [...NUMBERS, ...RANGES, 'edits', 'perTopic'] as const
const OTHERS = ['methods', 'truth', 'groupField', 'topicField', 'experiment', 'set', ...GENERATED, 'stores', 'json', 'report'] as const
const DEFAULT_METHODS = 'leitong,simhash,simhash-words,minhash-lsh,shingle,i-match,md5'

interface Given {
  readonly methods?: string
  readonly truth?: string
  readonly groupField?: string
  readonly topicField?: string
  readonly experiment?: string
  readonly set?: string
  readonly size?: number | undefined
  readonly seed?: number | undefined
  readonly groupSize?: Range | undefined
  readonly strength?: Range | undefined
  readonly length?: Range | undefined
  readonly edits?: readonly EditKind[] | undefined
  readonly perTopic?: boolean
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
    .addOption(new Option('--topic-field <field>', 'field with the topic of a document (default: topic)'))
    .addOption(new Option('--experiment <name>', `an experiment of the sources: ${[...EXPERIMENTS.keys()].join(', ')}`))
    .addOption(new Option('--set <set>', 'a labelled set for the experiment (default: one like the source’s is generated)'))
    .addOption(new Option('--size <n>', 'documents to generate for the experiment (default: as many as the source has)'))
    .addOption(new Option('--seed <n>', 'other documents of the same sort (default: 1)'))
    .addOption(
      new Option('--group-size <n>', 'similar documents in a group of the experiment, or a range like 2-5 (default: as the source has)'),
    )
    .addOption(
      new Option('--strength <share>', 'share of the units that an edit of the experiment changes, or a range (default: 0.05-0.3)'),
    )
    .addOption(new Option('--length <n>', 'characters of a text of the experiment, or a range (default: by kind)'))
    .addOption(new Option('--edits <list>', `what makes a copy in the experiment: ${EDIT_KINDS.join(', ')} (default: all)`))
    .addOption(new Option('--per-topic', 'the experiment topic by topic, as the source ran it'))
    .addOption(
      new Option(
        '--stores <list>',
        'li2015, wang2019: URLs of indexes to make, time and remove (docs/stores.md; default: memory, for li2015 also a temporary folder)',
      ),
    )
    .addOption(new Option('--json', 'everything as one JSON object'))
    .addOption(new Option('--report <file>', 'one HTML page with tables and plots'))
  addOptions(command, 'evaluate')
  return command.action(async (sets: string[]) => {
    // Words of a segmenter are asked for by rivals, whatever the tokenizer of the others is: a dictionary is for them.
    const { options, named, other } = parseOptions(command, OTHERS, { tokenizer: 'chinese' })
    const cut = cuttersOf(
      options,
      named.includes('tokenizer') ? options : { ...options, tokenizer: 'auto', dictionary: [], hmm: false, tags: [] },
    )
    const numbers = Object.fromEntries(NUMBERS.map((name) => [name, numberOf(other, name, { kind: 'integer', min: 0 })]))
    const ranges = Object.fromEntries(RANGES.map((name) => [name, rangeOf(other, name)]))
    const edits = other['edits'] === undefined ? undefined : (namesOf(String(other['edits'])) as EditKind[])
    await run(sets, options, cut, { ...(other as Given), ...numbers, ...ranges, edits })
  })
}

async function run(sets: readonly string[], options: Options, cut: Cutters, given: Given): Promise<void> {
  const progress = (name: string) => {
    if (process.stderr.isTTY && !isQuiet()) process.stderr.write(`\r\x1b[K${name} …`)
  }
  if (given.stores !== undefined && !(given.experiment === 'li2015' || given.experiment === 'wang2019'))
    throw new LeitongError('OPTION_CONFLICT', '--stores is for --experiment li2015 and wang2019')
  const stores = given.stores?.split(',').filter(Boolean)
  const how: EvaluateOptions = { cut, truth: given.truth, progress, ...(stores ? { stores } : {}) }
  const fields: Partial<SetFields> = {
    ...options,
    ...(given.groupField ? { groupField: given.groupField } : {}),
    ...(given.topicField ? { topicField: given.topicField } : {}),
  }
  const all = given.set === undefined ? sets : [...sets, given.set]
  // A place that cannot be written to shows before the work, not after it.
  const { results, sheets } = await withOutput(
    given.report,
    [...all.map((path) => [path, path] as const), ...namedFiles(options)],
    async (page) => {
      const done = given.experiment
        ? [await runExperiment(all, given, fields, how)]
        : await evaluateAll(all, given.methods ?? DEFAULT_METHODS, fields, how)
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
      const described = done.map((result) => ('sheet' in result ? result.sheet : evaluationSheet(result)))
      await page?.write(sheetPage(described))
      return { results: done, sheets: described }
    },
  )
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
  given: Given,
  fields: Partial<SetFields>,
  how: EvaluateOptions,
): Promise<ExperimentResult> {
  const { experiment: name = '', methods: list, size, seed, groupSize, strength, length, edits, perTopic } = given
  const experiment = EXPERIMENTS.get(name)
  if (!experiment)
    throw new LeitongError('OPTION_VALUE', 'experiment', JSON.stringify(name), `one of ${[...EXPERIMENTS.keys()].join(', ')}`)
  const [path, ...more] = sets
  if (more.length) throw new LeitongError('OPTION_CONFLICT', 'an experiment takes one labelled set, or none')
  const generating = GENERATED.filter((option) => given[option] !== undefined)
  if (path !== undefined && generating.length)
    throw new LeitongError('OPTION_CONFLICT', `--${generating.map(kebab).join(', --')}: for a generated set, not for one that is given`)
  const chosen = list ?? experiment.methods
  const methods = chosen ? parseMethods(chosen) : []
  if (path !== undefined) return experiment.run(await readLabelledSet(path, fields), methods, how)
  const corpus = scaleCorpus(experiment.corpus, { size, seed, groupSize, strength, length, edits })
  if (!perTopic) return experiment.run(generateSet(`generated ${name}`, corpus), methods, how)
  if (!methods.length) throw new LeitongError('OPTION_CONFLICT', `experiment "${name}" knows no topics and compares no methods`)
  const topicSets = topicCorpora(name, corpus).map((options) => {
    const [topic = name] = Array.isArray(options.topics) ? (options.topics as string[]) : []
    return { topic, make: () => generateSet(`generated ${name}, ${topic}`, options) }
  })
  return runPerTopic(experiment, topicSets, methods, how)
}

/** A sheet as text: names to the left, numbers to the right. */
function describe({ title, notes, tables }: Sheet): string {
  const at = languageNow() === 'zh' ? 1 : 0
  return [`${title[at]}`, ...notes.map((said) => said[at]), ...tables.map((table) => describeTable(table, at)), ''].join('\n')
}

function describeTable({ title, columns: heads, rows }: Table, at: 0 | 1): string {
  const cells = [heads, ...rows].map((row) => row.map((cell) => wordsFor(cell)[at]))
  const widths = heads.map((_, i) => Math.max(...cells.map((row) => columns(row[i] ?? ''))))
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => {
        const space = ' '.repeat((widths[i] as number) - columns(cell))
        return i ? space + cell : cell + space
      })
      .join('  ')
      .trimEnd()
  return `\n${title[at]}\n${cells.map((row) => `  ${line(row)}`).join('\n')}`
}
