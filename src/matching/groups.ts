/**
 * Groups from scored pairs: components whose weak bridges are cut.
 *
 * Pairs are taken from the surest on. Two groups become one when the pairs between them, the ones that were never found included, are likely
 * enough on average: one lucky pair between two large groups is a bridge, and is not crossed. Linked rows that hardly differ still form
 * chains, for a single row joins by its best pairs.
 */

export interface ScoredEdges {
  readonly size: number
  readonly a: Uint32Array
  readonly b: Uint32Array
  /** Chances from 0 to 1. */
  readonly chance: Float64Array
}

export interface RowGroups {
  /** The group of each row: the number of its first row. */
  readonly groups: Uint32Array
  /** Pairs of a chance above the threshold that were not followed. */
  readonly cut: number
}

/** @param bridge  the mean chance between two groups from which they are one; 0 gives plain components */
export function groupRows(rows: number, edges: ScoredEdges, threshold: number, bridge: number): RowGroups {
  const order = Array.from({ length: edges.size }, (_, edge) => edge).filter((edge) => (edges.chance[edge] as number) > 0)
  order.sort(
    (x, y) =>
      (edges.chance[y] as number) - (edges.chance[x] as number) ||
      (edges.a[x] as number) - (edges.a[y] as number) ||
      (edges.b[x] as number) - (edges.b[y] as number),
  )
  const parent = Uint32Array.from({ length: rows }, (_, row) => row)
  const sizes = new Uint32Array(rows).fill(1)
  const find = (row: number): number => {
    let root = row
    while (parent[root] !== root) root = parent[root] as number
    for (let at = row; at !== root; ) {
      const next = parent[at] as number
      parent[at] = root
      at = next
    }
    return root
  }
  // Sums of the chances between groups, both ways.
  const between: (Map<number, number> | undefined)[] = []
  const put = (from: number, to: number, chance: number) => {
    const sums = between[from] ?? new Map<number, number>()
    between[from] = sums
    sums.set(to, (sums.get(to) ?? 0) + chance)
  }
  for (const edge of order) {
    put(edges.a[edge] as number, edges.b[edge] as number, edges.chance[edge] as number)
    put(edges.b[edge] as number, edges.a[edge] as number, edges.chance[edge] as number)
  }
  let cut = 0
  for (const edge of order) {
    if ((edges.chance[edge] as number) < threshold) break
    const [left, right] = [find(edges.a[edge] as number), find(edges.b[edge] as number)]
    if (left === right) continue
    const sum = between[left]?.get(right) ?? 0
    if (sum / ((sizes[left] as number) * (sizes[right] as number)) < bridge) {
      cut++
      continue
    }
    const large = (between[left]?.size ?? 0) >= (between[right]?.size ?? 0) ? left : right
    const small = large === left ? right : left
    const own = between[large] as Map<number, number>
    for (const [to, chance] of between[small] ?? []) {
      const sums = between[to] as Map<number, number>
      sums.delete(small)
      if (to === large) continue
      own.set(to, (own.get(to) ?? 0) + chance)
      sums.set(large, (sums.get(large) ?? 0) + chance)
    }
    own.delete(small)
    between[small] = undefined
    parent[small] = large
    sizes[large] = (sizes[large] as number) + (sizes[small] as number)
  }
  return { groups: firstRows(rows, find), cut }
}

function firstRows(rows: number, find: (row: number) => number): Uint32Array {
  const first = new Int32Array(rows).fill(-1)
  return Uint32Array.from({ length: rows }, (_, row) => {
    const root = find(row)
    if ((first[root] as number) < 0) first[root] = row
    return first[root] as number
  })
}

/** The pairs of a one-to-one join: from the surest on, each row at most once. @returns  numbers of edges */
export function oneToOne(rows: number, edges: ScoredEdges, threshold: number): number[] {
  const order = Array.from({ length: edges.size }, (_, edge) => edge).filter((edge) => (edges.chance[edge] as number) >= threshold)
  order.sort((x, y) => (edges.chance[y] as number) - (edges.chance[x] as number) || x - y)
  const taken = new Uint8Array(rows)
  return order.filter((edge) => {
    const [a, b] = [edges.a[edge] as number, edges.b[edge] as number]
    if (taken[a] || taken[b]) return false
    taken[a] = 1
    taken[b] = 1
    return true
  })
}
