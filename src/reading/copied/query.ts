/** The rows of a query of DuckDB as an input: a temporary Parquet file, which keeps names and types. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { FORMATS } from '../../sources/formats/formats.js'
import { copyQuery } from '../../sources/formats/parquet.js'
import { createTemporaryFolder, forget } from '../../writing/temporary.js'
import type { FileInput } from '../input.js'

/** An input whose name begins so is a query: `sql:select * from 'a.parquet'`. */
const MARK = 'sql:'
/** What the query is called in ids and messages. */
const NAME = 'sql'

/** A query reads and writes whatever its process may: only what the person at the command line wrote is taken for one. */
let areAllowed = false

export const allowQueries = (allowed: boolean): void => {
  areAllowed = allowed
}

/** The name of a query as an input. */
export const queryName = (sql: string): string => MARK + sql

export const isQuery = (name: string): boolean => name.startsWith(MARK)

/**
 * @param name  as {@link isQuery} knows it
 * @throws {LeitongError} `PACKAGE_MISSING`, `SOURCE_READ`, `OPTION_CONFLICT` where queries are not allowed
 */
export async function queryInput(name: string, { temp }: Pick<Options, 'temp'>): Promise<FileInput> {
  if (!areAllowed) throw new LeitongError('OPTION_CONFLICT', '"sql:" is an input of the command alone')
  const folder = createTemporaryFolder(temp)
  const path = join(folder, 'query.parquet')
  try {
    await copyQuery(name.slice(MARK.length), path, NAME)
  } catch (error) {
    forget(folder)
    throw error
  }
  return { kind: 'file', name: NAME, path, format: FORMATS.parquet, compression: undefined, size: statSync(path).size, isQuery: true }
}
