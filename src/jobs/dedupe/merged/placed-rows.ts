/** What is merged of a run over files: its records are read again where they lie. */
import type { ReadFile } from '../../../reading/open-input.js'
import { type RecordReader, rowOf } from '../../../reading/records.js'
import type { DateOrder } from '../../../sources/rows/dates.js'
import type { Decisions } from '../decisions.js'
import type { Documents } from '../documents.js'
import { recordsOf } from '../kept/selection.js'
import type { Row } from './choose.js'
import type { MergeRecord, MergeSource } from './merged-rows.js'

/** Records that were read, of a batch or on a page. */
export interface PlacedDocuments {
  readonly documents: Documents
  readonly reader: Pick<RecordReader, 'read'>
  readonly options: { readonly dateOrder?: DateOrder | undefined }
  /** Files of the run itself; those behind them are held against it. */
  readonly ownInputs: number
}

export class PlacedRows implements MergeSource {
  readonly decisions: Decisions
  readonly dateOrder: DateOrder | undefined
  readonly columns: readonly string[]
  readonly hasAllColumns: boolean
  readonly #placed: PlacedDocuments

  readonly #ownFields: (row: Row) => Row

  /** @param ownFields  takes out what records have of this process */
  constructor(placed: PlacedDocuments, decisions: Decisions, ownFields = (row: Row) => row) {
    this.#placed = placed
    this.#ownFields = ownFields
    this.decisions = decisions
    this.dateOrder = placed.options.dateOrder
    const files = placed.documents.files.slice(0, placed.ownInputs)
    this.columns = files.flatMap(({ opening }) => opening.columns ?? [])
    this.hasAllColumns = files.every(({ opening }) => opening.columns)
  }

  get count(): number {
    return this.#placed.documents.count
  }

  idOf(document: number): string {
    return this.#placed.documents.idOf(document)
  }

  rowOf(document: number): Row | undefined {
    const { documents } = this.#placed
    return this.#rowAt(documents.fileOf(document), documents.startOf(document), documents.endOf(document))
  }

  *records(removed: ArrayLike<number>): Generator<MergeRecord> {
    const { documents, ownInputs: toFile } = this.#placed
    for (const { document, isRemoved, file, start, end } of recordsOf({ documents, removed, toFile }))
      yield { document, isRemoved, row: () => this.#rowAt(file, start, end) }
  }

  #rowAt(file: number, start: number, end: number): Row | undefined {
    const { documents, reader } = this.#placed
    const read = documents.files[file] as ReadFile
    const row = rowOf(reader.read(read.path, start, end - start), read)
    return row && this.#ownFields(row)
  }
}
