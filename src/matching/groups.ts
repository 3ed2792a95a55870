/**
 * Groups from scored pairs: components whose weak bridges are cut.
 *
 * Pairs are taken from the surest on. Two groups become one when the pairs between them, the ones that were never found included, are likely
 * enough on average: one lucky pair between two large groups is a bridge, and is not crossed. Linked rows that hardly differ still form
 * chains, for a single row joins by its best pairs. Equal rows are one from the start: what one of them scores with another row they all do, whether
 * or not the pair was found.
 */
import { UnionFind } from '../grouping/union-find.js'
import { sumsBetween } from './between.js'
import { toStarts } from './counting.js'
import { surestFirst } from './rivals/ranking.js'

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

/**
 * @param bridge   the mean chance between two groups from which they are one; 0 gives plain components
 * @param isEqual  whether two rows are equal in all that is compared; of equal rows each has a pair with the first of them at least
 */
export function groupRows(
  rows: number,
  edges: ScoredEdges,
  threshold: number,
  bridge: number,
  isEqual: (a: number, b: number) => boolean = () => false,
): RowGroups {
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
    const joined = new UnionFind(count)
    const sizes = new Uint32Array(count).fill(1)
    const join = (left: number, right: number, edge: number) => {
      joined.union(left, right)
      const [kept, gone] = left < right ? [left, right] : [right, left]
      sums.join(kept, gone)
      sizes[kept] = (sizes[kept] as number) + (sizes[gone] as number)
      const number = members[first + kept] as number
      const other = members[first + gone] as number
      const least = leastOf(weakest.chance[number] as number, weakest.chance[other] as number)
      if (least > 0 && least <= (chance[edge] as number)) {
        if (least === weakest.chance[number]) return
        weakest.a[number] = weakest.a[other] as number
        weakest.b[number] = weakest.b[other] as number
      } else {
        weakest.a[number] = a[edge] as number
        weakest.b[number] = b[edge] as number
      }
      weakest.chance[number] = Math.min(least || 1, chance[edge] as number)
    }
    const ends = (edge: number) =>
      [joined.find(placeOf[a[edge] as number] as number), joined.find(placeOf[b[edge] as number] as number)] as const
    for (let i = from; i < end && (chance[i] as number) >= threshold; i++) {
      const [left, right] = ends(i)
      if (left !== right && isEqual(a[i] as number, b[i] as number)) join(left, right, i)
    }
    for (let i = from; i < end; i++) {
      const [left, right] = ends(i)
      if (left !== right && sums.of(left, right) === 0)
        sums.add(left, right, (chance[i] as number) * (sizes[left] as number) * (sizes[right] as number))
    }
    for (let i = from; i < end && (chance[i] as number) >= threshold; i++) {
      const [left, right] = ends(i)
      if (left === right) continue
      if (sums.of(left, right) / ((sizes[left] as number) * (sizes[right] as number)) < bridge) cut++
      else join(left, right, i)
    }
    // Rows of a component are ascending, so the first of a group is the first by number too.
    for (let place = 0; place < count; place++) groups[members[first + place] as number] = members[first + joined.find(place)] as number
    from = end
  }
  return { groups, cut, weakest }
}

/** Of two chances of which 0 is none. */
const leastOf = (x: number, y: number): number => (x > 0 && y > 0 ? Math.min(x, y) : x + y)

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
    const a = edges.a[edge] as number
    const b = edges.b[edge] as number
    if (taken[a] || taken[b]) continue
    taken[a] = 1
    taken[b] = 1
    pairs.push(edge)
  }
  return pairs
}
