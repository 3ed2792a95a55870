/** Edges a, b -> node, component: the connected components, each named by its least node. One task does all of it. */
import { UnionFind } from '../../grouping/union-find.js'
import { firstWhere } from '../../hashing/binary-search.js'
import { rows, say } from './pipe.js'

export function components(): void {
  const ends: bigint[] = []
  for (const [a = '', b = ''] of rows()) ends.push(BigInt(a), BigInt(b))
  const edges = BigUint64Array.from(ends)
  const sorted = edges.slice().sort()
  const nodes = sorted.filter((node, i) => i === 0 || node !== sorted[i - 1])
  const numberOf = (node: bigint) => firstWhere(0, nodes.length, (i) => (nodes[i] as bigint) >= node)
  const sets = new UnionFind(nodes.length)
  for (let i = 0; i < edges.length; i += 2) sets.union(numberOf(edges[i] as bigint), numberOf(edges[i + 1] as bigint))
  for (const [i, node] of nodes.entries()) say(`${node}\t${nodes[sets.find(i)]}`)
}
