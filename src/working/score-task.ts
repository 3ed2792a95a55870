/** Pairs of rows, scored: what a thread holds of a table from task to task. */
import { RowJudge } from '../matching/judge.js'
import { type ScoredRange, scoreCandidates } from '../matching/score-candidates.js'
import type { ScoreTask } from './tasks.js'

const decoder = new TextDecoder()

export class RowScoring {
  #of = -1
  #judge: RowJudge | undefined

  run({ job, candidates, range }: ScoreTask): ScoredRange {
    if (this.#of !== job.number || !this.#judge) {
      // Text in shared memory is decoded from a copy.
      this.#judge = new RowJudge({ ...job.judge, model: job.model && JSON.parse(decoder.decode(job.model.slice())) })
      this.#of = job.number
    }
    return scoreCandidates(candidates, range, this.#judge, job.least)
  }
}
