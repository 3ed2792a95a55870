/**
 * Groups from scored pairs: components whose weak bridges are cut.
 *
 * Pairs are taken from the surest on. Two groups become one when the pairs between them, the ones that were never found included, are likely
 * enough on average: one lucky pair between two large groups is a bridge, and is not crossed. Linked rows that hardly differ still form
 * chains, for a single row joins by its best pairs.
 */
import { UnionFind } from '../grouping/union-find.js'
import { sumsBetween } from './between.js'
import { toStarts } from './counting.js'
import { surestFirst } from './ranking.js'

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
  /** For each group of two and more, under its number, the least sure pair of those that joined it. */
  readonly weakest: WeakestPairs
}

export interface WeakestPairs {
  readonly a: Uint32Array
  readonly b: Uint32Array
  readonly chance: Float64Array
}

/** @param bridge  the mean chance between two groups from which they are one; 0 gives plain components */
export function groupRows(rows: number, edges: ScoredEdges, threshold: number, bridge: number): RowGroups {
  const reachable = componentsOf(rows, edges, threshold)
  const groups = Uint32Array.from({ length: rows }, (_, row) => reachable.find(row))
  const { size, a, b, chance, component, members, starts, placeOf } = byComponent(groups, edges)
  let cut = 0
  const weakest = { a: new Uint32Array(rows), b: new Uint32Array(rows), chance: new Float64Array(rows) }
  for (let from = 0; from < size; ) {
    const own = component[from] as number
    let end = from
    while (end < size && component[end] === own) end++
    const first = starts[own] as number
    const count = (starts[own + 1] as number) - first
    const sums = sumsBetween(count)
    for (let i = from; i < end; i++) sums.add(placeOf[a[i] as number] as number, placeOf[b[i] as number] as number, chance[i] as number)
    const joined = new UnionFind(count)
    const sizes = new Uint32Array(count).fill(1)
    for (let i = from; i < end && (chance[i] as number) >= threshold; i++) {
      const [left, right] = [joined.find(placeOf[a[i] as number] as number), joined.find(placeOf[b[i] as number] as number)]
      if (left === right) continue
      if (sums.of(left, right) / ((sizes[left] as number) * (sizes[right] as number)) < bridge) {
        cut++
        continue
      }
      joined.union(left, right)
      const [kept, gone] = left < right ? [left, right] : [right, left]
      sums.join(kept, gone)
      // Pairs come the surest first, so that the last one that joins is the least sure.
      const number = members[first + kept] as number
      weakest.a[number] = members[first + (placeOf[a[i] as number] as number)] as number
      weakest.b[number] = members[first + (placeOf[b[i] as number] as number)] as number
      weakest.chance[number] = chance[i] as number
      sizes[kept] = (sizes[kept] as number) + (sizes[gone] as number)
    }
    // Rows of a component are ascending, so the first of a group is the first by number too.
    for (let place = 0; place < count; place++) groups[members[first + place] as number] = members[first + joined.find(place)] as number
    from = end
  }
  return { groups, cut, weakest }
}

/**
 * The pairs within components (rows of unlike ones never meet), component by component, the surest first; and the rows of each component.
 *
 * @param roots  of each row the first one of its component
 */
function byComponent(roots: Uint32Array, edges: ScoredEdges) {
  const rows = roots.length
  const starts = new Uint32Array(rows + 1)
  for (const root of roots) starts[root] = (starts[root] as number) + 1
  toStarts(starts)
  const members = new Uint32Array(rows)
  const placeOf = new Uint32Array(rows)
  const filled = new Uint32Array(rows)
  for (let row = 0; row < rows; row++) {
    const root = roots[row] as number
    const place = filled[root] as number
    filled[root] = place + 1
    placeOf[row] = place
    members[(starts[root] as number) + place] = row
  }
  const within = new Uint32Array(edges.size)
  const places = new Uint32Array(rows + 1)
  let size = 0
  for (let edge = 0; edge < edges.size; edge++) {
    const root = roots[edges.a[edge] as number] as number
    if (root !== roots[edges.b[edge] as number] || !((edges.chance[edge] as number) > 0)) continue
    places[root] = (places[root] as number) + 1
    within[size++] = edge
  }
  toStarts(places)
  const inner = {
    size,
    a: Uint32Array.from({ length: size }, (_, i) => edges.a[within[i] as number] as number),
    b: Uint32Array.from({ length: size }, (_, i) => edges.b[within[i] as number] as number),
    chance: Float64Array.from({ length: size }, (_, i) => edges.chance[within[i] as number] as number),
  }
  const [a, b, component] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)]
  const chance = new Float64Array(size)
  for (const edge of surestFirst(inner)) {
    const root = roots[inner.a[edge] as number] as number
    const place = places[root] as number
    places[root] = place + 1
    a[place] = inner.a[edge] as number
    b[place] = inner.b[edge] as number
    chance[place] = inner.chance[edge] as number
    component[place] = root
  }
  return { size, a, b, chance, component, members, starts, placeOf }
}

function componentsOf(rows: number, { size, a, b, chance }: ScoredEdges, threshold: number): UnionFind {
  const components = new UnionFind(rows)
  for (let edge = 0; edge < size; edge++)
    if ((chance[edge] as number) > 0 && (chance[edge] as number) >= threshold) components.union(a[edge] as number, b[edge] as number)
  return components
}

/** The pairs of a one-to-one join: from the surest on, each row at most once. @returns  numbers of edges */
export function oneToOne(rows: number, edges: ScoredEdges, threshold: number): number[] {
  const taken = new Uint8Array(rows)
  const pairs: number[] = []
  for (const edge of surestFirst(edges)) {
    if ((edges.chance[edge] as number) < threshold) break
    const [a, b] = [edges.a[edge] as number, edges.b[edge] as number]
    if (taken[a] || taken[b]) continue
    taken[a] = 1
    taken[b] = 1
    pairs.push(edge)
  }
  return pairs
}
