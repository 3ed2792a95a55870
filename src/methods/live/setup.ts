/** An index that is open, as far as signing and judging ask for it. */
import type { Measure } from '../../comparing/measures.js'
import type { RecordSpec } from '../../matching/record-judge.js'
import type { Form } from '../../options/methods.js'
import type { Options } from '../../options/options.js'
import type { CorpusModel } from '../../weighting/model.js'
import type { EntryJudge } from '../method.js'

/**
 * The part of each document that is kept to verify against: its distinct features, its text, or nothing; under the measure `combined`
 * always `info`, the signature of its other information.
 */
export type Payload = 'features' | 'text' | 'none' | 'info'

export interface IndexSetup {
  readonly options: Options
  /** The corpus model, where weights ask for one. */
  readonly model: CorpusModel | undefined
  readonly measure: Measure
  readonly payload: Payload
  /** Of an index of rows: fields decide, and `measure` is not asked. */
  readonly rows: JudgedRows | undefined
}

/** Rows, with the judge of their records: who has no rows loads nothing of it. */
export interface JudgedRows {
  readonly spec: RecordSpec
  createJudge(form: Form, setup: IndexSetup, spec: RecordSpec): EntryJudge
}
