/** Rows: compared field by field. A batch finds its pairs by keys of fields (jobs/dedupe/rows), an index by the signatures of another method. */
import { LeitongError, unreachable } from '../../errors.js'
import { measureTraits } from '../../options/measures.js'
import type { Options } from '../../options/options.js'
import { withClosest } from '../../searching/closest.js'
import type { Method, Search } from '../method.js'
import { NOTHING_COLLECTED } from '../texts.js'

/** @param proposer  the method whose signatures propose pairs in an index */
export const rowsBy = (proposer: Method): Method => ({
  name: 'rows',
  own: [],
  asked: ['measure', 'fields', 'match'],
  threshold: proposer.threshold,
  measuresTexts: false,
  form: proposer.form,
  reads: 'values',
  signs: (options) => `rows measure=${options.measure}${measureTraits(options).learns ? ` model=${options.model}` : ''}`,
  createSigner: proposer.createSigner,
  ...(proposer.alone ? { alone: proposer.alone } : {}),
  told: { by: 'keys' },
  decider: () => 'measure',
  cluster: 'rows',
})

/**
 * How rows are signed for the search unless stated otherwise: by characters, since one mistyped letter changes a whole word of a short
 * field, and with bands so short that also rows of which a fifth is alike are proposed (docs/live.md has the recall). The score decides.
 */
function signedByDefault(named: ReadonlySet<string>): Partial<Options> {
  const words = named.has('tokenizer') || named.has('profile') ? {} : ({ tokenizer: 'char', ngram: 3 } as const)
  return named.has('bands') || named.has('bandRows') || named.has('numPerm') ? words : { ...words, numPerm: 256, bandRows: 2 }
}

/** @param form  of the signatures that propose */
export const rowsSearch = (form: Method['form'], { index }: Search): Search => ({
  collect: () => NOTHING_COLLECTED,
  propose: () => unreachable('a batch finds rows by keys of their fields'),
  index: {
    hasContent: true,
    follows: index.follows,
    fields: 'judged',
    defaults: signedByDefault,
    search: (options) => withClosest(index.search(options), options.measure),
    measure: () => 'jaccard',
    payload(_, asked) {
      if (asked !== undefined && asked !== 'text')
        throw new LeitongError('OPTION_CONFLICT', `an index of rows keeps their values (text), not ${asked}`)
      return 'text'
    },
    createJudge(setup) {
      const { rows } = setup
      return rows ? rows.createJudge(form, setup, rows.spec) : unreachable('an index of rows without fields')
    },
  },
})
