/** Vectors that were made elsewhere, as embeddings: signed by hyperplanes, and measured exactly by their cosine. */
import { LeitongError } from '../../errors.js'
import { widthOf } from '../../fingerprinting/simhash.js'
import { PlaneSigner } from '../../kernel/planes.js'
import { planAngle } from '../../searching/angles.js'
import { TextFeatures } from '../../searching/containing/text-features.js'
import { NOTHING_TOLD, nodesOf } from '../candidates.js'
import { indexedBy } from '../live/indexed.js'
import type { Method, Search } from '../method.js'
import { judgeByIndex } from '../verdicts.js'
import { GivenJudge, refuseStore, requireSize } from './judge.js'
import { type GivenSignature, type GivenValues, shownValue } from './method.js'
import { nearVectors } from './near-vectors.js'
import { readVector } from './read-vector.js'
import { GivenSigner } from './signer.js'

const given: GivenValues = {
  called: 'vector',
  counts: 'dimensions',
  field: 'vectorField',
  option: 'vectorDimensions',
  follows: ({ recall }, threshold) => planAngle(threshold, recall),
  withSize: (options, vectorDimensions) => ({ ...options, vectorDimensions }),
  createReader({ bits, seed, vectorDimensions }) {
    let signer: PlaneSigner | undefined
    return {
      read(value): GivenSignature {
        const vector = readVector(value)
        const { length } = vector
        if (vectorDimensions !== undefined && length !== vectorDimensions)
          throw new LeitongError(
            'SIGNATURE_VALUE',
            shownValue(value),
            'vector',
            `it has ${length} dimensions, and vector-dimensions is ${vectorDimensions}`,
          )
        if (signer?.dimensions !== length) signer = new PlaneSigner(length, bits, seed)
        return { fingerprint: signer.sign(vector), words: new Uint32Array(vector.buffer), size: length, vector }
      },
    }
  },
}

export const vectors = {
  name: 'vectors',
  help: 'made elsewhere, see --vector-field',
  own: ['vectorField', 'vectorDimensions', 'recall'] as const,
  asked: ['vectorField', 'FIELD'],
  threshold: 0.9,
  measure: 'cosine',
  alwaysVerifies: 'measures the cosine exactly',
  measuresTexts: false,
  form: 'bits',
  reads: 'given',
  given,
  signs: ({ bits, seed, vectorDimensions }) => `vectors planes=${bits} seed=${seed} dimensions=${vectorDimensions ?? 'any'}`,
  createSigner: (options) => new GivenSigner(given, options),
  alone: { comparison: 'compares signatures that come with records: dedupe, link and an index do, and two texts have none' },
  told: { measure: 'vectors' },
  decider: () => 'measure',
} satisfies Method

export const vectorsSearch: Search = {
  collect: (_, { bytes, share = 1, overflow }) => ({ postings: undefined, features: new TextFeatures(bytes * share, overflow) }),
  async propose(batch) {
    const { options, collected } = batch
    const held = collected.features as TextFeatures
    const { buckets, known } = nearVectors(batch, held)
    const { graph, documents } = nodesOf(buckets, batch)
    return {
      // The distance is that of planes, which says less than the cosine.
      ...NOTHING_TOLD,
      graph,
      documents,
      judge: judgeByIndex(
        (a, b) => known(documents[a] as number, documents[b] as number),
        options.threshold,
        () => held.release(),
      ),
      plan: buckets.plan,
      crowded: buckets.crowded,
    }
  },
  index: /* @__PURE__ */ indexedBy({
    search: ({ bits, distance }) => ({ kind: 'simhash', bits: widthOf(bits), distance }),
    measure: () => 'cosine',
    hasContent: false,
    keeps: 'features',
    follows: ['bits', 'distance'],
    createJudge: ({ options }) => new GivenJudge(given, options),
    requireIndexable(options, driver) {
      requireSize(given, options)
      if (!driver.searchesInMemory) refuseStore('vector-field with vectors')
    },
  }),
}
