/**
 * Groups from scored pairs: components whose weak bridges are cut.
 *
 * Pairs are taken from the surest on. Two groups become one when the pairs between them, the ones that were never found included, are likely
 * enough on average: one lucky pair between two large groups is a bridge, and is not crossed. Linked rows that hardly differ still form
 * chains, for a single row joins by its best pairs.
 */
import { UnionFind } from '../grouping/union-find.js'
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
}

/** @param bridge  the mean chance between two groups from which they are one; 0 gives plain components */
export function groupRows(rows: number, edges: ScoredEdges, threshold: number, bridge: number): RowGroups {
  const reachable = componentsOf(rows, edges, threshold)
  if (bridge <= 0) return { groups: Uint32Array.from({ length: rows }, (_, row) => reachable.find(row)), cut: 0 }
  const order = surestFirst(edges)
  const sums = new Between(rows)
  for (const edge of order) {
    const [a, b] = [edges.a[edge] as number, edges.b[edge] as number]
    // Rows of unlike components never meet.
    if (reachable.find(a) === reachable.find(b)) sums.add(a, b, edges.chance[edge] as number)
  }
  const groups = new UnionFind(rows)
  const sizes = new Uint32Array(rows).fill(1)
  let cut = 0
  for (const edge of order) {
    if ((edges.chance[edge] as number) < threshold) break
    const [left, right] = [groups.find(edges.a[edge] as number), groups.find(edges.b[edge] as number)]
    if (left === right) continue
    if (sums.of(left, right) / ((sizes[left] as number) * (sizes[right] as number)) < bridge) {
      cut++
      continue
    }
    groups.union(left, right)
    const [kept, gone] = left < right ? [left, right] : [right, left]
    sums.join(kept, gone)
    sizes[kept] = (sizes[kept] as number) + (sizes[gone] as number)
  }
  return { groups: Uint32Array.from({ length: rows }, (_, row) => groups.find(row)), cut }
}

function componentsOf(rows: number, { size, a, b, chance }: ScoredEdges, threshold: number): UnionFind {
  const components = new UnionFind(rows)
  for (let edge = 0; edge < size; edge++)
    if ((chance[edge] as number) > 0 && (chance[edge] as number) >= threshold) components.union(a[edge] as number, b[edge] as number)
  return components
}

/** Sums of the chances between groups, both ways; the smaller list is poured into the larger. */
class Between {
  readonly #sums: (Map<number, number> | undefined)[]
  /** Lists go by names of their own, so that a group keeps its number whichever list is larger. */
  readonly #list: Uint32Array

  constructor(rows: number) {
    this.#sums = new Array(rows)
    this.#list = Uint32Array.from({ length: rows }, (_, row) => row)
  }

  add(a: number, b: number, chance: number): void {
    this.#put(a, b, chance)
    this.#put(b, a, chance)
  }

  #put(from: number, to: number, chance: number): void {
    let sums = this.#sums[from]
    if (sums === undefined) {
      sums = new Map()
      this.#sums[from] = sums
    }
    sums.set(to, (sums.get(to) ?? 0) + chance)
  }

  of(left: number, right: number): number {
    return this.#sums[this.#list[left] as number]?.get(this.#list[right] as number) ?? 0
  }

  /** The groups become one that goes by the first's number. */
  join(kept: number, gone: number): void {
    const [first, second] = [this.#list[kept] as number, this.#list[gone] as number]
    const [large, small] = (this.#sums[first]?.size ?? 0) >= (this.#sums[second]?.size ?? 0) ? [first, second] : [second, first]
    const own = this.#sums[large] as Map<number, number>
    for (const [to, chance] of this.#sums[small] ?? []) {
      const sums = this.#sums[to] as Map<number, number>
      sums.delete(small)
      if (to === large) continue
      own.set(to, (own.get(to) ?? 0) + chance)
      sums.set(large, (sums.get(large) ?? 0) + chance)
    }
    own.delete(small)
    this.#sums[small] = undefined
    this.#list[kept] = large
  }
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
