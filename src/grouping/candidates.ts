/** Candidate pairs as a graph: what a search hands to grouping, and what grouping asks of a verifier. */

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

/**
 * Decides pairs (a, b, a, b, …) exactly; called with many pairs at once.
 *
 * @param exact  the similarity of unlike pairs is wanted too; otherwise it may be NaN
 */
export type Verifier = (pairs: Uint32Array, exact?: boolean) => Promise<VerifiedPairs>

export interface VerifiedPairs {
  /** 1 where the pair is similar. */
  readonly similar: Uint8Array
  /** The similarity; NaN where signatures decide, and of unlike pairs where it was not asked for. */
  readonly similarity: Float64Array
}

/** A verifier that also hands out what it measures, where its measure is the share of features that two texts have together (Jaccard). */
export type Judge = Verifier & {
  /** Feature sets of nodes, in their order; undefined where there is no room for them. */
  readonly jaccardSets?: (nodes: Uint32Array) => Promise<JaccardSets | undefined>
}

/** Feature sets by number: distinct 64-bit hashes, and the rule that judges them. */
export interface FeatureSets {
  readonly count: number
  /** Distinct features of a set. */
  size(set: number): number
  /** The hashes of a set, two words each, in any order. */
  words(set: number): Uint32Array
}

export interface JaccardSets extends FeatureSets {
  readonly threshold: number
  /** The similarity that a verifier gives for sets of these sizes. */
  similarity(left: number, right: number, shared: number): number
  isSimilar(similarity: number): boolean
}

/** Calls by which grouping reports to its caller on the way. */
export interface GroupingHooks {
  /** Takes every pair that was found similar, a before b, each once. */
  readonly found?: ((a: number, b: number, similarity: number) => void) | undefined
  /** Called every few milliseconds of work without a wait, so that the caller can let others have their turn. */
  readonly pause?: (() => Promise<void>) | undefined
}

/** The buckets of each node: those at starts[n] … starts[n + 1] - 1, ascending, each with the place of the node among the members. */
export interface Membership {
  readonly starts: Uint32Array
  readonly buckets: Uint32Array
  readonly slots: Uint32Array
}

/** Buckets by node, from nodes by bucket. */
export function membership({ nodes, starts, members }: CandidateGraph): Membership {
  const offsets = new Uint32Array(nodes + 1)
  for (let i = 0; i < members.length; i++) {
    const node = members[i] as number
    offsets[node + 1] = (offsets[node + 1] as number) + 1
  }
  for (let i = 1; i <= nodes; i++) offsets[i] = (offsets[i] as number) + (offsets[i - 1] as number)
  const next = offsets.slice()
  const buckets = new Uint32Array(members.length)
  const slots = new Uint32Array(members.length)
  for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
    for (let i = starts[bucket] as number; i < (starts[bucket + 1] as number); i++) {
      const node = members[i] as number
      const at = next[node] as number
      buckets[at] = bucket
      slots[at] = i
      next[node] = at + 1
    }
  }
  return { starts: offsets, buckets, slots }
}

/** Steps of work between two calls of a {@link Pauses.due}: a few milliseconds. */
const STEPS = 1 << 17

/** Counts steps of work, and says when it is time for a pause. */
export class Pauses {
  readonly #pause: (() => Promise<void>) | undefined
  #steps = 0

  constructor({ pause }: GroupingHooks) {
    this.#pause = pause
  }

  step(count = 1): void {
    this.#steps += count
  }

  get due(): boolean {
    return this.#steps >= STEPS && this.#pause !== undefined
  }

  async take(): Promise<void> {
    this.#steps = 0
    await this.#pause?.()
  }
}
