/** Edges a, b -> node, component: the connected components, each named by its least node. One task does all of it. */
import { UnionFind } from '../../grouping/union-find.js'
import { firstWhere } from '../../hashing/binary-search.js'
import { rows, say } from './pipe.js'

export function components(): void {
  let ends = new BigUint64Array(1 << 12)
  let length = 0
  for (const [a = '', b = ''] of rows()) {
    if (length === ends.length) {
      const larger = new BigUint64Array(2 * length)
      larger.set(ends)
      ends = larger
    }
    ends[length++] = BigInt(a)
    ends[length++] = BigInt(b)
  }
  const edges = ends.subarray(0, length)
  const nodes = distinct(edges)
  const numberOf = (node: bigint) => firstWhere(0, nodes.length, (i) => (nodes[i] as bigint) >= node)
  const sets = new UnionFind(nodes.length)
  for (let i = 0; i < edges.length; i += 2) sets.union(numberOf(edges[i] as bigint), numberOf(edges[i + 1] as bigint))
  for (let i = 0; i < nodes.length; i++) say(`${nodes[i]}\t${nodes[sets.find(i)]}`)
}

/** Ascending, each once. */
function distinct(ends: BigUint64Array): BigUint64Array {
  const sorted = ends.slice().sort()
  let filled = 0
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[filled++] = sorted[i] as bigint
  return sorted.subarray(0, filled)
}
