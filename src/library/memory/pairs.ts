/** Similar pairs of a run in memory, as pairs of documents. */
import type { Decisions } from '../../jobs/dedupe/decisions.js'
import type { SimilarPair } from '../decided.js'

/** Two nodes, and their similarity: NaN where signatures decided. */
export type SimilarNodes = readonly [a: number, b: number, similarity: number]

/**
 * Every similar pair of documents, a before b in the input, ascending by a, then b. Of more than `maxCopies` equal texts each copy is
 * paired with the first one only, and only the first with other texts.
 *
 * @param similar  pairs of nodes
 */
export function* pairsOf(
  { copies, lists, candidates }: Decisions,
  similar: Iterable<SimilarNodes>,
  maxCopies: number,
): Generator<SimilarPair<number>> {
  const { documents, distance, shares, answers: answersOf } = candidates
  const neighbours = new Map<number, Omit<SimilarPair<number>, 'a'>[]>()
  // Grouping and the search for all pairs may both have found a pair.
  const seen = new Set<number>()
  const addNeighbour = (from: number, neighbour: Omit<SimilarPair<number>, 'a'>) => {
    const list = neighbours.get(from)
    if (list) list.push(neighbour)
    else neighbours.set(from, [neighbour])
  }
  for (const [left, right, value] of similar) {
    const key = left * documents.length + right
    if (seen.has(key)) continue
    seen.add(key)
    const [a, b] = [documents[left] as number, documents[right] as number]
    const answers = answersOf && { answers: answersOf(left, right, value) }
    const measured = { similarity: Number.isNaN(value) ? undefined : value, distance: distance?.(left, right), ...answers }
    addNeighbour(a, { b, ...measured })
    addNeighbour(b, { b: a, ...measured })
  }
  const equal = { similarity: 1, distance: distance ? 0 : undefined, ...(answersOf ? { answers: 'both' as const } : {}) }
  const isPaired = (document: number) =>
    copies.first[document] === document || lists.of(copies.first[document] as number).length <= maxCopies
  for (let a = 0; a < copies.first.length; a++) {
    const first = copies.first[a] as number
    const own = lists.of(first)
    const others = neighbours.get(first)
    // Of many equal texts the first one stands for all.
    if ((own.length === 1 && !others) || !isPaired(a)) continue
    const partners: SimilarPair<number>[] = []
    for (const b of own) if (b > a) partners.push({ a, b, ...equal, ...shares?.(a, b, 1) })
    for (const { b: other, ...measured } of others ?? [])
      for (const b of lists.of(other))
        if (b > a && isPaired(b)) partners.push({ a, b, ...measured, ...shares?.(a, b, measured.similarity) })
    partners.sort((x, y) => x.b - y.b)
    yield* partners
  }
}
