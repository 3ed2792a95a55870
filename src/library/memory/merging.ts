/** What is merged of documents in memory. */
import { LeitongError } from '../../errors.js'
import type { Decisions } from '../../jobs/dedupe/decisions.js'
import type { Row } from '../../jobs/dedupe/merged/choose.js'
import { MergedRows, type MergeRecord, type MergeSource } from '../../jobs/dedupe/merged/merged-rows.js'
import { isRulesFile, type MergeRules, rulesOf } from '../../jobs/dedupe/merged/rules.js'
import type { DateOrder } from '../../sources/rows/dates.js'
import type { MemoryDocuments } from './documents.js'

class HeldRows implements MergeSource {
  readonly decisions: Decisions
  readonly columns = []
  readonly hasAllColumns = false
  readonly #documents: MemoryDocuments

  constructor(documents: MemoryDocuments, decisions: Decisions) {
    this.#documents = documents
    this.decisions = decisions
  }

  get dateOrder(): DateOrder | undefined {
    return this.#documents.options.dateOrder
  }

  get count(): number {
    return this.#documents.count
  }

  idOf(document: number): string {
    return this.#documents.idOf(document)
  }

  rowOf(document: number): Row | undefined {
    return this.#documents.recordAt(this.#documents.positionOf(document))
  }

  *records(removed: ArrayLike<number>): Generator<MergeRecord> {
    const documents = this.#documents
    // Removed documents are ascending, as the documents are.
    let [next, nextRemoved] = [0, 0]
    for (const position of documents.originals.keys()) {
      const isJudged = next < documents.count && documents.positionOf(next) === position
      const document = isJudged ? next++ : undefined
      const isRemoved = document !== undefined && removed[nextRemoved] === document
      if (isRemoved) nextRemoved++
      yield { document, isRemoved, row: () => documents.recordAt(position) }
    }
  }
}

/** @throws {LeitongError} `NEEDS_NODE` for the path of a file; `OPTION_VALUE` */
export function rulesHere(given: unknown): MergeRules {
  if (isRulesFile(given)) throw new LeitongError('NEEDS_NODE', 'option "merge" as a file')
  return rulesOf(given)
}

/** @throws {LeitongError} as {@link MergedRows} */
export const mergedHere = (documents: MemoryDocuments, decisions: Decisions, rules: unknown): MergedRows =>
  new MergedRows(new HeldRows(documents, decisions), rulesHere(rules))
