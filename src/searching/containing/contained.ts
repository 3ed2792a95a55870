/**
 * Pairs of texts of which the larger holds at least a share t of the features of the smaller, whatever the ratio of their sizes.
 *
 * The prefix of each text (prefixes.ts) goes into an inverted index; each text then looks up all its features there and meets every text
 * that it may hold. A text that is met is compared with it feature by feature, with an end as soon as too many are missing. So no pair is
 * missed, and none comes out that does not share enough, as long as no feature is frequent beyond measure:
 *
 * A feature in the prefixes of p texts and in d texts costs p · d steps. Where all of them together would exceed {@link STEPS}, the most
 * expensive features are looked up by the largest texts that have them alone, by at least {@link LEAST} of them. So the work is bounded
 * by the larger of both, and a bound that was reached is counted.
 *
 * Texts that nearly all hold each other have too many pairs to look at each: then there are buckets in their place. Across two sides every
 * pair is wanted, and buckets would spare nothing: there the search ends, and says so, before more pairs are found than are wanted.
 */
import { Uint32List } from '../../hashing/typed-list.js'
import { type ContainedBuckets, denseBuckets } from './dense-buckets.js'
import { PREFIX_BYTES, PrefixIndex } from './prefix-index.js'
import { countFeatures, type FeatureCounts, Prefixes } from './prefixes.js'
import { neededOf, type TextFeatures } from './text-features.js'
import { WordSet } from './word-set.js'

/** Steps through lists of the index: some ten seconds. */
const STEPS = 2 ** 31
/** Texts that look up a frequent feature at least, and larger texts that one text is paired with at least: as many as a crowded bucket keeps. */
const LEAST = 1000
/** Pairs that are looked at: at least, and for each text. With more of them texts are dense. */
const LEAST_JUDGED = 2 ** 22
const JUDGED_EACH = 256
const JUDGED_ACROSS = 4
/** Where features are limited, pairs after which texts count as dense when at least this share of them hold each other. */
const TRIED = 2 ** 16
const ALIKE = 0.5

export interface ContainedPairs {
  /** Places in `texts`, two for each pair: the text that is held, then the one that holds it. */
  readonly pairs: Uint32Array
  /** Entries of the index. */
  readonly indexed: number
  /** Times that all texts were read past a part of the index. */
  readonly rounds: number
  /** Pairs that were looked at. */
  readonly judged: number
  /** Features that not all texts looked up (those that share a counter count once), and texts that were found in too many others. */
  readonly crowded: number
  /** In the place of all pairs, where there are too many. */
  readonly dense?: ContainedBuckets
  /** Across two sides, where the search ended early, and these are not all pairs. */
  readonly tooMany?: true
}

export interface ContainedOptions {
  /** The least share of the smaller text's features, above 0. */
  readonly threshold: number
  /** Bytes that the index may take: a larger one is made in parts, with the same result. */
  readonly room: number
  /** Pairs beyond which texts with more than 1000 larger ones are paired with the largest of these only; across two sides, pairs that may be found. */
  readonly mostPairs: number
  /** Steps through lists. @default 2 ** 31 */
  readonly steps?: number
  /** Pairs that are looked at before texts count as dense, and four times as many across two sides. @default 256 for each text, at least 2 ** 22 */
  readonly mostJudged?: number
  /** Where only pairs of two sides are wanted, the sides of each text by its place: 1, 2, or 3 for a text that is on both. */
  readonly sides?: Uint8Array | undefined
}

