/**
 * Connected components of more edges than one task holds: large stars and small stars by turns, in SQL, until nothing changes
 * (Kiveris et al., Connected Components in MapReduce and Beyond, 2014). Every node then hangs on the least one of its component.
 */
import type { Steps } from './steps.js'

/**
 * Makes components in rounds, each of which leaves its folder.
 *
 * @param edges  a query of edges (a, b)
 * @returns      a query of (node, component), as one task would make them
 */
export async function componentsByStars(steps: Steps, edges: string): Promise<string> {
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
