/** The matches of a link: similar pairs across two sides, and for each document of B its best one. */
import { firstWhere } from '../../hashing/binary-search.js'
import { NumberMap } from '../../hashing/number-map.js'
import type { Candidates } from '../../methods/candidates.js'
import type { Answers } from '../../options/copies.js'
import { type Copies, CopyLists } from '../dedupe/copies.js'

/** A document of A and one of B. */
export interface Match {
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

/** Two nodes of the candidates that were found similar, and how similar: NaN where signatures decided. */
export type SimilarNodes = readonly [a: number, b: number, similarity: number]

/** What matches need of the candidates. */
type Found = Pick<Candidates, 'documents' | 'distance'> & Partial<Pick<Candidates, 'answers' | 'shares'>>

/** A text of A and one of B, each by the first document that has it. */
type Edge = Match

/** The documents with one text on one side: from `documents[from]` to before `documents[to]`, ascending. */
interface Span {
  readonly documents: ArrayLike<number>
  readonly from: number
  readonly to: number
}

const sizeOf = ({ from, to }: Span) => to - from
const firstOf = ({ documents, from }: Span) => documents[from] as number

/** Documents by the first one with the same text, ascending: {@link CopyLists}. */
interface Lists {
  readonly firsts: Uint32Array
  of(first: number): ArrayLike<number>
}

export interface MatchOptions {
  /** The first document of B. */
  readonly start: number
  readonly maxCopies: number
  /** A document is in one pair at most: the most similar pairs first. */
  readonly oneToOne: boolean
}

export class Matches {
  /** Texts with more copies on one side than are paired one by one. */
  readonly manyCopies: number
  readonly isOneToOne: boolean
  readonly #copies: Copies
  readonly #lists: Lists
  /** For each text with copies on both sides how many of them are of A. */
  readonly #splits = new NumberMap<number>()
  readonly #start: number
  readonly #maxCopies: number
  /** The best first. */
  readonly #edges: readonly Edge[]
  /** One to one: for each document of B that has a partner. */
  readonly #chosen: NumberMap<Match> | undefined
  /** For each text of B its best edge, found when it is first asked for. */
  #best: NumberMap<Edge> | undefined

  /**
   * @param similar  each pair once
   * @param lists    in the place of those made of the copies
   */
  constructor(
    { copies, candidates }: { readonly copies: Copies; readonly candidates: Found },
    similar: Iterable<SimilarNodes>,
    { start, maxCopies, oneToOne }: MatchOptions,
    lists: Lists = new CopyLists(copies),
  ) {
    this.#copies = copies
    this.#lists = lists
    this.#start = start
    this.#maxCopies = maxCopies
    this.#edges = this.#findEdges(candidates, similar).sort(
      (x, y) =>
        (y.similarity ?? 0) - (x.similarity ?? 0) ||
        (x.distance ?? 0) - (y.distance ?? 0) ||
        this.#firstA(x) - this.#firstA(y) ||
        this.#firstB(x) - this.#firstB(y),
    )
    this.isOneToOne = oneToOne
    this.#chosen = oneToOne ? this.#choose() : undefined
    const isMany = (span: Span) => sizeOf(span) > maxCopies
    this.manyCopies = this.#lists.firsts.filter((text) => isMany(this.#ofA(text)) || isMany(this.#ofB(text))).length
  }

