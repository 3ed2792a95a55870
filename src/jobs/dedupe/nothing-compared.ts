/** Refuses a run that compares nothing: no record can be judged, or a field that was named is in no record. */
import { LeitongError } from '../../errors.js'
import { firstWhere } from '../../hashing/binary-search.js'
import { FieldSearch, namedFields, placeOf } from '../../reading/named-fields.js'
import type { ReadFile } from '../../reading/open-input.js'
import { rowOf } from '../../reading/records.js'
import { hasFields } from '../../sources/formats/format.js'
import { FORMATS } from '../../sources/formats/formats.js'
import type { Rejected } from './documents.js'
import { describeReject } from './rejects.js'
import type { RunContext } from './run-context.js'

/** What of a run it looks at. */
type Compared = Pick<RunContext, 'documents' | 'options' | 'reader'> & {
  readonly inputs: readonly { readonly kind: string; readonly name: string }[]
}

/** Watches the documents of some inputs of a run, as they come. Records are read again only until each field was seen. */
export class ComparedCheck {
  readonly #context: Compared
  /** Inputs, and so files, from `#from` to before `#to`. */
  readonly #from: number
  readonly #to: number
  readonly #search = new FieldSearch()
  /** What was looked at so far. */
  #files: number
  #documents = 0
  #rejects = 0

  constructor(context: Compared, from = 0, to = context.inputs.length) {
    this.#context = context
    this.#from = from
    this.#to = to
    this.#files = from
  }

  /** Looks at what was read since the last call; returns whether every field was seen, and some record can be judged. */
  look(): boolean {
    const { documents, options, inputs } = this.#context
    const { files } = documents
    for (; this.#files < Math.min(this.#to, files.length); this.#files++) {
      const { format, row, own, opening } = files[this.#files] as ReadFile
      if (!hasFields(FORMATS[format])) this.#lookAtWhole()
      if (!this.#mayLack(this.#files)) continue
      this.#search.want(namedFields(options, row, own))
      if (opening.columns) this.#search.addColumns(opening.columns)
    }
    if (inputs.length && !this.#search.isDone) this.#lookAtRecords()
    return this.#search.isDone && this.#isAnyJudged()
  }

  /** A line or a file has its text, and perhaps a title. */
  #lookAtWhole(): void {
    this.#search.want(this.#context.options.withFields)
    this.#search.addColumns(['text', 'title'])
  }

  /** Whether records of a file have fields that only they tell: a database has looked for its columns itself. */
  #mayLack(number: number): boolean {
    const { inputs, documents } = this.#context
    return inputs[number]?.kind !== 'table' && hasFields(FORMATS[(documents.files[number] as ReadFile).format])
  }

  #lookAtRecords(): void {
    const { documents } = this.#context
    this.#documents = Math.max(this.#documents, this.#first())
    for (; this.#documents < documents.count && !this.#search.isDone; this.#documents++) {
      const file = documents.fileOf(this.#documents)
      if (file >= this.#to) break
      this.#lookAt(file, documents.startOf(this.#documents), documents.endOf(this.#documents))
    }
    for (; this.#rejects < documents.rejects.length && !this.#search.isDone; this.#rejects++) {
      const { file, start, end } = documents.rejects[this.#rejects] as Rejected
      if (file >= this.#from && file < this.#to) this.#lookAt(file, start, end)
    }
  }

  #lookAt(number: number, start: number, end: number): void {
    const { documents, options, reader } = this.#context
    const file = documents.files[number] as ReadFile
    if (file.opening.columns || end - start > options.maxRecord || !this.#mayLack(number)) return
    this.#search.addRecord(rowOf(reader.read(file.path, start, end - start), file))
  }

  /** The first document of these inputs; documents are in the order of the inputs. */
  #first(): number {
    const { documents } = this.#context
    return firstWhere(0, documents.count, (document) => documents.fileOf(document) >= this.#from)
  }

  #isAnyJudged(): boolean {
    const { documents } = this.#context
    const first = this.#first()
    return first < documents.count && documents.fileOf(first) < this.#to
  }

  /**
   * To be called when everything is read.
   *
   * @throws {LeitongError} `FIELD_MISSING`, `NOTHING_JUDGED`; not where there are no records
   */
  finish(): void {
    const { documents, inputs } = this.#context
    this.look()
    const rejects = documents.rejects.filter(({ file }) => file >= this.#from && file < this.#to)
    const isJudged = this.#isAnyJudged()
    if (!isJudged && !rejects.length) return
    const place = placeOf(inputs.slice(this.#from, this.#to))
    this.#search.finish(place)
    const [first] = rejects
    if (!isJudged && first) throw new LeitongError('NOTHING_JUDGED', place, rejects.length, describeReject(first, documents.files))
  }
}
