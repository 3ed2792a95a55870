/** Numbers of groups, in the order in which they begin. */
import type { Shape } from '../statements.js'
import type { Figures, Steps } from '../steps.js'

/** The step that numbers groups: kept, number. */
export async function numbered(steps: Steps, shape: Shape, removed: number): Promise<Figures> {
  const figures = { groups: 'count(*)' }
  if (removed <= shape.bounds.sorted) return steps.step('numbers', numbers(shape), figures)
  await steps.step('numbers', begins(shape), {}, 'numbers-sorted')
  return steps.step('numbers', places(steps.files('numbers-sorted')), figures)
}

const firsts = ({ from }: Shape) => `SELECT kept, min(least(doc, kept)) AS begin FROM ${from('removed')} GROUP BY kept`

/** Where groups begin, in order: the number of a group is its place. */
const begins = (shape: Shape) => `${firsts(shape)} ORDER BY begin`

/** kept, number: files of a sorted folder follow each other by name, so that a place is the rows of the files before and the row in its own. */
const places = (sorted: string) =>
  `WITH placed AS (SELECT kept, _metadata.file_name AS file, _metadata.row_index AS row FROM ${sorted}),
     sizes AS (SELECT file, count(*) AS size FROM placed GROUP BY file),
     offsets AS (SELECT file, sum(size) OVER (ORDER BY file) - size AS before FROM sizes)
   SELECT /*+ BROADCAST(o) */ p.kept, o.before + p.row + 1 AS number FROM placed p JOIN offsets o ON p.file = o.file`

/** The same by one task. */
const numbers = (shape: Shape) => `SELECT kept, cast(row_number() OVER (ORDER BY begin) AS bigint) AS number FROM (${firsts(shape)})`
