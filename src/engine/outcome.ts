/** What was decided about every document: kept, or removed in favour of which, and the groups that makes. */
import type { Grouping } from '../grouping/star.js'
import { type Copies, CopyLists } from './copies.js'
import type { Proposal } from './proposing.js'

export interface Decision {
  /** The document kept in its place: itself when it is kept. */
  readonly kept: number
  /** To the kept one: 1 for equal texts; undefined where signatures decided. */
  readonly similarity: number | undefined
  /** Hamming distance to the kept one, where signatures have one. */
  readonly distance: number | undefined
}

export interface Group {
  /** From 1, in the order in which groups begin in the input. */
  readonly number: number
  readonly kept: number
  /** All members, the kept one first, then in the order of the input. */
  readonly members: readonly number[]
}

const NO_NODE = 0xffffffff

export class Outcome {
  readonly copies: Copies
  readonly lists: CopyLists
  readonly proposal: Proposal
  readonly grouping: Grouping
  /** For each first document its node, NO_NODE when it has none. */
  readonly #nodeOf: Uint32Array
  readonly #champion: (first: number) => number
  readonly #groupOf = new Map<number, number>()
  readonly groups: Group[] = []
  readonly removed: number

  /**
   * @param prefer  orders documents, the more preferred first
   */
  constructor(copies: Copies, proposal: Proposal, grouping: Grouping, prefer: (a: number, b: number) => number) {
    this.copies = copies
    this.lists = new CopyLists(copies)
    this.proposal = proposal
    this.grouping = grouping
    this.#nodeOf = new Uint32Array(copies.first.length).fill(NO_NODE)
    proposal.documents.forEach((document, node) => {
      this.#nodeOf[document] = node
    })
    const champions = new Map(
      Array.from(this.lists.firsts, (first) => [first, this.lists.of(first).reduce((a, b) => (prefer(b, a) < 0 ? b : a))]),
    )
    this.#champion = (first) => champions.get(first) ?? first
    this.removed = this.#collectGroups()
  }

  #collectGroups(): number {
    const members = new Map<number, number[]>()
    const texts = new Set<number>(this.lists.firsts)
    for (let node = 0; node < this.proposal.documents.length; node++) {
      const keptNode = this.grouping.kept[node] as number
      if (keptNode !== node) {
        texts.add(this.proposal.documents[node] as number)
        texts.add(this.proposal.documents[keptNode] as number)
      }
    }
    for (const first of texts) {
      const { kept } = this.decide(first)
      const list = members.get(kept) ?? []
      for (const document of this.lists.of(first)) list.push(document)
      members.set(kept, list)
    }
    let removed = 0
    const found = [...members].filter(([, list]) => list.length > 1)
    for (const [kept, list] of found) {
      list.sort((a, b) => a - b)
      removed += list.length - 1
      this.groups.push({ number: 0, kept, members: [kept, ...list.filter((document) => document !== kept)] })
    }
    const begin = ({ kept, members: [, second = kept] }: Group) => Math.min(kept, second)
    this.groups.sort((a, b) => begin(a) - begin(b))
    this.groups.forEach((group, i) => {
      this.groups[i] = { ...group, number: i + 1 }
      this.#groupOf.set(group.kept, i + 1)
    })
    return removed
  }

  decide(document: number): Decision {
    const first = this.copies.first[document] as number
    const node = this.#nodeOf[first] as number
    const keptNode = node === NO_NODE ? NO_NODE : (this.grouping.kept[node] as number)
    const keptFirst = keptNode === NO_NODE ? first : (this.proposal.documents[keptNode] as number)
    const kept = this.#champion(keptFirst)
    const { distance } = this.proposal
    if (keptFirst === first) return { kept, similarity: 1, distance: distance ? 0 : undefined }
    const similarity = this.grouping.similarity[node] as number
    return { kept, similarity: Number.isNaN(similarity) ? undefined : similarity, distance: distance?.(node, keptNode) }
  }

  /** The number of the group that a document kept stands for; undefined when it is alone. */
  groupOf(kept: number): number | undefined {
    return this.#groupOf.get(kept)
  }

  /** The removed documents, ascending. */
  removedDocuments(): Uint32Array {
    const removed = new Uint32Array(this.removed)
    let filled = 0
    for (const { members } of this.groups) for (let i = 1; i < members.length; i++) removed[filled++] = members[i] as number
    return removed.sort()
  }
}
