/** Everything that a batch can write. */

import { LeitongError } from '../../errors.js'
import type { Input } from '../../reading/input.js'
import { compressionOf } from '../../sources/formats/compression.js'
import { hasFields, isDocument, isTable } from '../../sources/formats/format.js'
import { formatOf } from '../../sources/formats/formats.js'
import { groupLine, lines, memberOf, pairLine, rejectLine, removedLine } from '../../writing/json-lines.js'
import { type Content, OutputSet } from '../../writing/output-set.js'
import type { Run } from './dedupe.js'
import { copyKept, keptFiles } from './kept-documents.js'
import { keptBytes } from './kept-records.js'
import { pairsOf } from './pairs.js'
import type { RunContext } from './run-context.js'

/** Where to write what; `-` is standard output. */
export interface OutputPaths {
  readonly output?: string | undefined
  readonly removed?: string | undefined
  readonly pairs?: string | undefined
  readonly groups?: string | undefined
  readonly rejects?: string | undefined
  readonly report?: string | undefined
}

export type OutputKind = keyof OutputPaths

type Writer = (run: Run) => Content

/** Outputs that were asked for, opened before the work begins. */
export class Outputs {
  readonly #set: OutputSet<OutputKind>
  readonly #report: Writer
  /** Where copies of kept files go. */
  readonly #folder: string | undefined

  /**
   * @param report  makes the report page
   * @throws {LeitongError} `OUTPUT_WRITE`, `OUTPUT_FORMAT`, `OPTION_CONFLICT`
   */
  constructor(paths: OutputPaths, inputs: readonly Input[], report: Writer) {
    this.#report = report
    const isFolder = (kind: OutputKind, path: string) => kind === 'output' && path.endsWith('/')
    this.#folder = paths.output !== undefined && isFolder('output', paths.output) ? paths.output : undefined
    if (paths.output !== undefined) checkOneFormat(inputs, paths.output)
    this.#set = new OutputSet(paths, pathsOf(inputs), isFolder)
  }

  /** @throws {LeitongError} `OUTPUT_WRITE`, `OUTPUT_FORMAT`; call {@link discard} then */
  async write(run: Run): Promise<void> {
    await this.#set.write(
      (kind) => (kind === 'report' ? this.#report : WRITERS[kind])(run),
      () => {
        if (this.#folder !== undefined) copyKept(run, this.#folder)
      },
    )
  }

  discard(): void {
    this.#set.discard()
  }
}

/** The paths that inputs are read from, which no output may replace. */
export const pathsOf = (inputs: readonly Input[]): (readonly [path: string, name: string])[] =>
  inputs.flatMap((input) => {
    if (input.kind === 'file') return [[input.path, input.name] as const]
    return input.kind === 'stream' && typeof input.source === 'string' && input.source !== '-' ? [[input.source, input.name] as const] : []
  })

function checkOneFormat(inputs: readonly Input[], output: string): void {
  const refuse = (what: string) => {
    throw new LeitongError('OUTPUT_FORMAT', what)
  }
  const [first] = inputs
  if (!first) return
  const other = inputs.find(({ format }) => (isDocument(format) ? !isDocument(first.format) : format.name !== first.format.name))
  if (other) refuse(`${first.name} is ${first.format.name} and ${other.name} is ${other.format.name}: they cannot be one output`)
  if (output.endsWith('/') && !isDocument(first.format))
    refuse(`--output ${output} is a folder, but the input is ${first.format.name}: name a file`)
  const named = formatOf(compressionOf(output).bare)
  if (named && named.name !== first.format.name && hasFields(named) && hasFields(first.format))
    refuse(`kept records leave as they came: ${first.name} is ${first.format.name}, and --output ${output} says ${named.name}`)
  if (isTable(first.format) && inputs.length > 1) refuse(`--output takes one ${first.format.name} file at a time`)
  if (isTable(first.format) && output === '-') refuse(`${first.format.name} cannot be written to standard output`)
}

const WRITERS: { readonly [Kind in Exclude<OutputKind, 'report'>]: Writer } = {
  output: writeKept,
  removed: (run) => lines(removedLines(run)),
  pairs: (run) => lines(pairLines(run)),
  groups: (run) => lines(groupLines(run)),
  rejects: (run) => lines(rejectLines(run.context)),
}

/** Kept files as a list; a table by its own format, of which a row is a line of the spool; all else byte for byte. */
function writeKept(run: Run): Content {
  const { inputs, documents } = run.context
  const [input] = inputs
  if (input && isDocument(input.format)) return lines(keptFiles(run).map((number) => (documents.files[number] as { name: string }).name))
  if (input?.kind !== 'file' || !isTable(input.format)) return keptBytes(run)
  const { path, format } = input
  const rows = Array.from(run.decisions.removedDocuments(), (document) => documents.lineOf(document) - 1)
  return (temporary) => format.writeKept(path, rows, temporary)
}

function* removedLines({ context: { documents }, decisions }: Run): Generator<string> {
  for (const document of decisions.removedDocuments()) {
    const decision = decisions.decide(document)
    const group = decisions.groups.numberOf(decision.kept) as number
    yield removedLine(documents.idOf(document), documents.idOf(decision.kept), decision, group)
  }
}

function* pairLines({ context: { documents, options }, decisions }: Run): Generator<string> {
  for (const pair of pairsOf(decisions, options.maxCopies)) yield pairLine(documents.idOf(pair.a), documents.idOf(pair.b), pair)
}

function* groupLines({ context: { documents }, decisions }: Run): Generator<string> {
  for (const { number, kept, members } of decisions.groups) {
    const listed = Array.from(members, (document) => memberOf(documents.idOf(document), decisions.decide(document)))
    yield groupLine(number, documents.idOf(kept), listed)
  }
}

export function* rejectLines({ documents: { rejects, files } }: RunContext): Generator<string> {
  for (const { file, line, reason } of rejects) yield rejectLine((files[file] as { name: string }).name, line, reason)
}
