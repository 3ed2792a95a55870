/** From signatures to what leaves, by statements that shuffle: for runs of any size. */
import { methodOf } from '../methods/methods.js'
import type { Session } from './connect/session.js'
import { judgeInRounds, largeOf } from './rounds.js'
import type { Shape } from './statements.js'
import * as statements from './statements.js'
import type { Figures, Steps } from './steps.js'

/** Does the steps behind the signatures. */
export async function judged(session: Session, steps: Steps, shape: Shape, wantPairs: boolean): Promise<Figures> {
  const texts = await steps.step('copies', statements.copies(shape), {
    all: 'count(*)',
    texts: `count_if(node >= ${shape.first})`,
    many: `count_if(copies > ${shape.options.maxCopies})`,
  })
  const limits = await blocksOf(session, steps, shape, texts['all'] ?? 0, wantPairs)
  const removed = await steps.step('removed', statements.removed(shape), { removed: 'count(*)' })
  return { ...texts, ...limits, ...removed, ...(await numbered(steps, shape, removed['removed'] ?? 0)) }
}

/** From texts to decisions, by blocks. */
async function blocksOf(session: Session, steps: Steps, shape: Shape, texts: number, wantPairs: boolean): Promise<Figures> {
  if (methodOf(shape.options).cluster === 'digests') {
    await steps.step('verify', statements.UNJUDGED)
    return { crowded: 0, unpaired: 0 }
  }
  if (texts > shape.bounds.rows) await steps.step('bands', statements.bands(shape, texts))
  const { crowded: unlooked = 0, edges = 0 } = await steps.step('forest', statements.forest(shape, texts), {
    crowded: 'sum(IF(a < 0, b, 0))',
    edges: 'count_if(a >= 0)',
  })
  const joined = statements.edges(shape)
  const components = edges <= shape.bounds.edges ? statements.componentsOf(shape, joined) : await componentsByStars(steps, joined)
  const { nodes = 0 } = await steps.step('components', statements.ofInterest(shape, components), { nodes: 'count(*)' })
  // Only so many nodes can have a component that is too large for one task.
  const isLarge =
    nodes > shape.bounds.block && shape.options.groupBy === 'star' && (await session.rows(`${largeOf(shape)} LIMIT 1`)).length > 0
  const judged = isLarge
    ? [statements.verify(shape, nodes, largeOf(shape)), ...(await judgeInRounds(steps, shape, wantPairs))].join(' UNION ALL ')
    : statements.verify(shape, nodes)
  const { crowded = 0, unpaired = 0 } = await steps.step('verify', judged, {
    crowded: "sum(IF(kind = 'c', a, 0))",
    unpaired: "sum(IF(kind = 'c', b, 0))",
  })
  return { crowded: crowded + unlooked, unpaired }
}

/** The step that numbers groups: kept, number. */
async function numbered(steps: Steps, shape: Shape, removed: number): Promise<Figures> {
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

/**
 * Connected components of more edges than one task holds: large stars and small stars by turns, in SQL, until nothing changes
 * (Kiveris et al., Connected Components in MapReduce and Beyond, 2014). Every node then hangs on the least one of its component.
 * Each round leaves its folder.
 *
 * @param edges  a query of edges (a, b)
 * @returns      a query of (node, component), as one task would make them
 */
async function componentsByStars(steps: Steps, edges: string): Promise<string> {
  const figures = { edges: 'count(*)', sum: 'coalesce(shiftrightunsigned(bit_xor(xxhash64(u, v)), 11), 0)' }
  const folder = (round: number) => `components-${round}`
  let last = await steps.step(
    'components',
    `SELECT DISTINCT greatest(a, b) AS u, least(a, b) AS v FROM (${edges}) WHERE a <> b`,
    figures,
    folder(0),
  )
  for (let round = 1; ; round++) {
    const from = (name: string) => steps.from(name)
    await steps.step('components', largeStars(from(folder(round - 1))), {}, `${folder(round)}-large`)
    const now = await steps.step('components', smallStars(from(`${folder(round)}-large`)), figures, folder(round))
    const isDone = now['edges'] === last['edges'] && now['sum'] === last['sum']
    if (isDone) return `SELECT u AS node, v AS component FROM ${from(folder(round))} UNION SELECT v, v FROM ${from(folder(round))}`
    last = now
  }
}

/** Every greater neighbour of a node hangs on the least of all its neighbours and itself. */
const largeStars = (edges: string) =>
  `SELECT DISTINCT other AS u, m AS v FROM (
     SELECT u, other, least(u, min(other) OVER (PARTITION BY u)) AS m FROM (SELECT u, v AS other FROM ${edges} UNION ALL SELECT v, u FROM ${edges}))
   WHERE other > u`

/** A node and its lesser neighbours hang on the least of them. */
const smallStars = (edges: string) =>
  `SELECT DISTINCT e.u, e.v FROM (
     SELECT explode(IF(v = m, array(named_struct('u', u, 'v', m)), array(named_struct('u', v, 'v', m), named_struct('u', u, 'v', m)))) AS e
     FROM (SELECT u, v, min(v) OVER (PARTITION BY u) AS m FROM ${edges}))`
