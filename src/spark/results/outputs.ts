/** What is written of a run, as lines. */
import { methodOf } from '../../methods/methods.js'
import { rowLines } from '../judged-rows.js'
import { distanceOfEqual } from '../marks.js'
import type { Shape } from '../statements.js'

/**
 * The values of rows in order.
 *
 * @param rows   a query without its SELECT, of `value` and what it is ordered by
 * @param count  how many there may be
 */
const inOrder = ({ bounds, isGathered }: Shape, rows: string, by: string, count: number) =>
  count > bounds.sorted
    ? `SELECT value FROM (SELECT ${rows}) ORDER BY ${by}`
    : `SELECT value FROM (SELECT /*+ ${isGathered ? 'COALESCE' : 'REPARTITION'}(1) */ ${rows}) SORT BY ${by}`

/** Lines of an output, in the order of one machine. */
export const linesOf = (name: keyof typeof OUTPUTS, shape: Shape, removed: number): string =>
  methodOf(shape.options).cluster === 'rows' ? rowLines(shape, name) : OUTPUTS[name](shape, removed)

const OUTPUTS = {
  removed: (shape: Shape, removed: number) =>
    inOrder(
      shape,
      `r.doc, concat('{"id":', r.id, ',"duplicate_of":', r.kept_id, ',"similarity":', r.similarity, ',"distance":', r.distance, ',"group":', number, '}') AS value
       FROM ${shape.from('removed')} r${shape.isGathered ? '' : ` JOIN ${shape.from('numbers')} n ON r.kept = n.kept`}`,
      'doc',
      removed,
    ),
  groups: (shape: Shape, removed: number) =>
    `WITH members AS (SELECT kept, doc, kept_id, concat('{"id":', id, ',"similarity":', similarity, ',"distance":', distance, '}') AS member FROM ${shape.from('removed')}),
     grouped AS (SELECT kept, min(kept_id) AS kept_id, count(*) + 1 AS size, array_sort(collect_list(struct(doc, member))).member AS members FROM members GROUP BY kept)
     ${inOrder(
       shape,
       `n.number, concat('{"group":', n.number, ',"size":', g.size, ',"kept":', g.kept_id, ',"members":[{"id":', g.kept_id,
       ',"similarity":1,"distance":${distanceOfEqual(shape.options)}},', array_join(g.members, ','), ']}') AS value
     FROM grouped g JOIN ${shape.from('numbers')} n ON g.kept = n.kept`,
       'number',
       removed,
     )}`,
  pairs: (shape: Shape) => {
    const { options, from, isGathered } = shape
    const { maxCopies } = options
    // Of more copies than are paired, the first stands for all.
    const members = isGathered
      ? `SELECT node, first, copies, doc, id FROM ${from('gather')}`
      : `SELECT t.node, t.first, t.copies, s.doc, s.id FROM ${from('copies')} t JOIN ${from('sign')} s ON unbase64(s.digest) = t.digest`
    return `WITH
     documents AS (${members}),
     paired AS (SELECT node, doc, id FROM documents WHERE copies <= ${maxCopies} OR doc = first),
     equal AS (SELECT x.doc AS xdoc, x.id AS xid, y.doc AS ydoc, y.id AS yid, '1' AS similarity, '${distanceOfEqual(options)}' AS distance
       FROM paired x JOIN documents y ON x.node = y.node WHERE y.copies > 1 AND x.doc < y.doc),
     alike AS (SELECT x.doc AS xdoc, x.id AS xid, y.doc AS ydoc, y.id AS yid, p.similarity, p.distance
       FROM ${from('verify')} p JOIN paired x ON p.a = x.node JOIN paired y ON p.b = y.node WHERE p.kind = 'p')
     SELECT concat('{"a":', IF(xdoc < ydoc, xid, yid), ',"b":', IF(xdoc < ydoc, yid, xid), ',"similarity":', similarity, ',"distance":', distance, '}') AS value
     FROM (SELECT * FROM equal UNION ALL SELECT * FROM alike) ORDER BY least(xdoc, ydoc), greatest(xdoc, ydoc)`
  },
} satisfies Readonly<Record<string, (shape: Shape, removed: number) => string>>
