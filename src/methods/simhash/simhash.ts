/** Simhash: a fingerprint of bits, made of weighted features and searched by its Hamming distance. */
import { combinedSimilarity } from '../../comparing/combined.js'
import { fingerprintBytes, widthOf } from '../../fingerprinting/simhash.js'
import { Uint32List } from '../../hashing/typed-list.js'
import type { Options } from '../../options/options.js'
import { hammingPairs } from '../../searching/hamming.js'
import { distanceIn, hammingBuckets, mostPairs } from '../../searching/hamming-buckets.js'
import { isBlog } from '../../signing/blog.js'
import { infoSimilarity } from '../../signing/info.js'
import { markersOf } from '../../signing/lexicons.js'
import { featuresName, ignoredName } from '../../signing/signature.js'
import { identify } from '../../tokenizing/lexicon.js'
import { factorsName } from '../../weighting/factors.js'
import { WEIGHTS } from '../../weighting/weights.js'
import { type Buckets, pushPair } from '../buckets.js'
import { inputOrder, NOTHING_TOLD, nodesOf } from '../candidates.js'
import { measuredOr } from '../decision.js'
import { CombinedJudge } from '../live/combined.js'
import { indexedBy } from '../live/indexed.js'
import { MeasuredJudge } from '../live/measured.js'
import type { Batch, Method, Search } from '../method.js'
import { NOTHING_COLLECTED, signerOf } from '../texts.js'
import { judgeBySignatures } from '../verdicts.js'

const decider = measuredOr('distance')

export const simhash = {
  name: 'simhash',
  own: ['bits', 'distance', 'hash', 'weight', 'idf', 'ngram', 'charNgram'] as const,
  asked: ['method', 'simhash'],
  threshold: 0.8,
  measuresTexts: true,
  form: 'bits',
  reads: 'text',
  signs(options) {
    // Since remainders go through a double, as in the program, words of 9 and more characters have other bits.
    if (isBlog(options)) return `simhash profile=blog/3 bits=${options.bits}${ignoredName(options)}`
    return `${simhashName(options)} ${featuresName(options)}${ignoredName(options)}`
  },
  createSigner: signerOf('bits'),
  proposal: ({ distance, bits }, options) => ({ distance, bits, most: options.distance }),
  told: { by: 'Simhash' },
  decider,
  cluster: 'fingerprints',
} satisfies Method

export const simhashSearch: Search = {
  collect: () => NOTHING_COLLECTED,
  async propose(batch) {
    const { options } = batch
    const { fingerprints, buckets } = nearFingerprints(batch)
    const { graph, documents, positions } = nodesOf(buckets, batch)
    const distance = distanceOfNodes(fingerprints, positions, options.bits)
    return {
      ...NOTHING_TOLD,
      graph,
      documents,
      distance,
      judge: options.verify
        ? batch.measure(options, documents)
        : judgeBySignatures(decider(options), options, { distance, similarity: signatureSimilarity(batch, distance, documents) }),
      plan: buckets.plan,
      crowded: buckets.crowded,
    }
  },
  index: /* @__PURE__ */ indexedBy({
    search: ({ bits, distance }) => ({ kind: 'simhash', bits: widthOf(bits), distance }),
    createJudge: (setup) => (setup.options.measure === 'combined' ? new CombinedJudge(setup) : new MeasuredJudge('bits', setup)),
  }),
}

function simhashName(options: Options): string {
  const { bits, weight, hash, idf, model, minDocuments, marked, factors, measure, infoSignature, infoField, numPerm } = options
  const parts = [`simhash bits=${bits} weight=${weight}`]
  // Every occurrence adds its level; once, a word had that of its first.
  if (WEIGHTS[weight].needsOccurrences) parts.push('levels=sum')
  if (WEIGHTS[weight].needsModel) parts.push(`idf=${idf} model=${model}`)
  if (WEIGHTS[weight].needsModel && minDocuments > 1) parts.push(`min-documents=${minDocuments}`)
  if (WEIGHTS[weight].needsRecord) parts.push(`markers=${markersName(options)} marked=${marked} factors=${factorsName(factors)} titles`)
  if (hash !== 'lane64') parts.push(`hash=${hash}`)
  if (measure === 'combined' && infoField.length) parts.push(`info=${infoSignature === 'rotations' ? 'rotations' : numPerm}`)
  return parts.join(' ')
}

/** A name for a list of words: equal for equal lists. */
const markersName = (options: Options): string => identify(new TextEncoder().encode([...markersOf(options)].sort().join('\n'))).slice(0, 16)

/**
 * Pairs of distinct texts within the distance, each a bucket of two, and the fingerprints in the order of `distinct`. Where there are too many pairs,
 * as in a large family of nearly equal texts, fingerprints with an equal block share a bucket.
 */
export function nearFingerprints({ options: { bits, distance, maxCopies }, store, copies: { distinct } }: Batch): {
  readonly fingerprints: BigUint64Array
  readonly buckets: Buckets
} {
  const fingerprints = store.fingerprints(distinct, fingerprintBytes(bits))
  const members = new Uint32List()
  const ends = new Uint32List()
  const width = widthOf(bits)
  const most = mostPairs(distinct.length)
  let isDense = false
  const { plan, crowded } = hammingPairs(fingerprints, { bits: width, distance, maxCopies }, (triples) => {
    isDense ||= ends.length + triples.length / 3 > most
    for (let i = 0; i < triples.length && !isDense; i += 3) pushPair(members, ends, triples[i] as number, triples[i + 1] as number)
    return isDense
  })
  if (!isDense) return { fingerprints, buckets: { members: members.taken(), ends: ends.taken(), plan: plan.reason, crowded } }
  const dense = hammingBuckets(fingerprints, width, distance)
  const between = distanceIn(fingerprints, width)
  const buckets = {
    ...dense,
    plan: `more than ${most} pairs: ${dense.ends.length} buckets of an equal block`,
    crowded: 0,
    maybe: (a: number, b: number) => between(a, b) <= distance,
  }
  return { fingerprints, buckets }
}

/** The Hamming distance of two nodes. */
export function distanceOfNodes(
  fingerprints: BigUint64Array,
  positions: Uint32Array,
  bits: Options['bits'],
): (a: number, b: number) => number {
  const between = distanceIn(fingerprints, widthOf(bits))
  return (a, b) => between(positions[a] as number, positions[b] as number)
}

/** The similarity that signatures make, where one is the measure. */
function signatureSimilarity(
  { options, store }: Batch,
  distance: (a: number, b: number) => number,
  documents: Uint32Array,
): ((a: number, b: number) => number) | undefined {
  if (options.measure === 'bits') return (a, b) => 1 - distance(a, b) / options.bits
  if (options.measure !== 'combined') return undefined
  const { ascending, rowOf } = inputOrder(documents)
  const infos = store.infos(ascending)
  const size = infos.length / Math.max(1, documents.length)
  const infoOf = (node: number) => infos.subarray((rowOf[node] as number) * size, ((rowOf[node] as number) + 1) * size)
  return (a, b) => combinedSimilarity(distance(a, b), size ? infoSimilarity(infoOf(a), infoOf(b), options) : undefined, options.mu)
}
