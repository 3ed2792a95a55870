/** MinHash: positions that estimate a similarity, searched by bands, and verified. */
import { estimateFloor, estimateFromBytes } from '../../searching/bands.js'
import { featuresName, ignoredName } from '../../signing/signature.js'
import { inputOrder, NOTHING_TOLD, nodesOf } from '../candidates.js'
import { measuredOr } from '../decision.js'
import { indexedBy } from '../live/indexed.js'
import { MeasuredJudge } from '../live/measured.js'
import type { Method, Search } from '../method.js'
import { NOTHING_COLLECTED, signerOf } from '../texts.js'
import { judgeBySignatures } from '../verdicts.js'
import { bandBuckets } from './band-buckets.js'

const decider = measuredOr('estimate')

export const minhash = {
  name: 'minhash',
  own: ['numPerm', 'bands', 'bandRows', 'ngram', 'charNgram'] as const,
  asked: ['method', 'minhash'],
  threshold: 0.8,
  measuresTexts: true,
  form: 'positions',
  reads: 'text',
  signs: (options) => `minhash num_perm=${options.numPerm} ${featuresName(options)}${ignoredName(options)}`,
  createSigner: signerOf('positions'),
  proposal: ({ estimate, numPerm }) => ({ agreeing: Math.round(estimate * numPerm), values: numPerm }),
  told: { by: 'MinHash' },
  decider,
  cluster: 'bands',
} satisfies Method

export const minhashSearch: Search = {
  collect: () => NOTHING_COLLECTED,
  async propose(batch) {
    const { options, store, copies, runs } = batch
    const buckets = await bandBuckets(options, store, copies.distinct, runs)
    const { graph, documents } = nodesOf(buckets, batch)
    const { ascending, rowOf } = inputOrder(documents)
    const low = store.lowBytes(ascending)
    const words = Math.ceil(options.numPerm / 4)
    const estimate = (a: number, b: number) => estimateFromBytes(low, rowOf[a] as number, rowOf[b] as number, words, options.numPerm)
    const floor = estimateFloor(options.threshold, options.numPerm)
    return {
      ...NOTHING_TOLD,
      graph: { ...graph, maybe: (a, b) => estimate(a, b) >= floor },
      documents,
      judge: options.verify
        ? batch.measure(options, documents)
        : judgeBySignatures(decider(options), options, { similarity: estimate, isShown: false }),
      plan: buckets.plan,
      crowded: buckets.crowded,
    }
  },
  index: /* @__PURE__ */ indexedBy({
    search: ({ bands, numPerm }) => ({ kind: 'minhash', bands, numPerm }),
    createJudge: (setup) => new MeasuredJudge('positions', setup),
  }),
}
