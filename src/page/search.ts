/** The search of the page: workers sign what was dropped, as those of the command do, and what they find is judged as in memory. */
import { Documents } from '../jobs/dedupe/documents.js'
import { ComparedCheck } from '../jobs/dedupe/nothing-compared.js'
import { refuseRejects } from '../jobs/dedupe/rejects.js'
import { ValueStore } from '../jobs/dedupe/rows/value-store.js'
import type { RunContext, RunHooks } from '../jobs/dedupe/run-context.js'
import { collectSigned, type Signing, signAll } from '../jobs/dedupe/sign-all.js'
import type { Unit } from '../jobs/dedupe/units.js'
import { measuring } from '../jobs/dedupe/verdicts.js'
import { judgeTexts, type ReadDocuments, type Verdict } from '../library/memory/dedupe.js'
import { type AskedRows, judgeRows, rowsAsked, signedFields } from '../library/memory/rows.js'
import { MemorySignatures } from '../library/memory/signatures.js'
import { fieldsOf } from '../methods/fields.js'
import { methodOf } from '../methods/methods.js'
import { preferenceOf } from '../options/keep-rule.js'
import type { Options } from '../options/options.js'
import type { ReadFile } from '../reading/open-input.js'
import { type DecodedText, RecordReader, rowOf } from '../reading/records.js'
import type { Fields } from '../sources/formats/format.js'
import type { FieldsInput } from '../sources/rows/fields-file.js'
import type { Fingerprinting } from '../working/tasks.js'
import type { Source, WriteWorkbook } from './source.js'

/** What the page has beside the source: workers, who watches them, and who writes workbooks. */
export interface PageHost {
  readonly pool: RunContext['pool']
  readonly writeWorkbook: WriteWorkbook
  /** Told how much of a phase is done: records of `read`, pairs of `verify`. */
  readonly onProgress: (phase: string, done: number) => void
}

export class Search implements Signing {
  readonly source: Source
  readonly options: Options
  readonly fields: Fields
  readonly documents: Documents
  readonly pool: PageHost['pool']
  readonly hooks: RunHooks
  readonly totalBytes: number
  readonly inputs: readonly { readonly kind: string; readonly name: string }[]
  readonly reader = new RecordReader()
  readonly #onProgress: PageHost['onProgress']
  /** Of rows that are compared field by field. */
  readonly #rows: AskedRows | undefined
  /** What the name of the signature has of fields. */
  readonly #fieldsName: string
  readonly #files: readonly ReadFile[]

  /** @throws {LeitongError} `FIELDS_FILE`, `NEEDS_NODE` */
  constructor(source: Source, options: Options, spec: FieldsInput | undefined, { pool, onProgress }: Omit<PageHost, 'writeWorkbook'>) {
    this.source = source
    this.options = options
    this.fields = fieldsOf(options)
    this.documents = new Documents(preferenceOf(options.keep) === 'length')
    this.pool = pool
    this.#onProgress = onProgress
    this.hooks = { progress: (phase, done) => onProgress(phase, phase === 'read' ? this.documents.count : done) }
    this.totalBytes = source.size
    this.inputs = [{ kind: 'file', name: source.name }]
    this.#rows = methodOf(options).reads === 'values' ? rowsAsked(options, spec, undefined) : undefined
    const signed = !this.#rows && spec ? signedFields(options, spec) : undefined
    this.#fieldsName = signed?.name ?? ''
    const row = this.#rows?.row ?? signed?.row
    this.#files = row ? source.files.map((file) => ({ ...file, row })) : source.files
  }

  async *units(content: Fingerprinting['content']): AsyncGenerator<Unit> {
    this.documents.files.push(...this.#files)
    const fields = content === 'values' ? { ...this.fields, values: true as const } : this.fields
    yield* this.source.units(this.#files, { content, options: this.options, fields })
  }

  /** @throws {LeitongError} `FIELD_MISSING`, `NOTHING_JUDGED`, `STRICT`, `SOURCE_READ` */
  async judged(): Promise<[ReadDocuments, Verdict]> {
    const hooks = { onProgress: this.#onProgress }
    if (this.#rows) {
      const store = new ValueStore(this.options.memory)
      for await (const piece of signAll(this, { content: 'values' })) store.add(piece)
      const read = this.#read(this.options)
      return [read, await judgeRows(read, this.#rows, store, this.pool, true, hooks)]
    }
    const signatures = new MemorySignatures(this.options)
    const { options, postings, features } = await collectSigned(this, { bytes: this.options.memory }, (piece) => signatures.add(piece))
    const read = this.#read(options)
    const { fields, documents, pool } = this
    const { width, isThreaded } = pool
    const texts = {
      signatures,
      postings,
      features,
      runs: { width: Math.max(1, width >> 1), isThreaded, of: (keys: Uint32Array) => pool.run({ kind: 'runs', keys }) },
      measure: measuring({ options, fields, documents, pool, hooks: this.hooks }),
      name: this.#fieldsName,
    }
    // For the histogram, as for a report of the command.
    return [read, await judgeTexts(read, texts, true, hooks)]
  }

  /** The documents, when all are read and some can be judged. */
  #read(options: Options): ReadDocuments {
    const { documents } = this
    new ComparedCheck(this).finish()
    refuseRejects(this)
    const { count, bytes, rejects, scripts, ranked } = documents
    const lengthOf = (document: number) => documents.lengthOf(document)
    const rankOf = (document: number) => documents.rankOf(document)
    return { options, count, bytes, rejects, scripts, ranked, lengthOf, rankOf, identified: documents }
  }

  /** Reads the texts of some documents again. */
  textsOf(documents: readonly number[]): DecodedText[] {
    const { files } = this.documents
    const records = { files, places: this.documents.places(documents), fields: this.fields, maxRecord: this.options.maxRecord }
    return documents.map((_, i) => this.reader.textAt(records, i))
  }

  /** Reads a document again, as a record. */
  recordOf(document: number): Readonly<Record<string, unknown>> | undefined {
    const { documents, source } = this
    if (!source.hasFields) return { ...this.textsOf([document])[0] }
    const file = documents.files[documents.fileOf(document)] as ReadFile
    const start = documents.startOf(document)
    return rowOf(this.reader.read(file.path, start, documents.endOf(document) - start), file)
  }
}
