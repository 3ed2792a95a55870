/**
 * The statements of a run.
 *
 * A *node* is a distinct text, named by the most preferred of its copies. Blocks are components of a graph of estimates: no pair that could
 * be a candidate crosses them, so what the engine decides of each block alone is what it would decide of all together.
 */

import { methodOf } from '../methods/methods.js'
import { preferenceOf } from '../options/keep-rule.js'
import type { Options } from '../options/options.js'
import { outside, within } from './bitmaps.js'
import type { Bounds } from './bounds.js'
import { PLACE_COLUMNS, placesOf, SPLIT_COLUMNS } from './inputs/placed.js'
import { CROWDED, distanceOfEqual } from './marks.js'
import { transformed } from './sql.js'
import type { Step } from './steps.js'
import { hammingTables } from './tables.js'
import type { WorkerTask } from './task.js'

/** What statements are made of. */
export interface Shape {
  readonly options: Options
  readonly from: (step: Step) => string
  /** The number of the first new document: those below it were kept by earlier runs. */
  readonly first: number
  /** The command of a worker in a mode. */
  readonly worker: (mode: string, more?: Partial<WorkerTask>) => string
  readonly bounds: Bounds
  /** One task gathers what is alike, see {@link gathered}. */
  readonly isGathered?: boolean
  /** Where workers read the records themselves: the splits of the new ones, and the bytes of a record, about. */
  readonly placed?: { readonly splits: string; readonly bytes: number } | undefined
}

/**
 * The number of a document with the checksum of its record, by which a worker sees that it is the same as here: to Java what is no UTF-8 is other
 * characters, and to look at each byte for that takes a tenth of a run.
 */
export const CHECKED = "concat(doc, ',', crc32(cast(value AS binary)))"

/**
 * documents -> doc, id, digest, band keys and low bytes (of fingerprints their words as keys), rank, and where the record lies in its file if that is known;
 * of what cannot be judged the reason alone. Rows without a document count texts by the script of Chinese, see {@link SIGNED}.
 */
export const sign = ({ worker, placed }: Shape) => {
  const [columns, command, from] = placed
    ? [SPLIT_COLUMNS, worker('splits'), placed.splits]
    : [`${CHECKED}, value`, worker('sign'), 'leitong_new']
  const out = 'doc bigint, id string, digest string, keys string, low string, rank double, reason string, start bigint, size int'
  return transformed(columns, command, out, from)
}

/** Figures of {@link sign}. */
export const SIGNED = {
  documents: 'count(digest)',
  rejects: 'count(reason)',
  unnamed: 'count_if(id IS NULL AND digest IS NOT NULL)',
  simplified: 'sum(IF(doc IS NULL, start, 0L))',
  traditional: 'sum(IF(doc IS NULL, cast(size AS bigint), 0L))',
}

/** Copies become one node: the most preferred of them; its first stands for it where pairs are counted. */
export function copies({ options, from }: Shape): string {
  // One sort for all three: documents with one text lie behind each other.
  const window = `PARTITION BY digest ORDER BY ${preference(options, 'doc')}`
  const all = `(${window} ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`
  return `SELECT doc AS node, id, keys, low, rank, digest, first, copies FROM (
    SELECT *, row_number() OVER (${window}) AS place, min(doc) OVER ${all} AS first, count(*) OVER ${all} AS copies
    FROM (SELECT doc, id, unbase64(digest) AS digest, ${methodOf(options).cluster === 'bands' ? 'unbase64(keys) AS keys' : 'keys'}, low, rank
      FROM ${from('sign')} WHERE digest IS NOT NULL)) WHERE place = 1`
}

/** The order of preference of the keep rule. */
export const preference = ({ keep }: Options, doc: string): string =>
  `${preferenceOf(keep) === 'order' ? '' : 'rank, '}${doc}${keep === 'last' ? ' DESC' : ''}`

/**
 * Texts by the keys that two or more have, in order where they are not kept. A window streams the rows of a key and spills, where a list of
 * them would have to fit.
 *
 * @param count  texts, on which the tables of fingerprints depend
 */
export const bands = (shape: Shape, count: number) =>
  `SELECT key, node FROM (
     SELECT key, node, count(*) OVER (PARTITION BY key ORDER BY node ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS n
     FROM (${keyed(shape, count)})) WHERE n > 1`

const isByFingerprints = (options: Options) => methodOf(options).cluster === 'fingerprints'

function keyed(shape: Shape, count: number): string {
  const { options, from, bounds } = shape
  const { bits, distance } = options
  // Other keys that meet by chance cost a comparison.
  if (!isByFingerprints(options)) return count < bounds.wide ? narrow(shape) : wide(shape)
  const masks = hammingTables(count, bits, distance)
  const list = (word: 0 | 1) => `array(${masks.map((mask) => `${mask[word]}L`).join(', ')})`
  const words = bits === 128 ? [0, 1] : [0]
  const key = `xxhash64(i, ${words.map((word) => `cast(split(keys, ',')[${word}] AS bigint) & ${word ? `${list(1)}[i]` : 'low'}`).join(', ')})`
  return `SELECT node, ${key} AS key FROM (SELECT node, keys, posexplode(${list(0)}) AS (i, low) FROM ${from('copies')})`
}

const NARROW = 'xxhash64(i, substring(keys, 4 * i + 1, 4))'

