/** Candidate pairs as a graph, and the ledger of what is known of them, so that no pair is judged twice. */
import { PairMap } from './pair-map.js'

/**
 * Candidates as a search hands them to grouping: nodes (documents with distinct texts, numbered in the order of preference, 0 first)
 * and buckets of nodes that may be alike.
 */
export interface CandidateGraph {
  readonly nodes: number
  /** Bucket b holds members[starts[b]] … members[starts[b + 1] - 1], ascending. A pair that was found is a bucket of two. */
  readonly starts: Uint32Array
  readonly members: Uint32Array
  /** A cheap test that rules out most pairs that only share a bucket; never rules out a pair likely to be alike. */
  maybe(a: number, b: number): boolean
}

/** Pairs of nodes up to which there is a bit for each: 128 MB, which 32 768 nodes take. */
const PAIR_BITS = 2 ** 30

/**
 * Tells pairs that come for the first time from repeated ones, which share several bands. Where nodes are too many for a bit a pair, the
 * ledger alone is asked, and pairs that were met but not judged come again.
 *
 * @returns a function that is true once for each pair
 */
export function firstMeeting(nodes: number, ledger: Ledger): (a: number, b: number) => boolean {
  if (nodes * nodes > PAIR_BITS) return (a, b) => !ledger.has(a, b)
  const seen = new Uint8Array(Math.ceil((nodes * nodes) / 8))
  return (a, b) => {
    const bit = a < b ? a * nodes + b : b * nodes + a
    const mask = 1 << (bit & 7)
    const byte = Math.floor(bit / 8)
    if ((seen[byte] as number) & mask) return false
    seen[byte] = (seen[byte] as number) | mask
    return true
  }
}

/** Decides pairs (a, b, a, b, …) exactly; called with many pairs at once. */
export type Verifier = (pairs: Uint32Array) => Promise<VerifiedPairs>

export interface VerifiedPairs {
  /** 1 where the pair is similar. */
  readonly similar: Uint8Array
  /** The similarity, NaN where signatures decide. */
  readonly similarity: Float64Array
}

/** The buckets of each node: buckets[starts[n]] … buckets[starts[n + 1] - 1]. */
export interface Membership {
  readonly starts: Uint32Array
  readonly buckets: Uint32Array
}

/** Buckets by node, from nodes by bucket. */
export function membership({ nodes, starts, members }: CandidateGraph): Membership {
  const offsets = new Uint32Array(nodes + 1)
  for (const node of members) offsets[node + 1] = (offsets[node + 1] as number) + 1
  for (let i = 1; i <= nodes; i++) offsets[i] = (offsets[i] as number) + (offsets[i - 1] as number)
  const next = offsets.slice()
  const buckets = new Uint32Array(members.length)
  for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
    for (let i = starts[bucket] as number; i < (starts[bucket + 1] as number); i++) {
      const node = members[i] as number
      const at = next[node] as number
      buckets[at] = bucket
      next[node] = at + 1
    }
  }
  return { starts: offsets, buckets }
}

/** States of a pair in the ledger. A pair without one is not known. */
const State = {
  /** Handed to the judge, whose answer is awaited. */
  asked: 1,
  unlike: 2,
  similar: 3,
} as const

/** Pairs that were handed to the judge, each with its similarity and, beside it, its state. */
export class Ledger {
  readonly #verdicts = new PairMap()
  readonly #nodes: number

  constructor(nodes: number) {
    this.#nodes = nodes
  }

  #key(a: number, b: number): number {
    return a < b ? a * this.#nodes + b : b * this.#nodes + a
  }

  /** The similarity of a pair found similar (NaN when signatures decided), `false` when found unlike, `undefined` when not judged. */
  get(a: number, b: number): number | false | undefined {
    const slot = this.#verdicts.find(this.#key(a, b))
    if (slot < 0) return undefined
    return this.#verdicts.stateAt(slot) === State.similar && this.#verdicts.valueAt(slot)
  }

  /** The similarity of a pair that was judged, similar or not; 0 for an unlike one that has none. */
  measured(a: number, b: number): number | undefined {
    const slot = this.#verdicts.find(this.#key(a, b))
    return slot < 0 ? undefined : this.#verdicts.valueAt(slot)
  }

  has(a: number, b: number): boolean {
    return this.#verdicts.find(this.#key(a, b)) >= 0
  }

  /** Judges the pairs (a, b, a, b, …) that are not known yet, each once. */
  async judge(pairs: readonly number[], judge: Verifier): Promise<void> {
    const asked: number[] = []
    for (let i = 0; i < pairs.length; i += 2) {
      const key = this.#key(pairs[i] as number, pairs[i + 1] as number)
      if (this.#verdicts.find(key) >= 0) continue
      this.#verdicts.set(key, 0, State.asked)
      asked.push(pairs[i] as number, pairs[i + 1] as number)
    }
    if (!asked.length) return
    const { similar, similarity } = await judge(Uint32Array.from(asked))
    for (let i = 0; i < similar.length; i++) {
      const key = this.#key(asked[2 * i] as number, asked[2 * i + 1] as number)
      const value = similarity[i] as number
      if (similar[i]) this.#verdicts.set(key, value, State.similar)
      else this.#verdicts.set(key, value || 0, State.unlike)
    }
  }

  /** Every pair found similar, as (a, b, similarity) with a < b, in no particular order. */
  *similar(): Generator<[a: number, b: number, similarity: number]> {
    for (const [key, similarity, state] of this.#verdicts.entries()) {
      if (state === State.similar) yield [Math.floor(key / this.#nodes), key % this.#nodes, similarity]
    }
  }
}
