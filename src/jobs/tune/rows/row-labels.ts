/** Labels of rows: pairs that people judged, or groups, as JSON lines, CSV or TSV. */
import { readFileSync } from 'node:fs'
import { LeitongError } from '../../../errors.js'
import { csv, parseRow, tsv } from '../../../sources/formats/csv.js'
import { ofInert } from '../../../writing/tables/csv.js'
import { type Label, readLabels } from '../labels.js'

export interface RowLabels {
  readonly pairs: readonly Label[]
  /** Of all pairs of labelled rows it is known whether they are one: those that are not listed are not. */
  readonly closed: boolean
}

type Record = Readonly<{ [column: string]: unknown }>

/**
 * @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`
 * @example readRowLabels('truth.csv') // of the columns a, b and same, or group and id
 */
export function readRowLabels(path: string): RowLabels {
  const records = recordsOf(path)?.map(ofSplink)
  const [first] = records ?? []
  if (!records || !first || 'a' in first) return pairsOf(records ? records.map((record, i) => labelOf(record, path, i)) : readLabels(path))
  if (!('group' in first && 'id' in first))
    throw new LeitongError('SOURCE_READ', path, 'it has neither the columns a and b, nor unique_id_l and unique_id_r, nor group and id')
  const groups = new Map<unknown, string[]>()
  for (const { group, id } of records) groups.set(group, [...(groups.get(group) ?? []), JSON.stringify(id)])
  const pairs: Label[] = []
  for (const ids of groups.values())
    for (let i = 0; i < ids.length; i++) for (let j = 0; j < i; j++) pairs.push({ a: ids[j] as string, b: ids[i] as string, same: true })
  return { pairs, closed: true }
}

const pairsOf = (pairs: readonly Label[]): RowLabels => ({ pairs, closed: pairs.every(({ same }) => same) })

const YES = new Set(['true', 't', 'yes', 'y', 'same', ''])
const NO = new Set(['false', 'f', 'no', 'n', 'different'])

/** From this score of a clerk on two rows are one, as Splink has it. */
const LEAST_SCORE = 0.5

/** A label of Splink under our names: the ids end in `_l` and `_r`, and a score says what was judged. */
function ofSplink(record: Record): Record {
  if ('a' in record || 'group' in record) return record
  const left = Object.keys(record).find((name) => name.endsWith('_l') && `${name.slice(0, -1)}r` in record)
  if (left === undefined) return record
  const { clerical_match_score: score, match, is_match: isMatch, same = score ?? match ?? isMatch } = record
  return { a: record[left], b: record[`${left.slice(0, -1)}r`], ...(same === undefined ? {} : { same }) }
}

/** Whether two rows are one, as people write it; undefined where that cannot be read. */
function verdictOf(said: string): boolean | undefined {
  if (YES.has(said) || NO.has(said)) return YES.has(said)
  const score = Number(said)
  return score >= 0 && score <= 1 ? score >= LEAST_SCORE : undefined
}

function labelOf({ a, b, same = true }: Record, path: string, i: number): Label {
  const isSame = verdictOf(String(same).trim().toLowerCase())
  if (a === undefined || b === undefined || isSame === undefined)
    throw new LeitongError(
      'SOURCE_READ',
      path,
      `row ${i + 1} does not say whether its two rows are the same: true or false, 1 or 0, yes or no`,
    )
  return { a: JSON.stringify(a), b: JSON.stringify(b), same: isSame }
}

/** Records of a table, or JSON lines of groups; undefined for JSON lines of pairs, which are read as those of texts are. */
function recordsOf(path: string): Record[] | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new LeitongError('SOURCE_MISSING', path)
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
  if (!/\.[ct]sv$/i.test(path)) return groupLines(bytes.toString())
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

function groupLines(text: string): Record[] | undefined {
  try {
    const records = text.split('\n').flatMap((line) => (line.trim() ? [JSON.parse(line) as Record] : []))
    return records[0] && 'group' in records[0] ? records : undefined
  } catch {
    return undefined
  }
}
