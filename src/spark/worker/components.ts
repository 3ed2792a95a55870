/** Edges a, b -> node, component: the connected components, each named by its least node. One task does all of it. */
import { UnionFind } from '../../grouping/union-find.js'
import { Longs, placeOf } from './columns.js'
import { rows, say } from './pipe.js'

export function components(): void {
  const ends = new Longs()
  for (const [a = '', b = ''] of rows()) {
    ends.push(BigInt(a))
    ends.push(BigInt(b))
  }
  const nodes = distinct(ends.sorted())
  const sets = new UnionFind(nodes.length)
  for (let i = 0; i < ends.length; i += 2) sets.union(placeOf(nodes, ends.at(i)), placeOf(nodes, ends.at(i + 1)))
  for (let i = 0; i < nodes.length; i++) say(`${nodes[i]}\t${nodes[sets.find(i)]}`)
}

/** Of ascending numbers each once, in their place. */
function distinct(sorted: BigUint64Array): BigUint64Array {
  let filled = 0
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[filled++] = sorted[i] as bigint
  return sorted.subarray(0, filled)
}
