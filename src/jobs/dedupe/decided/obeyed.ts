/** Decisions of people in a batch: found among its documents, brought to its texts and nodes, and obeyed by its groups. */
import { type Act, namesOf } from '../../../deciding/acts.js'
import { derive } from '../../../deciding/derive.js'
import { type DecisionCounts, type Resolved, resolve } from '../../../deciding/resolve.js'
import type { Verifier } from '../../../grouping/candidates.js'
import { obey } from '../../../grouping/constrained.js'
import type { Grouping } from '../../../grouping/star.js'
import { NumberMap } from '../../../hashing/number-map.js'
import { Uint32List } from '../../../hashing/typed-list.js'
import type { Candidates } from '../../../methods/candidates.js'
import type { Options } from '../../../options/options.js'
import { contentDigest } from '../../../reading/decisions/content-digest.js'
import { readDecisions } from '../../../reading/decisions/decisions-file.js'
import type { Copies } from '../copies.js'
import type { Ordering } from '../ordering.js'
import type { RunContext } from '../run-context.js'

/** Documents that are read at once. */
const BATCH = 256

/** What became of the decisions of a run. */
export interface DecisionSummary extends DecisionCounts {
  /** Pairs that are one thing by some acts and must be apart by others: they were left apart. */
  readonly conflicts: number
}

/** Two nodes and their similarity. */
type SimilarPair = readonly [a: number, b: number, similarity: number]

/** The decisions of one run. */
export class Obeyed {
  readonly #resolved: Resolved
  /** By document: 0, or the higher the more it is to stay. */
  readonly #keepRanks: ReadonlyMap<number, number>
  #equal: readonly (readonly number[])[] = []
  #conflicts = 0

  constructor(resolved: Resolved) {
    this.#resolved = resolved
    this.#keepRanks = new Map(resolved.keeps.map((document, i) => [document, i + 1]))
  }

