/** Items of a sync: the rows of a source with their positions, and those that cannot be judged. */
import type { Options } from '../../options/options.js'
import { tooLong } from '../../reading/too-long.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import type { PositionValue } from '../../sources/databases/position.js'
import type { ContainerFormat, Decoded, Fields } from '../../sources/formats/format.js'
import { FORMATS } from '../../sources/formats/formats.js'
import type { RowFeatures, RowValues } from '../../sources/rows/row-features.js'

export interface SyncRow {
  readonly position?: readonly PositionValue[]
  readonly id: unknown
  readonly text: string
  readonly title?: string | undefined
  /** Its fields, where they are known. */
  readonly row?: RowFeatures | undefined
  /** The values of its fields, where rows are compared by them. */
  readonly values?: RowValues | undefined
  /** Elements of other information, where fields of it are named. */
  readonly info?: readonly string[] | undefined
  /** A signature that was made elsewhere and is no text. */
  readonly given?: unknown
}

/** A row that cannot be judged. */
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
  /** Rows that are not among the items, because a column of their position is NULL. */
  unplaced?(): Promise<number>
}

export const isRow = (item: SyncItem): item is SyncRow => 'text' in item

/**
 * A JSON line as an item; undefined for an empty one.
 *
 * @param where  what messages call the line
 */
export function decodeItem(line: string, fields: Fields, { maxRecord }: Options, where: string): SyncItem | undefined {
  const bytes = Buffer.byteLength(line)
  if (bytes > maxRecord) return { where, reason: tooLong(bytes, maxRecord) }
  const decoded = (FORMATS.jsonl as ContainerFormat).decode(line, { start: 0 }, fields)
  return decoded && itemOf(decoded, where)
}

function itemOf(decoded: Decoded, where: string): SyncItem {
  const { id } = decoded
  if ('reason' in decoded) {
    const { reason } = decoded
    return id === undefined ? { where, reason } : { where: `${where} (id ${id})`, reason, id: parseJson(id) }
  }
  const { text, title, row, values, info, given } = decoded
  return id === undefined ? { where, reason: 'no id' } : { id: parseJson(id), text, title, row, values, info, given }
}