/** @param texts  distinct ones, by their numbers in `features` */
export function containedPairs(
  features: TextFeatures,
  texts: Uint32Array,
  { threshold, room, mostPairs, steps = STEPS, mostJudged = Math.max(LEAST_JUDGED, JUDGED_EACH * texts.length), sides }: ContainedOptions,
): ContainedPairs {
  const counts = countFeatures(features, texts)
  const prefixes = new Prefixes(counts, threshold)
  const sizes = Uint32Array.from(texts, (text) => features.sizeOf(text))
  const roomFor = Math.max(1, Math.floor(room / PREFIX_BYTES))
  const join = new Join(features, texts, sizes, { counts, threshold, most: sides ? texts.length : partnersOf(mostPairs, texts.length) })
  const largestFirst = Uint32Array.from(texts.keys()).sort((a, b) => (sizes[b] as number) - (sizes[a] as number) || a - b)
  const done = { indexed: 0, rounds: 0, crowded: 0 }
  const inPrefixes = new Uint32Array(counts.counts.length)
  for (const { held, holders, known } of passesOf(texts, sides)) {
    const index = new PrefixIndex()
    // The first part of the index is filled while prefixes are counted; mostly it is all of it.
    let filled = 0
    inPrefixes.fill(0)
    held.forEach((place, at) => {
      const words = prefixes.of(features.of(texts[place] as number))
      for (let i = 0; i < words.length; i += 2) {
        const slot = counts.slotOf(words[i] as number, words[i + 1] as number)
        inPrefixes[slot] = (inPrefixes[slot] as number) + 1
      }
      done.indexed += words.length / 2
      if (filled !== at || (index.length && index.length + words.length / 2 > roomFor)) return
      index.add(place, words)
      filled = at + 1
    })
    const isHolder = new Uint8Array(texts.length)
    for (const place of holders) isHolder[place] = 1
    const asking = sides
      ? countFeatures(
          features,
          texts.filter((_, place) => isHolder[place]),
        )
      : counts
    const limits = new Limits(asking, inPrefixes, steps)
    while (true) {
      done.rounds++
      index.build(() => true)
      for (const place of largestFirst) {
        if (!isHolder[place]) continue
        join.probe(place, { index, inPrefixes, limits, known: known?.[place] === 3 ? known : undefined })
        const found = join.pairs.length / 2
        if (sides) {
          if (found <= mostPairs && join.judged <= JUDGED_ACROSS * mostJudged) continue
          return { ...done, pairs: join.pairs.taken(), judged: join.judged, tooMany: true }
        }
        const isAlike = limits.areReached && join.judged >= TRIED && found >= ALIKE * join.judged
        if (join.judged <= mostJudged && !isAlike) continue
        const dense = denseBuckets(features, texts, { threshold, counts, inPrefixes })
        return { ...done, pairs: new Uint32Array(), judged: join.judged, crowded: 0, dense }
      }
      limits.restart()
      if (filled === held.length) break
      index.clear()
      for (const from = filled; filled < held.length; filled++) {
        const place = held[filled] as number
        const words = prefixes.of(features.of(texts[place] as number))
        if (filled > from && index.length + words.length / 2 > roomFor) break
        index.add(place, words)
      }
    }
    done.crowded += limits.crowded
  }
  return { ...done, pairs: join.pairs.taken(), judged: join.judged, crowded: done.crowded + join.crowded }
}

interface Pass {
  readonly held: Uint32Array
  readonly holders: Uint32Array
  /** The sides of texts, where pairs of two that are on both were found before. */
  readonly known?: Uint8Array
}

/** What a text is looked up in. */
interface Asked {
  readonly index: PrefixIndex
  /** Texts of the index by the slots of their features. */
  readonly inPrefixes: Uint32Array
  readonly limits: Limits
  /** Of a text on both sides, in the second pass: the sides of the others. */
  readonly known: Uint8Array | undefined
}

/** Which texts are looked for in which others: all in all, or those of each side in those of the other one. */
function passesOf(texts: Uint32Array, sides: Uint8Array | undefined): Pass[] {
  const all = Uint32Array.from(texts.keys())
  if (!sides) return [{ held: all, holders: all }]
  const [a, b] = [1, 2].map((side) => all.filter((place) => (sides[place] as number) & side)) as [Uint32Array, Uint32Array]
  return [
    { held: b, holders: a },
    { held: a, holders: b, known: sides },
  ]
}

const partnersOf = (mostPairs: number, texts: number) => Math.max(LEAST, Math.floor(mostPairs / Math.max(1, texts)))

/** The number of texts that look up each feature, by slots of counters. */
class Limits {
  readonly #inPrefixes: Uint32Array
  /** Steps of one feature at most; infinite where nothing needs a limit. */
  readonly #cap: number
  #asked = new Uint32Array()
  /** Slots with more texts than may look them up. */
  readonly crowded: number