  get summary(): DecisionSummary {
    const { counts } = this.#resolved
    return { ...counts, applied: counts.applied - this.#conflicts, conflicts: this.#conflicts }
  }

  /** Whether people said which document of a group stays. */
  get choosesKept(): boolean {
    return this.#keepRanks.size > 0
  }

  /** The order of preference with the documents before all others that are to stay. */
  prefer(ordering: Ordering): Ordering {
    if (!this.choosesKept) return ordering
    const rank = (document: number) => this.#keepRanks.get(document) ?? 0
    return (a, b) => rank(b) - rank(a) || ordering(a, b)
  }

  /** Equal texts that are to be apart become texts of their own. */
  split(copies: Copies): Copies {
    const labels = new Map<number, string>()
    this.#resolved.cannot.forEach(({ a, b }, i) => {
      const [left, right] = [a, b].map((side) => new Set(side.map((document) => copies.first[document])))
      if (![...(left as Set<number>)].some((first) => right?.has(first))) return
      for (const [side, documents] of [a, b].entries())
        for (const document of documents) labels.set(document, `${labels.get(document) ?? ''} ${i}:${side}`)
    })
    if (!labels.size) return copies
    const touched = new Set([...labels.keys()].map((document) => copies.first[document] as number))
    const first = copies.first.slice()
    const blocks = new Map<string, number>()
    const equal = new Map<number, number[]>()
    copies.first.forEach((old, document) => {
      if (!touched.has(old)) return
      const key = `${old}${labels.get(document) ?? ''}`
      const owner = blocks.get(key)
      if (owner !== undefined) {
        first[document] = owner
        return
      }
      blocks.set(key, document)
      first[document] = document
      equal.set(old, [...(equal.get(old) ?? []), document])
    })
    this.#equal = [...equal.values()].filter((texts) => texts.length > 1)
    const distinct = new Uint32List()
    first.forEach((owner, document) => {
      if (owner === document) distinct.push(document)
    })
    return { first, distinct: distinct.taken() }
  }

  /** Texts that decisions speak of, by their first documents, ascending: they need a node, also where nothing is like them. */
  texts({ first }: Copies): Uint32Array {
    const all = new Set(this.#equal.flat())
    for (const { a, b } of [...this.#resolved.must, ...this.#resolved.cannot])
      for (const document of [...a, ...b]) all.add(first[document] as number)
    return Uint32Array.from(all).sort()
  }

  /**
   * Similar pairs of nodes as decisions want them: those that must be apart are left out, those that must be together are added.
   *
   * @param judge  measures pairs that were not found
   */
  async pairsObeyed(similar: readonly SimilarPair[], { documents }: Candidates, copies: Copies, judge: Verifier): Promise<SimilarPair[]> {
    const { must, cannot } = this.#nodePairs(documents, copies)
    const key = (a: number, b: number) => Math.min(a, b) * documents.length + Math.max(a, b)
    const barred = new Set(cannot.map(([a, b]) => key(a, b)))
    const allowed = similar.filter(([a, b]) => !barred.has(key(a, b)))
    const known = new Set(allowed.map(([a, b]) => key(a, b)))
    const added = must.filter(([a, b]) => !barred.has(key(a, b)) && !known.has(key(a, b)))
    this.#conflicts = must.filter(([a, b]) => barred.has(key(a, b))).length
    if (!added.length) return allowed
    const { similarity } = await judge(Uint32Array.from(added.flat()), true)
    return [...allowed, ...added.map(([a, b], i) => [a, b, similarity[i] as number] as const)]
  }

  /** Groups as decisions want them. */
  async obeyedBy(
    grouping: Grouping,
    { graph, documents }: Candidates,
    copies: Copies,
    judge: Verifier,
    { groupBy, maxPairs }: Options,
  ): Promise<Grouping> {
    const { must, cannot, nodeOf } = this.#nodePairs(documents, copies)
    const constraints = {
      must,
      cannot,
      equal: this.#equal.map((texts) => texts.map((text) => nodeOf.get(text) as number).sort((a, b) => a - b)),
    }
    const { grouping: obeyed, conflicts } = await obey(grouping, graph, judge, constraints, { groupBy, maxPairs })
    this.#conflicts = conflicts.length
    return obeyed
  }

  /** Pairs of documents as pairs of the nodes of their texts. */
  #nodePairs(documents: Uint32Array, { first }: Copies) {
    const nodeOf = new NumberMap<number>()
    for (const [node, document] of documents.entries()) nodeOf.set(document, node)
    const node = (document: number) => nodeOf.get(first[document] as number) as number
    const pairs = (found: Resolved['must']) =>
      found.flatMap(({ a, b }) => {
        const [left, right] = [new Set(a.map(node)), new Set(b.map(node))]
        return [...left].flatMap((x) => [...right].flatMap((y) => (x === y ? [] : [[x, y] as const])))
      })
    return { must: pairs(this.#resolved.must), cannot: pairs(this.#resolved.cannot), nodeOf }
  }
}

/**
 * Finds the decisions of a run among its documents; undefined where the options name none. Every document is read again.
 *
 * @throws {LeitongError} `SOURCE_READ`, `DECISIONS_FILE`
 */
export async function findDecided(context: RunContext): Promise<Obeyed | undefined> {
  const { decisions } = context.options
  if (decisions === undefined) return undefined
  return new Obeyed(await resolveActs(context, readDecisions(decisions)))
}

/** Acts held against the documents of a run. */
export async function resolveActs(context: RunContext, acts: readonly Act[]): Promise<Resolved> {
  const derived = derive(acts)
  const { documents } = context
  const digests = new Map<string, number[]>()
  const ids = new Map<string, number[]>()
  const { must, cannot, keeps } = derived
  const members = [...[...must, ...cannot].flatMap(({ a, b }) => [a, b]), ...keeps.map(({ member }) => member)]
  for (const member of members) {
    digests.set(member.digest, [])
    for (const name of namesOf(member)) ids.set(name, [])
  }
  for (let from = 0; members.length && from < documents.count; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, documents.count - from) }, (_, i) => from + i)
    context.textsOf(numbers).forEach((read, i) => {
      digests.get(contentDigest(read))?.push(from + i)
      ids.get(documents.idOf(from + i))?.push(from + i)
    })
    await context.pause()
  }
  return resolve(derived, { withDigest: (digest) => digests.get(digest) ?? [], withId: (id) => ids.get(id) ?? [] })
}
