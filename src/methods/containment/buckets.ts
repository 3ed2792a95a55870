/** Candidates under the measure `containment`: every pair of which one text holds enough of the other, each a bucket of two; of too many the texts that share a feature. */
import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { containedPairs } from '../../searching/containing/contained.js'
import type { TextFeatures } from '../../searching/containing/text-features.js'
import type { Buckets } from '../buckets.js'

/** Of `--memory`, what the index takes. */
const SHARE = 1 / 4

/**
 * @param sides  of each text, by its first document, where only pairs of two sides are wanted
 * @throws {LeitongError} `PAIRS` where two sides have too many
 */
export function containedBuckets(
  { threshold, memory, maxPairs }: Options,
  distinct: Uint32Array,
  features: TextFeatures,
  sides?: Uint8Array,
): Buckets {
  const { pairs, indexed, rounds, crowded, dense, judged, tooMany } = containedPairs(features, distinct, {
    threshold,
    room: memory * SHARE,
    mostPairs: maxPairs,
    sides: sides && Uint8Array.from(distinct, (first) => sides[first] as number),
  })
  if (tooMany) throw new LeitongError('PAIRS', pairs.length / 2, judged, maxPairs)
  if (dense)
    return {
      ...dense,
      crowded,
      plan: `too many pairs that may hold each other: ${dense.ends.length} buckets of texts that share a feature`,
    }
  const count = pairs.length / 2
  const ends = new Uint32Array(count)
  for (let pair = 0; pair < count; pair++) ends[pair] = 2 * pair + 2
  const plan =
    `${features.length} features of ${distinct.length} texts, ${indexed} of their prefixes indexed` +
    `${rounds > 1 ? ` in ${rounds} parts` : ''}; ${count} pairs hold enough of each other`
  return { members: pairs, ends, plan, crowded }
}
