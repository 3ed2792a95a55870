/** Labels, as people write them down: judged pairs, or groups, as JSON lines, CSV or TSV. */
import { LeitongError } from '../../errors.js'
import { readNamedFile } from '../../named-file.js'
import { csv, parseRow, tsv } from '../../sources/formats/csv.js'
import { ofInert } from '../../writing/tables/csv.js'
import type { Label } from './labels.js'

export interface Labels {
  readonly pairs: readonly Label[]
  /** Of all pairs of what is labelled it is known whether they are one: those that are not listed are not. */
  readonly closed: boolean
  /** They are groups, which do not say of two tables in which one a row is. */
  readonly isOfGroups: boolean
  /** Pairs that stand in the file and that nobody has judged. */
  readonly unjudged: number
}

type Record = Readonly<{ [column: string]: unknown }>

/**
 * @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`, `LABELS_FILE`
 * @example readLabels('truth.csv') // of the columns a, b and same, or group and id
 */
export function readLabels(path: string): Labels {
  const bytes = readNamedFile(path)
  const isTable = /\.[ct]sv$/i.test(path)
  const records = (isTable ? tableRecords(bytes, path) : lineRecords(bytes.toString(), path)).map((record) => ofSplink(record, path))
  const [first] = records
  if (first && 'group' in first && 'id' in first) return pairsOfGroups(records)
  const isOfPairs = first && 'a' in first && 'b' in first
  if (isTable && !isOfPairs)
    throw new LeitongError('LABELS_FILE', path, 'it has neither the columns a and b, nor unique_id_l and unique_id_r, nor group and id')
  const pairs = records.flatMap((record, i) => labelOf(record, path, isTable ? rowUnread(i) : lineUnread(i)) ?? [])
  return { pairs, closed: pairs.every(({ same }) => same), isOfGroups: false, unjudged: records.length - pairs.length }
}

function pairsOfGroups(records: readonly Record[]): Labels {
  const groups = new Map<unknown, string[]>()
  for (const { group, id } of records) groups.set(group, [...(groups.get(group) ?? []), idOf(id)])
  const pairs: Label[] = []
  for (const ids of groups.values())
    for (let i = 0; i < ids.length; i++) for (let j = 0; j < i; j++) pairs.push({ a: ids[j] as string, b: ids[i] as string, same: true })
  return { pairs, closed: true, isOfGroups: true, unjudged: 0 }
}

const rowUnread = (i: number) => `row ${i + 1} does not say whether its two rows are the same: true or false, 1 or 0, yes or no`
const lineUnread = (i: number) => `line ${i + 1} is not {"a": ID, "b": ID, "same": true or false}`

const YES = new Set(['true', 't', 'yes', 'y', 'same', '是'])
const NO = new Set(['false', 'f', 'no', 'n', 'different', '否'])

/** From this score of a clerk on two rows are one, as Splink has it. */
const LEAST_SCORE = 0.5
/** What Splink says of a row beside its id: the table that it is in. */
const DATASET = 'source_dataset_l'

/**
 * A label of Splink under our names: the ids end in `_l` and `_r`, and a score says what was judged.
 *
 * @throws {LeitongError} `LABELS_FILE` for its predictions: what a model thinks is no label to hold a model against
 */
function ofSplink(record: Record, path: string): Record {
  if ('a' in record || 'group' in record) return record
  const isId = (name: string) => name.endsWith('_l') && name !== DATASET && `${name.slice(0, -1)}r` in record
  const left = Object.keys(record).find(isId)
  if (left === undefined) return record
  const { clerical_match_score: score, match, is_match: isMatch, same = score ?? match ?? isMatch } = record
  if (same === undefined && ('match_probability' in record || 'match_weight' in record))
    throw new LeitongError(
      'LABELS_FILE',
      path,
      'these are predictions, with match_probability or match_weight, and nobody judged them; verdicts of people stand in clerical_match_score, match, is_match or same',
    )
  return { a: record[left], b: record[`${left.slice(0, -1)}r`], ...(same === undefined ? {} : { same }) }
}

/** Whether two are one, as people write it; undefined where that cannot be read. */
function verdictOf(said: string): boolean | undefined {
  if (YES.has(said) || NO.has(said)) return YES.has(said)
  const score = Number(said)
  return said !== '' && score >= 0 && score <= 1 ? score >= LEAST_SCORE : undefined
}

/**
 * Undefined where nobody has judged the pair yet: the verdict is there, and empty.
 *
 * @throws {LeitongError} `LABELS_FILE`
 */
function labelOf({ a, b, same = true }: Record, path: string, unread: string): Label | undefined {
  const said = same === null ? '' : String(same).trim().toLowerCase()
  const isSame = verdictOf(said)
  if (a === undefined || b === undefined || (isSame === undefined && said !== '')) throw new LeitongError('LABELS_FILE', path, unread)
  return isSame === undefined ? undefined : { a: idOf(a), b: idOf(b), same: isSame }
}

/** Ids of tables are texts, where JSON lines may have numbers. */
const idOf = (id: unknown): string => (typeof id === 'string' ? id : JSON.stringify(id))

/** An id as JSON, as labels have it. */
export const plainId = (json: string): string => idOf(JSON.parse(json))

/**
 * The documents that labels name, by their ids as labels have them: tables cannot tell 7 from "7".
 *
 * @param path   of the labels
 * @param named  ids in the labels
 * @param idOf   the id of a document, as JSON
 * @param from   the first document that may be meant; those before `to` may be
 * @throws {LeitongError} `LABELS_FILE` where two documents have an id that is named
 */
export function namedDocuments(
  path: string,
  named: ReadonlySet<string>,
  idOf: (document: number) => string,
  from: number,
  to: number,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (let document = from; document < to; document++) {
    const id = plainId(idOf(document))
    if (!named.has(id)) continue
    if (found.has(id))
      throw new LeitongError(
        'LABELS_FILE',
        path,
        `it names ${id}, and two records of the input have this id: name records by a column that tells them apart (--id-field), here too`,
      )
    found.set(id, document)
  }
  return found
}

function tableRecords(bytes: Buffer, path: string): Record[] {
  const table = /\.tsv$/i.test(path) ? tsv : csv
  const decode = (part: Uint8Array) => new TextDecoder().decode(part)
  const opening = table.open(bytes, true, decode, path)
  const { start, columns = [], delimiter = ',' } = opening ?? { start: bytes.length }
  const records: Record[] = []
  table.split(bytes.subarray(start), opening ?? { start }, false, (from, to) => {
    const values = parseRow(decode(bytes.subarray(start + from, start + to)), delimiter)
    if (values?.some(Boolean))
      records.push(Object.fromEntries(columns.map((column, i) => [column, values[i] === undefined ? undefined : ofInert(values[i])])))
  })
  return records
}

function lineRecords(text: string, path: string): Record[] {
  return text.split('\n').flatMap((line, i) => {
    if (!line.trim()) return []
    try {
      const record: unknown = JSON.parse(line)
      if (record && typeof record === 'object') return [record as Record]
    } catch {
      // Said below.
    }
    throw new LeitongError('LABELS_FILE', path, lineUnread(i))
  })
}
