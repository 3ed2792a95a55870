/** Texts of which very many hold each other, as buckets: far fewer than the pairs, for a caller that looks at the pairs it needs. */

import type { FeatureCounts } from './prefixes.js'
import type { TextFeatures } from './text-features.js'
import { neededOf } from './text-features.js'
import { WordSet } from './word-set.js'

export interface ContainedBuckets {
  /** Places in the list of texts, ascending in each bucket; bucket b ends before `ends[b]`. */
  readonly members: Uint32Array
  readonly ends: Uint32Array
  /** Whether the larger of two texts, by their places, may hold enough of the smaller one: rarely more than do. */
  readonly maybe: (a: number, b: number) => boolean
}

/**
 * Buckets of the texts with a feature that is in the prefix of one of them. A text that is held shares such a feature with every one that holds it.
 *
 * @param inPrefixes  texts with a feature in their prefix, by slots of counters
 */
export function denseBuckets(
  features: TextFeatures,
  texts: Uint32Array,
  { threshold, counts, inPrefixes }: { readonly threshold: number; readonly counts: FeatureCounts; readonly inPrefixes: Uint32Array },
): ContainedBuckets {
  const slots = counts.counts.length
  const starts = new Uint32Array(slots + 1)
  for (let slot = 0; slot < slots; slot++) {
    const held = inPrefixes[slot] ? (counts.counts[slot] as number) : 0
    starts[slot + 1] = (starts[slot] as number) + (held > 1 ? held : 0)
  }
  const all = new Uint32Array(starts[slots] as number)
  const filled = starts.slice(0, slots)
  texts.forEach((text, place) => {
    const words = features.of(text)
    for (let i = 0; i < words.length; i += 2) {
      const slot = counts.slotOf(words[i] as number, words[i + 1] as number)
      const from = starts[slot] as number
      const at = filled[slot] as number
      // Two features of one text may share a slot.
      if (from === starts[slot + 1] || (at > from && all[at - 1] === place)) continue
      all[at] = place
      filled[slot] = at + 1
    }
  })
  const ends: number[] = []
  let length = 0
  for (let slot = 0; slot < slots; slot++) {
    const from = starts[slot] as number
    const to = filled[slot] as number
    if (to - from < 2) continue
    all.copyWithin(length, from, to)
    length += to - from
    ends.push(length)
  }
  const set = new WordSet()
  let inSet = -1
  const maybe = (a: number, b: number): boolean => {
    if (inSet !== a) set.fill(features.of(texts[a] as number))
    inSet = a
    const words = features.of(texts[b] as number)
    const smaller = Math.min(features.sizeOf(texts[a] as number), words.length / 2)
    return set.holds(words, words.length / 2 - neededOf(smaller, threshold))
  }
  return { members: all.subarray(0, length), ends: Uint32Array.from(ends), maybe }
}
