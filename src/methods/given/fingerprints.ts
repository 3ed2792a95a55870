/** Fingerprints that were made elsewhere, as perceptual hashes of images: their distance decides. */
import { widthOf } from '../../fingerprinting/simhash.js'
import { NOTHING_TOLD, nodesOf } from '../candidates.js'
import { indexedBy } from '../live/indexed.js'
import type { Method, Search } from '../method.js'
import { distanceOfNodes, nearFingerprints } from '../simhash/simhash.js'
import { NOTHING_COLLECTED } from '../texts.js'
import { judgeBySignatures } from '../verdicts.js'
import { GivenJudge, refuseStore, requireSize } from './judge.js'
import type { GivenSignature, GivenValues } from './method.js'
import { readFingerprint } from './read-fingerprint.js'
import { GivenSigner } from './signer.js'

/** Bits that are kept of a fingerprint until it shows how many there are. */
const WIDEST = 256

/** Differing bits that are allowed unless said otherwise: 3 of 64. */
const radiusOf = (bits: number) => Math.round((bits * 3) / 64)

const given: GivenValues = {
  called: 'fingerprint',
  counts: 'bits',
  field: 'fingerprintField',
  option: 'fingerprintBits',
  follows({ fingerprintBits, maxDistance }) {
    const bits = fingerprintBits ?? WIDEST
    return { bits, distance: maxDistance ?? radiusOf(bits) }
  },
  withSize: (options, bits) => ({
    ...options,
    fingerprintBits: bits as 64 | 128 | 256,
    bits,
    distance: Math.min(bits, options.maxDistance ?? radiusOf(bits)),
  }),
  createReader({ fingerprintEncoding, fingerprintBits }) {
    return {
      read(value): GivenSignature {
        const fingerprint = readFingerprint(value, fingerprintEncoding, fingerprintBits).reverse()
        return { fingerprint, words: new Uint32Array(fingerprint.buffer), size: fingerprint.length * 8, vector: undefined }
      },
    }
  },
  hexDigits: ({ fingerprintEncoding, fingerprintBits, bits }) =>
    fingerprintEncoding === 'auto' || fingerprintEncoding === 'hex' ? { bits, isStated: fingerprintBits !== undefined } : undefined,
}

export const fingerprints = {
  name: 'fingerprints',
  help: 'made elsewhere, see --fingerprint-field',
  own: ['fingerprintField', 'fingerprintBits', 'fingerprintEncoding', 'maxDistance'] as const,
  asked: ['fingerprintField', 'FIELD'],
  // The distance decides.
  threshold: 0,
  measure: 'bits',
  measuresTexts: false,
  form: 'bits',
  reads: 'given',
  given,
  // Fingerprints say for themselves what they are.
  signs: ({ fingerprintBits }) => `fingerprints bits=${fingerprintBits ?? 'any'}`,
  createSigner: (options) => new GivenSigner(given, options),
  alone: { comparison: 'compares signatures that come with records: dedupe, link and an index do, and two texts have none' },
  decider: () => 'distance',
} satisfies Method

export const fingerprintsSearch: Search = {
  collect: () => NOTHING_COLLECTED,
  async propose(batch) {
    const { options } = batch
    const { fingerprints, buckets } = nearFingerprints(batch)
    const { graph, documents, positions } = nodesOf(buckets, batch)
    const distance = distanceOfNodes(fingerprints, positions, options.bits)
    const similarity = (a: number, b: number) => 1 - distance(a, b) / options.bits
    return {
      ...NOTHING_TOLD,
      graph,
      documents,
      distance,
      judge: judgeBySignatures('distance', options, { distance, similarity }),
      plan: buckets.plan,
      crowded: buckets.crowded,
    }
  },
  index: /* @__PURE__ */ indexedBy({
    search: ({ bits, distance }) => ({ kind: 'simhash', bits: widthOf(bits), distance }),
    measure: () => 'cosine',
    keeps: 'none',
    follows: ['bits', 'distance'],
    createJudge: ({ options }) => new GivenJudge(given, options),
    requireIndexable(options, driver) {
      requireSize(given, options)
      if (!driver.searchesInMemory && options.bits > 128) refuseStore(`fingerprint-field with ${options.bits} bits`)
    },
  }),
}
