/** Under `find: 'all'`: which question a similar pair answers. */
import { isSimilar } from '../../comparing/similar.js'
import { type Answers, COPIES } from '../../options/copies.js'

/**
 * A pair that is a copy shows the measure of copies, any other the one of versions. So the number tells the question, but for versions of 0.8
 * and more that are no copies: those are few, and are remembered.
 */
export class BothQuestions {
  readonly #known: (a: number, b: number) => number
  readonly #threshold: number
  readonly #nodes: number
  readonly #noCopies = new Set<number>()

  /** @param known  similarity in rare features of two nodes, which are fewer than `nodes` */
  constructor(known: (a: number, b: number) => number, threshold: number, nodes: number) {
    this.#known = known
    this.#threshold = threshold
    this.#nodes = nodes
  }

  /** Notes that two nodes were measured and are no copies. */
  noCopies(a: number, b: number): void {
    if (isSimilar(this.#known(a, b), COPIES)) this.#noCopies.add(this.#keyOf(a, b))
  }

  /** @param similarity  that the pair shows */
  answers(a: number, b: number, similarity: number): Answers {
    const isVersion = isSimilar(this.#known(a, b), this.#threshold)
    const isCopy = isSimilar(similarity, COPIES) && !this.#noCopies.has(this.#keyOf(a, b))
    return isVersion && isCopy ? 'both' : isCopy ? 'copies' : 'versions'
  }

  #keyOf(a: number, b: number): number {
    return Math.min(a, b) * this.#nodes + Math.max(a, b)
  }
}
