/** All similar pairs of documents, in order, copies spelled out. */

import type { Candidates } from '../../../methods/candidates.js'
import type { Answers } from '../../../options/copies.js'
import type { Copies, CopyLists } from '../copies.js'
import type { Decisions } from '../decisions.js'
import type { RunContext } from '../run-context.js'
import { PairStore } from './pair-store.js'

export interface Pair {
  readonly a: number
  readonly b: number
  /** Undefined where signatures decided. */
  readonly similarity: number | undefined
  readonly distance: number | undefined
  /** Where both questions of `find` are asked. */
  readonly answers?: Answers
  /** Under containment, see {@link Candidates.shares}. */
  readonly aInB?: number
  readonly bInA?: number
}

/** Of `--memory`, what pairs take before they go to disk. */
const SHARE = 1 / 8

/** Documents that are paired with other texts: of more than `maxCopies` equal texts the first one stands for all. */
class Paired {
  readonly #copies: Copies
  readonly #lists: CopyLists
  readonly #maxCopies: number

  constructor(copies: Copies, lists: CopyLists, maxCopies: number) {
    this.#copies = copies
    this.#lists = lists
    this.#maxCopies = maxCopies
  }

  /** Of the documents with one text, named by the first. */
  of(first: number): Uint32Array {
    const all = this.#lists.of(first)
    return all.length <= this.#maxCopies ? all : all.subarray(0, 1)
  }

  has(document: number): boolean {
    const first = this.#copies.first[document] as number
    return first === document || this.#lists.of(first).length <= this.#maxCopies
  }
}

/** Similar pairs of one run as they are found. */
export class FoundPairs {
  readonly #store: PairStore
  readonly #paired: Paired
  readonly #documents: Uint32Array

  constructor({ options, folder }: RunContext, copies: Copies, lists: CopyLists, { documents }: Pick<Candidates, 'documents'>) {
    this.#store = new PairStore(options.memory * SHARE, folder)
    this.#paired = new Paired(copies, lists, options.maxCopies)
    this.#documents = documents
  }

  get store(): PairStore {
    return this.#store
  }

  /** Adds a pair of nodes: under each document with either text, as long as one with the other text comes after it. */
  add(a: number, b: number, similarity: number): void {
    const [left, right] = [this.#documents[a] as number, this.#documents[b] as number]
    this.#addUnder(left, right, similarity)
    this.#addUnder(right, left, similarity)
  }

  #addUnder(first: number, other: number, similarity: number): void {
    const last = this.#paired.of(other).at(-1) as number
    for (const document of this.#paired.of(first)) {
      if (document > last) return
      this.#store.add(document, other, similarity)
    }
  }
}

/**
 * Every similar pair, a before b in the input, ascending by a, then b. Of more than `maxCopies` equal texts each copy is
 * paired with the first one only, and only the first with other texts. Of pairs of old documents, which a batch is held against, nothing is told.
 */
export function* pairsOf(decisions: Decisions, maxCopies: number): Generator<Pair> {
  const { copies, lists, candidates, pairs } = decisions
  const { distance, shares, answers: answersOf } = candidates
  const paired = new Paired(copies, lists, maxCopies)
  const equal = { similarity: 1, distance: distance ? 0 : undefined, ...(answersOf ? { answers: 'both' as const } : {}) }
  const stored = (pairs ?? [])[Symbol.iterator]()
  let next = stored.next()
  try {
    for (let a = 0; a < decisions.own; a++) {
      const first = copies.first[a] as number
      const own = lists.of(first)
      const partners: Pair[] = []
      if (own.length > 1 && paired.has(a)) for (const b of own) if (b > a) partners.push({ a, b, ...equal, ...shares?.(a, b, 1) })
      for (; !next.done && next.value.document === a; next = stored.next()) {
        const { other, similarity } = next.value
        const value = Number.isNaN(similarity) ? undefined : similarity
        const apart = distance?.(decisions.nodeOf(first), decisions.nodeOf(other))
        const answers = answersOf && { answers: answersOf(decisions.nodeOf(first), decisions.nodeOf(other), similarity) }
        for (const b of paired.of(other))
          if (b > a) partners.push({ a, b, similarity: value, distance: apart, ...shares?.(a, b, value), ...answers })
      }
      if (partners.length > 1) partners.sort((x, y) => x.b - y.b)
      yield* partners
    }
  } finally {
    stored.return?.(undefined)
  }
}