  constructor({ counts }: FeatureCounts, inPrefixes: Uint32Array, steps: number) {
    this.#inPrefixes = inPrefixes
    const total = (cap: number) => {
      let sum = 0
      for (let slot = 0; slot < counts.length; slot++) {
        const held = inPrefixes[slot] as number
        if (held) sum += held * Math.min(counts[slot] as number, Math.max(LEAST, Math.floor(cap / held)))
      }
      return sum
    }
    let cap = Number.POSITIVE_INFINITY
    if (total(cap) > steps) for (cap = steps; cap >= 1 && total(cap) > steps; ) cap /= 2
    this.#cap = cap
    this.crowded = 0
    if (cap === Number.POSITIVE_INFINITY) return
    this.#asked = new Uint32Array(counts.length)
    for (let slot = 0; slot < counts.length; slot++) if (inPrefixes[slot] && (counts[slot] as number) > this.#limitOf(slot)) this.crowded++
  }

  #limitOf(slot: number): number {
    return Math.max(LEAST, Math.floor(this.#cap / (this.#inPrefixes[slot] as number)))
  }

  get areReached(): boolean {
    return this.crowded > 0
  }

  /** Whether one more text may look up a feature of this slot. */
  allows(slot: number): boolean {
    if (!this.#asked.length) return true
    const asked = (this.#asked[slot] as number) + 1
    this.#asked[slot] = asked
    return asked <= this.#limitOf(slot)
  }

  restart(): void {
    this.#asked.fill(0)
  }
}

interface JoinOptions {
  readonly counts: FeatureCounts
  readonly threshold: number
  /** Larger texts that one is paired with. */
  readonly most: number
}

/** Looks up texts in the index, and holds what they meet against them. */
class Join {
  readonly pairs = new Uint32List()
  readonly #features: TextFeatures
  readonly #texts: Uint32Array
  readonly #sizes: Uint32Array
  readonly #options: JoinOptions
  /** The last text that met each text, plus 1, and the number of larger texts that may hold it. */
  readonly #metBy: Uint32Array
  readonly #partners: Uint32Array
  readonly #set = new WordSet()
  #met = new Uint32List()
  /** Texts with more larger ones than they are paired with. */
  crowded = 0
  /** Pairs that were looked at. */
  judged = 0

  constructor(features: TextFeatures, texts: Uint32Array, sizes: Uint32Array, options: JoinOptions) {
    this.#features = features
    this.#texts = texts
    this.#sizes = sizes
    this.#options = options
    this.#metBy = new Uint32Array(texts.length)
    this.#partners = new Uint32Array(texts.length)
  }

  /** Finds all texts of the index that the text at a place holds. */
  probe(place: number, { index, inPrefixes, limits, known }: Asked): void {
    const { counts } = this.#options
    const words = this.#features.of(this.#texts[place] as number)
    const size = this.#sizes[place] as number
    this.#met = new Uint32List()
    for (let i = 0; i < words.length; i += 2) {
      const low = words[i] as number
      const high = words[i + 1] as number
      const slot = counts.slotOf(low, high)
      if (!inPrefixes[slot] || !limits.allows(slot)) continue
      for (let entry = index.first(low, high); entry; entry = index.after(entry)) {
        const other = index.textOf(entry)
        if (this.#metBy[other] === place + 1) continue
        this.#metBy[other] = place + 1
        if (known?.[other] === 3) continue
        const otherSize = this.#sizes[other] as number
        if (otherSize < size || (otherSize === size && other < place)) this.#met.push(other)
      }
    }
    const met = this.#met.taken()
    if (!met.length) return
    this.#set.fill(words)
    this.judged += met.length
    for (const other of met) this.#judge(other, place)
  }

  #judge(held: number, holder: number): void {
    const { threshold, most } = this.#options
    const words = this.#features.of(this.#texts[held] as number)
    const size = words.length / 2
    if (!this.#set.holds(words, size - neededOf(size, threshold))) return
    const partners = (this.#partners[held] as number) + 1
    this.#partners[held] = partners
    if (partners === most + 1) this.crowded++
    if (partners > most) return
    this.pairs.push(held)
    this.pairs.push(holder)
  }
}
