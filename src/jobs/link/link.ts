/** Which documents of B are in A: a batch over both sides, in which only pairs across them are verified. */
import { type CandidateGraph, type GroupingHooks, membership, Pauses, type Verifier } from '../../grouping/candidates.js'
import { Questions } from '../../grouping/questions.js'
import { CROWD } from '../../grouping/star.js'
import { measureTraits } from '../../options/measures.js'
import type { Options } from '../../options/options.js'
import { isStated } from '../../options/stated.js'
import type { Sides } from '../../reading/sides.js'
import { A, B, sidesOfTexts } from '../dedupe/copies.js'
import { firstOfB } from '../dedupe/documents.js'
import type { RunHooks } from '../dedupe/run-context.js'
import { type Search, searchBatch } from '../dedupe/search.js'
import { Matches, type SimilarNodes } from './matches.js'

/** A link that is done; its context is open until it is closed. */
export interface LinkRun extends Search {
  /** Documents of A; those from this number on are of B. */
  readonly ofA: number
  /** Inputs of A; those from this number on are of B. */
  readonly inputsOfA: number
  readonly matches: Matches
  /** Buckets in which not every pair was looked at. */
  readonly crowded: number
  /** Texts with more than maxCopies copies on a side. */
  readonly manyCopies: number
}

/**
 * Links two sides.
 *
 * @param oneToOne  every document is in one pair at most: the most similar pairs first
 * @returns         matches and the context to write from; close it
 * @throws {LeitongError}
 */
export async function runLink({ inputs, ofA }: Sides, asked: Options, oneToOne: boolean, hooks: RunHooks = {}): Promise<LinkRun> {
  const { oneToOne: sufficient } = measureTraits(asked)
  const isFree = !isStated(asked, 'threshold') && asked.precision === undefined
  const options = oneToOne && sufficient !== undefined && isFree ? { ...asked, threshold: sufficient } : asked
  const search = await searchBatch(inputs, options, hooks, { ofA, isAcross: true })
  const { context, copies, candidates, verify, obeyed } = search
  return context.orClose(async () => {
    const start = firstOfB(context.documents, ofA)
    const sides = sidesOfTexts(copies.first, start)
    const sideOf = (node: number) => sides[candidates.documents[node] as number] as number
    const { similar: found, crowded } = await context.timed('verify', () =>
      verifyAcross(candidates.graph, sideOf, verify, () => context.pause()),
    )
    const similar = obeyed ? await obeyed.pairsObeyed(found, candidates, copies, verify) : found
    verify.release?.()
    const how = { start, maxCopies: context.options.maxCopies, oneToOne }
    const matches = await context.timed('search', () => new Matches(search, similar, how))
    return { ...search, ofA: start, inputsOfA: ofA, matches, crowded: crowded + candidates.crowded, manyCopies: matches.manyCopies }
  })
}

/**
 * Verifies every candidate pair with one text on each side. In a crowded bucket texts are held against the first CROWD of the
 * other side only.
 */
async function verifyAcross(
  graph: CandidateGraph,
  sideOf: (node: number) => number,
  verify: Verifier,
  pause: () => Promise<void>,
): Promise<{ similar: SimilarNodes[]; crowded: number }> {
  const { nodes, starts, members } = graph
  const similar: SimilarNodes[] = []
  const hooks: GroupingHooks = { found: (a, b, similarity) => similar.push([a, b, similarity]), pause }
  const questions = new Questions(verify, hooks)
  const pauses = new Pauses(hooks)
  const own = membership(graph)
  const { ofA, ofB, crowded } = rankBySide(graph, sideOf)
  const metBy = new Uint32Array(nodes)
  const isAcross = (left: number, right: number) =>
    (sideOf(members[left] as number) & A) !== 0 &&
    (sideOf(members[right] as number) & B) !== 0 &&
    ((ofA[left] as number) < CROWD || (ofB[right] as number) < CROWD)
  for (let node = 0; node < nodes; node++) {
    for (let o = own.starts[node] as number; o < (own.starts[node + 1] as number); o++) {
      const slot = own.slots[o] as number
      const end = starts[(own.buckets[o] as number) + 1] as number
      pauses.step(end - slot)
      for (let i = slot + 1; i < end; i++) {
        const other = members[i] as number
        if (metBy[other] === node + 1 || !(isAcross(slot, i) || isAcross(i, slot))) continue
        metBy[other] = node + 1
        if (graph.maybe(node, other)) questions.add(node, other)
      }
    }
    if (questions.isFull) await questions.ask()
    if (pauses.due) await pauses.take()
  }
  await questions.ask()
  return { similar, crowded }
}

/** How many of each side come before each member in its bucket; and buckets with more than CROWD on both sides. */
function rankBySide({ starts, members }: CandidateGraph, sideOf: (node: number) => number) {
  const [ofA, ofB] = [new Uint32Array(members.length), new Uint32Array(members.length)]
  let crowded = 0
  for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
    let [left, right] = [0, 0]
    for (let i = starts[bucket] as number; i < (starts[bucket + 1] as number); i++) {
      ofA[i] = left
      ofB[i] = right
      const sides = sideOf(members[i] as number)
      if (sides & A) left++
      if (sides & B) right++
    }
    if (left > CROWD && right > CROWD) crowded++
  }
  return { ofA, ofB, crowded }
}
