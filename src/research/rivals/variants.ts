/**
 * The two ways that the sources reject: look up every variant of a query, or store every variant of every fingerprint.
 *
 * Source   G. Manku, A. Jain, A. Das Sarma, WWW 2007, who rule both out.
 * Formula  of 64 bits, C(64,0) + C(64,1) + C(64,2) + C(64,3) = 43 745 values are at most 3 bits away. Probing looks up that many values a
 *          query among the stored fingerprints; storing keeps that many entries a fingerprint, and a query is one look-up.
 * Settings `distance` 3.
 * Reading  both are exact. Storing stops with an error before it takes more than `room` bytes.
 */
import { LeitongError } from '../../errors.js'
import type { ScoredPair } from '../../evaluating/pairs.js'
import { mix32 } from '../../hashing/bits.js'
import { distanceAt, halvesOf, judged, plainFingerprints, type Searched, scoreOf } from './fingerprints.js'
import { defineRival } from './rival.js'

/** How many values are at most `distance` bits away from one of 64 bits, itself included. @example variantCount(3) // 43745 */
export function variantCount(distance: number): number {
  let total = 0
  for (let r = 0, ways = 1; r <= distance; ways = (ways * (64 - r)) / (r + 1), r++) total += ways
  return total
}

/** Calls `visit` with every value at most `distance` bits away, as halves of 32 bits, each once. */
function eachVariant(low: number, high: number, distance: number, visit: (low: number, high: number, distance: number) => void): void {
  const walk = (from: number, l: number, h: number, flipped: number) => {
    visit(l >>> 0, h >>> 0, flipped)
    if (flipped === distance) return
    for (let bit = from; bit < 64; bit++) {
      if (bit < 32) walk(bit + 1, l ^ (1 << bit), h, flipped + 1)
      else walk(bit + 1, l, h ^ (1 << (bit - 32)), flipped + 1)
    }
  }
  walk(0, low, high, 0)
}

/** A table of 64-bit keys with a number each, by open addressing; keys may repeat. */
class Table {
  readonly #mask: number
  readonly #low: Uint32Array
  readonly #high: Uint32Array
  /** The value plus 1; 0 where nothing is. */
  readonly #values: Uint32Array

  constructor(entries: number) {
    const size = tableSize(entries)
    this.#mask = size - 1
    this.#low = new Uint32Array(size)
    this.#high = new Uint32Array(size)
    this.#values = new Uint32Array(size)
  }

  add(low: number, high: number, value: number): void {
    let at = this.#start(low, high)
    while (this.#values[at]) at = (at + 1) & this.#mask
    this.#low[at] = low
    this.#high[at] = high
    this.#values[at] = value + 1
  }

  find(low: number, high: number, visit: (value: number) => void): void {
    for (let at = this.#start(low, high); this.#values[at]; at = (at + 1) & this.#mask)
      if (this.#low[at] === low && this.#high[at] === high) visit((this.#values[at] as number) - 1)
  }

  #start(low: number, high: number): number {
    return mix32(low ^ mix32(high)) & this.#mask
  }
}

const tableSize = (entries: number) => 2 ** Math.ceil(Math.log2(Math.max(2, entries * 1.3)))

/** Every earlier fingerprint is found by looking up each variant of the query. */
export function probeVariants(fingerprints: BigUint64Array<ArrayBuffer>, ordinals: readonly number[], distance: number): Searched {
  const halves = halvesOf(fingerprints)
  const table = new Table(ordinals.length)
  const pairs: ScoredPair[] = []
  let candidates = 0
  for (const b of ordinals) {
    const [low, high] = [halves[2 * b] as number, halves[2 * b + 1] as number]
    eachVariant(low, high, distance, (l, h, flipped) => {
      candidates++
      table.find(l, h, (a) => pairs.push({ a, b, score: scoreOf(flipped) }))
    })
    table.add(low, high, b)
  }
  return { pairs, candidates, stored: ordinals.length }
}

/**
 * Every variant of every fingerprint is stored; a query is one look-up.
 *
 * @throws {LeitongError} `MEMORY` when the table would take more than `room` bytes
 */
export function storeVariants(
  fingerprints: BigUint64Array<ArrayBuffer>,
  ordinals: readonly number[],
  distance: number,
  room: number,
): Searched {
  const stored = ordinals.length * variantCount(distance)
  const bytes = tableSize(stored) * 12
  if (bytes > room) throw new LeitongError('MEMORY', bytes, `store every variant of ${ordinals.length} fingerprints`)
  const halves = halvesOf(fingerprints)
  const table = new Table(stored)
  const pairs: ScoredPair[] = []
  for (const b of ordinals) {
    const [low, high] = [halves[2 * b] as number, halves[2 * b + 1] as number]
    table.find(low, high, (a) => pairs.push({ a, b, score: 0 }))
    eachVariant(low, high, distance, (l, h) => table.add(l, h, b))
  }
  const exact = pairs.map(({ a, b }) => ({ a, b, score: scoreOf(distanceAt(halves, a, b)) }))
  return { pairs: exact, candidates: ordinals.length, stored }
}

export const probe = defineRival(
  'probe-variants',
  'Manku 2007',
  { distance: 3, hash: 'lane64' },
  (documents, { distance, hash }) => probeVariants(plainFingerprints(documents, hash), judged(documents), distance).pairs,
)

export const store = defineRival(
  'store-variants',
  'Manku 2007',
  { distance: 3, hash: 'lane64', room: 2 ** 30 },
  (documents, { distance, hash, room }) => storeVariants(plainFingerprints(documents, hash), judged(documents), distance, room).pairs,
)