  #findEdges({ documents, distance, answers: answersOf, shares }: Found, similar: Iterable<SimilarNodes>): Edge[] {
    const edges: Edge[] = []
    const add = (a: number, b: number, similarity: number | undefined, apart: number | undefined, answers?: Answers) => {
      if (!sizeOf(this.#ofA(a)) || !sizeOf(this.#ofB(b))) return
      edges.push({ a, b, similarity, distance: apart, ...shares?.(a, b, similarity), ...(answers ? { answers } : {}) })
    }
    for (const text of this.#lists.firsts) add(text, text, 1, distance ? 0 : undefined, answersOf && 'both')
    for (const [x, y, measured] of similar) {
      const [left, right] = [documents[x] as number, documents[y] as number]
      const similarity = Number.isNaN(measured) ? undefined : measured
      const apart = distance?.(x, y)
      const answers = answersOf?.(x, y, measured)
      add(left, right, similarity, apart, answers)
      add(right, left, similarity, apart, answers)
    }
    return edges
  }

  /** Where the documents of B begin among those with one text. */
  #split(text: number, all: ArrayLike<number>): number {
    if ((all[0] as number) >= this.#start) return 0
    if ((all[all.length - 1] as number) < this.#start) return all.length
    const known = this.#splits.get(text)
    if (known !== undefined) return known
    const split = firstWhere(1, all.length - 1, (at) => (all[at] as number) >= this.#start)
    this.#splits.set(text, split)
    return split
  }

  #ofA(text: number): Span {
    const documents = this.#lists.of(text)
    return { documents, from: 0, to: this.#split(text, documents) }
  }

  #ofB(text: number): Span {
    const documents = this.#lists.of(text)
    return { documents, from: this.#split(text, documents), to: documents.length }
  }

  #firstA = ({ a }: Edge) => firstOf(this.#ofA(a))
  #firstB = ({ b }: Edge) => firstOf(this.#ofB(b))

  /** Greedy: the best pair of which both are free, and so on. Of copies the earlier come first. */
  #choose(): NumberMap<Match> {
    const chosen = new NumberMap<Match>()
    const [usedA, usedB] = [new NumberMap<number>(), new NumberMap<number>()]
    for (const edge of this.#edges) {
      const [left, right] = [this.#ofA(edge.a), this.#ofB(edge.b)]
      let [i, j] = [usedA.get(edge.a) ?? 0, usedB.get(edge.b) ?? 0]
      while (i < sizeOf(left) && j < sizeOf(right)) {
        const [a, b] = [left.documents[i++] as number, right.documents[right.from + j++] as number]
        chosen.set(b, { ...edge, a, b })
      }
      usedA.set(edge.a, i)
      usedB.set(edge.b, j)
    }
    return chosen
  }

  /**
   * Similar pairs, ascending by a, then b; one to one, the chosen ones. Of more than `maxCopies` equal texts of one side each is
   * paired with the first equal one of the other side only, and only the first with other texts.
   */
  *pairs(): Generator<Match> {
    if (this.#chosen) {
      yield* [...this.#chosen.values()].sort((x, y) => x.a - y.a)
      return
    }
    const edgesOf = new NumberMap<Edge[]>()
    for (const edge of this.#edges) {
      const list = edgesOf.get(edge.a)
      if (!list) edgesOf.set(edge.a, [edge])
      // Equal ones first: many copies have no others.
      else if (edge.a === edge.b) list.unshift(edge)
      else list.push(edge)
    }
    for (let a = 0; a < this.#start; a++) {
      const text = this.#copies.first[a] as number
      const edges = edgesOf.get(text)
      if (!edges) continue
      const left = this.#ofA(text)
      const isFirst = firstOf(left) === a
      // Of many equal texts the first one stands for all.
      const isPaired = isFirst || sizeOf(left) <= this.#maxCopies
      const found: Match[] = []
      for (const edge of edges) {
        const isEqual = edge.a === edge.b
        if (!isPaired && !isEqual) break
        // Everything that is looked at becomes a pair, so that the work grows with the pairs.
        const right = this.#ofB(edge.b)
        const all = isPaired && (sizeOf(right) <= this.#maxCopies || (isEqual && isFirst))
        const to = all ? right.to : right.from + 1
        for (let j = right.from; j < to; j++) found.push({ ...edge, a, b: right.documents[j] as number })
      }
      yield* found.sort((x, y) => x.b - y.b)
    }
  }

  /** For each document of B, ascending, its best match; of equally good ones the earliest. `undefined` without one. */
  *best(): Generator<{ readonly b: number; readonly match: Match | undefined }> {
    for (let b = this.#start; b < this.#copies.first.length; b++) yield { b, match: this.bestOf(b) }
  }

  /** The best match of a document of B. */
  bestOf(b: number): Match | undefined {
    if (this.#chosen) return this.#chosen.get(b)
    this.#best ??= this.#findBest()
    const edge = this.#best.get(this.#copies.first[b] as number)
    return edge && { ...edge, a: this.#firstA(edge), b }
  }

  #findBest(): NumberMap<Edge> {
    const best = new NumberMap<Edge>()
    for (const edge of this.#edges) if (!best.has(edge.b)) best.set(edge.b, edge)
    return best
  }
}
