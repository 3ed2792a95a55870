/** Everything a batch can write. All files are complete before the first gets its name. */

import { once } from 'node:events'
import { resolve } from 'node:path'
import { LeitongError } from '../../errors.js'
import type { InputFile } from '../../reading/input.js'
import { compressBytes, compressionOf } from '../../sources/formats/compression.js'
import { type Format, hasFields, isDocument, isTable } from '../../sources/formats/format.js'
import { formatOf } from '../../sources/formats/formats.js'
import { AtomicFile } from '../../writing/atomic-file.js'
import type { Run } from './dedupe.js'
import { copyKept, keptFiles } from './kept-documents.js'
import { keptBytes } from './kept-records.js'
import { pairsOf } from './pairs.js'

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

type Writer = (run: Run) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>

interface Target {
  readonly kind: OutputKind
  readonly path: string
  /** Undefined for standard output and for a folder. */
  readonly file: AtomicFile | undefined
}

/** Outputs that were asked for, opened before the work begins so that a bad path shows at once. */
export class Outputs {
  readonly #targets: Target[] = []
  readonly #report: Writer

  /**
   * @param report  makes the report page
   * @throws {LeitongError} `OUTPUT_WRITE`, `OUTPUT_FORMAT`, `OPTION_CONFLICT`
   */
  constructor(paths: OutputPaths, inputs: readonly InputFile[], report: Writer) {
    this.#report = report
    const wanted = Object.entries(paths).filter((entry): entry is [OutputKind, string] => entry[1] !== undefined)
    const taken = new Map(inputs.filter(({ path }) => path !== '-').map(({ path, name }) => [path, `the input ${name}`]))
    for (const [kind, path] of wanted) {
      const full = path === '-' ? '-' : resolve(path)
      const other = taken.get(full)
      if (other) throw new LeitongError('OPTION_CONFLICT', `--${kind} would write to ${path}, which is ${other}`)
      taken.set(full, `also the target of --${kind}`)
    }
    if (paths.output !== undefined) checkOneFormat(inputs, paths.output)
    try {
      for (const [kind, path] of wanted) {
        const isFolder = kind === 'output' && path.endsWith('/')
        this.#targets.push({ kind, path, file: path === '-' || isFolder ? undefined : new AtomicFile(path) })
      }
    } catch (error) {
      this.discard()
      throw error
    }
  }

  async write(run: Run): Promise<void> {
    const files = this.#targets.filter(({ file }) => file)
    for (const { kind, path, file } of files as (Target & { file: AtomicFile })[]) {
      if (kind === 'output' && isOf(run, isTable)) await writeTable(run, file)
      else {
        const writer = kind === 'report' ? this.#report : WRITERS[kind]
        for await (const bytes of compressBytes(toAsync(writer(run)), compressionOf(path).compression)) file.write(bytes)
      }
      file.finish()
    }
    for (const { kind, path, file } of this.#targets) {
      if (!file && path !== '-' && kind === 'output') copyKept(run, path)
    }
    for (const { file } of files) file?.commit()
    for (const { kind, path } of this.#targets) {
      if (path === '-') await toStandardOutput((kind === 'report' ? this.#report : WRITERS[kind])(run))
    }
  }

  discard(): void {
    for (const { file } of this.#targets) file?.discard()
  }
}

function checkOneFormat(inputs: readonly InputFile[], output: string): void {
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

/** A table is written by its own format; a row is a line of the spool. */
async function writeTable({ inputs: [input], documents, decisions: outcome }: Run, file: AtomicFile): Promise<void> {
  if (!input || !isTable(input.format)) return
  const rows = Array.from(outcome.removedDocuments(), (document) => documents.lineOf(document) - 1)
  await input.format.writeKept(input.path, rows, file.temporary)
}

/** Whether the inputs, which one output takes, are of a kind of formats. */
const isOf = ({ inputs: [first] }: Run, is: (format: Format) => boolean) => first !== undefined && is(first.format)

export const toAsync = async function* (bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  yield* bytes
}

export const round = (similarity: number | undefined) => (similarity === undefined ? null : Math.round(similarity * 1e6) / 1e6)

const WRITERS: { readonly [Kind in Exclude<OutputKind, 'report'>]: Writer } = {
  output: (run) => (isOf(run, isDocument) ? listKept(run) : keptBytes(run)),
  removed: (run) => lines(removedLines(run)),
  pairs: (run) => lines(pairLines(run)),
  groups: (run) => lines(groupLines(run)),
  rejects: (run) => lines(rejectLines(run)),
}

function* listKept(run: Run): Generator<Uint8Array> {
  yield* lines(
    (function* () {
      for (const number of keptFiles(run)) yield (run.documents.files[number] as { name: string }).name
    })(),
  )
}

/** Lines in blocks of bytes. */
export function* lines(texts: Iterable<string>): Generator<Uint8Array> {
  let block: string[] = []
  for (const text of texts) {
    block.push(text)
    if (block.length < 1024) continue
    yield Buffer.from(`${block.join('\n')}\n`)
    block = []
  }
  if (block.length) yield Buffer.from(`${block.join('\n')}\n`)
}

// Ids are JSON already, in the type they came in: lines are put together by hand.
function* removedLines({ documents, decisions: outcome }: Run): Generator<string> {
  for (const document of outcome.removedDocuments()) {
    const { kept, similarity, distance } = outcome.decide(document)
    yield `{"id":${documents.idOf(document)},"duplicate_of":${documents.idOf(kept)},"similarity":${round(similarity)},"distance":${distance ?? null},"group":${outcome.groups.numberOf(kept)}}`
  }
}

function* pairLines({ documents, decisions: outcome, options }: Run): Generator<string> {
  for (const { a, b, similarity, distance } of pairsOf(outcome, options.maxCopies)) {
    yield `{"a":${documents.idOf(a)},"b":${documents.idOf(b)},"similarity":${round(similarity)},"distance":${distance ?? null}}`
  }
}

function* groupLines({ documents, decisions: outcome }: Run): Generator<string> {
  for (const { number, kept, members } of outcome.groups) {
    const listed = Array.from(members, (document) => {
      const { similarity, distance } = outcome.decide(document)
      return `{"id":${documents.idOf(document)},"similarity":${round(similarity)},"distance":${distance ?? null}}`
    })
    yield `{"group":${number},"size":${members.length},"kept":${documents.idOf(kept)},"members":[${listed.join(',')}]}`
  }
}

export function* rejectLines({ documents }: Pick<Run, 'documents'>): Generator<string> {
  for (const { file, line, reason } of documents.rejects)
    yield JSON.stringify({ source: (documents.files[file] as { name: string }).name, line: line || null, reason })
}

export async function toStandardOutput(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
  for await (const chunk of bytes) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
}
