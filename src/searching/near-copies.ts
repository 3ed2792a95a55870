/**
 * Clusters of near copies among texts whose features come one by one, in any order. Method `rare` asks for them: of more copies than a rare
 * feature may have, none has a rare feature left: there the measure of the defaults has to decide.
 *
 * A text is sketched by the least feature in each of 128 classes of features (one-permutation MinHash): the share of equal places estimates
 * the Jaccard similarity of two texts. Sketches find what may be a large cluster; the caller's measure tells which texts it holds.
 */
import { mix32 } from '../hashing/bits.js'
import { chooseBands, estimateFloor } from './bands.js'
import { Clusters, pairsOf, runsOf } from './clusters.js'
import { equalRuns } from './equal-runs.js'

const PLACES = 128
/** Beyond any feature: nothing of this class was seen. */
const EMPTY = 0xffffffff

/**
 * The least similarity of two texts of one cluster that are compared. The default asks for 0.8 of 3-grams: where single
 * characters were replaced here and there, one in 27 of them, that is 22/32 = 0.69 of 5-grams, where they were put in, 18/27 = 0.67.
 */
const NEAR = 0.65
/** The estimate from which two texts may be as near as a cluster asks: 0.75 of 3-grams are about 0.63 of 5-grams, less three standard errors. */
const LEAST = 0.5

/** Tells of pairs (a, b, a, b, …) whether the two texts are near enough for one cluster: 1 if so. */
export type AreNear = (pairs: Uint32Array) => Promise<Uint8Array>

export interface NearCopies {
  /** The number of texts in clusters of more than the rarest features may have. */
  readonly texts: number
  /** Runs of texts that share a band and are in the same large cluster, ascending; `ends` has the end of each. */
  readonly members: Uint32Array
  readonly ends: Uint32Array
  /** Whether two texts are in one large cluster and, by their sketches, not certain to be unlike. */
  maybe(a: number, b: number): boolean
}

/** Sketches of texts. */
export class Sketches {
  readonly #least: Uint32Array
  readonly #texts: number

  /** @param texts  numbered from 0; 512 bytes each */
  constructor(texts: number) {
    this.#texts = texts
    this.#least = new Uint32Array(texts * PLACES).fill(EMPTY)
  }

  /** Adds a feature of a text, a hash of 64 bits in two halves. */
  add(text: number, low: number, high: number): void {
    const at = text * PLACES + (high & (PLACES - 1))
    // The lower bits of `low` may be those of a sample, the same in all.
    if (low < (this.#least[at] as number)) this.#least[at] = low
  }

  /**
   * Clusters of more texts than `rarest`: texts of one hang together by pairs that share a band and are near.
   *
   * @param areNear  asked of pairs in what may be a large cluster; undefined: every pair that shares a band
   * @example (await sketches.clusters(8)).texts // 0 where no text has more than 7 near copies
   */
  async clusters(rarest: number, areNear?: AreNear): Promise<NearCopies> {
    this.#fill()
    const { bands, rows } = chooseBands(NEAR, PLACES)
    const runs: Uint32Array[][] = []
    const wide = new Clusters(this.#texts, rarest)
    const least = areNear ? LEAST : 0
    for (let band = 0; band < bands; band++) {
      const { items, ends } = equalRuns(this.#keys(band, rows))
      const ofBand = Array.from(ends, (end, i) => items.slice(i ? ends[i - 1] : 0, end))
      runs.push(ofBand)
      for (const [a, b] of pairsOf(ofBand)) if (!wide.areOne(a, b) && this.#estimate(a, b) >= least) wide.join(a, b)
    }
    const found = areNear ? await this.#measured(runs, wide, areNear) : wide
    const floor = estimateFloor(NEAR, PLACES)
    return {
      texts: found.texts,
      ...runsOf(runs.flat(), found),
      maybe: (a, b) => found.areOne(a, b) && found.isLarge(a) && this.#estimate(a, b) >= floor,
    }
  }

  /** The clusters as they are measured, each within one of the wide ones. A band is measured at once. */
  async #measured(runs: readonly (readonly Uint32Array[])[], wide: Clusters, areNear: AreNear): Promise<Clusters> {
    const found = new Clusters(this.#texts, wide.rarest)
    if (!wide.texts) return found
    const tried = new Set<number>()
    for (const ofBand of runs) {
      const asked: number[] = []
      for (const [a, b] of pairsOf(ofBand)) {
        if (!wide.isLarge(a) || found.areOne(a, b) || this.#estimate(a, b) < LEAST) continue
        const pair = Math.min(a, b) * this.#texts + Math.max(a, b)
        if (tried.has(pair)) continue
        tried.add(pair)
        asked.push(a, b)
      }
      if (!asked.length) continue
      const near = await areNear(Uint32Array.from(asked))
      near.forEach((yes, i) => {
        if (yes) found.join(asked[2 * i] as number, asked[2 * i + 1] as number)
      })
    }
    return found
  }

  /** Empty places of a short text take what another place has, the same one in every text. */
  #fill(): void {
    const own = new Uint32Array(PLACES)
    for (let text = 0; text < this.#texts; text++) {
      const row = this.#least.subarray(text * PLACES, (text + 1) * PLACES)
      if (!row.includes(EMPTY)) continue
      own.set(row)
      if (own.every((value) => value === EMPTY)) continue
      for (let place = 0; place < PLACES; place++) {
        let from = place
        for (let attempt = 1; own[from] === EMPTY; attempt++) from = mix32(place * 0x10001 + attempt) & (PLACES - 1)
        row[place] = own[from] as number
      }
    }
  }

  #keys(band: number, rows: number): Uint32Array {
    const keys = new Uint32Array(this.#texts)
    for (let text = 0; text < this.#texts; text++) {
      const at = text * PLACES + band * rows
      let key = band
      for (let row = 0; row < rows; row++) key = mix32(key ^ (this.#least[at + row] as number))
      // Texts without features share nothing: each has a key of its own, nearly always.
      keys[text] = this.#least[at] === EMPTY ? mix32(text) : key
    }
    return keys
  }

  #estimate(a: number, b: number): number {
    const [left, right] = [a * PLACES, b * PLACES]
    let equal = 0
    for (let i = 0; i < PLACES; i++) if (this.#least[left + i] === this.#least[right + i]) equal++
    return equal / PLACES
  }
}
