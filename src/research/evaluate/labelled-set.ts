/**
 * Labelled sets: documents of which it is known which are alike. A set is
 *
 * - a folder with documents in `docs.*` or `records.*` (or in two tables `a.*` and `b.*`) and, beside them, `pairs.*` or `truth.*`: pairs
 *   (`a`, `b`, and what else is known of a pair, like `jaccard` or `same_document`) or groups (`group`, `id`); or
 * - a file of documents with a field `group`; documents without one are like no other.
 *
 * Each file is JSON lines, a JSON array, CSV or TSV, in UTF-8, compressed or not. The whole set is held in memory.
 */
import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { isStated } from '../../options/stated.js'
import { FieldSearch } from '../../reading/named-fields.js'
import { compressionOf, readBytes } from '../../sources/formats/compression.js'
import { csv, parseRow, tsv } from '../../sources/formats/csv.js'
import { formatOf } from '../../sources/formats/formats.js'
import type { FieldsSpec } from '../../sources/rows/fields-file.js'

type Row = Readonly<Record<string, unknown>>

export interface LabelledDocument {
  readonly id: string
  readonly text: string
  readonly title?: string
  /** Documents of one group are alike; without a group a document is like no other. */
  readonly group?: string
  /** What it is about, where the set says so. */
  readonly topic?: string
  /** The record as it came. */
  readonly record: Row
}

/** A known pair by ordinals, with what is known of it. */
export interface KnownPair {
  readonly a: number
  readonly b: number
  readonly facts: Row
}

export interface LabelledSet {
  readonly name: string
  readonly documents: readonly LabelledDocument[]
  /** Undefined when the set knows groups only. */
  readonly pairs: readonly KnownPair[] | undefined
  /** Records are rows, and these their fields: the product compares them field by field. Without it, it compares texts. */
  readonly rows?: FieldsSpec
}

export interface SetFields {
  readonly idField: string
  /** Joined by line breaks; a table that has none of them gives all its fields but id and group. */
  readonly textField: readonly string[]
  readonly titleField: string
  readonly groupField: string
  readonly topicField: string
}

const DEFAULT_FIELDS: SetFields = { idField: 'id', textField: ['text'], titleField: 'title', groupField: 'group', topicField: 'topic' }

/**
 * Reads a labelled set.
 *
 * @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`, `LABELS_FILE`, `FIELD_MISSING`, `NOTHING_JUDGED`
 */
export async function readLabelledSet(path: string, given: Partial<SetFields> = {}): Promise<LabelledSet> {
  const fields = { ...DEFAULT_FIELDS, ...given }
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) throw new LeitongError('SOURCE_MISSING', path)
  const name = basename(path).replace(/\..*$/, '')
  if (!stat.isDirectory()) {
    const documents = (await readRows(path)).map((row, i) => documentOf(row, i, fields, path))
    requireNamed(documents, given, path)
    return { name, documents, pairs: undefined }
  }
  const files = readdirSync(path).sort()
  const named = (...stems: string[]) => files.filter((file) => stems.includes(file.replace(/\..*$/, ''))).map((file) => join(path, file))
  const tables = named('docs', 'records')
  const sources = tables.length ? tables : named('a', 'b')
  if (!sources.length) throw new LeitongError('SOURCE_MISSING', join(path, 'docs.jsonl'))
  const documents: LabelledDocument[] = []
  for (const source of sources) for (const row of await readRows(source)) documents.push(documentOf(row, documents.length, fields, source))
  requireNamed(documents, given, path)
  const [truth] = named('pairs', 'truth')
  if (!truth) return { name, documents, pairs: undefined }
  const rows = await readRows(truth)
  const ordinals = new Map(documents.map(({ id }, i) => [id, i]))
  const ordinalOf = (id: unknown) => {
    const found = ordinals.get(String(id))
    if (found === undefined)
      throw new LeitongError('LABELS_FILE', truth, `it names a document ${JSON.stringify(id)} that is not in the set`)
    return found
  }
  const [first] = rows
  if (first && 'group' in first) {
    const groups = new Map(rows.map(({ group, id }) => [ordinalOf(id), String(group)]))
    return { name, documents: documents.map((document, i) => withGroup(document, groups.get(i))), pairs: undefined }
  }
  if (first && !('a' in first && 'b' in first)) throw new LeitongError('FIELD_MISSING', truth, 'a', Object.keys(first).join(', '))
  return { name, documents, pairs: rows.map(({ a, b, ...facts }) => ({ a: ordinalOf(a), b: ordinalOf(b), facts })) }
}

