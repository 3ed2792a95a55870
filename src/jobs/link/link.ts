/** Which documents of B are in A: a batch over both sides, in which only pairs across them are judged. */
import { type CandidateGraph, firstMeeting, Ledger, type Verifier } from '../../grouping/candidates.js'
import { CROWD } from '../../grouping/star.js'
import { firstWhere } from '../../hashing/binary-search.js'
import type { Options } from '../../options/options.js'
import type { InputFile } from '../../reading/input.js'
import type { Documents } from '../dedupe/documents.js'
import { type RunHooks, type Searched, searchBatch } from '../dedupe/search.js'
import { Links } from './matches.js'

export interface LinkRun extends Pick<Searched, 'options' | 'inputs' | 'documents' | 'seconds' | 'close'> {
  /** Documents of A; those from this number on are of B. */
  readonly ofA: number
  readonly links: Links
  readonly plan: string
  /** Buckets in which not every pair was looked at, and texts with more than maxCopies copies on a side. */
  readonly crowded: number
  readonly manyCopies: number
}

/** Candidate pairs that are judged at once. */
const CHUNK = 1 << 20
const A = 1
const B = 2

/**
 * Links two sides.
 *
 * @param inputs    those of A, then those of B
 * @param ofA       how many are of A
 * @param oneToOne  every document is in one pair at most: the most similar pairs first
 * @throws {LeitongError}
 */
export async function runLink(
  inputs: readonly InputFile[],
  ofA: number,
  options: Options,
  oneToOne: boolean,
  hooks: RunHooks = {},
): Promise<LinkRun> {
  const searched = await searchBatch(inputs, options, hooks)
  try {
    const { documents, copies, proposal, judge } = searched
    const start = firstOfB(documents, ofA)
    const sides = new Uint8Array(documents.count)
    copies.first.forEach((first, document) => {
      sides[first] = (sides[first] as number) | (document < start ? A : B)
    })
    const sideOf = (node: number) => sides[proposal.documents[node] as number] as number
    const { ledger, crowded } = await searched.timed('verify', () => judgeAcross(proposal.graph, sideOf, judge))
    const links = await searched.timed('search', () => new Links(copies, proposal, ledger, start, searched.options.maxCopies, oneToOne))
    const { inputs: read, seconds, close } = searched
    return {
      options: searched.options,
      inputs: read,
      documents,
      seconds,
      close,
      ofA: start,
      links,
      plan: proposal.plan,
      crowded: crowded + proposal.crowded,
      manyCopies: links.manyCopies,
    }
  } catch (error) {
    await searched.close()
    throw error
  }
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
 * Judges every candidate pair with one text on each side. In a crowded bucket texts are held against the first CROWD of the
 * other side only.
 */
async function judgeAcross(
  graph: CandidateGraph,
  sideOf: (node: number) => number,
  judge: Verifier,
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
      await ledger.judge(open, judge)
      open = []
    }
  }
  await ledger.judge(open, judge)
  return { ledger, crowded }
}
