/**
 * JSON lines that workers read where they lie, as on one machine: only their places go through Spark, which would make a text of each line to
 * hand it on. Whoever reads `file:` paths with Spark has them on every machine of the cluster, in a common folder or as copies of the same bytes.
 *
 * The numbers of documents are those that Spark gives to the lines, see lines.ts: kept lines are still read and written by Spark.
 */
import type { ListedFile } from './listing.js'

export const arePlaced = (files: readonly ListedFile[]): boolean =>
  files.every(({ url, format, compression }) => format === 'jsonl' && !compression && url.startsWith('file:'))

/** What a worker is told of a split: its file, as {@link PlacedFile} has it, its first byte, and the one behind its last. */
export const SPLIT_COLUMNS = 'number, name, bytes, first, last'

/**
 * The splits of files, each in a partition of its own: those of `range` have one number each.
 *
 * @param files  all of the run
 * @param from   the number of the first whose splits are wanted
 * @param split  bytes of one, as Spark is told
 */
export function splitsOf(files: readonly ListedFile[], from: number, split: number): string {
  const [before, all] = [splitsIn(files.slice(0, from), split), splitsIn(files, split)]
  return `(SELECT /*+ BROADCAST(s) */ s.* FROM range(${before}, ${Math.max(before + 1, all)}, 1, ${Math.max(1, all - before)}) r JOIN (
    SELECT number, name, bytes, first, least(first + ${split}, bytes) AS last, before + first div ${split} AS split FROM (
      SELECT *, explode(sequence(0L, bytes - 1, ${split}L)) AS first FROM leitong_files WHERE number >= ${from} AND bytes > 0)) s ON r.id = s.split)`
}

/** How many splits files have together. */
export const splitsIn = (files: readonly Pick<ListedFile, 'bytes'>[], split: number): number =>
  files.reduce((sum, { bytes }) => sum + Math.ceil(bytes / split), 0)

/** What a worker is told of a record: its document, its file, where it starts in it, and its bytes. */
export const PLACE_COLUMNS = 'doc, name, bytes, start, size'

/**
 * The records of nodes for the workers that judge them, whole components together, in the order of the input.
 *
 * @param nodes   a query of (node, component)
 * @param places  a query of (doc, start, size)
 * @param tasks   in which the components are judged
 */
export const placesOf = (nodes: string, places: string, tasks: number): string =>
  `(SELECT /*+ REPARTITION(${tasks}, component) */ s.doc, f.name, f.bytes, s.start, s.size, c.component
    FROM (${places}) s JOIN (${nodes}) c ON s.doc = c.node JOIN leitong_files f ON shiftright(s.doc, 40) = f.number SORT BY doc)`
