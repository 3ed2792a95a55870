/** Terms and shingles as numbers, and pairs of documents that share some: the ground that the rivals by words stand on. */
import { mix32 } from '../../hashing/bits.js'
import { murmur3x32 } from '../../hashing/murmur3.js'
import type { RivalDocument } from './rival.js'

/** A document as counts by term. */
export type TermCounts = ReadonlyMap<number, number>

export interface Vocabulary {
  readonly counts: readonly TermCounts[]
  /** Documents that have each term. */
  readonly documentFrequency: readonly number[]
  readonly terms: readonly string[]
}

/** Numbers terms in the order of their first occurrence. */
export function countTerms(documents: readonly RivalDocument[]): Vocabulary {
  const numbers = new Map<string, number>()
  const terms: string[] = []
  const documentFrequency: number[] = []
  const counts = documents.map(({ tokens }) => {
    const own = new Map<number, number>()
    for (const token of tokens) {
      let term = numbers.get(token)
      if (term === undefined) {
        term = terms.push(token) - 1
        numbers.set(token, term)
        documentFrequency.push(0)
      }
      const count = own.get(term)
      if (count === undefined) documentFrequency[term] = (documentFrequency[term] as number) + 1
      own.set(term, (count ?? 0) + 1)
    }
    return own
  })
  return { counts, documentFrequency, terms }
}

/**
 * Every pair of documents that share a term, with the sum over shared terms of the product of both weights. Inverted lists in flat
 * arrays: nothing is done for pairs without a shared term, and millions of pairs with hundreds of them take seconds.
 *
 * @param vectors   weights above 0 by term
 * @param nearness  a term counts only where this is more than x / y + y / x of its weights; without it every shared term does
 * @example sumOverShared([new Map([[7, 2]]), new Map([[7, 3]])], (a, b, sum) => …) // 0, 1, 6
 */
export function sumOverShared(
  vectors: readonly ReadonlyMap<number, number>[],
  emit: (a: number, b: number, sum: number) => void,
  nearness = Number.POSITIVE_INFINITY,
): void {
  const { listOf, starts, size } = layLists(vectors)
  const ends = starts.slice()
  const documents = new Uint32Array(size)
  const weights = new Float64Array(size)
  // Below 0: nothing is shared.
  const sums = new Float64Array(vectors.length).fill(-1)
  vectors.forEach((vector, b) => {
    const met: number[] = []
    for (const [term, weight] of vector) {
      const list = listOf.get(term) as number
      const end = ends[list] as number
      for (let at = starts[list] as number; at < end; at++) {
        const a = documents[at] as number
        const other = weights[at] as number
        const sum = sums[a] as number
        const both = other * weight
        // x / y + y / x without a division or a branch, which would be most of the time.
        const product = both * Number(nearness * both > other * other + weight * weight)
        if (sum < 0) {
          met.push(a)
          sums[a] = product
        } else sums[a] = sum + product
      }
      documents[end] = b
      weights[end] = weight
      ends[list] = end + 1
    }
    for (const a of met) {
      emit(a, b, sums[a] as number)
      sums[a] = -1
    }
  })
}

/** Room for the inverted list of every term, one behind the other. */
function layLists(vectors: readonly ReadonlyMap<number, number>[]) {
  const listOf = new Map<number, number>()
  const lengths: number[] = []
  for (const vector of vectors) {
    for (const term of vector.keys()) {
      const list = listOf.get(term) ?? lengths.push(0) - 1
      listOf.set(term, list)
      lengths[list] = (lengths[list] as number) + 1
    }
  }
  const starts = new Uint32Array(lengths.length)
  let size = 0
  lengths.forEach((length, list) => {
    starts[list] = size
    size += length
  })
  return { listOf, starts, size }
}

/** The most frequent terms of a document, the most frequent first; of equally frequent ones, those first in UTF-16 order. */
export function mostFrequent<Term>(counts: ReadonlyMap<Term, number>, most: number, nameOf: (term: Term) => string): Term[] {
  return [...counts]
    .sort(([x, n], [y, m]) => m - n || (nameOf(x) < nameOf(y) ? -1 : 1))
    .slice(0, most)
    .map(([term]) => term)
}

const encoder = new TextEncoder()

/** One number of 52 bits for a run of 32-bit numbers. @param start  where the upper half starts from: another start, another hash */
export function runHash(values: ArrayLike<number>, from: number, to: number, start: number): number {
  let low = 0
  let high = start
  for (let i = from; i < to; i++) {
    low = mix32(low ^ (values[i] as number))
    high = mix32((high + (values[i] as number)) | 0)
  }
  return (high >>> 12) * 2 ** 32 + low
}

/**
 * The distinct shingles of every document: hashes of w consecutive tokens, 52 bits, so that two unlike shingles among
 * millions hardly ever meet. A document of fewer tokens than w is one shingle; an empty one has none.
 */
export function shingleHashes(documents: readonly RivalDocument[], w: number): Set<number>[] {
  const known = new Map<string, number>()
  const hashOf = (token: string) => {
    let hash = known.get(token)
    if (hash === undefined) {
      hash = murmur3x32(encoder.encode(token))
      known.set(token, hash)
    }
    return hash
  }
  return documents.map(({ tokens }) => {
    const hashes = tokens.map(hashOf)
    const found = new Set<number>()
    const width = Math.min(w, hashes.length)
    for (let at = 0; width && at + width <= hashes.length; at++) found.add(runHash(hashes, at, at + width, 0x9e3779b9))
    return found
  })
}

/** A 52-bit hash brought to 32 well-mixed bits, by the function of that number. */
export const remix = (hash: number, salt: number) => mix32(((hash % 2 ** 32) | 0) ^ mix32(Math.floor(hash / 2 ** 32) + salt))
