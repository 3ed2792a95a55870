/** All similar pairs of documents, in order, copies spelled out. */
import { type CandidateGraph, firstMeeting, type Ledger, type Verifier } from '../../grouping/candidates.js'
import { CROWD } from '../../grouping/star.js'
import type { Decisions } from './decisions.js'

export interface Pair {
  readonly a: number
  readonly b: number
  /** Undefined where signatures decided. */
  readonly similarity: number | undefined
  readonly distance: number | undefined
}

/** Numbers of candidate pairs (two each) that are verified at once: more take memory, fewer leave workers idle in between. */
const CHUNK = 1 << 20

/** Verifies every candidate pair that grouping left open, except in crowded buckets. */
export async function completePairs(graph: CandidateGraph, ledger: Ledger, verify: Verifier, crowd = CROWD): Promise<void> {
  const isNew = firstMeeting(graph.nodes, ledger)
  let open: number[] = []
  for (let bucket = 0; bucket + 1 < graph.starts.length; bucket++) {
    const from = graph.starts[bucket] as number
    const end = graph.starts[bucket + 1] as number
    if (end - from > crowd) continue
    for (let i = from; i < end; i++) {
      for (let j = i + 1; j < end; j++) {
        const [a, b] = [graph.members[i] as number, graph.members[j] as number]
        if (isNew(a, b) && !ledger.has(a, b) && graph.maybe(a, b)) open.push(a, b)
      }
    }
    if (open.length >= CHUNK) {
      await ledger.judge(open, verify)
      open = []
    }
  }
  await ledger.judge(open, verify)
}

/**
 * Every similar pair, a before b in the input, ascending by a, then b. Of more than `maxCopies` equal texts each copy is
 * paired with the first one only, and only the first with other texts.
 */
export function* pairsOf({ copies, lists, candidates, grouping }: Decisions, maxCopies: number): Generator<Pair> {
  const { documents, distance } = candidates
  // Neighbours of each text, by its first document.
  const neighbours = new Map<number, { first: number; similarity: number; distance: number | undefined }[]>()
  const addNeighbour = (from: number, to: number, similarity: number, apart: number | undefined) => {
    const list = neighbours.get(from)
    const entry = { first: to, similarity, distance: apart }
    if (list) list.push(entry)
    else neighbours.set(from, [entry])
  }
  for (const [a, b, similarity] of grouping.ledger.similar()) {
    const [left, right] = [documents[a] as number, documents[b] as number]
    const apart = distance?.(a, b)
    addNeighbour(left, right, similarity, apart)
    addNeighbour(right, left, similarity, apart)
  }
  const equal = { similarity: 1, distance: distance ? 0 : undefined }
  // Of many equal texts the first one stands for all.
  const isPaired = (document: number) =>
    copies.first[document] === document || lists.of(copies.first[document] as number).length <= maxCopies
  for (let a = 0; a < copies.first.length; a++) {
    const first = copies.first[a] as number
    const own = lists.of(first)
    const others = neighbours.get(first)
    if ((own.length === 1 && !others) || !isPaired(a)) continue
    const partners: Pair[] = []
    for (const b of own) if (b > a) partners.push({ a, b, ...equal })
    for (const { first: other, similarity, distance: apart } of others ?? []) {
      const value = Number.isNaN(similarity) ? undefined : similarity
      for (const b of lists.of(other)) if (b > a && isPaired(b)) partners.push({ a, b, similarity: value, distance: apart })
    }
    partners.sort((x, y) => x.b - y.b)
    yield* partners
  }
}
