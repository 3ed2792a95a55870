import { Command, InvalidArgumentError, Option } from 'commander'
import { LeitongError } from '../errors.js'
import { type Corpus, type CorpusRecord, type CorpusRow, createCorpus } from '../generating/corpus.js'
import { EDIT_KINDS, type EditKind } from '../generating/edits/edits.js'
import { CORPUS_KINDS, type CorpusKind, type CorpusOptions, type Range, TOPIC_NAMES } from '../generating/options.js'
import { PRESETS, type Preset } from '../generating/presets.js'
import { scaleCorpus } from '../jobs/evaluate/generated.js'
import { OutputSet } from '../writing/output-set.js'

interface Flags extends Partial<Omit<CorpusOptions, 'kind'>> {
  readonly preset?: Preset
  readonly format: 'jsonl' | 'csv'
  readonly output: string
  readonly pairs?: string
  readonly from?: number
  readonly to?: number
}

export function generateCommand(): Command {
  const option = (flags: string, help: string, parse?: (text: string) => unknown) => {
    const made = new Option(flags, help)
    return parse ? made.argParser(parse) : made
  }
  return new Command('generate')
    .description('write a labelled corpus: texts or rows, some of them edited copies of others, the same for the same seed')
    .argument('[kind]', `${CORPUS_KINDS.join(', ')}; a preset has its own`)
    .addOption(option('--size <n>', 'documents in all', number))
    .addOption(option('--seed <n>', 'other documents of the same sort (default: 1)', number))
    .addOption(option('--preset <name>', 'the experiment of a paper, unless other flags say otherwise').choices(Object.keys(PRESETS)))
    .addOption(option('--duplicates <share>', 'share of the documents, noise aside, that are edited copies (default: 0.3)', number))
    .addOption(option('--group-size <n>', 'documents in a group of duplicates, or a range like 2-5', range))
    .addOption(option('--topics <list>', `how many, or which: ${TOPIC_NAMES.join(', ')} (default: all)`, topics))
    .addOption(option('--noise <n>', 'how many of the documents are unrelated ones, on other topics (default: 0)', number))
    .addOption(option('--edits <list>', `what makes a copy: ${EDIT_KINDS.join(', ')} (default: all)`, list))
    .addOption(option('--strength <share>', 'share of the units that an edit changes, or a range (default: 0.05-0.3)', range))
    .addOption(option('--length <n>', 'characters of a base, or a range (default: by kind)', range))
    .addOption(option('--from <n>', 'begin with this document, counted from 0 (default: 0)', number))
    .addOption(option('--to <n>', 'end before this document (default: all)', number))
    .addOption(new Option('--format <name>', 'csv is for rows').choices(['jsonl', 'csv']).default('jsonl'))
    .addOption(new Option('-o, --output <file>', 'where to; compressed by its ending, .gz or .zst').default('-', 'standard output'))
    .addOption(option('--pairs <file>', 'JSON lines: a, b of every pair of duplicates in the whole corpus'))
    .action(async (kind: string | undefined, flags: Flags) => generate(kind, flags))
}

function number(text: string): number {
  const value = Number(text)
  if (!text.trim() || !Number.isFinite(value)) throw new InvalidArgumentError('a number is expected.')
  return value
}

function range(text: string): Range {
  const [least = '', most, ...rest] = text.split('-')
  if (rest.length) throw new InvalidArgumentError('a number or a range like 2-5 is expected.')
  return most === undefined ? number(least) : [number(least), number(most)]
}

const list = (text: string) => text.split(',').map((name) => name.trim()) as EditKind[]
const topics = (text: string) => (/^\d+$/.test(text) ? Number(text) : list(text))

async function generate(kind: string | undefined, { preset, format, output, pairs, from, to, ...given }: Flags): Promise<void> {
  // A preset of another size keeps its proportions.
  const described = preset && (given.size === undefined ? PRESETS[preset] : scaleCorpus(PRESETS[preset], { size: given.size }))
  const options = { ...described, ...given, ...(kind === undefined ? {} : { kind }) }
  if (options.kind === undefined) throw new LeitongError('OPTION_VALUE', 'kind', 'left out', CORPUS_KINDS.join(', '))
  if (options.size === undefined) throw new LeitongError('OPTION_VALUE', 'size', 'left out', 'how many documents, or a preset')
  if (from !== undefined && to !== undefined && from >= to)
    throw new LeitongError('OPTION_CONFLICT', `--from ${from} is not before --to ${to}: there is nothing between them`)
  const corpus = createCorpus(options as CorpusOptions & { kind: CorpusKind })
  if (format === 'csv' && options.kind !== 'rows') throw new LeitongError('OPTION_CONFLICT', 'csv is for rows: texts are JSON lines')
  const outputs = new OutputSet({ output, pairs })
  try {
    await outputs.write((wanted) => blocks(wanted === 'output' ? recordLines(corpus, format, from, to) : pairLines(corpus)))
  } catch (error) {
    outputs.discard()
    throw error
  }
}

/** Lines in blocks of bytes. */
function* blocks(lines: Iterable<string>): Generator<Uint8Array> {
  let block = ''
  for (const line of lines) {
    block += line
    if (block.length < 1 << 18) continue
    yield Buffer.from(block)
    block = ''
  }
  if (block) yield Buffer.from(block)
}

function* recordLines(corpus: Corpus, format: Flags['format'], from?: number, to?: number): Generator<string> {
  if (format === 'csv' && !from) yield `${COLUMNS.join(',')}\n`
  const write = format === 'csv' ? csvLine : (record: CorpusRecord) => `${JSON.stringify(record)}\n`
  for (const record of corpus.records(from, to)) yield write(record as CorpusRow)
}

function* pairLines(corpus: Corpus): Generator<string> {
  for (const pair of corpus.pairs()) yield `${JSON.stringify(pair)}\n`
}

const COLUMNS = [
  ...(['id', 'name', 'id_number', 'phone', 'district', 'category', 'amount', 'filed', 'anonymous', 'matter', 'group'] as const),
  ...(['edit_of', 'edit_kind', 'edit_strength'] as const),
]

/** A row; null is an empty field. */
function csvLine(row: CorpusRow): string {
  const { edit, ...fields } = row
  const values = { ...fields, edit_of: edit?.of, edit_kind: edit?.kind, edit_strength: edit?.strength }
  return `${COLUMNS.map((name) => csvField(values[name])).join(',')}\n`
}

function csvField(value: string | number | boolean | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
