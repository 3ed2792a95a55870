/**
 * From signatures to what leaves, where one task holds all signatures: it finds equal texts, bands and components in memory. A second one
 * makes the lines of what leaves. Nothing is shuffled but the texts that are judged.
 */
import { methodOf } from '../methods/methods.js'
import { transformed } from './sql.js'
import { type Shape, verify } from './statements.js'
import type { Figures, Step, Steps } from './steps.js'

/** @param documents  that were signed */
export const canGather = ({ options, bounds, first }: Shape, documents: number): boolean =>
  !first && documents <= bounds.gathered && methodOf(options).cluster === 'bands'

/** The shape of such a run: what large runs have as steps of their own are parts of its steps. */
export function gatheredShape(shape: Shape): Shape {
  const { from } = shape
  const parts: Partial<Record<Step, string>> = {
    components: `(SELECT node, component FROM ${from('gather')} WHERE component IS NOT NULL)`,
    numbers: `(SELECT DISTINCT kept, number FROM ${from('removed')})`,
  }
  return { ...shape, isGathered: true, from: (step) => parts[step] ?? from(step) }
}

/** Does the steps behind the signatures. */
export async function gathered(steps: Steps, shape: Shape, documents: number): Promise<Figures> {
  const { options, from } = shape
  const {
    nodes = 0,
    copies = 0,
    many = 0,
  } = await steps.step('gather', gather(shape), {
    nodes: 'count(component)',
    copies: 'count_if(doc <> node)',
    many: `count_if(doc = node AND copies > ${options.maxCopies})`,
  })
  const limits = await steps.step('verify', verify(shape, nodes), {
    crowded: "sum(IF(kind = 'c', a, 0))",
    unpaired: "sum(IF(kind = 'c', b, 0))",
  })
  const removed = await steps.step('removed', outcome(shape, from('gather'), from('verify')), {
    removed: 'count(*)',
    groups: 'coalesce(max(number), 0)',
  })
  return { texts: documents - copies, many, ...limits, ...removed }
}

/** One task, without a shuffle. */
const gather = ({ from, worker, bounds }: Shape) =>
  transformed(
    'doc, id, digest, keys, low, rank',
    worker('gather', { crowd: bounds.crowd }),
    'doc bigint, id string, node bigint, component bigint, first bigint, copies bigint',
    `(SELECT /*+ COALESCE(1) */ doc, id, digest, keys, low, rank FROM ${from('sign')} WHERE digest IS NOT NULL)`,
  )

const outcome = ({ worker }: Shape, members: string, decided: string) =>
  transformed(
    'kind, a, b, c, d',
    worker('outcome'),
    'doc bigint, id string, kept bigint, kept_id string, similarity string, distance string, number bigint',
    `(SELECT /*+ COALESCE(1) */ * FROM (SELECT 'm' AS kind, doc AS a, id AS b, cast(node AS string) AS c, '' AS d FROM ${members}
      UNION ALL SELECT kind, a, cast(b AS string), similarity, distance FROM ${decided} WHERE kind = 'd'))`,
  )
