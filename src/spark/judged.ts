/** From signatures to what leaves, by statements that shuffle: for runs of any size. */
import { methodOf } from '../methods/methods.js'
import type { Session } from './connect/session.js'
import { numbered } from './results/numbers.js'
import { judgeInRounds, largeOf } from './rounds.js'
import { componentsByStars } from './stars.js'
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
