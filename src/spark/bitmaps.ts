/**
 * Sets of documents as bitmaps: of a large corpus only the documents of a set go through a shuffle, or none.
 *
 * Numbers of documents follow each other within a split, so a bitmap of 2^15 numbers holds what a split has: 4 KB, where the numbers themselves
 * would take 8 bytes each. Every task gets all bitmaps.
 */

/** Numbers in a bitmap of Spark. */
const NUMBERS = 2 ** 15

/** @returns a query of (bucket, bits) for a query of (node) */
const bitmaps = (nodes: string): string =>
  `SELECT shiftright(node, 15) AS bucket, bitmap_construct_agg(node & ${NUMBERS - 1}) AS bits FROM (${nodes}) GROUP BY 1`

/** Whether the bit of a document is set; the lowest bit of a byte comes first. */
const isSet = (doc: string): string =>
  `getbit(cast(conv(hex(substring(b.bits, cast((${doc} & ${NUMBERS - 1}) div 8 AS int) + 1, 1)), 16, 10) AS int), cast(${doc} & 7 AS int)) = 1`

/**
 * The rows of a set, without a shuffle of the others.
 *
 * @param rows   a query with a column `doc`
 * @param nodes  a query of (node)
 * @example within('SELECT doc, value FROM leitong_docs', 'SELECT node FROM components')
 */
export const within = (rows: string, nodes: string): string =>
  `SELECT /*+ BROADCAST(b) */ d.* FROM (${rows}) d JOIN (${bitmaps(nodes)}) b ON shiftright(d.doc, 15) = b.bucket WHERE ${isSet('d.doc')}`

/** The rows outside a set, in their order; as {@link within}. */
export const outside = (rows: string, nodes: string): string =>
  `SELECT /*+ BROADCAST(b) */ d.* FROM (${rows}) d LEFT JOIN (${bitmaps(nodes)}) b ON shiftright(d.doc, 15) = b.bucket
   WHERE b.bucket IS NULL OR NOT (${isSet('d.doc')})`
