/** The batch as a library call: documents or files in, decisions out. */
import { LeitongError } from '../errors.js'
import { type Run, runBatch } from '../jobs/dedupe/dedupe.js'
import { type OutputPaths, Outputs } from '../jobs/dedupe/outputs.js'
import { pairsOf } from '../jobs/dedupe/pairs.js'
import { reportPage } from '../jobs/dedupe/report.js'
import type { Phase } from '../jobs/dedupe/run-context.js'
import { type Summary, summarize } from '../jobs/dedupe/summary.js'
import { machineDefaults } from '../options/machine.js'
import type { Options, OptionsInput } from '../options/options.js'
import { resolveOptions } from '../options/resolve.js'
import { type DocumentInput, type DocumentInputs, documentOfLine, documentsInput } from '../reading/document-input.js'
import { isInMemory } from '../reading/input.js'
import { expandInputs } from '../reading/inputs.js'
import { RecordReader } from '../reading/records.js'
import { createFingerprinter, type Signature } from '../signing/fingerprint.js'
import { checkFields, type FieldsInput, type FieldsSpec } from '../sources/rows/fields-file.js'
import { requireInput } from './arguments.js'
import { type Id, type Rejected, Result, type SimilarPair } from './result.js'

export type { Document, DocumentInput } from '../reading/document-input.js'
export type { FieldsInput, Id, Rejected, SimilarPair }

export interface DedupeOptions extends Omit<OptionsInput, 'fields'> {
  /** Rows: what is compared, as in a fields file (docs/databases.md), or the path of one. */
  readonly fields?: string | FieldsInput
  /** Judge every candidate pair, so that `pairs()` is complete; otherwise only what grouping needs is judged. @default false */
  readonly pairs?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (phase: Phase, done: number, total: number | undefined) => void
}

export interface Removed {
  readonly id: Id
  readonly duplicateOf: Id
  /** Exact; undefined where signatures decided (`verify: false`). */
  readonly similarity: number | undefined
  readonly distance: number | undefined
  readonly group: number
}

export interface DuplicateGroup {
  readonly group: number
  readonly kept: Id
  /** The kept one first. */
  readonly members: readonly { readonly id: Id; readonly similarity: number | undefined; readonly distance: number | undefined }[]
}

export interface DedupeResult extends AsyncDisposable {
  readonly summary: Summary
  /** The kept documents in the order of the input, also those that could not be judged; only for documents, not for files. */
  kept(): AsyncGenerator<DocumentInput>
  removed(): Generator<Removed>
  groups(): Generator<DuplicateGroup>
  /** Similar pairs in the order of the input; all of them with the option `pairs`. */
  pairs(): Generator<SimilarPair>
  /** Records that could not be judged, and why; they are kept. */
  rejects(): Generator<Rejected>
  /** Writes files as the command does. */
  write(paths: OutputPaths): Promise<void>
  /** Lets workers and temporary files go. After this nothing that needs texts works. */
  close(): Promise<void>
}

export function resolveWithMachine(options: OptionsInput): Options {
  return resolveOptions([{ values: options, where: 'in the options' }], machineDefaults())
}

/**
 * Finds near-duplicates in one batch.
 *
 * @param input  documents (any iterable, also an async one; they are spooled to disk, not held), or `{ files }`: paths,
 *               folders and patterns as the command takes them
 * @throws {LeitongError} for wrong options, and for input that cannot be read
 * @example
 * const result = await dedupe([
 *   { id: 'a', text: 'The quick brown fox jumps over the lazy dog.' },
 *   { id: 'b', text: 'The quick brown fox jumps over the lazy dog!' },
 *   { id: 'c', text: 'Something else.' },
 * ])
 * [...result.removed()] // [{ id: 'b', duplicateOf: 'a', similarity: 1, … }]
 * await result.close()
 */