const narrow = ({ options, from }: Shape) =>
  `SELECT node, ${NARROW} AS key FROM (SELECT node, keys, explode(sequence(0, ${options.bands - 1})) AS i FROM ${from('copies')})`

/** The low bytes of a band's own rows tell apart those whose 32 bits are equal by chance, and only those. */
const wide = ({ options, from }: Shape) =>
  `SELECT node, xxhash64(${NARROW}, substring(low, ${options.bandRows} * i + 1, ${options.bandRows})) AS key
   FROM (SELECT node, keys, low, explode(sequence(0, ${options.bands - 1})) AS i FROM (SELECT node, keys, unbase64(low) AS low FROM ${from('copies')}))`

/** @param count  texts */
export function forest(shape: Shape, count: number): string {
  const { options, from, worker, bounds } = shape
  const rows = count > bounds.rows ? from('bands') : `(${bands(shape, count)})`
  // Rows that were not shuffled for their signatures are where their keys are, and in order: Spark then leaves out what is asked for below.
  const hint = count > bounds.signatures ? '' : '/*+ BROADCAST(t) */ '
  return `SELECT DISTINCT a, b FROM (${transformed(
    'key, node, signature',
    worker('forest', count > bounds.whole || isByFingerprints(options) ? {} : { crowd: bounds.crowd }),
    'a bigint, b bigint',
    `(SELECT ${hint}m.key, m.node, t.${isByFingerprints(options) ? 'keys' : 'low'} AS signature
      FROM ${rows} m JOIN ${from('copies')} t ON m.node = t.node DISTRIBUTE BY key SORT BY key, node)`,
  )})`
}

/** Edges between documents. */
export const edges = ({ from }: Shape) => `SELECT a, b FROM ${from('forest')} WHERE a <> ${CROWDED}`

/** @returns (node, component) of edges, each named by its least node, by one task */
export const componentsOf = ({ worker }: Shape, edges: string) =>
  transformed('a, b', worker('components'), 'node bigint, component bigint', `(SELECT /*+ REPARTITION(1) */ a, b FROM (${edges}))`)

/** Blocks that have something new: of the others all stay. */
export const ofInterest = ({ first }: Shape, components: string) =>
  first
    ? `SELECT node, component FROM (SELECT *, max(node) OVER (PARTITION BY component) AS last FROM (${components})) WHERE last >= ${first}`
    : components

/**
 * @param nodes   documents of all components
 * @param except  a query of components that are judged otherwise
 */
export function verify({ from, worker, bounds, placed }: Shape, nodes: number, except?: string): string {
  const judged = `SELECT node, component FROM ${from('components')}${except === undefined ? '' : ` WHERE component NOT IN (${except})`}`
  const decided = 'kind string, a bigint, b bigint, similarity string, distance string'
  const ofNodes = (rows: string) => (nodes < bounds.bitmaps ? rows : within(rows, `SELECT node FROM ${from('components')}`))
  if (placed) {
    const tasks = Math.max(1, Math.ceil((nodes * placed.bytes) / bounds.split))
    const places = ofNodes(`SELECT doc, start, size FROM ${from('sign')}`)
    return transformed(PLACE_COLUMNS, worker('placed'), decided, placesOf(judged, places, tasks))
  }
  const docs = ofNodes('SELECT doc, value FROM leitong_docs')
  return transformed(
    'doc, value',
    worker('blocks'),
    decided,
    `(SELECT d.doc, d.value FROM (${docs}) d JOIN (${judged}) c ON d.doc = c.node DISTRIBUTE BY c.component SORT BY doc)`,
  )
}

/** What {@link verify} would leave where there is nothing to judge. */
export const UNJUDGED = "SELECT '' AS kind, 0L AS a, 0L AS b, '' AS similarity, '' AS distance WHERE false"

/** Of rows with their `doc`, those that are not removed, in their order: tasks get what is removed. */
export const keptOf =
  ({ from, bounds }: Shape, removed: number) =>
  (rows: string): string =>
    removed < bounds.bitmaps
      ? `SELECT /*+ BROADCAST(r) */ d.* FROM (${rows}) d LEFT ANTI JOIN ${from('removed')} r ON d.doc = r.doc`
      : outside(rows, `SELECT doc AS node FROM ${from('removed')}`)

/** Documents that share a text with another one, or were decided: those that leave, and in whose favour. */
export function removed({ options, from }: Shape): string {
  const equal = `'1' AS similarity, '${distanceOfEqual(options)}' AS distance`
  return `WITH decided AS (SELECT a, b, similarity, distance FROM ${from('verify')} WHERE kind = 'd'),
    texts AS (SELECT node, digest, copies FROM ${from('copies')} WHERE copies > 1 OR node IN (SELECT a FROM decided)),
    judged AS (SELECT t.node, t.digest, coalesce(d.b, t.node) AS kept, d.similarity, d.distance FROM texts t LEFT JOIN decided d ON t.node = d.a)
    SELECT r.doc, r.id, r.kept, k.id AS kept_id, r.similarity, r.distance FROM (
      SELECT s.doc, s.id, j.kept, coalesce(j.similarity, e.similarity) AS similarity, coalesce(j.distance, e.distance) AS distance
      FROM ${from('sign')} s JOIN judged j ON unbase64(s.digest) = j.digest CROSS JOIN (SELECT ${equal}) e WHERE s.doc <> j.kept) r
    JOIN ${from('copies')} k ON r.kept = k.node`
}
