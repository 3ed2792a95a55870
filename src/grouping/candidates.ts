import { PairMap } from './pair-map.js'

/**
 * What a search hands to grouping: nodes (documents with distinct texts, numbered in the order of preference, 0 first)
 * and buckets of nodes that may be alike.
 */
export interface CandidateGraph {
  readonly nodes: number
  /** Bucket b holds members[starts[b]] … members[starts[b + 1] - 1], ascending. A pair that was found is a bucket of two. */
  readonly starts: Uint32Array
  readonly members: Uint32Array
  /** A cheap look that rules out most pairs that only share a bucket; never rules out a pair likely to be alike. */
  maybe(a: number, b: number): boolean
}

/** Pairs up to which a bit for each is affordable. */
const PAIR_BITS = 2 ** 30

/**
 * Which pairs come for the first time: of many bands a pair may share many. Where nodes are too many to remember every pair, the
 * judged ones are known.
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

/** Which buckets each node is in: buckets[starts[n]] … buckets[starts[n + 1] - 1]. */
export interface Membership {
  readonly starts: Uint32Array
  readonly buckets: Uint32Array
}

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

/** Pairs that were judged, and what came of it. */
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
    const verdict = this.#verdicts.get(this.#key(a, b))
    return verdict !== undefined && isUnlike(verdict) ? false : verdict
  }

  /** The similarity of a pair that was judged, whatever came of it. */
  measured(a: number, b: number): number | undefined {
    const verdict = this.#verdicts.get(this.#key(a, b))
    return verdict === undefined ? undefined : Math.abs(verdict)
  }

  has(a: number, b: number): boolean {
    return this.#verdicts.get(this.#key(a, b)) !== undefined
  }

  /** Judges the pairs (a, b, a, b, …) that are not known yet, each once. */
  async judge(pairs: readonly number[], judge: Verifier): Promise<void> {
    const asked: number[] = []
    for (let i = 0; i < pairs.length; i += 2) {
      const key = this.#key(pairs[i] as number, pairs[i + 1] as number)
      if (this.#verdicts.get(key) !== undefined) continue
      this.#verdicts.set(key, ASKED)
      asked.push(pairs[i] as number, pairs[i + 1] as number)
    }
    if (!asked.length) return
    const { similar, similarity } = await judge(Uint32Array.from(asked))
    for (let i = 0; i < similar.length; i++) {
      const value = similarity[i] as number
      this.#verdicts.set(this.#key(asked[2 * i] as number, asked[2 * i + 1] as number), similar[i] ? value : -(value || 0))
    }
  }

  /** Every pair found similar, as (a, b, similarity) with a < b, in no particular order. */
  *similar(): Generator<[a: number, b: number, similarity: number]> {
    for (const [key, verdict] of this.#verdicts.entries()) {
      if (!isUnlike(verdict)) yield [Math.floor(key / this.#nodes), key % this.#nodes, verdict]
    }
  }
}

/** The verdict on an unlike pair is its similarity with a minus sign, also when it is 0. */
const isUnlike = (verdict: number) => verdict < 0 || Object.is(verdict, -0)
const ASKED = -3
