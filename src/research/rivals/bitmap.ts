/**
 * Bitmap: a bit for every term, and documents compared by counting common bits.
 *
 * Source   bitmap and Bloom filters as document signatures, as in N. Jain, M. Dahlin, R. Tewari, "Using Bloom filters to refine Web search
 *          results", WebDB 2005.
 * Formula  bit h(term) mod `bits` is set for every term; score = bits set in both / bits set in either.
 * Settings `bits` 1024; `threshold` 0.8.
 * Reading  one bit a term. Terms that share a bit make documents look more alike than they are: the price of a fixed size.
 */

import type { ScoredPair } from '../../evaluating/pairs.js'
import { popcount32 } from '../../hashing/bits.js'
import { murmur3x32 } from '../../hashing/murmur3.js'
import { defineRival } from './rival.js'
import { countTerms } from './terms.js'

export const bitmap = defineRival('bitmap', 'Jain 2005', { bits: 1024, threshold: 0.8 }, (documents, { bits, threshold }) => {
  const { counts, terms } = countTerms(documents)
  const encoder = new TextEncoder()
  const places = terms.map((term) => murmur3x32(encoder.encode(term)) % bits)
  const words = Math.ceil(bits / 32)
  const maps = new Uint32Array(documents.length * words)
  const sizes = counts.map((own, document) => {
    let size = 0
    for (const term of own.keys()) {
      const place = places[term] as number
      const at = document * words + (place >> 5)
      const before = maps[at] as number
      maps[at] = before | (1 << (place & 31))
      if (maps[at] !== before) size++
    }
    return size
  })
  // By size, so that a document meets only those that are not too much larger.
  const order = [...sizes.keys()].filter((document) => sizes[document]).sort((x, y) => (sizes[x] as number) - (sizes[y] as number))
  const pairs: ScoredPair[] = []
  order.forEach((x, i) => {
    for (let j = i + 1; j < order.length; j++) {
      const y = order[j] as number
      if ((sizes[x] as number) < threshold * (sizes[y] as number)) break
      let shared = 0
      for (let word = 0; word < words; word++) shared += popcount32((maps[x * words + word] as number) & (maps[y * words + word] as number))
      const score = shared / ((sizes[x] as number) + (sizes[y] as number) - shared)
      if (score >= threshold) pairs.push({ a: Math.min(x, y), b: Math.max(x, y), score })
    }
  })
  return pairs
})
