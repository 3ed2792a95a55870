/** Everything that a batch can write. */

import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { type Input, isInMemory, pathsOf } from '../../reading/input.js'
import { type ReadFile, tableReading } from '../../reading/open-input.js'
import { requireUnchanged, stampOf, stampsOf } from '../../reading/stamp.js'
import { namedFiles } from '../../resolving/named-files.js'
import { compressionOf } from '../../sources/formats/compression.js'
import { type ChangedRow, hasFields, isDocument, isTable, type KeptRows } from '../../sources/formats/format.js'
import type { FormatName } from '../../sources/formats/format-names.js'
import { formatOf } from '../../sources/formats/formats.js'
import { requireExcelWriter } from '../../sources/formats/office/write.js'
import type { FieldsSpec } from '../../sources/rows/fields-file.js'
import { lines } from '../../writing/json-lines.js'
import { type Content, OutputSet } from '../../writing/output-set.js'
import { checkResultPath, resultContent } from '../../writing/results.js'
import type { HeadingLanguage } from '../../writing/tables/headings.js'
import { type Against, againstPaths, type Beside } from './against/against.js'
import { requireRunFolder, saveRun } from './against/save-run.js'
import type { Run } from './dedupe.js'
import { annotationOf, FIELD, type Repeats, repeatsOf } from './kept/annotations.js'
import { addedColumns, type Change, cellsOf, requireNewColumns } from './kept/changed-records.js'
import { copyKept } from './kept/kept-documents.js'
import { documentLines, selectedBytes } from './kept/kept-records.js'
import { documentsOf, recordsOf, type Selection } from './kept/selection.js'
import { holdRecords, ShardFolder, type ShardForm, type ShardSpan } from './kept/shards.js'
import { mergedResults, sourceResults } from './merged/merged-results.js'
import type { MergedRows } from './merged/merged-rows.js'
import { type Merging, mergedOf, mergingOf } from './merged/merging.js'
import type { MergeInput } from './merged/rules.js'
import { pairResults } from './pairs/pair-results.js'
import { groupResults, rejectResults, removedResults } from './results.js'
import { fieldsFile, modelFile } from './rows/files.js'
import type { RowSearch } from './rows/search.js'

/** Where to write what; `-` is standard output. */
export interface OutputPaths {
  readonly output?: string | undefined
  readonly removed?: string | undefined
  readonly pairs?: string | undefined
  readonly groups?: string | undefined
  readonly rejects?: string | undefined
  readonly report?: string | undefined
  /** Of rows: the fields as they were compared, as a fields file. */
  readonly writeFields?: string | undefined
  /** Of rows under `match`: the model. */
  readonly writeModel?: string | undefined
  /** With `merge`: the rows that the values of each merged row come from. */
  readonly mergeSources?: string | undefined
}

export type OutputKind = keyof OutputPaths

/** Where to write what, and in which form. */
export interface OutputsWanted extends OutputPaths, ShardForm {
  /** Of the headings in Excel files; English without it. */
  readonly language?: HeadingLanguage | undefined
  /** The output has every record, with what is said of it in a field of this name, or of `leitong` where it is true. */
  readonly annotate?: boolean | string | undefined
  /** Kept records leave as often as the size of their group says: `size`, `log`, or a JSON file that names it. */
  readonly repeat?: string | undefined
  /** The output has one row a group: by rules, the value of each field that stays (docs/rows.md). */
  readonly merge?: MergeInput | undefined
  /** With `merge`: JSON lines of `mergeSources` of an earlier run, whose ids groups keep. */
  readonly groupsFrom?: string | undefined
}

type Writer = (run: Run, path: string, language?: HeadingLanguage) => Content

/** Outputs that were asked for, opened before the work begins. */
export class Outputs {
  readonly #set: OutputSet<OutputKind>
  readonly #paths: OutputPaths
  readonly #report: Writer
  /** Where copies of kept files go. */
  readonly #folder: string | undefined
  /** Outputs with a file for each file of the input. */
  readonly #shards: Partial<Record<'output' | 'removed', ShardFolder>> = {}
  readonly #form: Form
  readonly #language: HeadingLanguage | undefined
  readonly #saveRun: string | undefined
  readonly #merging: Merging | undefined
  #merged: MergedRows | undefined

