/** Where a sync reads: a table from a position on, files, or lines of standard input as they come. */
import { createInterface } from 'node:readline'
import { LeitongError } from '../../errors.js'
import { fieldsOf } from '../../options/keep-rule.js'
import type { Options } from '../../options/options.js'
import { readDocuments } from '../../reading/documents.js'
import { expandInputs } from '../../reading/inputs.js'
import { tooLong } from '../../reading/pieces.js'
import { recordPlan, tableFields } from '../../reading/row-plans.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import type { PositionValue } from '../../sources/databases/position.js'
import { DatabaseTable } from '../../sources/databases/table.js'
import { isUrl, parseDatabaseUrl } from '../../sources/databases/url.js'
import type { ContainerFormat, Decoded, Fields } from '../../sources/formats/format.js'
import { FORMATS } from '../../sources/formats/formats.js'
import type { FieldsSpec } from '../../sources/rows/fields-file.js'
import type { RowFeatures } from '../../sources/rows/row-features.js'

export const SYNC_MODES = ['bulk', 'incrementing', 'timestamp', 'timestamp+incrementing'] as const
export type SyncMode = (typeof SYNC_MODES)[number]

/** How new rows are told from old ones. */
export interface SyncPlan {
  /** By default what the columns say, else `bulk`. */
  readonly mode?: SyncMode
  /** A column that only grows, of `incrementing`. */
  readonly incrementing?: string
  /** A column that holds when a row was last changed, of `timestamp`. */
  readonly timestamp?: string
}

export interface SyncRow {
  readonly position?: readonly PositionValue[]
  readonly id: unknown
  readonly text: string
  /** Its fields, where they are known. */
  readonly row?: RowFeatures | undefined
}

/** What cannot be judged. */
export interface SyncReject {
  readonly position?: readonly PositionValue[]
  readonly where: string
  readonly reason: string
  readonly id?: unknown
}

export type SyncItem = SyncRow | SyncReject

export interface SyncSource {
  /** Without secrets. */
  readonly name: string
  /** A stream brings what comes, and its sender knows what was answered; anything else can be read again. */
  readonly isStream: boolean
  items(from: readonly PositionValue[] | undefined): AsyncIterable<SyncItem>
}

export const modeOf = ({ mode, timestamp, incrementing }: SyncPlan): SyncMode =>
  mode ??
  (timestamp === undefined
    ? incrementing === undefined
      ? 'bulk'
      : 'incrementing'
    : incrementing === undefined
      ? 'timestamp'
      : 'timestamp+incrementing')

/**
 * @param options  with `table`, `query`, `fields` and how records are read
 * @param spec     instead of the fields file of the options
 * @throws {LeitongError} `OPTION_CONFLICT`, `DATABASE_…`, `FIELDS_FILE`, `FIELD_MISSING`, `SOURCE_MISSING`
 */
export async function openSyncSource(source: string, plan: SyncPlan, options: Options, spec?: FieldsSpec): Promise<SyncSource> {
  const columns = columnsOf(plan)
  if (isUrl(source)) return openTable(source, columns, options, spec)
  if (columns.length) throw new LeitongError('OPTION_CONFLICT', `mode ${modeOf(plan)} is for databases; files and streams are read in bulk`)
  if (source === '-') return standardInput(options, spec)
  const refuseRules = (await expandInputs([source], options, spec)).find(({ row }) => row?.rules)
  if (refuseRules) noRules(refuseRules.name)
  return { name: source, isStream: false, items: () => readInputs(source, options, spec) }
}

async function* readInputs(source: string, options: Options, spec: FieldsSpec | undefined): AsyncGenerator<SyncItem> {
  for await (const item of readDocuments(await expandInputs([source], options, spec), options, true))
    yield 'text' in item ? item : { where: `${item.source}${item.line ? `:${item.line}` : ''}`, reason: item.reason }
}

/** An index keeps what texts are made of, not their fields. */
function noRules(name: string): never {
  throw new LeitongError('FIELDS_FILE', name, '"rules" are for dedupe and link: an index knows no fields')
}

function columnsOf(plan: SyncPlan): string[] {
  const { incrementing, timestamp } = plan
  const mode = modeOf(plan)
  if (!SYNC_MODES.includes(mode)) throw new LeitongError('OPTION_VALUE', 'mode', JSON.stringify(mode), `one of ${SYNC_MODES.join(', ')}`)
  const wanted = { timestamp: mode.includes('timestamp'), incrementing: mode.includes('incrementing') }
  for (const [name, column] of [
    ['timestamp', timestamp],
    ['incrementing', incrementing],
  ] as const)
    if (wanted[name] !== (column !== undefined))
      throw new LeitongError('OPTION_CONFLICT', `--${name}-column is ${wanted[name] ? 'needed' : 'of no use'} in mode ${mode}`)
  return [...(timestamp === undefined ? [] : [timestamp]), ...(incrementing === undefined ? [] : [incrementing])]
}

async function openTable(url: string, columns: readonly string[], options: Options, spec: FieldsSpec | undefined): Promise<SyncSource> {
  const { table: name, query } = options
  const table = await DatabaseTable.open(parseDatabaseUrl(url, process.env), {
    ...(name === undefined ? {} : { table: name }),
    ...(query === undefined ? {} : { query }),
    fields: spec ?? tableFields(options),
    position: columns,
  })
  if (!table.plan.key.length)
    throw new LeitongError('FIELDS_FILE', table.name, 'rows need a key to be told apart when they come again: "key" in the fields file')
  if (table.plan.rules) noRules(table.name)
  const fields = { ...fieldsOf(options), row: table.plan }
  return {
    name: table.name,
    isStream: false,
    async *items(from) {
      for await (const { line, position } of table.tail(columns, from)) {
        const decoded = decodeLine(line, fields, options)
        if (decoded) yield { ...itemOf(decoded, table.name), position }
      }
    },
  }
}

function decodeLine(line: string, fields: Fields, { maxRecord }: Options): Decoded | undefined {
  const bytes = Buffer.byteLength(line)
  return bytes > maxRecord ? { reason: tooLong(bytes, maxRecord) } : (FORMATS.jsonl as ContainerFormat).decode(line, { start: 0 }, fields)
}

function itemOf(decoded: Decoded, where: string): SyncItem {
  const { id } = decoded
  if ('reason' in decoded) {
    const { reason } = decoded
    return id === undefined ? { where, reason } : { where: `${where} (id ${id})`, reason, id: parseJson(id) }
  }
  return id === undefined ? { where, reason: 'no id' } : { id: parseJson(id), text: decoded.text, row: decoded.row }
}

/** JSON lines, each as soon as it is there; of other formats and encodings piece by piece. */
function standardInput(options: Options, spec: FieldsSpec | undefined): SyncSource {
  const isPlain = ['auto', 'jsonl'].includes(options.format) && ['auto', 'utf-8'].includes(options.encoding)
  if (!isPlain) return { name: '-', isStream: true, items: () => readInputs('-', options, spec) }
  const row = recordPlan(options, FORMATS.jsonl, spec)
  if (row?.rules) noRules('standard input')
  const fields: Fields = { ...fieldsOf(options), ...(row ? { row } : {}) }
  return {
    name: '-',
    isStream: true,
    async *items() {
      let number = 0
      for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
        number++
        const decoded = decodeLine(line, fields, options)
        if (decoded) yield itemOf(decoded, `-:${number}`)
      }
    },
  }
}
