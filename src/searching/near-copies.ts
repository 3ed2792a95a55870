/**
 * Clusters of near copies among texts whose features come one by one, in any order. Method `rare` asks for them: of more copies than a rare
 * feature may have, none has a rare feature left: there the measure of the defaults has to decide.
 *
 * A text is sketched by the least feature in each of 128 classes of features (one-permutation MinHash): the share of equal places estimates
 * the Jaccard similarity of two texts.
 */
import { UnionFind } from '../grouping/union-find.js'
import { mix32 } from '../hashing/bits.js'
import { chooseBands, equalRuns, estimateFloor } from './bands.js'

const PLACES = 128
/** Beyond any feature: nothing of this class was seen. */
const EMPTY = 0xffffffff

/**
 * The least similarity of two texts of one cluster that are held against each other. The default asks for 0.8 of 3-grams: where single
 * characters were replaced here and there, one in 27 of them, that is 22/32 = 0.69 of 5-grams, where they were put in, 18/27 = 0.67.
 */
const NEAR = 0.65
/** The estimated similarity that joins two texts to one cluster: a little more, since pages that share half their text make chains. */
const JOINED = 0.7
/** Members of a run that are all held against each other; of a longer one each is held against the first and the one before it. */
const FEW = 32

export interface NearCopies {
  /** Texts in clusters of more than so many. */
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
   * Clusters of more texts than `rarest`, found by their bands.
   *
   * @param joinedAt  the estimated similarity that joins two texts of a band; 0 for every pair that shares a band and may be near
   * @example sketches.clusters(8).texts // 0 where no text has more than 7 near copies
   */
  clusters(rarest: number, joinedAt = JOINED): NearCopies {
    this.#fill()
    const { bands, rows } = chooseBands(NEAR, PLACES)
    const joined = new UnionFind(this.#texts)
    const runs: Uint32Array[] = []
    for (let band = 0; band < bands; band++) {
      const { items, ends } = equalRuns(this.#keys(band, rows))
      let start = 0
      for (const end of ends) {
        const run = items.slice(start, end)
        start = end
        this.#join(run, joined, joinedAt)
        runs.push(run)
      }
    }
    const sizes = new Uint32Array(this.#texts)
    for (let text = 0; text < this.#texts; text++) sizes[joined.find(text)] = (sizes[joined.find(text)] as number) + 1
    const isLarge = (text: number) => (sizes[joined.find(text)] as number) > rarest
    const floor = estimateFloor(NEAR, PLACES)
    return {
      texts: sizes.reduce((sum, size) => sum + (size > rarest ? size : 0), 0),
      ...runsOf(runs, joined, isLarge),
      maybe: (a, b) => joined.find(a) === joined.find(b) && isLarge(a) && this.#estimate(a, b) >= floor,
    }
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

  #join(run: Uint32Array, joined: UnionFind, joinedAt: number): void {
    const hold = (a: number, b: number) => {
      if (joined.find(a) !== joined.find(b) && this.#estimate(a, b) >= joinedAt) joined.union(a, b)
    }
    for (let i = 1; i < run.length; i++) {
      const text = run[i] as number
      if (run.length <= FEW) for (let j = 0; j < i; j++) hold(run[j] as number, text)
      else {
        hold(run[0] as number, text)
        hold(run[i - 1] as number, text)
      }
    }
  }

  #estimate(a: number, b: number): number {
    const [left, right] = [a * PLACES, b * PLACES]
    let equal = 0
    for (let i = 0; i < PLACES; i++) if (this.#least[left + i] === this.#least[right + i]) equal++
    return equal / PLACES
  }
}

/** The runs as far as their members are in large clusters, each cluster a run of its own. */
function runsOf(runs: readonly Uint32Array[], joined: UnionFind, isLarge: (text: number) => boolean): Pick<NearCopies, 'members' | 'ends'> {
  const members: number[] = []
  const ends: number[] = []
  for (const run of runs) {
    const byCluster = new Map<number, number[]>()
    for (const text of run) {
      if (!isLarge(text)) continue
      const root = joined.find(text)
      const known = byCluster.get(root)
      if (known) known.push(text)
      else byCluster.set(root, [text])
    }
    for (const texts of byCluster.values()) {
      if (texts.length < 2) continue
      for (const text of texts) members.push(text)
      ends.push(members.length)
    }
  }
  return { members: Uint32Array.from(members), ends: Uint32Array.from(ends) }
}