  /**
   * @param options  of the run: files that they name are not written over
   * @param report   makes the report page
   * @param beside   old documents, which are not written again, and where the run is saved
   * @throws {LeitongError} `OUTPUT_WRITE`, `OUTPUT_FORMAT`, `OPTION_CONFLICT`
   */
  constructor(wanted: OutputsWanted, inputs: readonly Input[], options: Options, report: Writer, { against, saveRun }: Beside = {}) {
    const { compress, resume, annotate, repeat, language, merge, groupsFrom, ...paths } = wanted
    this.#language = language
    this.#paths = paths
    this.#form = formOf(annotate, repeat)
    this.#report = report
    this.#merging = mergingOf(wanted, inputs, against !== undefined)
    for (const kind of ['removed', 'pairs', 'groups', 'rejects', 'mergeSources'] as const) checkResultPath(paths[kind] ?? '')
    const isFolder = (kind: OutputKind, path: string) => (kind === 'output' || kind === 'removed') && path.endsWith('/')
    const unknown = Object.keys(paths).find((kind) => !Object.hasOwn(WRITERS, kind) && !UNLISTED.includes(kind))
    if (unknown !== undefined) throw new LeitongError('OPTION_UNKNOWN', unknown, 'among the outputs', undefined)
    const earlier = groupsFrom === undefined ? [] : [[groupsFrom, groupsFrom] as const]
    const set = new OutputSet(paths, [...pathsOf(inputs), ...againstPaths(against), ...namedFiles(options), ...earlier], isFolder)
    this.#set = set
    this.#saveRun = saveRun
    const { output, removed } = paths
    try {
      requireChangeable(this.#form, inputs, output)
      if (saveRun !== undefined) requireRunFolder(saveRun)
      const how = { field: this.#form.field, repeat: this.#form.repeats?.rule, ...(against ? { against: oldStamps(against) } : {}) }
      if (output !== undefined && this.#merging) checkResultPath(output)
      else if (output?.endsWith('/') && holdRecords(inputs))
        this.#shards.output = new ShardFolder(output, '--output', inputs, options, { compress, resume }, { how })
      else if (output !== undefined) {
        checkOneFormat(inputs, output)
        if (output.endsWith('/')) this.#folder = output
      }
      if (removed?.endsWith('/'))
        this.#shards.removed = new ShardFolder(removed, '--removed', inputs, options, { compress, resume }, { nameOf: resultName, how })
      if ((compress ?? (resume || undefined)) !== undefined && !this.#shards.output && !this.#shards.removed)
        throw new LeitongError(
          'OPTION_CONFLICT',
          '--compress and --resume are for outputs that are folders: --output FOLDER/, --removed FOLDER/',
        )
    } catch (error) {
      set.discard()
      throw error
    }
  }

  /**
   * Asks stores of objects whether the outputs can be written, before the work.
   *
   * @throws {LeitongError} `OUTPUT_WRITE`; call {@link discard} then
   */
  async ready(): Promise<void> {
    await this.#set.ready()
    await this.#shards.output?.ready()
    await this.#shards.removed?.ready()
  }

  /**
   * @param before  work that must be done before any output appears
   * @throws {LeitongError} `OUTPUT_WRITE`, `OUTPUT_FORMAT`, `SOURCE_CHANGED`; call {@link discard} then
   */
  async write(run: Run, before: () => Promise<void> = async () => {}): Promise<void> {
    await this.#set.write(
      (kind) => {
        const path = this.#paths[kind] as string
        if (this.#merging && kind === 'output') return resultContent(path, mergedResults(run.context, this.#mergedOf(run)), this.#language)
        if (kind === 'mergeSources') return resultContent(path, sourceResults(run.context, this.#mergedOf(run)), this.#language)
        if (kind === 'output') return keptContent(run, path, this.#form)
        return (kind === 'report' ? this.#report : WRITERS[kind])(run, path, this.#language)
      },
      async () => {
        requireUnchanged(run.context.inputs)
        await before()
        if (this.#folder !== undefined) await copyKept(run, this.#folder)
        const removed = run.decisions.removedDocuments()
        await this.#shards.output?.write((files, path) => keptContent(run, path, this.#form, { files, removed }))
        await this.#shards.removed?.write((files, path) =>
          resultContent(path, removedResults(run, documentsOf(run.context.documents, files, removed)), this.#language),
        )
      },
    )
    // Last: what is saved counts as written.
    if (this.#saveRun !== undefined) await saveRun(run, this.#saveRun)
  }

  #mergedOf(run: Run): MergedRows {
    this.#merged ??= mergedOf(run, this.#merging as Merging)
    return this.#merged
  }

  /** What was merged, once it is written. */
  get merged(): Pick<MergedRows, 'ties' | 'dates'> | undefined {
    return this.#merged
  }

  get leftovers(): readonly string[] {
    return this.#set.leftovers
  }

  /** Files of folders that an earlier run had written. */
  get found(): number {
    return (this.#shards.output?.found ?? 0) + (this.#shards.removed?.found ?? 0)
  }

  discard(): void {
    this.#set.discard()
  }
}

/**
 * Whether records of these inputs can leave as one file as they came.
 *
 * @throws {LeitongError} `OUTPUT_FORMAT`, `PACKAGE_MISSING`
 */
export function checkOneFormat(inputs: readonly Input[], output: string, flag = '--output'): void {
  const refuse = (what: string) => {
    throw new LeitongError('OUTPUT_FORMAT', what)
  }
  const [first] = inputs
  if (!first) return
  const other = inputs.find(({ format }) => (isDocument(format) ? !isDocument(first.format) : format.name !== first.format.name))
  if (other) refuse(`${first.name} is ${first.format.name} and ${other.name} is ${other.format.name}: they cannot be one output`)
  if (output.endsWith('/') && !isDocument(first.format))
    refuse(`${flag} ${output} is a folder, but the input is ${first.format.name}: name a file`)
  const named = formatOf(compressionOf(output).bare)
  if (isTable(first.format) && named && first.format.writes.includes(named.name)) {
    if (compressionOf(output).compression) refuse(`${flag} ${output}: rows of ${first.format.name} are written uncompressed`)
  } else if (named && named.name !== first.format.name && hasFields(named) && hasFields(first.format))
    refuse(`kept records leave as they came: ${first.name} is ${first.format.name}, and ${flag} ${output} says ${named.name}`)
  if (isTable(first.format) && !isOneFile(inputs)) refuse(`${flag} takes one ${first.format.name} file at a time`)
  if (isTable(first.format) && output === '-') refuse(`${first.format.name} cannot be written to standard output`)
  if (first.format.name === 'xlsx' && named?.name !== 'csv') requireExcelWriter()
}

/** Whether inputs are one file, perhaps sheets of it. */
const isOneFile = (inputs: readonly Input[]) => new Set(inputs.map((input) => (input.kind === 'file' ? input.path : input))).size === 1

/** Outputs that are written in ways of their own. */
const UNLISTED: readonly string[] = ['report', 'output', 'mergeSources'] satisfies OutputKind[]

const WRITERS: { readonly [Kind in Exclude<OutputKind, 'report' | 'output' | 'mergeSources'>]: Writer } = {
  removed: (run, path, language) => resultContent(path, removedResults(run), language),
  pairs: (run, path, language) => resultContent(path, pairResults(run), language),
  groups: (run, path, language) => resultContent(path, groupResults(run), language),
  rejects: (run, path, language) => resultContent(path, rejectResults(run.context), language),
  writeFields: (run) => [Buffer.from(fieldsFile(rowsOf(run), specOf(run)))],
  writeModel: (run) => [Buffer.from(modelFile(rowsOf(run)))],
}

function rowsOf({ rows }: Run): RowSearch {
  if (!rows) throw new LeitongError('OPTION_CONFLICT', '--write-fields and --write-model are of use where rows are compared field by field')
  return rows
}

/** The fields file as it was given, without its fields. */
function specOf({ context: { inputs } }: Run): Omit<FieldsSpec, 'fields'> {
  const { key = [], rules, least, candidates } = inputs.find(({ row }) => row)?.row ?? {}
  return {
    ...(key.length ? { key } : {}),
    ...(rules ? { rules } : {}),
    ...(least === undefined ? {} : { least }),
    ...(candidates ? { candidates } : {}),
  }
}

/** The state of what the outputs of a batch depend on beside its own inputs. */
const oldStamps = ({ inputs, runs }: Against) => [
  ...stampsOf(inputs),
  ...runs.flatMap(({ paths }) => paths.map(([path]) => [path, stampOf(path)])),
]

/** How the records of the output are written, besides as they came. */
interface Form {
  /** The field of annotations. */
  readonly field?: string
  readonly repeats?: Repeats
}

/** @throws {LeitongError} `OPTION_CONFLICT`, `OPTION_VALUE`, `SOURCE_MISSING` */
function formOf(annotate: boolean | string | undefined, repeat: string | undefined): Form {
  if (annotate && repeat !== undefined)
    throw new LeitongError('OPTION_CONFLICT', '--annotate writes every record once: leave out --repeat, or --annotate')
  return {
    ...(annotate ? { field: annotate === true ? FIELD : annotate } : {}),
    ...(repeat === undefined ? {} : { repeats: repeatsOf(repeat) }),
  }
}

/** @throws {LeitongError} `OPTION_CONFLICT`, `OUTPUT_FORMAT` */
function requireChangeable({ field, repeats }: Form, inputs: readonly Input[], output: string | undefined): void {
  if (field === undefined && !repeats) return
  const flag = field === undefined ? '--repeat' : '--annotate'
  if (output === undefined) throw new LeitongError('OPTION_CONFLICT', `${flag} says how --output is written, and there is none`)
  const other = inputs.find(
    (input) =>
      isInMemory(input) ||
      isDocument(input.format) ||
      (isTable(input.format) && !input.format.writeChanged) ||
      (field !== undefined && !hasFields(input.format)),
  )
  if (other)
    throw new LeitongError(
      'OUTPUT_FORMAT',
      `${flag} is for JSON lines, JSON, CSV and Parquet, and ${other.name || 'the input'} is ${isInMemory(other) ? 'in memory' : other.format.name}`,
    )
}

/** @param part  files of the input that leave as one, and all that is removed; undefined for all files */
function keptContent(run: Run, path: string, form: Form, part?: { readonly files: ShardSpan; readonly removed: Uint32Array }): Content {
  const { documents, options, ownInputs } = run.context
  const inputs = run.context.inputs.slice(0, ownInputs)
  const change = changeOf(run, form)
  const removed = change?.annotate
    ? new Uint32Array()
    : part
      ? documentsOf(documents, part.files, part.removed)
      : run.decisions.removedDocuments()
  if (!part) return recordsContent(inputs, { documents, removed, toFile: ownInputs }, path, options, change)
  const { from, to } = part.files
  return recordsContent(inputs.slice(from), { documents, removed, fromFile: from, toFile: to }, path, options, change)
}

function changeOf(run: Run, { field, repeats }: Form): Change | undefined {
  if (field !== undefined) return { times: () => 1, annotate: { name: field, of: (document) => annotationOf(run, document) } }
  if (!repeats) return undefined
  const { groups } = run.decisions
  const sizeOf = (document: number) => {
    const group = groups.numberOf(document)
    return group === undefined ? 1 : groups.sizeOf(group)
  }
  return { times: (document) => (document === undefined ? 1 : repeats.of(sizeOf(document))) }
}

/** Results are tables where the input is one of these, and JSON lines otherwise. */
const resultName = (bare: string) => (/\.(jsonl|ndjson|csv|tsv|xlsx|parquet|pq)$/i.test(bare) ? bare : `${bare}.jsonl`)

/**
 * Records as they came: files as a list of their names; documents of this process as lines; a table by a format of its own; all else byte
 * for byte.
 *
 * @param inputs  from the first file of the selection on
 * @param output  whose ending chooses among the forms that rows of a table can leave in
 * @param change  what becomes of the records, where they do not leave as they came
 */
export function recordsContent(inputs: readonly Input[], selection: Selection, output: string, options: Options, change?: Change): Content {
  const { documents, removed, withoutRejects, fromFile = 0, toFile = documents.files.length } = selection
  const [input] = inputs
  const rejects = withoutRejects ? documents.rejects.filter(({ file }) => file >= fromFile && file < toFile) : []
  if (input && isDocument(input.format)) {
    const gone = new Uint8Array(documents.files.length)
    for (let i = 0; i < removed.length; i++) gone[documents.fileOf(removed[i] as number)] = 1
    for (const { file } of rejects) gone[file] = 1
    const names = documents.files.flatMap(({ name }, number) => (number < fromFile || number >= toFile || gone[number] ? [] : [name]))
    return lines(names)
  }
  if (isInMemory(input)) return lines(documentLines(selection))
  if (input?.kind !== 'file' || !isTable(input.format)) {
    // What goes into a file as it is, is written at once; what is compressed or goes to a stream is held for a while.
    return selectedBytes({ ...selection, isCopied: output !== '-' && !compressionOf(output).compression }, change)
  }
  const { path, format } = input
  const { opening } = documents.files[fromFile] as ReadFile
  // Rows are lines of the spool behind what its opening takes.
  const first = 1 + (opening.lines ?? 0)
  if (change) {
    const { annotate } = change
    if (annotate) requireNewColumns(annotate, opening.columns ?? [], input.name)
    const { own } = documents.files[fromFile] as ReadFile
    const columns = annotate ? addedColumns(annotate, own?.id ?? options.idField) : []
    return (temporary) => format.writeChanged?.(path, changedRows(selection, change, first), columns, temporary) ?? Promise.resolve()
  }
  const parts = keptRows(inputs, selection)
  const named = formatOf(output)?.name
  const as = format.writes.find((name) => name === named) ?? (format.writes[0] as FormatName)
  return (temporary) => format.writeKept(path, parts, temporary, { ...tableReading(input, options), as })
}

/** What leaves of each table of one file. */
function keptRows(inputs: readonly Input[], { documents, removed, withoutRejects, fromFile = 0, toFile }: Selection): KeptRows[] {
  const rejects = withoutRejects ? documents.rejects : []
  return documents.files.slice(fromFile, toFile).map(({ opening }, i): KeptRows => {
    const input = inputs[i]
    const first = 1 + (opening.lines ?? 0)
    const numbers = [
      ...Array.from(removed).flatMap((document) => (documents.fileOf(document) === fromFile + i ? [documents.lineOf(document)] : [])),
      ...rejects.flatMap(({ file, line }) => (file === fromFile + i ? [line] : [])),
    ]
    const found = input?.kind === 'file' ? input.sheet : undefined
    return { sheet: found?.name, headerRow: found?.headerRow, removed: numbers.map((line) => line - first).sort((a, b) => a - b) }
  })
}

function* changedRows(selection: Selection, { times, annotate }: Change, first: number): Generator<ChangedRow> {
  const { documents } = selection
  const lineOfReject = new Map(
    documents.rejects.filter(({ file }) => file === (selection.fromFile ?? 0)).map(({ start, line }) => [start, line]),
  )
  for (const { document, start, isRemoved } of recordsOf(selection)) {
    if (isRemoved) continue
    const line = document === undefined ? (lineOfReject.get(start) as number) : documents.lineOf(document)
    yield { number: line - first, times: times(document), cells: annotate ? cellsOf(annotate.of(document)) : [] }
  }
}
