/** Rows: compared field by field. A batch finds its pairs by keys of fields (jobs/dedupe/rows), an index by the signatures of another method. */
import { LeitongError, unreachable } from '../../errors.js'
import { measureTraits } from '../../options/measures.js'
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
  decider: () => 'measure',
})

/** @param form  of the signatures that propose */
export const rowsSearch = (form: Method['form'], { index }: Search): Search => ({
  collect: () => NOTHING_COLLECTED,
  propose: () => unreachable('a batch finds rows by keys of their fields'),
  index: {
    hasContent: true,
    follows: index.follows,
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
