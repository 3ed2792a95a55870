/** Everything that a batch can write. */

import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { type Input, isInMemory, pathsOf } from '../../reading/input.js'
import { type ReadFile, tableReading } from '../../reading/open-input.js'
import { requireUnchanged } from '../../reading/stamp.js'
import { namedFiles } from '../../resolving/named-files.js'
import { compressionOf } from '../../sources/formats/compression.js'
import { hasFields, isDocument, isTable } from '../../sources/formats/format.js'
import type { FormatName } from '../../sources/formats/format-names.js'
import { formatOf } from '../../sources/formats/formats.js'
import type { FieldsSpec } from '../../sources/rows/fields-file.js'
import { lines } from '../../writing/json-lines.js'
import { type Content, OutputSet } from '../../writing/output-set.js'
import { checkResultPath, resultContent } from '../../writing/results.js'
import type { Run } from './dedupe.js'
import { copyKept } from './kept/kept-documents.js'
import { documentLines, type Selection, selectedBytes } from './kept/kept-records.js'
import { groupResults, pairResults, rejectResults, removedResults } from './results.js'
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
}

export type OutputKind = keyof OutputPaths

type Writer = (run: Run, path: string) => Content

/** Outputs that were asked for, opened before the work begins. */
export class Outputs {
  readonly #set: OutputSet<OutputKind>
  readonly #paths: OutputPaths
  readonly #report: Writer
  /** Where copies of kept files go. */
  readonly #folder: string | undefined

  /**
   * @param options  of the run: files that they name are not written over
   * @param report   makes the report page
   * @throws {LeitongError} `OUTPUT_WRITE`, `OUTPUT_FORMAT`, `OPTION_CONFLICT`
   */
  constructor(paths: OutputPaths, inputs: readonly Input[], options: Options, report: Writer) {
    this.#paths = paths
    this.#report = report
    for (const kind of ['removed', 'pairs', 'groups', 'rejects'] as const) checkResultPath(paths[kind] ?? '')
    const isFolder = (kind: OutputKind, path: string) => kind === 'output' && path.endsWith('/')
    const unknown = Object.keys(paths).find((kind) => !Object.hasOwn(WRITERS, kind) && kind !== 'report')
    if (unknown !== undefined) throw new LeitongError('OPTION_UNKNOWN', unknown, 'among the outputs', undefined)
    const set = new OutputSet(paths, [...pathsOf(inputs), ...namedFiles(options)], isFolder)
    this.#set = set
    this.#folder = paths.output !== undefined && isFolder('output', paths.output) ? paths.output : undefined
    try {
      if (paths.output !== undefined) checkOneFormat(inputs, paths.output)
    } catch (error) {
      set.discard()
      throw error
    }
  }

  /**
   * @param before  work that must be done before any output appears
   * @throws {LeitongError} `OUTPUT_WRITE`, `OUTPUT_FORMAT`, `SOURCE_CHANGED`; call {@link discard} then
   */
  async write(run: Run, before: () => Promise<void> = async () => {}): Promise<void> {
    await this.#set.write(
      (kind) => (kind === 'report' ? this.#report : WRITERS[kind])(run, this.#paths[kind] as string),
      async () => {
        requireUnchanged(run.context.inputs)
        await before()
        if (this.#folder !== undefined) await copyKept(run, this.#folder)
      },
    )
  }

  get leftovers(): readonly string[] {
    return this.#set.leftovers
  }

  discard(): void {
    this.#set.discard()
  }
}

/**
 * Whether records of these inputs can leave as one file as they came.
 *
 * @throws {LeitongError} `OUTPUT_FORMAT`
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
  if (isTable(first.format) && inputs.length > 1) refuse(`${flag} takes one ${first.format.name} file at a time`)
  if (isTable(first.format) && output === '-') refuse(`${first.format.name} cannot be written to standard output`)
}

const WRITERS: { readonly [Kind in Exclude<OutputKind, 'report'>]: Writer } = {
  output: writeKept,
  removed: (run, path) => resultContent(path, removedResults(run)),
  pairs: (run, path) => resultContent(path, pairResults(run)),
  groups: (run, path) => resultContent(path, groupResults(run)),
  rejects: (run, path) => resultContent(path, rejectResults(run.context)),
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

function writeKept({ context: { inputs, documents, options }, decisions }: Run, output: string): Content {
  return recordsContent(inputs, { documents, removed: decisions.removedDocuments() }, output, options)
}

/**
 * Records as they came: files as a list of their names; documents of this process as lines; a table by a format of its own; all else byte
 * for byte.
 *
 * @param inputs  from the first file of the selection on
 * @param output  whose ending chooses among the forms that rows of a table can leave in
 */
export function recordsContent(inputs: readonly Input[], selection: Selection, output: string, options: Options): Content {
  const { documents, removed, withoutRejects, fromFile = 0 } = selection
  const [input] = inputs
  const rejects = withoutRejects ? documents.rejects.filter(({ file }) => file >= fromFile) : []
  if (input && isDocument(input.format)) {
    const gone = new Uint8Array(documents.files.length)
    for (let i = 0; i < removed.length; i++) gone[documents.fileOf(removed[i] as number)] = 1
    for (const { file } of rejects) gone[file] = 1
    const names = documents.files.flatMap(({ name }, number) => (number < fromFile || gone[number] ? [] : [name]))
    return lines(names)
  }
  if (isInMemory(input)) return lines(documentLines(selection))
  if (input?.kind !== 'file' || !isTable(input.format)) {
    // What goes into a file as it is, is written at once; what is compressed or goes to a stream is held for a while.
    return selectedBytes({ ...selection, isCopied: output !== '-' && !compressionOf(output).compression })
  }
  const { path, format } = input
  const { opening } = documents.files[fromFile] as ReadFile
  // Rows are lines of the spool behind what its opening takes.
  const first = 1 + (opening.lines ?? 0)
  const numbers = [...Array.from(removed, (document) => documents.lineOf(document)), ...rejects.map(({ line }) => line)]
  const rows = numbers.map((line) => line - first).sort((a, b) => a - b)
  const named = formatOf(output)?.name
  const as = format.writes.find((name) => name === named) ?? (format.writes[0] as FormatName)
  return (temporary) => format.writeKept(path, rows, temporary, { ...tableReading(input, options), as })
}