export async function dedupe(
  input: DocumentInputs | { readonly files: readonly string[] },
  { pairs: wantPairs = false, signal, onProgress, ...given }: DedupeOptions = {},
): Promise<DedupeResult> {
  requireInput(input)
  const { options, spec } = resolveFields(given)
  const inputs = 'files' in input ? await expandInputs(input.files, options, spec) : [documentsInput(input, options, spec)]
  const run = await runBatch(inputs, options, wantPairs, { signal, ...(onProgress ? { progress: onProgress } : {}) })
  return new BatchResult(run)
}

/** Options whose fields may be an object. */
export function resolveFields({ fields, ...given }: Omit<OptionsInput, 'fields'> & { readonly fields?: string | FieldsInput }): {
  options: Options
  spec: FieldsSpec | undefined
} {
  const options = resolveWithMachine(typeof fields === 'string' ? { ...given, fields } : given)
  return { options, spec: typeof fields === 'object' ? checkFields(fields, 'the option fields') : undefined }
}

class BatchResult extends Result<Run> implements DedupeResult {
  readonly summary: Summary

  constructor(run: Run) {
    super(run)
    this.summary = summarize(run)
  }

  async *kept(): AsyncGenerator<DocumentInput> {
    const { context, decisions } = this.run
    const { documents, options } = context
    if (!isInMemory(context.inputs[0]))
      throw new LeitongError('ARGUMENT', 'kept() of files', 'documents handed over; of files, write({ output }) writes what stays')
    const removed = decisions.removedDocuments()
    const spans: [number, number][] = documents.rejects.map(({ start, end }) => [start, end])
    let next = 0
    for (let document = 0; document < documents.count; document++) {
      if (removed[next] === document) next++
      else spans.push([documents.startOf(document), documents.endOf(document)])
    }
    spans.sort(([a], [b]) => a - b)
    const [file] = documents.files
    const reader = new RecordReader()
    try {
      for (const [start, end] of spans) {
        const line = Buffer.from(reader.read(file?.path ?? '', start, end - start)).toString()
        yield documentOfLine(line, options)
      }
    } finally {
      reader.close()
    }
  }

  *removed(): Generator<Removed> {
    const { decisions } = this.run
    for (const document of decisions.removedDocuments()) {
      const { kept, similarity, distance } = decisions.decide(document)
      yield {
        id: this.idOf(document),
        duplicateOf: this.idOf(kept),
        similarity,
        distance,
        group: decisions.groups.numberOf(kept) as number,
      }
    }
  }

  *groups(): Generator<DuplicateGroup> {
    const { decisions } = this.run
    for (const { number, kept, members } of decisions.groups) {
      yield {
        group: number,
        kept: this.idOf(kept),
        members: Array.from(members, (document) => {
          const { similarity, distance } = decisions.decide(document)
          return { id: this.idOf(document), similarity, distance }
        }),
      }
    }
  }

  *pairs(): Generator<SimilarPair> {
    for (const { a, b, similarity, distance } of pairsOf(this.run.decisions, this.run.context.options.maxCopies)) {
      yield { a: this.idOf(a), b: this.idOf(b), similarity, distance }
    }
  }

  async write(paths: OutputPaths): Promise<void> {
    const outputs = new Outputs(paths, this.run.context.inputs, reportPage)
    try {
      await outputs.write(this.run)
    } catch (error) {
      outputs.discard()
      throw error
    }
  }
}

/**
 * Signs documents one after the other as they come.
 *
 * @example
 * for await (const { id, fingerprint } of fingerprintAll(documents)) …
 */
export async function* fingerprintAll(
  documents: DocumentInputs,
  options: OptionsInput = {},
): AsyncGenerator<Signature & { readonly id: Id }> {
  const resolved = resolveWithMachine({ method: 'simhash', ...options })
  const sign = createFingerprinter(resolved)
  let number = 0
  for await (const document of documents) {
    const text =
      typeof document === 'string'
        ? document
        : resolved.textField
            .map((field) => document[field])
            .filter((part) => typeof part === 'string')
            .join('\n')
    const id = typeof document === 'string' ? number : (document[resolved.idField] ?? number)
    number++
    yield { id, ...sign(text) }
  }
}
