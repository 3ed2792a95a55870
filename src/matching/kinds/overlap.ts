/** How much of what two values say they say both: words weighed by their rarity, spelling mistakes and initials forgiven in part. */
import { JaroWinkler, mostJaroWinkler } from '../distances/jaro-winkler.js'
import type { TextMeasure } from './settings.js'
import type { TokenTable } from './tokens.js'

/** Words left over on each side of which near ones are looked for. */
const LEFT_OVER = 12
/** Two words are near from this Jaro–Winkler similarity. */
const NEAR = 0.86
const SHORTEST_NEAR = 3
/** How far an initial stands for a word. */
const INITIAL = 0.7

const isDigit = (code: number) => code >= 48 && code <= 57

/** Measures values of one token table by their numbers. */
export class Overlap {
  readonly #table: TokenTable
  readonly #jaroWinkler = new JaroWinkler()
  readonly #leftA = new Uint32Array(LEFT_OVER)
  readonly #leftB = new Uint32Array(LEFT_OVER)
  readonly #near = new Float64Array(LEFT_OVER * LEFT_OVER)
  readonly #initials: boolean
  readonly #measure: TextMeasure

  /** @param initials  whether one letter may stand for a word that begins with it */
  constructor(table: TokenTable, initials: boolean, measure: TextMeasure = 'cosine') {
    this.#measure = measure
    this.#table = table
    this.#initials = initials
  }

  /** The weight that the words of both values share; of two near words the mean of their weights counts in part. */
  shared(a: number, b: number): number {
    const { starts, tokens, weights } = this.#table
    let i = starts[a] as number
    let j = starts[b] as number
    const endA = starts[a + 1] as number
    const endB = starts[b + 1] as number
    let sum = 0
    let leftA = 0
    let leftB = 0
    while (i < endA || j < endB) {
      const x = i < endA ? (tokens[i] as number) : 0xffffffff
      const y = j < endB ? (tokens[j] as number) : 0xffffffff
      if (x === y) {
        sum += weights[x] as number
        i++
        j++
      } else if (x < y) {
        if (leftA < LEFT_OVER) this.#leftA[leftA] = x
        leftA++
        i++
      } else {
        if (leftB < LEFT_OVER) this.#leftB[leftB] = y
        leftB++
        j++
      }
    }
    if (leftA === 0 || leftB === 0 || leftA > LEFT_OVER || leftB > LEFT_OVER) return sum
    return sum + this.#sharedNear(leftA, leftB)
  }

  /** The best pairs of near words first, each word once. */
  #sharedNear(sizeA: number, sizeB: number): number {
    const near = this.#near
    const { weights } = this.#table
    let found = 0
    for (let i = 0; i < sizeA; i++) {
      for (let j = 0; j < sizeB; j++) {
        const x = this.#leftA[i] as number
        const y = this.#leftB[j] as number
        const likeness = this.#nearness(x, y)
        near[i * LEFT_OVER + j] = likeness ? (likeness * ((weights[x] as number) + (weights[y] as number))) / 2 : 0
        if (likeness) found++
      }
    }
    let sum = 0
    while (found > 0) {
      let best = 0
      let [bestI, bestJ] = [0, 0]
      for (let i = 0; i < sizeA; i++)
        for (let j = 0; j < sizeB; j++) {
          const own = near[i * LEFT_OVER + j] as number
          if (own < best || own === 0 || (own === best && !this.#isBefore(i, j, bestI, bestJ))) continue
          best = own
          bestI = i
          bestJ = j
        }
      if (best === 0) break
      sum += best
      for (let j = 0; j < sizeB; j++) near[bestI * LEFT_OVER + j] = 0
      for (let i = 0; i < sizeA; i++) near[i * LEFT_OVER + bestJ] = 0
    }
    return sum
  }

  /** Whether the first of two equally near pairs is the one to take, by spelling: numbers of words depend on what came before. */
  #isBefore(i: number, j: number, otherI: number, otherJ: number): boolean {
    const [first, second] = this.#bySpelling(this.#leftA[i] as number, this.#leftB[j] as number)
    const [otherFirst, otherSecond] = this.#bySpelling(this.#leftA[otherI] as number, this.#leftB[otherJ] as number)
    return (this.#compareSpelling(first, otherFirst) || this.#compareSpelling(second, otherSecond)) < 0
  }

  #bySpelling(x: number, y: number): readonly [number, number] {
    return this.#compareSpelling(x, y) <= 0 ? [x, y] : [y, x]
  }

  #compareSpelling(x: number, y: number): number {
    const { codes, codeStarts } = this.#table
    const [fromX, fromY] = [codeStarts[x] as number, codeStarts[y] as number]
    const [lengthX, lengthY] = [(codeStarts[x + 1] as number) - fromX, (codeStarts[y + 1] as number) - fromY]
    for (let at = 0; at < Math.min(lengthX, lengthY); at++) {
      const difference = (codes[fromX + at] as number) - (codes[fromY + at] as number)
      if (difference) return difference
    }
    return lengthX - lengthY
  }

  /** 0 for words that are not near. */
  #nearness(x: number, y: number): number {
    const { codes, codeStarts, letters } = this.#table
    const fromX = codeStarts[x] as number
    const toX = codeStarts[x + 1] as number
    const fromY = codeStarts[y] as number
    const toY = codeStarts[y + 1] as number
    const short = Math.min(toX - fromX, toY - fromY)
    if (short === 1) return this.#initials && codes[fromX] === codes[fromY] && !isDigit(codes[fromX] as number) ? INITIAL : 0
    if (short < SHORTEST_NEAR) return 0
    // Another number is another thing, and Chinese pairs of characters have no spelling.
    if (isDigit(codes[toX - 1] as number) || isDigit(codes[toY - 1] as number) || (codes[fromX] as number) >= 0x2e80) return 0
    const isSameFirst = codes[fromX] === codes[fromY]
    if (mostJaroWinkler(toX - fromX, toY - fromY, letters[x] as number, letters[y] as number, isSameFirst) < NEAR) return 0
    const likeness = this.#jaroWinkler.similarity(codes, fromX, toX, codes, fromY, toY)
    return likeness >= NEAR ? likeness : 0
  }

  /** Shared weight as a share of the geometric mean of what each says, unless another measure is asked for: 0 to 1. */
  similarity(a: number, b: number): number {
    const left = this.#table.totals[a] as number
    const right = this.#table.totals[b] as number
    if (!(left > 0 && right > 0)) return 0
    const shared = this.shared(a, b)
    if (this.#measure === 'jaccard') return Math.min(1, shared / Math.max(shared, left + right - shared))
    return Math.min(1, shared / (this.#measure === 'containment' ? Math.min(left, right) : Math.sqrt(left * right)))
  }
}

/** Of values that are not equal the similarity stays below 1. */
export const below1 = (similarity: number): number => Math.min(similarity, 0.99)
