/**
 * Which field depends on which: a full name beside its parts, a town beside its postcode.
 *
 * Two fields that say the same must not count twice. Two things show it: the words of one column stand in the other, row by row; and pairs
 * that do not match agree on both far more often than chance would have it. The strongest dependences that form no circle become a tree.
 */
import { ln } from '../../hashing/logarithms.js'
import { valueAt } from '../columns.js'
import { type Field, MISSING } from '../comparisons.js'
import { wordsOf } from '../kinds/tokens.js'
import { Draws } from '../sampling.js'

/** Rows in which words are looked for. */
const ROWS = 1000
/** Words shared beyond chance, as a share of the words that could be. */
const LEAST_OVERLAP = 0.2
/** The share of what an agreement says that the other agreement has said already. */
const LEAST_DEPENDENCE = 0.4
/** Drawn pairs that agree on both, below which chance may be all there is. */
const LEAST_SEEN = 12

interface Edge {
  readonly a: number
  readonly b: number
  readonly strength: number
}

/** Strengths from 0 to 1 of columns that hold each other's words. */
export function textOverlaps(fields: readonly Field[], seed: number): Edge[] {
  const count = fields[0]?.column.rows.length ?? 0
  const draws = new Draws(seed)
  const rows = Array.from({ length: Math.min(ROWS, count) }, () => draws.below(count))
  const words = fields.map(({ column }) =>
    rows.map((row) => {
      const value = column.rows[row] as number
      return value < 0 ? undefined : new Set(wordsOf(valueAt(column, value)).filter((word) => word.length > 1))
    }),
  )
  const edges: Edge[] = []
  for (let a = 0; a < fields.length; a++)
    for (let b = a + 1; b < fields.length; b++) {
      let own = 0
      let other = 0
      let both = 0
      rows.forEach((_, i) => {
        const [left, right, neighbour] = [words[a]?.[i], words[b]?.[i], words[b]?.[(i + 1) % rows.length]]
        if (!left?.size || !right?.size || !neighbour?.size) return
        both++
        own += shareOf(left, right)
        other += shareOf(left, neighbour)
      })
      const strength = both >= 20 ? (own - other) / both : 0
      if (strength >= LEAST_OVERLAP) edges.push({ a, b, strength })
    }
  return edges
}

/** Half what the smaller set has in the larger, half what both have in all: parts of one name are nearer to it than to each other. */
function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared / Math.min(a.size, b.size) / 2 + shared / (a.size + b.size - shared) / 2
}

/**
 * Strengths from 0 to 1 of fields that agree together among pairs that do not match: ln(P(both) / P(a)P(b)), as a share of what the
 * lesser of both agreements says.
 *
 * @param agrees   agrees[field][level]: whether the level speaks for a match
 * @param unlike   the chance of each pair not to match
 * @param weights  how many pairs each pair stands for
 * @param drawn    how many drawn pairs each is
 */
export function agreementDependences(
  levels: readonly Uint8Array[],
  agrees: readonly (readonly boolean[])[],
  unlike: Float64Array,
  weights: Float64Array,
  drawn: Float64Array,
): Edge[] {
  const edges: Edge[] = []
  const pairs = unlike.length
  /** 0 where a value is missing, 2 for levels that speak for a match, 1 for others. */
  const speaks = levels.map((own, field) => {
    const of = new Uint8Array(MISSING + 1).fill(1)
    agrees[field]?.forEach((agree, level) => {
      if (agree) of[level] = 2
    })
    of[MISSING] = 0
    return own.map((level) => of[level] as number)
  })
  const stands = weights.map((weight, pair) => weight * (unlike[pair] as number))
  for (let a = 0; a < levels.length; a++)
    for (let b = a + 1; b < levels.length; b++) {
      const left = speaks[a] as Uint8Array
      const right = speaks[b] as Uint8Array
      let [total, first, second, both, seen] = [0, 0, 0, 0, 0]
      for (let pair = 0; pair < pairs; pair++) {
        const x = left[pair] as number
        const y = right[pair] as number
        if (x === 0 || y === 0) continue
        const weight = stands[pair] as number
        total += weight
        if (x === 2) first += weight
        if (y !== 2) continue
        second += weight
        if (x !== 2) continue
        both += weight
        seen += (unlike[pair] as number) * (drawn[pair] as number)
      }
      if (seen < LEAST_SEEN || first === 0 || second === 0) continue
      const said = Math.min(-ln(first / total), -ln(second / total))
      const strength = ln((both * total) / (first * second)) / said
      if (strength >= LEAST_DEPENDENCE) edges.push({ a, b, strength: Math.min(1, strength) })
    }
  return edges
}

/**
 * The parent of each field, -1 for none: the strongest edges that form no circle, each tree hung up at its most telling field.
 *
 * @param telling  how much each field says, the more the higher
 */
export function dependenceTree(fields: number, edges: readonly Edge[], telling: readonly number[]): Int8Array {
  const component = Array.from({ length: fields }, (_, field) => field)
  const neighbours: number[][] = component.map(() => [])
  for (const { a, b } of [...edges].sort((x, y) => y.strength - x.strength || x.a - y.a || x.b - y.b)) {
    const [from, to] = [component[a], component[b]]
    if (from === to) continue
    component.forEach((id, field) => {
      if (id === from) component[field] = to as number
    })
    neighbours[a]?.push(b)
    neighbours[b]?.push(a)
  }
  const parents = new Int8Array(fields).fill(-1)
  const placed = new Set<number>()
  const order = Array.from({ length: fields }, (_, field) => field).sort((a, b) => (telling[b] as number) - (telling[a] as number) || a - b)
  for (const root of order) {
    if (placed.has(root)) continue
    placed.add(root)
    const open = [root]
    for (let field = open.pop(); field !== undefined; field = open.pop())
      for (const next of neighbours[field] as number[]) {
        if (placed.has(next)) continue
        placed.add(next)
        parents[next] = field
        open.push(next)
      }
  }
  return parents
}
