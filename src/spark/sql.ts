/** Pieces of SQL. */

/** A text as a literal. */
export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A name, whatever is in it. */
export const identifier = (name: string): string => `\`${name.replaceAll('`', '``')}\``

/** A folder of Parquet files as a table. */
export const table = (path: string): string => `parquet.\`${path.replaceAll('`', '``')}\``

/** Rows to a worker and back: Spark's own default is another separator than the one its documents name. */
const TABS = "ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t'"

/**
 * Rows through a worker.
 *
 * @param columns  what goes in
 * @param command  for bash, in a text literal
 * @param out      what comes out, with types
 * @param from     what the rows are selected from, brought in order where the worker needs it
 */
export const transformed = (columns: string, command: string, out: string, from: string): string =>
  `SELECT TRANSFORM(${columns}) ${TABS} USING ${literal(command)} AS (${out}) ${TABS} FROM ${from}`

/** Bytes as base64; Spark breaks it into lines, as for letters. */
export const encoded = (bytes: string): string => `replace(base64(${bytes}), '\\r\\n', '')`
