/** Equal texts, after normalisation: copies alone. */
import { featuresName, ignoredName } from '../signing/signature.js'
import { NOTHING_TOLD } from './candidates.js'
import { indexedBy } from './live/indexed.js'
import { MeasuredJudge } from './live/measured.js'
import type { Method, Search } from './method.js'
import { NOTHING_COLLECTED, signerOf } from './texts.js'

export const exact = {
  name: 'exact',
  help: 'equal after normalisation',
  own: [] as const,
  asked: ['method', 'exact'],
  threshold: 0.8,
  // Equal after normalisation is a question of characters.
  tokenizer: 'char',
  alwaysVerifies: 'compares whole texts',
  measuresTexts: false,
  form: 'digest',
  reads: 'text',
  signs: (options) => `exact ${featuresName(options, true)}${ignoredName(options)}`,
  createSigner: signerOf('digest'),
  decider: () => 'equality',
  cluster: 'digests',
} satisfies Method

export const exactSearch: Search = {
  collect: () => NOTHING_COLLECTED,
  /** Equal digests are copies before anything is searched: nodes are only those that are wanted. */
  async propose({ options, wanted, ordering, measure }) {
    const documents = wanted.slice().sort(ordering)
    const graph = { nodes: documents.length, starts: Uint32Array.of(0), members: new Uint32Array(), maybe: () => false }
    return { ...NOTHING_TOLD, graph, documents, judge: measure(options, documents), plan: 'equal digests', crowded: 0 }
  },
  index: /* @__PURE__ */ indexedBy({
    search: () => ({ kind: 'exact' }),
    createJudge: (setup) => new MeasuredJudge('digest', setup),
  }),
}
