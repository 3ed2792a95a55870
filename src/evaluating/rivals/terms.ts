/** What the rivals share: terms as numbers, shingles as numbers, and which documents have terms in common. */
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
 * Every pair of documents that share a term, with the sum over shared terms of what `combine` makes of the two weights. Inverted
 * lists: nothing is done for pairs without a shared term.
 */
export function sumOverShared(
  vectors: readonly ReadonlyMap<number, number>[],
  combine: (left: number, right: number, term: number) => number,
  emit: (a: number, b: number, sum: number) => void,
): void {
  const lists = new Map<number, { readonly documents: number[]; readonly weights: number[] }>()
  const sums = new Float64Array(vectors.length)
  const isMet = new Uint8Array(vectors.length)
  vectors.forEach((vector, b) => {
    const met: number[] = []
    for (const [term, weight] of vector) {
      let list = lists.get(term)
      if (!list) {
        list = { documents: [], weights: [] }
        lists.set(term, list)
      }
      const { documents, weights } = list
      for (let i = 0; i < documents.length; i++) {
        const a = documents[i] as number
        if (!isMet[a]) {
          isMet[a] = 1
          met.push(a)
        }
        sums[a] = (sums[a] as number) + combine(weights[i] as number, weight, term)
      }
      documents.push(b)
      weights.push(weight)
    }
    for (const a of met) {
      emit(a, b, sums[a] as number)
      sums[a] = 0
      isMet[a] = 0
    }
  })
}

const encoder = new TextEncoder()

/** The finaliser of MurmurHash3 in 32 bits. */
export function mix32(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
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
    for (let at = 0; width && at + width <= hashes.length; at++) {
      let low = 0
      let high = 0x9e3779b9
      for (let i = at; i < at + width; i++) {
        low = mix32(low ^ (hashes[i] as number))
        high = mix32((high + (hashes[i] as number)) | 0)
      }
      found.add((high >>> 12) * 2 ** 32 + low)
    }
    return found
  })
}

/** A 52-bit hash brought to 32 well-mixed bits, by the function of that number. */
export const remix = (hash: number, salt: number) => mix32(((hash % 2 ** 32) | 0) ^ mix32(Math.floor(hash / 2 ** 32) + salt))
