/** Rows: compared field by field. A batch finds its pairs by keys of fields (jobs/dedupe/rows), an index by the signatures of another method. */
import { LeitongError, unreachable } from '../../errors.js'
import { measureTraits } from '../../options/measures.js'
import type { Method } from '../method.js'
import { NOTHING_COLLECTED } from '../texts.js'
import { RecordJudge } from './record-judge.js'

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
  collect: () => NOTHING_COLLECTED,
  propose: () => unreachable('a batch finds rows by keys of their fields'),
  decider: () => 'measure',
  index: {
    hasContent: true,
    follows: proposer.index.follows,
    search: proposer.index.search,
    measure: () => 'jaccard',
    payload(_, asked) {
      if (asked !== undefined && asked !== 'text')
        throw new LeitongError('OPTION_CONFLICT', `an index of rows keeps their values (text), not ${asked}`)
      return 'text'
    },
    createJudge: (setup) => new RecordJudge(proposer.form, setup, setup.rows?.spec ?? unreachable('an index of rows without fields')),
  },
})
