/** What one text holds of another: a search through all features of all texts, which finds every pair. */
import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { containedPairs } from '../../searching/containing/contained.js'
import { TextFeatures } from '../../searching/containing/text-features.js'
import { featuresName, ignoredName } from '../../signing/signature.js'
import type { Buckets } from '../buckets.js'
import { NOTHING_TOLD, nodesOf } from '../candidates.js'
import { measuredOr } from '../decision.js'
import { HoldingJudge } from '../live/holding.js'
import { indexedBy } from '../live/indexed.js'
import type { Method, Search } from '../method.js'
import { signerOf } from '../texts.js'
import { sharesBy } from './shares.js'

export const features = {
  name: 'features',
  help: 'what one text holds of another, all of it found',
  own: ['ngram', 'charNgram'] as const,
  asked: ['measure', 'containment'],
  threshold: 0.8,
  measure: 'containment',
  alwaysVerifies: 'finds what one text holds of another exactly',
  measuresTexts: true,
  form: 'features',
  reads: 'text',
  signs: (options) => `features ${featuresName(options)}${ignoredName(options)}`,
  createSigner: signerOf('features'),
  alone: { signature: 'looks at the features of a whole batch' },
  decider: measuredOr('distance'),
} satisfies Method

export const featuresSearch: Search = {
  collect: (_, { bytes, share = 1, overflow }) => ({ postings: undefined, features: new TextFeatures(bytes * share, overflow) }),
  async propose(batch) {
    const { options, collected, copies } = batch
    const all = collected.features as TextFeatures
    const buckets = containedBuckets(options, copies.distinct, all, batch.sides)
    const { graph, documents } = nodesOf(buckets, batch)
    // A pair that shares a bucket of many is judged by its features.
    if (!buckets.maybe) all.release()
    const judge = batch.measure(options, documents)
    const { release: releaseSets } = judge
    const release = () => {
      releaseSets?.()
      all.release()
    }
    return {
      ...NOTHING_TOLD,
      graph,
      documents,
      shares: sharesBy((document) => all.sizeOf(document)),
      judge: buckets.maybe ? Object.assign(judge, { release }) : judge,
      plan: buckets.plan,
      crowded: buckets.crowded,
    }
  },
  index: /* @__PURE__ */ indexedBy({
    search: ({ threshold }) => ({ kind: 'features', threshold }),
    createJudge: (setup) => new HoldingJudge(setup),
  }),
}

/** Of `--memory`, what the index takes. */
const SHARE = 1 / 4

/**
 * Every pair of which one text holds enough of the other, each a bucket of two; of too many the texts that share a feature.
 *
 * @param sides  of each text, by its first document, where only pairs of two sides are wanted
 * @throws {LeitongError} `PAIRS` where two sides have too many
 */
function containedBuckets(
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
