/** What a review reads: files, a table, or a live index as each run finds it. */
import { LeitongError } from '../../errors.js'

const INDEX = 'index:'
const TABLE = 'table:'
/** The documents of an index, in the folder of the run that read them. */
export const SNAPSHOT = 'index.jsonl'
/** How they are written. Options of a review of an index say nothing of it. */
export const SNAPSHOT_FIELDS = { idField: 'id', textField: ['text'], format: 'jsonl' } as const

/**
 * The index that a source names; undefined for files.
 *
 * @throws {LeitongError} `OPTION_CONFLICT` for an index beside other sources
 * @example indexIn(['index:news']) // 'news'
 */
export function indexIn(source: readonly string[]): string | undefined {
  const named = source.find((one) => one.startsWith(INDEX))
  if (named === undefined) return undefined
  if (source.length > 1) throw new LeitongError('OPTION_CONFLICT', `${named} stands alone: a review has one index, or files`)
  return named.slice(INDEX.length)
}

/**
 * The table that a source names, where databases have names; undefined for others.
 *
 * @throws {LeitongError} `OPTION_CONFLICT` for a table beside other sources, or without a database
 * @example tableIn(['table:crm/letters']) // { database: 'crm', table: 'letters' }
 */
export function tableIn(source: readonly string[]): { readonly database: string; readonly table: string } | undefined {
  const named = source.find((one) => one.startsWith(TABLE))
  if (named === undefined) return undefined
  const [database = '', ...rest] = named.slice(TABLE.length).split('/')
  const table = rest.join('/')
  if (source.length > 1 || !database || !table)
    throw new LeitongError('OPTION_CONFLICT', `${named} has to be table:DATABASE/TABLE, and to stand alone`)
  return { database, table }
}

/** @throws {LeitongError} `OPTION_CONFLICT` for options that say how a file is read, where an index is */
export function checkSource(source: readonly string[], options: Readonly<Record<string, unknown>>): void {
  if (indexIn(source) === undefined) return
  for (const name of [...Object.keys(SNAPSHOT_FIELDS), 'fields'])
    if (name in options) throw new LeitongError('OPTION_CONFLICT', `the option "${name}" is for files; the source is an index`)
}