/** @throws {LeitongError} `FIELD_MISSING` for a field that somebody named and no record has, `NOTHING_JUDGED` */
function requireNamed(documents: readonly LabelledDocument[], given: Partial<SetFields & Options>, path: string): void {
  if (!documents.length) return
  const { textField = [], groupField } = given
  const search = new FieldSearch()
  search.want(isStated(given as Options, 'textField') ? textField : [])
  for (const name of ['idField', 'titleField'] as const) if (isStated(given as Options, name)) search.want([given[name] as string])
  search.want(groupField === undefined ? [] : [groupField])
  for (const { record } of documents) search.addRecord(record)
  search.finish(path)
  if (documents.every(({ text }) => !text.trim())) throw new LeitongError('NOTHING_JUDGED', path, documents.length, 'the text is empty')
}

const withGroup = (document: LabelledDocument, group: string | undefined) => (group === undefined ? document : { ...document, group })

function documentOf(
  record: Row,
  ordinal: number,
  { idField, textField, titleField, groupField, topicField }: SetFields,
  path: string,
): LabelledDocument {
  const texts = textField.flatMap((field) => (field in record ? [String(record[field] ?? '')] : []))
  const rest = Object.entries(record).flatMap(([name, value]) =>
    name === idField || name === groupField || value === '' || !['string', 'number', 'boolean'].includes(typeof value)
      ? []
      : [String(value)],
  )
  if (!texts.length && !rest.length) throw new LeitongError('FIELD_MISSING', path, textField[0] as string, Object.keys(record).join(', '))
  const [group, title, topic] = [record[groupField], record[titleField], record[topicField]]
  const isGrouped = group !== undefined && group !== null && group !== ''
  return {
    id: String(record[idField] ?? ordinal),
    text: (texts.length ? texts : rest).join('\n'),
    ...(typeof title === 'string' ? { title } : {}),
    ...(isGrouped ? { group: String(group) } : {}),
    ...(typeof topic === 'string' && topic !== '' ? { topic } : {}),
    record,
  }
}

/** The records of one file. */
async function readRows(path: string): Promise<Row[]> {
  const { compression, bare } = compressionOf(path)
  const pieces: Uint8Array[] = []
  for await (const piece of readBytes(path, compression, 1000)) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  const decode = (part: Uint8Array) => new TextDecoder().decode(part)
  const format = formatOf(bare)
  try {
    if (format?.name === 'jsonl')
      return decode(bytes)
        .split('\n')
        .flatMap((line) => (line.trim() ? [JSON.parse(line) as Row] : []))
    if (format?.name === 'json') return JSON.parse(decode(bytes)) as Row[]
  } catch (error) {
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
  const table = format === csv ? csv : format === tsv ? tsv : undefined
  if (!table) throw new LeitongError('FORMAT_UNKNOWN', path, 'jsonl, json, csv and tsv')
  const opening = table.open(bytes, true, decode, path)
  const { start, columns = [], delimiter = ',' } = opening ?? { start: bytes.length }
  const rows: Row[] = []
  table.split(bytes.subarray(start), opening ?? { start }, false, (from, to) => {
    const values = parseRow(decode(bytes.subarray(start + from, start + to)), delimiter)
    if (values && values.length === columns.length) rows.push(Object.fromEntries(columns.map((column, i) => [column, values[i]])))
    else if (!values || values.some(Boolean))
      throw new LeitongError('SOURCE_READ', path, `row ${rows.length + 1} does not fit its ${columns.length} columns`)
  })
  return rows
}

/** The records as a batch reads them, under their places in the set. */
export const recordsOf = ({ documents }: LabelledSet) =>
  documents.map(({ record, text, title }, i) => ({ ...record, id: i, text, ...(title === undefined ? {} : { title }) }))
