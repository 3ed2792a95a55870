/** A labelled corpus as files: its records, and the pairs of duplicates among them. */
import { LeitongError } from '../errors.js'
import { type Corpus, type CorpusRecord, type CorpusRow, createCorpus } from '../research/generating/corpus.js'
import type { CorpusOptions } from '../research/generating/options.js'
import { OutputSet } from '../writing/output-set.js'

export interface CorpusFiles {
  /** CSV is for rows. */
  readonly format: 'jsonl' | 'csv'
  /** A file, compressed by its ending, or `-`. */
  readonly output: string
  /** JSON lines: a, b of every pair of duplicates in the whole corpus. */
  readonly pairs?: string | undefined
  /** The documents to write, counted from 0: from this one on, and before that one. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/**
 * Generates a corpus and writes it; all files are complete before one gets its name.
 *
 * @throws {LeitongError} `OPTION_VALUE`, `OPTION_CONFLICT`, `OUTPUT_WRITE`
 */
export async function writeCorpus(options: CorpusOptions, { format, output, pairs, from, to }: CorpusFiles): Promise<void> {
  if (from !== undefined && to !== undefined && from >= to)
    throw new LeitongError('OPTION_CONFLICT', `--from ${from} is not before --to ${to}: there is nothing between them`)
  const corpus = createCorpus(options)
  if (format === 'csv' && options.kind !== 'rows') throw new LeitongError('OPTION_CONFLICT', 'csv is for rows: texts are JSON lines')
  const outputs = new OutputSet({ output, pairs })
  try {
    await outputs.write((wanted) => blocks(wanted === 'output' ? recordLines(corpus, format, from, to) : pairLines(corpus)))
  } catch (error) {
    outputs.discard()
    throw error
  }
}

/** UTF-16 units of lines that are written at once. */
const BLOCK = 1 << 18

/** Lines in blocks of bytes. */
function* blocks(lines: Iterable<string>): Generator<Uint8Array> {
  let block = ''
  for (const line of lines) {
    block += line
    if (block.length < BLOCK) continue
    yield Buffer.from(block)
    block = ''
  }
  if (block) yield Buffer.from(block)
}

function* recordLines(corpus: Corpus, format: CorpusFiles['format'], from?: number, to?: number): Generator<string> {
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
