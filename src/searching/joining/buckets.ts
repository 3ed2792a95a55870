/** Sets of which very many are alike, as buckets: far fewer than the pairs, for a caller that looks at the pairs it needs. */

import type { TextFeatures } from '../containing/text-features.js'
import { WordSet } from '../containing/word-set.js'
import { atLeast, type JoinOptions, JoinPrefixes } from './join.js'

/** Slots that keys of prefixes may share, as a power of two. */
const MOST_SLOTS = 24

export interface PrefixBuckets {
  /** Places in the list of texts, ascending in each bucket; bucket b ends before `ends[b]`. */
  readonly members: Uint32Array
  readonly ends: Uint32Array
  /** Whether two places are as alike as the threshold. */
  readonly maybe: (a: number, b: number) => boolean
}

/**
 * Buckets of the sets that have a key in their prefixes: any two sets that reach the threshold share a bucket. Sets without members are one.
 *
 * @param texts  sets by their numbers in `features`
 */
export function prefixBuckets(
  features: TextFeatures,
  texts: Uint32Array,
  { measure, threshold, isSimilar }: Pick<JoinOptions, 'measure' | 'threshold' | 'isSimilar'>,
): PrefixBuckets {
  const prefixes = new JoinPrefixes(features, texts)
  const bits = Math.min(MOST_SLOTS, Math.max(4, 32 - Math.clz32(features.length)))
  const slots = 2 ** bits
  const starts = new Uint32Array(slots + 2)
  const last = new Uint32Array(slots + 1)
  // Sets without members are behind all slots.
  const slotsOf = function* (place: number) {
    const words = features.of(texts[place] as number)
    const size = words.length / 2
    if (!size) yield slots
    const least = atLeast(measure.least(size, threshold), size)
    const needed = atLeast(measure.shared(size, least, threshold), size + least)
    for (const key of prefixes.of(words, Math.max(0, size - needed + 1))) yield Math.imul(key >>> 0, 0x9e3779b1) >>> (32 - bits)
  }
  const pass = (take: (slot: number, place: number) => void) => {
    last.fill(0)
    for (let place = 0; place < texts.length; place++)
      for (const slot of slotsOf(place)) {
        // Two keys of one set may share a slot.
        if (last[slot] !== place + 1) take(slot, place)
        last[slot] = place + 1
      }
  }
  pass((slot) => {
    starts[slot + 1] = (starts[slot + 1] as number) + 1
  })
  for (let slot = 0; slot <= slots; slot++) starts[slot + 1] = (starts[slot + 1] as number) + (starts[slot] as number)
  const all = new Uint32Array(starts[slots + 1] as number)
  const filled = starts.slice(0, slots + 1)
  pass((slot, place) => {
    all[filled[slot] as number] = place
    filled[slot] = (filled[slot] as number) + 1
  })
  const ends: number[] = []
  let length = 0
  for (let slot = 0; slot <= slots; slot++) {
    const from = starts[slot] as number
    const to = starts[slot + 1] as number
    if (to - from < 2) continue
    all.copyWithin(length, from, to)
    length += to - from
    ends.push(length)
  }
  const set = new WordSet()
  let inSet = -1
  const maybe = (a: number, b: number): boolean => {
    const words = features.of(texts[a] as number)
    if (inSet !== a) set.fill(words)
    inSet = a
    const other = features.of(texts[b] as number)
    const left = features.sizeOf(texts[a] as number)
    const right = other.length / 2
    const missing = set.missing(other, right)
    return isSimilar(measure.similarity(left, right, right - missing), threshold)
  }
  return { members: all.subarray(0, length), ends: Uint32Array.from(ends), maybe }
}
