/** Which documents of B are in A: a batch over both sides, in which only pairs across them are verified. */
import { type CandidateGraph, firstMeeting, Ledger, type Verifier } from '../../grouping/candidates.js'
import { CROWD } from '../../grouping/star.js'
import { firstWhere } from '../../hashing/binary-search.js'
import type { Options } from '../../options/options.js'
import type { Sides } from '../../reading/sides.js'
import type { Documents } from '../dedupe/documents.js'
import type { RunHooks } from '../dedupe/run-context.js'
import { type Search, searchBatch } from '../dedupe/search.js'
import { Matches } from './matches.js'

/** A link that is done; its context is open until it is closed. */
export interface LinkRun extends Search {
  /** Documents of A; those from this number on are of B. */
  readonly ofA: number
  readonly matches: Matches
  /** Buckets in which not every pair was looked at. */
  readonly crowded: number
  /** Texts with more than maxCopies copies on a side. */
  readonly manyCopies: number
}

/** Numbers of candidate pairs (two each) that are verified at once: more take memory, fewer leave workers idle in between. */
const CHUNK = 1 << 20
/** The sides of a text, as bits: its copies may be on both. */
const A = 1
const B = 2

/**
 * Links two sides.
 *
 * @param oneToOne  every document is in one pair at most: the most similar pairs first
 * @returns         matches and the context to write from; close it
 * @throws {LeitongError}
 */
export async function runLink({ inputs, ofA }: Sides, options: Options, oneToOne: boolean, hooks: RunHooks = {}): Promise<LinkRun> {
  const search = await searchBatch(inputs, options, hooks)
  const { context, copies, candidates, verify } = search
  return context.orClose(async () => {
    const start = firstOfB(context.documents, ofA)
    const sides = new Uint8Array(context.documents.count)
    copies.first.forEach((first, document) => {
      sides[first] = (sides[first] as number) | (document < start ? A : B)
    })
    const sideOf = (node: number) => sides[candidates.documents[node] as number] as number
    const { ledger, crowded } = await context.timed('verify', () => verifyAcross(candidates.graph, sideOf, verify))
    const how = { start, maxCopies: context.options.maxCopies, oneToOne }
    const matches = await context.timed('search', () => new Matches(search, ledger, how))
    return { ...search, ofA: start, matches, crowded: crowded + candidates.crowded, manyCopies: matches.manyCopies }
  })
}

/**
 * The first document of B; documents are in the order of the inputs.
 *
 * @param ofA  how many inputs are of A
 */
export function firstOfB(documents: Documents, ofA: number): number {
  return firstWhere(0, documents.count, (document) => documents.fileOf(document) >= ofA)
}

/**
 * Verifies every candidate pair with one text on each side. In a crowded bucket texts are held against the first CROWD of the
 * other side only.
 */
async function verifyAcross(
  graph: CandidateGraph,
  sideOf: (node: number) => number,
  verify: Verifier,
): Promise<{ ledger: Ledger; crowded: number }> {
  const ledger = new Ledger(graph.nodes)
  const isNew = firstMeeting(graph.nodes, ledger)
  let crowded = 0
  let open: number[] = []
  for (let bucket = 0; bucket + 1 < graph.starts.length; bucket++) {
    const members = graph.members.subarray(graph.starts[bucket], graph.starts[bucket + 1])
    const left = members.filter((node) => sideOf(node) & A)
    const right = members.filter((node) => sideOf(node) & B)
    if (left.length > CROWD && right.length > CROWD) crowded++
    for (let i = 0; i < left.length; i++) {
      const end = i < CROWD ? right.length : Math.min(CROWD, right.length)
      for (let j = 0; j < end; j++) {
        const [a, b] = [left[i] as number, right[j] as number]
        if (a !== b && isNew(a, b) && graph.maybe(a, b)) open.push(a, b)
      }
      if (open.length < CHUNK) continue
      await ledger.judge(open, verify)
      open = []
    }
  }
  await ledger.judge(open, verify)
  return { ledger, crowded }
}
