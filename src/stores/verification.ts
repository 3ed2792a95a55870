/** The findings of `verify`, which every store tells in the same words. */
import type { Candidate, StoredRecord, VerifyReport } from './store.js'

/** Problems that are reported at most: where there are more the index is made anew anyway, and a list of all could fill the memory. */
const MOST_PROBLEMS = 1000

/** Numbers that must agree with how many records were read. */
export interface Counts {
  readonly ids: number
  /** As the store keeps count. */
  readonly documents: number
  /** In the search structure, where it is one that counts. */
  readonly searched?: number
}

export class Verification {
  readonly #problems: string[] = []
  #records = 0

  report(problem: string): void {
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push(problem)
  }

  /**
   * A record that is not what was written.
   *
   * @param id       the one that its bytes name, if they still name one
   * @param leadsTo  the number that this id leads to: only then is it likely to be its id
   */
  damaged(seq: number, id: string, leadsTo: number | undefined): void {
    this.#records++
    this.report(`record ${seq}: it is not what was written (checksum)${leadsTo === seq ? `; its id is ${id}` : ''}`)
  }

  /**
   * A record that could be read.
   *
   * @param leadsTo  the number that its id leads to
   * @param found    candidates for its row
   */
  record({ seq, id }: Pick<StoredRecord, 'seq' | 'id'>, leadsTo: number | undefined, found: readonly Candidate[]): void {
    this.#records++
    if (leadsTo !== seq) this.report(`record ${seq}: its id ${id} leads elsewhere`)
    if (!found.some((candidate) => candidate.seq === seq)) this.report(`record ${seq}: the search does not find it`)
  }

  /** Once, after all records. */
  counts({ ids, documents, searched }: Counts): void {
    const records = this.#records
    if (documents !== records) this.report(`${records} records, but ${documents} were counted`)
    if (ids !== records) this.report(`${ids} ids for ${records} records`)
    if (searched !== undefined && searched !== records) this.report(`the search knows ${searched} of ${records} records`)
  }

  result(): VerifyReport {
    return { records: this.#records, problems: this.#problems }
  }
}
