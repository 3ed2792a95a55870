/** Decisions about every document: kept, or removed in favour of which, and the groups that makes. */
import type { Grouping } from '../../grouping/star.js'
import type { Candidates } from '../../methods/candidates.js'
import { type Copies, CopyLists } from './copies.js'
import { type Group, Groups } from './groups.js'
import type { Ordering } from './ordering.js'
import type { StoredPair } from './pairs/stored-pair.js'

export interface Decision {
  /** The document kept in its place: itself when it is kept. */
  readonly kept: number
  /** To the kept one: 1 for equal texts; undefined where signatures decided. */
  readonly similarity: number | undefined
  /** Hamming distance to the kept one, where signatures have one. */
  readonly distance: number | undefined
  /** Of the document (a) and the kept one (b), under containment; see {@link Candidates.shares}. */
  readonly aInB?: number
  readonly bInA?: number
}

/** What decisions are made of, where it is not made of the others. */
interface DecisionParts {
  readonly lists?: CopyLists
  readonly pairs?: Iterable<StoredPair> | undefined
  readonly own?: number
}

/** The node of documents that are in no bucket. */
const NO_NODE = 0xffffffff

export class Decisions {
  readonly copies: Copies
  readonly lists: CopyLists
  readonly candidates: Candidates
  readonly grouping: Grouping
  readonly groups: Groups
  /** Similar pairs of texts that were judged, where they are wanted. */
  readonly pairs: Iterable<StoredPair> | undefined
  /** Documents of the batch itself; those behind them are old ones, of which nothing is told but what concerns these. */
  readonly own: number
  /** Documents of the batch that are removed. */
  readonly removed: number
  /** For each first document its node, NO_NODE when it has none. */
  readonly #nodeOf: Uint32Array
  /** The most preferred of the copies of a first document. */
  readonly #representative: (first: number) => number

  /**
   * @param ordering  undefined for the order of the input
   */
  constructor(
    copies: Copies,
    candidates: Candidates,
    grouping: Grouping,
    ordering: Ordering | undefined,
    { lists = new CopyLists(copies), pairs, own = copies.first.length }: DecisionParts = {},
  ) {
    this.copies = copies
    this.lists = lists
    this.pairs = pairs
    this.own = own
    this.candidates = candidates
    this.grouping = grouping
    this.#nodeOf = new Uint32Array(copies.first.length).fill(NO_NODE)
    for (let node = 0; node < candidates.documents.length; node++) this.#nodeOf[candidates.documents[node] as number] = node
    if (ordering) {
      // By first document: a Map ends at 2^24 entries.
      const representatives = new Uint32Array(copies.first.length)
      for (const first of this.lists.firsts) representatives[first] = this.lists.of(first).reduce((a, b) => (ordering(b, a) < 0 ? b : a))
      this.#representative = (first) => (this.lists.of(first).length > 1 ? (representatives[first] as number) : first)
    } else this.#representative = (first) => first
    const keptOf = (document: number) => this.#keptFor(copies.first[document] as number)
    this.groups = new Groups(copies.first.length, this.#ofOwn(this.#shared(), keptOf), keptOf)
    this.removed = this.#countRemoved()
  }

  /** The node of a text, by its first document, which must have one. */
  nodeOf(first: number): number {
    return this.#nodeOf[first] as number
  }

  /** Marks documents that are in a group of two or more. */
  #shared(): (document: number) => boolean {
    const { copies, lists, candidates, grouping } = this
    const marks = new Uint8Array(copies.first.length)
    for (const first of lists.firsts) marks[first] = 1
    for (let node = 0; node < candidates.documents.length; node++) {
      const kept = grouping.kept[node] as number
      if (kept === node) continue
      marks[candidates.documents[node] as number] = 1
      marks[candidates.documents[kept] as number] = 1
    }
    return (document) => marks[copies.first[document] as number] === 1
  }

  /** Leaves groups out in which no document is of the batch itself. */
  #ofOwn(shared: (document: number) => boolean, keptOf: (document: number) => number): (document: number) => boolean {
    const { own } = this
    const { length } = this.copies.first
    if (own === length) return shared
    const marks = new Uint8Array(length)
    for (let document = 0; document < own; document++) if (shared(document)) marks[keptOf(document)] = 1
    return (document) => shared(document) && marks[keptOf(document)] === 1
  }

  #countRemoved(): number {
    const { groups, own } = this
    if (own === this.copies.first.length) return groups.members - groups.length
    let removed = 0
    for (const { members } of groups) for (let i = 1; i < members.length; i++) if ((members[i] as number) < own) removed++
    return removed
  }

  #keptFor(first: number): number {
    const node = this.#nodeOf[first] as number
    return this.#representative(node === NO_NODE ? first : (this.candidates.documents[this.grouping.kept[node] as number] as number))
  }

  decide(document: number): Decision {
    const first = this.copies.first[document] as number
    const node = this.#nodeOf[first] as number
    const keptNode = node === NO_NODE ? NO_NODE : (this.grouping.kept[node] as number)
    const keptFirst = keptNode === NO_NODE ? first : (this.candidates.documents[keptNode] as number)
    const kept = this.#representative(keptFirst)
    const { distance, shares } = this.candidates
    if (keptFirst === first) return { kept, similarity: 1, distance: distance ? 0 : undefined, ...shares?.(document, kept, 1) }
    const measured = this.grouping.similarity[node] as number
    const similarity = Number.isNaN(measured) ? undefined : measured
    return { kept, similarity, distance: distance?.(node, keptNode), ...shares?.(document, kept, similarity) }
  }

  /** The least sure of the pairs that hold a group together: else the member that is least like the kept one. */
  weakest({ kept, members }: Group): { readonly a: number; readonly b: number; readonly similarity: number | undefined } {
    const { copies, grouping, candidates } = this
    const joined = grouping.weakest?.(this.#nodeOf[copies.first[kept] as number] as number)
    if (joined) {
      const [a, b] = [candidates.documents[joined.a] as number, candidates.documents[joined.b] as number]
      return { a, b, similarity: joined.similarity }
    }
    let weakest = { a: kept, b: members[1] as number, similarity: this.decide(members[1] as number).similarity }
    for (let i = 2; i < members.length; i++) {
      const { similarity } = this.decide(members[i] as number)
      if (!((similarity ?? 1) >= (weakest.similarity ?? 1))) weakest = { a: kept, b: members[i] as number, similarity }
    }
    return weakest
  }

  /** The score of two rows, 0 where they are no pair. @param known  the same of nodes */
  scoreBy(known: (a: number, b: number) => number): (a: number, b: number) => number {
    return (a, b) => {
      const [left, right] = [this.#nodeOf[a] as number, this.#nodeOf[b] as number]
      return left === NO_NODE || right === NO_NODE ? 0 : known(left, right)
    }
  }

  /** The removed documents of the batch, ascending. */
  removedDocuments(): Uint32Array {
    const removed = new Uint32Array(this.removed)
    let filled = 0
    for (const { members } of this.groups)
      for (let i = 1; i < members.length; i++) if ((members[i] as number) < this.own) removed[filled++] = members[i] as number
    return removed.sort()
  }
}
